#include <algorithm>

#include "core/catalog/columns.hpp"
#include "core/catalog/parse.hpp"
#include "core/catalog/readers.hpp"
#include "core/domain/order.hpp"
#include "core/gpusel.hpp"
#include "generated/gpusel_catalog.hpp"

namespace gpusel {
namespace {

struct File {
  std::string_view name;
  std::string_view (*text)();
  void (*read)(const Value&, Catalog&, std::optional<Error>&);
};

// In an order in which a row's references stand before it.
constexpr File files[] = {
    {"accelerators", assets::accelerators, read_accelerators},
    {"models", assets::models, read_models},
    {"prices", assets::prices, read_prices},
    {"networks", assets::networks, read_networks},
    {"hosts", assets::hosts, read_hosts},
    {"frameworks", assets::frameworks, read_frameworks},
    {"engines", assets::engines, read_engines},
    {"calibration", assets::calibration, read_calibration},
};

template <class T>
std::string_view repeated_id(const std::vector<T>& rows) {
  std::vector<std::string_view> ids;
  ids.reserve(rows.size());
  for (const T& row : rows) ids.push_back(row.id);
  sort_stably(ids.begin(), ids.end(), [](std::string_view a, std::string_view b) { return a < b; });
  const auto twin = std::adjacent_find(ids.begin(), ids.end());
  return twin == ids.end() ? std::string_view() : *twin;
}

}  // namespace

Result<Catalog> load_catalog() {
  Catalog catalog;
  std::optional<Error> error;
  for (const File& file : files) {
    Result<Value> document = parse_catalog_json(file.text(), file.name);
    if (!document.ok()) return document.error();
    file.read(rows_of_columns(std::move(document.value())), catalog, error);
    if (error) return *error;
  }
  for (std::string_view twin :
       {repeated_id(catalog.accelerators), repeated_id(catalog.models), repeated_id(catalog.hosts)})
    if (!twin.empty()) return Error{"catalogue", "", "The catalogue has the id " + std::string(twin) + " twice.", {}};
  return catalog;
}

}  // namespace gpusel
