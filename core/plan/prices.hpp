// What a device costs by the catalogue's dated offers: the median of the offers of one kind, their range, the newest
// one's date and source. Stale: older than 180 days against the newest price in the catalogue (the core has no clock).
// USD an hour and device for rent, spot and reserved; USD a device for list and street. The scenario's own prices
// (goal.prices) stand in place of the catalogue's: without a range, never stale. Where a device has no spot or reserved
// offer, its price is the on-demand one less the goal's discount, or else the catalogue's cited one (with its range).
#pragma once

#include <optional>
#include <string_view>

#include "core/plan/plan.hpp"

namespace gpusel {

struct Offers {
  PricedUsd median;  // of one device
  Spread band;       // range of the offers and age of the price, as factors
  int offers = 0;
};
std::optional<Offers> offers_of(const Catalog& catalog, std::string_view accelerator, PriceKind kind);
std::optional<Offers> rent_offers(const Catalog& catalog, const GoalSpec& goal, std::string_view accelerator,
                                  RentPlan wanted);
// The scenario's own, else the street price, else the list price.
std::optional<Offers> purchase_offers(const Catalog& catalog, const GoalSpec& goal, std::string_view accelerator);

// Independent factors add in log space (estimation.md sec. 6.8).
Spread combine(Spread a, Spread b);

// Days between two ISO dates ("2026-08-21"; a missing day or month counts as the first), `to` - `from`.
long long days_between(std::string_view from, std::string_view to);

}  // namespace gpusel
