// "#v1&model=Qwen/Qwen-7B&task=train&train.micro_batch=4": the field table's paths as keys, only what differs from the
// defaults. A link is untrusted text: its size, its encoding and every value are checked; keys of a later version stay
// as notes.
#include <algorithm>

#include "core/json/check.hpp"
#include "core/json/json.hpp"
#include "core/json/own_prices.hpp"
#include "core/json/percent.hpp"
#include "core/json/text.hpp"
#include "core/json/value_path.hpp"

namespace gpusel {
namespace {

constexpr std::size_t longest_link = 1U << 16U;
// A list as "a,b" where that reads back as the same list.
std::optional<std::string> plain_list(const Field& f, const Value::Array& list) {
  std::string out;
  for (const Value& e : list) {
    const std::string* s = e.string();
    if (!s || s->empty() || s->find(',') != std::string::npos || (*s)[0] == '{' || (*s)[0] == '[') return std::nullopt;
    out += (out.empty() ? "" : ",") + *s;
  }
  const bool is_choice = std::find(f.choices.begin(), f.choices.end(), out) != f.choices.end();
  if (out.empty() || out == "null" || (is_choice && f.path == "train.lora.targets")) return std::nullopt;
  return out;
}

// Prices as the lines that can be typed, whatever form they were given in.
Value lines_of_prices(const Value::Array& prices) {
  Value::Array lines;
  for (const Value& p : prices) lines.emplace_back(own_price_text(*read_own_price(p, "")));
  return Value(std::move(lines));
}

std::string value_text(const Field& f, const Value& v) {
  if (const std::string* s = v.string()) return *s;
  if (f.path == "goal.prices" && v.array() && v.array()->size() && !v.array()->front().string())
    return value_text(f, lines_of_prices(*v.array()));
  if (const Value::Array* a = v.array())
    if (auto text = plain_list(f, *a)) return *text;
  return write_json(v);
}

Error broken(std::string code, std::string message) { return {std::move(code), "", std::move(message), {}}; }

std::string excerpt(std::string_view text) {
  std::string out;
  for (char c : text.substr(0, 40))
    out += static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F ? c : '?';
  return text.size() > 40 ? out + "..." : out;
}

struct LinkReader {
  Value document = Value(Value::Object{});
  std::vector<Note> notes;

  std::optional<Error> pair(std::string_view text) {
    const std::size_t equals = text.find('=');
    const auto key = percent_decoded(text.substr(0, equals));
    const auto value =
        equals == std::string_view::npos ? std::optional<std::string>("") : percent_decoded(text.substr(equals + 1));
    if (!key || !value)
      return broken("syntax",
                    "the link has a broken %-escape or bytes that are not UTF-8 near \"" + excerpt(text) + "\"");
    if (key->rfind("ui.", 0) == 0) return std::nullopt;  // how a face showed it: no part of the question
    const Field* field = find_field(*key);
    if (!field) {
      notes.push_back({"unknown-key",
                       "the link's key \"" + *key + "\" is not known here and is kept as it is",
                       "",
                       {{"field", *key}, {"value", *value}}});
      return std::nullopt;
    }
    if (find_path(document, *key))
      return Error{"duplicate-key", pointer_of(*key), "\"" + *key + "\" is given twice in the link", {}};
    const Result<Value> read = field_from_text(*field, *value);
    if (!read) return Error{read.error().code, pointer_of(*key), *key + ": " + read.error().message, {}};
    set_path(document, *key, *read);
    return std::nullopt;
  }
};

}  // namespace

std::string write_permalink(const Scenario& scenario, const Catalog& /*catalog*/) {
  Scenario plain;
  plain.task = scenario.task;
  if (scenario.hardware) plain.hardware.emplace();
  if (scenario.serve.speculative) plain.serve.speculative.emplace();
  const Value all = scenario_value(scenario);
  std::string out = "#v1";
  for (const Field& f : fields()) {
    const Value* v = find_path(all, f.path);
    const bool always = f.path == "model" || f.path == "task";
    const bool marks_block = f.path == "hardware.count" && scenario.hardware && !scenario.hardware->accelerator;
    if (v && (always || marks_block || !(*v == f.get(plain))))
      out += "&" + std::string(f.path) + "=" + percent_encoded(value_text(f, *v));
  }
  for (const Note& note : scenario.notes)
    if (note.code == "unknown-key" && note.args.size() == 2)
      out += "&" + percent_encoded(note.args[0].second) + "=" + percent_encoded(note.args[1].second);
  return out;
}

Result<Scenario> read_permalink(std::string_view hash, const Catalog& catalog) {
  if (!hash.empty() && hash[0] == '#') hash.remove_prefix(1);
  if (hash.size() > longest_link)
    return broken("too-large", "the link has " + std::to_string(hash.size()) + " bytes; at most 64 KiB is read");
  const std::string_view version = hash.substr(0, hash.find('&'));
  if (version != "v1")
    return broken("unsupported-version", "a link starts with #v1; this one starts with \"" + excerpt(version) + "\"");
  hash.remove_prefix(version.size());
  LinkReader reader;
  while (!hash.empty()) {
    hash.remove_prefix(1);  // '&'
    const std::string_view one = hash.substr(0, hash.find('&'));
    hash.remove_prefix(one.size());
    if (one.empty()) continue;
    if (auto error = reader.pair(one)) return *error;
  }
  Result<Scenario> scenario = read_scenario(reader.document, catalog);
  if (!scenario) return scenario;
  scenario->notes.insert(scenario->notes.end(), reader.notes.begin(), reader.notes.end());
  return scenario;
}

}  // namespace gpusel
