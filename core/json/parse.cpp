// The only place that knows the JSON library: its SAX events build a Value, with our limits checked on the way.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/domain/order.hpp"
#include "core/json/import.hpp"
#include "core/json/json.hpp"
#include "core/json/text.hpp"

namespace gpusel {
namespace {

constexpr std::size_t largest_document = 1U << 20U;
constexpr std::size_t deepest_nesting = 64;

std::string place(std::string_view text, std::size_t position) {
  position = std::min(position, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n');
  const std::size_t start = text.substr(0, position).rfind('\n');
  const std::size_t column = start == std::string_view::npos ? position : position - start - 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// Two equal keys of one object; sorted, so that a hostile object of 100,000 keys costs milliseconds.
const std::string* duplicate_key(const Value::Object& object) {
  std::vector<const std::string*> keys;
  keys.reserve(object.size());
  for (const auto& member : object) keys.push_back(&member.first);
  sort_stably(keys.begin(), keys.end(), [](const auto* a, const auto* b) { return *a < *b; });
  const auto twice =
      std::adjacent_find(keys.begin(), keys.end(), [](const auto* a, const auto* b) { return *a == *b; });
  return twice == keys.end() ? nullptr : *twice;
}

class Builder {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool null() { return put(Value()); }
  bool boolean(bool b) { return put(Value(b)); }
  bool number_integer(std::int64_t i) { return put(Value(static_cast<double>(i))); }
  bool number_unsigned(std::uint64_t i) { return put(Value(static_cast<double>(i))); }
  bool number_float(double d, const std::string& /*text*/) { return put(Value(d)); }
  bool string(std::string& s) { return put(Value(std::move(s))); }
  bool binary(std::vector<std::uint8_t>& /*bytes*/) { return false; }  // not in JSON text
  bool key(std::string& k) {
    open_.back().key = std::move(k);
    return true;
  }
  bool start_object(std::size_t /*size*/) { return open(Value(Value::Object{})); }
  bool start_array(std::size_t /*size*/) { return open(Value(Value::Array{})); }
  bool end_array() { return close(); }
  bool end_object() {
    if (const std::string* twice = duplicate_key(*open_.back().value.object()))
      return fail("duplicate-key", pointer() + "/" + pointer_token(*twice),
                  "\"" + *twice + "\" is given twice in one object");
    return close();
  }
  template <class Exception>
  bool parse_error(std::size_t position, const std::string& token, const Exception& exception) {
    const std::string where = place(text_, position);
    const std::string what = exception.what();
    if (what.find("UTF-8") != std::string::npos)
      return fail("invalid-utf8", pointer(), "text must be UTF-8; " + where + " is not");
    if (what.find("number overflow") != std::string::npos)
      return fail("not-finite", pointer(), "a number at " + where + " is too large to be represented");
    const bool word =
        what.find("invalid literal") != std::string::npos || what.find("invalid number") != std::string::npos;
    if (word && !token.empty() && (token.back() == 'N' || token.back() == 'I'))
      return fail("not-finite", pointer(), "NaN and Infinity are not JSON numbers (" + where + ")");
    return fail("syntax", pointer(), "not valid JSON at " + where + reason(what));
  }

  Result<Value> result() && {
    if (failed_) return std::move(error_);
    return std::move(root_);
  }

 private:
  struct Frame {
    Value value;
    std::string key;
  };

  // The library's own words, without its tag and position: "syntax error while parsing value - unexpected ...".
  static std::string reason(const std::string& what) {
    const std::size_t dash = what.find(" - ");
    return dash == std::string::npos ? std::string() : ": " + what.substr(dash + 3);
  }
  std::string pointer() const {
    std::string out;
    for (const Frame& f : open_) {
      if (const Value::Array* a = f.value.array())
        out += "/" + std::to_string(a->size());
      else if (!f.key.empty())
        out += "/" + pointer_token(f.key);
    }
    return out;
  }
  bool fail(std::string code, std::string at, std::string message) {
    if (!failed_) error_ = Error{std::move(code), std::move(at), std::move(message), {}};
    failed_ = true;
    return false;
  }
  bool open(Value container) {
    if (open_.size() == deepest_nesting)
      return fail("too-deep", "", "nesting is limited to " + std::to_string(deepest_nesting) + " levels");
    open_.push_back({std::move(container), {}});
    return true;
  }
  bool close() {
    Value done = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(done));
  }
  bool put(Value v) {
    if (open_.empty()) {
      root_ = std::move(v);
      return true;
    }
    Frame& top = open_.back();
    if (Value::Array* a = std::get_if<Value::Array>(&top.value.data)) {
      a->push_back(std::move(v));
    } else {
      std::get_if<Value::Object>(&top.value.data)->emplace_back(std::move(top.key), std::move(v));
      top.key.clear();
    }
    return true;
  }

  std::string_view text_;
  std::vector<Frame> open_;
  Value root_;
  bool failed_ = false;
  Error error_;
};

}  // namespace

Result<Value> parse_json_up_to(std::string_view text, std::size_t largest) {
  if (text.size() > largest)
    return Error{
        "too-large",
        "",
        "the document has " + std::to_string(text.size()) + " bytes; at most " + std::to_string(largest) + " are read",
        {}};
  if (text.size() >= 3 && text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);  // byte order mark
  Builder builder(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder).result();
}

Result<Value> parse_json(std::string_view text) { return parse_json_up_to(text, largest_document); }

}  // namespace gpusel
