#include "core/json/own_prices.hpp"

#include <algorithm>
#include <vector>

#include "core/catalog/search.hpp"
#include "core/json/text.hpp"

namespace gpusel {
namespace {

struct Kind {
  std::string_view word, key;
  std::optional<double> OwnPrice::*member;
  double low, high;
};
// Boards that are there already cost nothing; an hour of rent always costs something.
constexpr Kind kinds[] = {{"rent", "usd_per_hour", &OwnPrice::usd_per_hour, 1e-6, 1e6},
                          {"spot", "spot_usd_per_hour", &OwnPrice::spot_usd_per_hour, 1e-6, 1e6},
                          {"reserved", "reserved_usd_per_hour", &OwnPrice::reserved_usd_per_hour, 1e-6, 1e6},
                          {"buy", "purchase_usd", &OwnPrice::purchase_usd, 0, 1e9}};

Error wrong(const std::string& pointer) {
  constexpr const char* form =
      "\"accelerator rent 2.10 buy 25000\" (also spot, reserved) or an object with accelerator, "
      "usd_per_hour, spot_usd_per_hour, reserved_usd_per_hour, purchase_usd";
  return {"wrong-type",
          pointer,
          std::string("a price is ") + form,
          {{"field", "goal.prices"}, {"expected", form}, {"value", ""}}};
}

// The price called `name` in the column `names` of the table.
std::optional<Error> put(OwnPrice& price, std::string_view name, std::string_view Kind::*names, std::optional<double> x,
                         const std::string& pointer) {
  for (const Kind& k : kinds) {
    if (k.*names != name) continue;
    if (!x) return wrong(pointer);
    if (!(*x >= k.low && *x <= k.high))
      return Error{"out-of-range",
                   pointer,
                   "goal.prices: " + std::string(name) + " must be " + number_text(k.low) + " to " +
                       number_text(k.high) + " usd; it is " + number_text(*x),
                   {{"field", "goal.prices"}, {"lo", number_text(k.low)}, {"hi", number_text(k.high)}}};
    price.*(k.member) = *x;
    return std::nullopt;
  }
  std::vector<std::string_view> known;
  for (const Kind& k : kinds) known.push_back(k.*names);
  const std::string near = nearest(name, known), word(name);
  return Error{"unknown-choice",
               pointer,
               "goal.prices: no kind of price \"" + word + "\"" +
                   (near.empty() ? std::string() : "; the nearest is \"" + near + "\""),
               {{"field", "goal.prices"}, {"kind", "value"}, {"name", word}, {"nearest", near}}};
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  for (bool inside = false; const char c : text) {
    const bool space = c == ' ' || c == '\t';
    if (!space && !inside) out.emplace_back();
    inside = !space;
    if (inside && c != '$') out.back() += c;
  }
  return out;
}

Result<OwnPrice> from_line(std::string_view text, const std::string& pointer) {
  const std::vector<std::string> words = words_of(text);
  if (words.size() < 3 || words.size() % 2 == 0) return wrong(pointer);
  OwnPrice price;
  price.accelerator = words[0];
  for (std::size_t i = 1; i < words.size(); i += 2)
    if (auto error = put(price, words[i], &Kind::word, parse_number(words[i + 1]), pointer)) return *error;
  return price;
}

bool is_inline(const AcceleratorRef& ref, const std::string& id) {
  const Accelerator* own = std::get_if<Accelerator>(&ref);
  return own && own->id == id;
}

bool is_known(const Scenario& s, const Catalog& catalog, const std::string& id) {
  if (catalog.accelerator(id)) return true;
  if (!s.hardware) return false;
  const HardwareSpec& h = *s.hardware;
  return (h.accelerator && is_inline(*h.accelerator, id)) ||
         std::any_of(h.accelerators.begin(), h.accelerators.end(),
                     [&](const DeviceGroup& g) { return is_inline(g.accelerator, id); });
}

}  // namespace

Result<OwnPrice> read_own_price(const Value& value, const std::string& pointer) {
  if (const std::string* line = value.string()) return from_line(*line, pointer);
  const Value* device = value.find("accelerator");
  if (!device || !device->string()) return wrong(pointer);
  OwnPrice price;
  price.accelerator = *device->string();
  for (const auto& [key, v] : *value.object()) {
    if (key == "accelerator" || v.is_null()) continue;
    const double* x = v.number();
    if (auto error =
            put(price, key, &Kind::key, x ? std::optional(*x) : std::nullopt, pointer + "/" + pointer_token(key)))
      return *error;
  }
  return price;
}

Value own_price_value(const OwnPrice& price) {
  Value out(Value::Object{});
  out.set("accelerator", price.accelerator);
  for (const Kind& k : kinds)
    if (price.*(k.member)) out.set(k.key, *(price.*(k.member)));
  return out;
}

std::string own_price_text(const OwnPrice& price) {
  std::string out = price.accelerator;
  for (const Kind& k : kinds)
    if (price.*(k.member)) out += " " + std::string(k.word) + " " + number_text(*(price.*(k.member)));
  return out;
}

std::optional<Error> check_own_prices(const Scenario& scenario, const Catalog& catalog) {
  const std::vector<OwnPrice>& prices = scenario.goal.prices;
  for (std::size_t i = 0; i < prices.size(); ++i) {
    const std::string &id = prices[i].accelerator, pointer = "/goal/prices/" + std::to_string(i);
    const auto same = [&](const OwnPrice& p) { return p.accelerator == id; };
    if (std::any_of(prices.begin(), prices.begin() + static_cast<std::ptrdiff_t>(i), same))
      return Error{"conflict", pointer, "goal.prices: \"" + id + "\" is given twice", {{"field", "goal.prices"}}};
    if (is_known(scenario, catalog, id)) continue;
    const std::string near = nearest_accelerator(catalog, id);
    return Error{"unknown-accelerator",
                 pointer,
                 "goal.prices: no accelerator \"" + id + "\"" +
                     (near.empty() ? std::string() : "; the nearest is \"" + near + "\""),
                 {{"field", "goal.prices"}, {"kind", "accelerator"}, {"name", id}, {"nearest", near}}};
  }
  return std::nullopt;
}

}  // namespace gpusel
