// Finding names: nearest valid id for an error message, and fuzzy search over ids, names, nicknames and Chinese
// aliases.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/catalog.hpp"

namespace gpusel {

// Smallest edit distance (case-folded), "" when nothing is close.
std::string nearest(std::string_view name, const std::vector<std::string_view>& candidates);
std::string nearest_model(const Catalog& catalog, std::string_view name);
std::string nearest_accelerator(const Catalog& catalog, std::string_view name);

struct Found {
  enum class Kind { model, accelerator } kind = Kind::model;
  std::size_t index = 0;  // into catalog.models or catalog.accelerators
  double score = 0;       // higher is better
};
// "4090", "llama3 8b", "通义千问 7b": every word of the query must match; best first, at most `limit`.
std::vector<Found> search(const Catalog& catalog, std::string_view query, std::size_t limit);

}  // namespace gpusel
