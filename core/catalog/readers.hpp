// One reader a file of assets/data: document -> rows of the domain. The first mistake is left in `error`.
#pragma once

#include <optional>

#include "core/domain/catalog.hpp"
#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

void read_accelerators(const Value& document, Catalog& catalog, std::optional<Error>& error);
void read_models(const Value& document, Catalog& catalog, std::optional<Error>& error);
void read_prices(const Value& document, Catalog& catalog, std::optional<Error>& error);
void read_hosts(const Value& document, Catalog& catalog, std::optional<Error>& error);
void read_networks(const Value& document, Catalog& catalog, std::optional<Error>& error);
void read_frameworks(const Value& document, Catalog& catalog, std::optional<Error>& error);
void read_engines(const Value& document, Catalog& catalog, std::optional<Error>& error);
void read_calibration(const Value& document, Catalog& catalog, std::optional<Error>& error);

}  // namespace gpusel
