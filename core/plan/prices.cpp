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
              age > stale_days};
  o.band = band_of(found, o.median.usd, age);
  return o;
}

std::optional<Offers> purchase_offers(const Catalog& catalog, std::string_view accelerator) {
  if (std::optional<Offers> street = offers_of(catalog, accelerator, PriceKind::street)) return street;
  return offers_of(catalog, accelerator, PriceKind::list);
}

}  // namespace gpusel
