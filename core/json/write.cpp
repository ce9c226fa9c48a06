#include <array>
#include <cmath>
#include <cstdio>

#include "core/json/json.hpp"
#include "core/json/text.hpp"

namespace gpusel {
namespace {

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  std::array<char, 8> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
  out += buffer.data();
}

// Bytes that are not UTF-8 (a file's metadata, a terminal's argument) become U+FFFD: the output is always JSON.
void append_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    const char c = text[0];
    const bool special = static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == 0x7F;
    if (length == 0)
      out += "\xEF\xBF\xBD";
    else if (special)
      append_escaped(out, c);
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}

  void write(const Value& v, int level) {
    if (const bool* b = v.boolean())
      out += *b ? "true" : "false";
    else if (const double* d = v.number())
      out += std::isfinite(*d) ? number_text(*d) : "null";
    else if (const std::string* s = v.string())
      append_string(out, *s);
    else if (const Value::Array* a = v.array())
      write_array(*a, level);
    else if (const Value::Object* o = v.object())
      write_object(*o, level);
    else
      out += "null";
  }

  std::string out;

 private:
  void line(int level) {
    if (indent_ < 0) return;
    out += '\n';
    out.append(static_cast<std::size_t>(indent_) * static_cast<std::size_t>(level), ' ');
  }
  void write_array(const Value::Array& a, int level) {
    out += '[';
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (i > 0) out += ',';
      line(level + 1);
      write(a[i], level + 1);
    }
    if (!a.empty()) line(level);
    out += ']';
  }
  void write_object(const Value::Object& o, int level) {
    out += '{';
    for (std::size_t i = 0; i < o.size(); ++i) {
      if (i > 0) out += ',';
      line(level + 1);
      append_string(out, o[i].first);
      out += indent_ < 0 ? ":" : ": ";
      write(o[i].second, level + 1);
    }
    if (!o.empty()) line(level);
    out += '}';
  }

  int indent_;
};

}  // namespace

std::string write_json(const Value& value, int indent) {
  Writer writer(indent);
  writer.write(value, 0);
  return std::move(writer.out);
}

std::string write_error(const Error& error) {
  Value body(Value::Object{});
  body.set("code", error.code);
  body.set("message", error.message);
  body.set("pointer", error.pointer);
  if (!error.args.empty()) {
    Value args(Value::Object{});
    for (const auto& [key, text] : error.args) args.set(key, text);
    body.set("args", std::move(args));
  }
  Value out(Value::Object{});
  out.set("error", std::move(body));
  return write_json(out);
}

Value merge_patch(Value target, const Value& patch) {
  const Value::Object* changes = patch.object();
  if (!changes) return patch;
  if (!target.object()) target = Value(Value::Object{});
  Value::Object& members = *std::get_if<Value::Object>(&target.data);
  for (const auto& [key, change] : *changes) {
    auto at = members.begin();
    while (at != members.end() && at->first != key) ++at;
    if (change.is_null()) {
      if (at != members.end()) members.erase(at);
    } else if (at != members.end()) {
      at->second = merge_patch(std::move(at->second), change);
    } else {
      members.emplace_back(key, merge_patch(Value(), change));
    }
  }
  return target;
}

}  // namespace gpusel
