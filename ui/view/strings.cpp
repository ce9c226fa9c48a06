#include "ui/view/strings.hpp"

#include <algorithm>

#include "core/domain/order.hpp"
#include "core/json/json.hpp"
#include "generated/gpusel_view.hpp"
#include "ui/view/text_width.hpp"

namespace gpusel::view {

namespace {

std::string_view argument(const Args& args, std::string_view name) {
  for (const auto& [key, value] : args)
    if (key == name) return value;
  return {};
}

// "{n|device|devices}": the first form for 1, else the second.
std::string_view plural(std::string_view body, const Args& args) {
  const std::size_t first = body.find('|'), second = body.find('|', first + 1);
  if (second == std::string_view::npos) return {};
  return argument(args, body.substr(0, first)) == "1" ? body.substr(first + 1, second - first - 1)
                                                      : body.substr(second + 1);
}

}  // namespace

std::string fill(std::string_view pattern, const Args& args) {
  std::string out;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{'), close = pattern.find('}', open);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    out += pattern.substr(0, open);
    const std::string_view body = pattern.substr(open + 1, close - open - 1);
    out += body.find('|') == std::string_view::npos ? argument(args, body) : plural(body, args);
    pattern.remove_prefix(close + 1);
  }
  return out += pattern;
}

Strings::Strings(Lang lang, std::string_view json) : lang_(lang) {
  const Result<Value> parsed = parse_json(json);
  if (!parsed || !parsed->object()) return;
  for (const auto& [key, value] : *parsed->object())
    if (const std::string* text = value.string()) sorted_.emplace_back(key, *text);
  sort_stably(sorted_.begin(), sorted_.end(), [](const auto& a, const auto& b) { return a < b; });
}

namespace {

Strings& chinese() {
#ifdef GPUSEL_CHINESE_APART
  static Strings zh(Lang::zh, "{}");
#else
  static Strings zh(Lang::zh, assets::i18n_zh());
#endif
  return zh;
}

}  // namespace

const Strings& Strings::of(Lang lang) {
  static const Strings en(Lang::en, assets::i18n_en());
  return lang == Lang::zh && known(lang) ? chinese() : en;
}

bool Strings::known(Lang lang) { return lang == Lang::en || !chinese().all().empty(); }

bool Strings::add_chinese(std::string_view json) {
  Strings read(Lang::zh, json);
  if (read.all().empty()) return false;
  chinese() = std::move(read);
  return true;
}

const std::string* Strings::find(std::string_view key) const {
  const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), key,
                                   [](const auto& row, std::string_view k) { return row.first < k; });
  return at != sorted_.end() && at->first == key ? &at->second : nullptr;
}

std::string Strings::written(const std::string& pattern, const Args& args) const {
  return lang_ == Lang::zh ? spaced(fill(pattern, args)) : fill(pattern, args);
}

std::string Strings::text(std::string_view key, const Args& args) const {
  const std::string* found = find(key);
  return found ? written(*found, args) : std::string(key);
}

std::string Strings::first_of(const std::vector<std::string>& keys, std::string_view fallback, const Args& args) const {
  for (const std::string& key : keys)
    if (const std::string* found = find(key)) return written(*found, args);
  return std::string(fallback);
}

namespace {

bool is_ideograph(char32_t c) { return (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf); }
bool is_latin(char32_t c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool leads_latin(char32_t c) { return is_latin(c) || c == '$' || c == 0x2212 || c == '+'; }
bool ends_latin(char32_t c) { return is_latin(c) || c == '%'; }

}  // namespace

std::string spaced(std::string_view text) {
  std::string out;
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t c = next_code_point(text, at);
    if ((is_ideograph(before) && leads_latin(c)) || (ends_latin(before) && is_ideograph(c))) out += ' ';
    out += text.substr(start, at - start);
    before = c;
  }
  return out;
}

namespace {

// "@key" is a text itself; a whole number is grouped as the language does it.
std::string argument_text(const Strings& strings, const std::string& value) {
  if (value.size() > 1 && value.front() == '@') return strings.text(value.substr(1));
  constexpr std::size_t most_digits = 15;
  const bool whole = value.size() <= most_digits && value.find_first_not_of("0123456789") == std::string::npos;
  return whole && value.size() > 3 ? fixed(std::strtod(value.c_str(), nullptr), 0, strings.lang()) : value;
}

}  // namespace

std::string note_text(const Strings& strings, const Note& note) {
  Args args = note.args;
  for (auto& [name, value] : args) value = argument_text(strings, value);
  return strings.first_of({"note." + note.code}, note.message, args);
}

// "err.unknown" for names, with the kind of thing in the reader's language; a conflict has a sentence a field.
std::string error_text(const Strings& strings, const Error& error) {
  Args args = error.args;
  const std::string_view name = argument(args, "name"), near = argument(args, "nearest");
  if (error.code.rfind("unknown-", 0) == 0 && !name.empty()) {
    const std::string kind = strings.text("kind." + error.code.substr(8));
    return strings.text(near.empty() ? "err.unknown_none" : "err.unknown",
                        {{"kind", kind}, {"x", std::string(name)}, {"y", std::string(near)}});
  }
  std::string where = error.pointer.empty() ? "" : error.pointer.substr(1);
  std::replace(where.begin(), where.end(), '/', '.');
  return strings.first_of({"error." + error.code + "." + where, "error." + error.code}, error.message, args);
}

std::string join_sentences(const std::vector<std::string>& sentences, Lang lang) {
  std::string out;
  for (const std::string& s : sentences) {
    if (s.empty()) continue;
    if (!out.empty() && lang == Lang::en) out += " ";
    out += s;
  }
  return out;
}

}  // namespace gpusel::view
