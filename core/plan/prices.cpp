#include "core/plan/prices.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/domain/order.hpp"

namespace gpusel {
namespace {

long long digits(std::string_view text, std::size_t at, std::size_t length) {
  if (at + length > text.size()) return 1;
  long long n = 0;
  for (char ch : text.substr(at, length)) {
    if (ch < '0' || ch > '9') return 1;
    n = n * 10 + (ch - '0');
  }
  return n;
}

// Days since 1970-01-01 of the Gregorian calendar (H. Hinnant, chrono-compatible low-level date algorithms).
long long day_number(std::string_view iso) {
  long long year = digits(iso, 0, 4);
  const long long month = digits(iso, 5, 2), day = digits(iso, 8, 2);
  year -= month <= 2;
  const long long era = year / 400, of_era = year - era * 400;
  const long long of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

constexpr double stale_days = 180;
// A price drifts by about 2 % a month (design assumption, estimation.md sec. 8).
constexpr double drift_per_day = 0.02 / 30.4;

Spread band_of(const std::vector<const Price*>& sorted, double median, double age_days) {
  const double drift = std::max(0.0, age_days) * drift_per_day;
  return {std::min(1.0, sorted.front()->usd / median) * std::exp(-drift),
          std::max(1.0, sorted.back()->usd / median) * std::exp(drift)};
}

}  // namespace

long long days_between(std::string_view from, std::string_view to) { return day_number(to) - day_number(from); }

std::optional<Offers> offers_of(const Catalog& catalog, std::string_view accelerator, PriceKind kind) {
  std::vector<const Price*> found;
  for (const Price& p : catalog.prices)
    if (p.kind == kind && p.accelerator == accelerator && p.usd > 0) found.push_back(&p);
  if (found.empty()) return std::nullopt;
  sort_stably(found.begin(), found.end(), [](const Price* a, const Price* b) { return a->usd < b->usd; });
  const Price* middle = found[(found.size() - 1) / 2];
  const Price* upper = found[found.size() / 2];
  const Price* newest =
      *std::max_element(found.begin(), found.end(), [](const Price* a, const Price* b) { return a->date < b->date; });
  const double age = static_cast<double>(days_between(newest->date, catalog.prices_date));
  Offers o;
  o.offers = static_cast<int>(found.size());
  o.median = {(middle->usd + upper->usd) / 2,
              middle->source,
              newest->date,
              found.size() == 1 ? middle->provider : std::string(),
              kind,
              age > stale_days,
              false,
              false};
  o.band = band_of(found, o.median.usd, age);
  return o;
}

Spread combine(Spread a, Spread b) {
  const double low = std::hypot(std::log(a.low), std::log(b.low)),
               high = std::hypot(std::log(a.high), std::log(b.high));
  return {std::exp(-low), std::exp(high)};
}

namespace {

using OwnMember = std::optional<double> OwnPrice::*;

std::optional<Offers> own_price(const GoalSpec& goal, std::string_view accelerator, OwnMember member, PriceKind kind) {
  for (const OwnPrice& p : goal.prices)
    if (p.accelerator == accelerator && p.*member) {
      Offers o;
      o.offers = 1;
      o.median.usd = *(p.*member);
      o.median.source = "goal.prices";
      o.median.kind = kind;
      o.median.own = true;
      return o;
    }
  return std::nullopt;
}

// The catalogue's, or the goal's without a range.
std::optional<Discount> discount_of(const Catalog& catalog, const GoalSpec& goal, PriceKind kind) {
  const std::optional<double>& own = kind == PriceKind::spot ? goal.spot_discount : goal.reserved_discount;
  if (own) return Discount{kind, *own, *own, *own, "", "goal", ""};
  for (const Discount& d : catalog.discounts)
    if (d.kind == kind) return d;
  return std::nullopt;
}

std::string percent_text(double share) { return std::to_string(std::lround(share * 100)) + " %"; }

}  // namespace

std::optional<Offers> rent_offers(const Catalog& catalog, const GoalSpec& goal, std::string_view accelerator,
                                  RentPlan wanted) {
  constexpr PriceKind kinds[] = {PriceKind::rent, PriceKind::spot, PriceKind::reserved};
  constexpr OwnMember members[] = {&OwnPrice::usd_per_hour, &OwnPrice::spot_usd_per_hour,
                                   &OwnPrice::reserved_usd_per_hour};
  const auto plan = static_cast<std::size_t>(wanted);
  if (std::optional<Offers> own = own_price(goal, accelerator, members[plan], kinds[plan])) return own;
  if (std::optional<Offers> offers = offers_of(catalog, accelerator, kinds[plan])) return offers;
  if (wanted == RentPlan::on_demand) return std::nullopt;
  const std::optional<Discount> discount = discount_of(catalog, goal, kinds[plan]);
  std::optional<Offers> o = rent_offers(catalog, goal, accelerator, RentPlan::on_demand);
  if (!discount || !o) return std::nullopt;
  const double paid = 1 - discount->off;
  o->median.usd *= paid;
  o->median.kind = kinds[plan];
  o->median.derived = true;
  o->median.source += "; less " + percent_text(discount->off) + ": " + discount->source;
  o->band = combine(o->band, {(1 - discount->off_high) / paid, (1 - discount->off_low) / paid});
  return o;
}

std::optional<Offers> purchase_offers(const Catalog& catalog, const GoalSpec& goal, std::string_view accelerator) {
  if (std::optional<Offers> own = own_price(goal, accelerator, &OwnPrice::purchase_usd, PriceKind::street)) return own;
  if (std::optional<Offers> street = offers_of(catalog, accelerator, PriceKind::street)) return street;
  return offers_of(catalog, accelerator, PriceKind::list);
}

}  // namespace gpusel
