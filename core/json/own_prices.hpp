// goal.prices: what a person pays for a device, as an object of the contract ({"accelerator", "usd_per_hour",
// "spot_usd_per_hour", "reserved_usd_per_hour", "purchase_usd"}) or as a line one can type: "rtx-4090 rent 0.35 buy
// 1800" (also spot, reserved). USD a device.
#pragma once

#include <optional>
#include <string>

#include "core/domain/catalog.hpp"
#include "core/domain/scenario.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

// `pointer` is where the value stands, for errors. Names are not looked up.
Result<OwnPrice> read_own_price(const Value& value, const std::string& pointer);
Value own_price_value(const OwnPrice& price);
std::string own_price_text(const OwnPrice& price);

// Devices nobody knows (of the catalogue or the scenario itself), or named twice.
std::optional<Error> check_own_prices(const Scenario& scenario, const Catalog& catalog);

}  // namespace gpusel
