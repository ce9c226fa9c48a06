#include "core/catalog/parse.hpp"

#include <nlohmann/json.hpp>

namespace gpusel {
namespace {

using Json = nlohmann::json;

// Values are built in place, from the outside in; `open_` holds the arrays and objects that have not ended yet.
class Builder {
 public:
  using number_integer_t = Json::number_integer_t;
  using number_unsigned_t = Json::number_unsigned_t;
  using number_float_t = Json::number_float_t;
  using string_t = Json::string_t;
  using binary_t = Json::binary_t;

  bool null() { return put(Value()); }
  bool boolean(bool b) { return put(Value(b)); }
  bool number_integer(number_integer_t n) { return put(Value(static_cast<double>(n))); }
  bool number_unsigned(number_unsigned_t n) { return put(Value(static_cast<double>(n))); }
  bool number_float(number_float_t n, const string_t&) { return put(Value(n)); }
  bool string(string_t& s) { return put(Value(std::move(s))); }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Value(Value::Object{})); }
  bool key(string_t& k) {
    std::get<Value::Object>(open_.back()->data).emplace_back(std::move(k), Value());
    return true;
  }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Value(Value::Array{})); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& e) {
    problem = e.what() + std::string(" near ") + token;
    return false;
  }

  Value root;
  std::string problem;

 private:
  Value& place(Value v) {
    if (open_.empty()) return root = std::move(v);
    if (Value::Array* array = std::get_if<Value::Array>(&open_.back()->data)) return array->emplace_back(std::move(v));
    return std::get<Value::Object>(open_.back()->data).back().second = std::move(v);
  }
  bool put(Value v) {
    place(std::move(v));
    return true;
  }
  bool open(Value v) {
    open_.push_back(&place(std::move(v)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  std::vector<Value*> open_;  // stays valid: only the innermost container grows
};

}  // namespace

Result<Value> parse_catalog_json(std::string_view text, std::string_view file) {
  Builder builder;
  if (!Json::sax_parse(text.begin(), text.end(), &builder))
    return Error{"syntax",
                 "/" + std::string(file),
                 "the catalogue's " + std::string(file) + " is not valid JSON: " + builder.problem,
                 {}};
  return std::move(builder.root);
}

}  // namespace gpusel
