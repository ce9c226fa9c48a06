#include "core/catalog/search.hpp"
#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/json/json.hpp"
#include "core/json/objects.hpp"

namespace gpusel::cli {
namespace {

std::string query(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

// Rows that match the words, best first; all rows in the catalogue's order where there are none.
std::vector<std::size_t> chosen(const Catalog& catalog, const std::vector<std::string>& words, Found::Kind kind) {
  std::vector<std::size_t> out;
  const std::size_t rows = kind == Found::Kind::model ? catalog.models.size() : catalog.accelerators.size();
  if (words.empty())
    for (std::size_t i = 0; i < rows; ++i) out.push_back(i);
  else
    for (const Found& f : search(catalog, query(words), catalog.models.size() + catalog.accelerators.size()))
      if (f.kind == kind) out.push_back(f.index);
  return out;
}

std::string or_dash(double x, const std::string& text) { return x > 0 ? text : std::string(kDash); }

// The cheapest price of a kind, with its date in JSON alone: a table row has no room for a source.
std::string cheapest(const Catalog& catalog, const std::string& id, PriceKind kind) {
  const Price* best = nullptr;
  for (const Price& p : catalog.prices)
    if (p.accelerator == id && p.kind == kind && (!best || p.usd < best->usd)) best = &p;
  return best ? usd_text(best->usd) : std::string(kDash);
}

}  // namespace

std::string accelerators_text(const Catalog& catalog, const std::vector<std::string>& words) {
  Table table({"id", "name", "memory, GB", "usable, GiB", "GB/s", "bf16/fp16 TFLOP/s", "W", "USD/h from"},
              {false, false, true, true, true, true, true, true});
  for (std::size_t i : chosen(catalog, words, Found::Kind::accelerator)) {
    const Accelerator& a = catalog.accelerators[i];
    const double peak = (a.peak.bf16.value > 0 ? a.peak.bf16.value : a.peak.fp16.value) / 1e12;
    const bool sram = a.on_chip();
    const double marketed =
        sram ? a.memory.number() / 1e9 : gib(a.memory);  // 24 GB of DRAM on a board is 24 GiB of chips
    table.add({a.id, a.name, significant(marketed), fixed(gib(a.usable), 1),
               or_dash(a.bandwidth.value, significant(a.bandwidth.value / 1e9)), or_dash(peak, significant(peak)),
               or_dash(a.power.value, significant(a.power.value)), cheapest(catalog, a.id, PriceKind::rent)});
  }
  return table.text();
}

std::string models_text(const Catalog& catalog, const std::vector<std::string>& words) {
  Table table({"id", "name", "kind", "parameters", "active"}, {false, false, false, true, true});
  for (std::size_t i : chosen(catalog, words, Found::Kind::model)) {
    const Model& m = catalog.models[i];
    const auto total = static_cast<double>(m.published_parameters),
               active = static_cast<double>(m.published_active_parameters);
    table.add({m.id, m.name, std::string(to_string(m.modality)), or_dash(total, count_text(total)),
               or_dash(active, count_text(active))});
  }
  return table.text();
}

std::string accelerators_json(const Catalog& catalog, const std::vector<std::string>& words) {
  Value::Array rows;
  for (std::size_t i : chosen(catalog, words, Found::Kind::accelerator)) {
    Value row = accelerator_value(catalog.accelerators[i]);
    Value::Array prices;
    for (const Price& p : catalog.prices) {
      if (p.accelerator != catalog.accelerators[i].id) continue;
      Value price(Value::Object{});
      price.set("kind", to_string(p.kind));
      price.set("usd", p.usd);
      price.set("provider", p.provider);
      price.set("date", p.date);
      price.set("source", p.source);
      if (!p.note.empty()) price.set("note", p.note);
      prices.push_back(std::move(price));
    }
    row.set("prices", std::move(prices));
    rows.push_back(std::move(row));
  }
  return write_json(Value(std::move(rows)));
}

std::string models_json(const Catalog& catalog, const std::vector<std::string>& words) {
  Value::Array rows;
  for (std::size_t i : chosen(catalog, words, Found::Kind::model)) rows.push_back(model_value(catalog.models[i]));
  return write_json(Value(std::move(rows)));
}

}  // namespace gpusel::cli
