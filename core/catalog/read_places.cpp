#include <algorithm>

#include "core/catalog/readers.hpp"
#include "core/catalog/row.hpp"

namespace gpusel {
namespace {

constexpr double gib_bytes = 1024.0 * 1024.0 * 1024.0;

// "2026", "2026-03" or "2026-03-14".
bool is_date(std::string_view s) {
  if (s.size() != 4 && s.size() != 7 && s.size() != 10) return false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? s[i] != '-' : s[i] < '0' || s[i] > '9') return false;
  }
  return true;
}

void read_discounts(const Value& document, const std::vector<std::string>& table, Catalog& catalog,
                    std::optional<Error>& error) {
  for (Row& row : rows_of(document, "discounts", error)) {
    Discount d;
    d.kind = row.choice<PriceKind>("kind");
    d.off = row.number("off", 0, 0.99);
    d.off_low = row.number("off_low", 0, d.off);
    d.off_high = row.number("off_high", d.off, 0.99);
    d.date = row.text("date");
    d.source = row.sources("source", table);
    d.note = row.optional_text("note");
    row.finish();
    if (!is_date(d.date)) row.fail("date", "must be a year, a month or a day in ISO form");
    catalog.discounts.push_back(std::move(d));
  }
}

}  // namespace

void read_prices(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  const std::vector<std::string> table = text_table(document, "sources", error);
  read_discounts(document, table, catalog, error);
  std::vector<Row> rows = rows_of(document, "prices", error);
  catalog.prices.reserve(rows.size());
  for (Row& row : rows) {
    Price p;
    p.accelerator = row.text("accelerator");
    p.kind = row.choice<PriceKind>("kind");
    p.usd = row.number("usd", 0.001, 1e8);
    p.provider = row.optional_text("provider");
    p.date = row.text("date");
    p.source = row.sources("source", table);
    p.note = row.optional_text("note");
    row.finish();
    if (!is_date(p.date)) row.fail("date", "must be a year, a month or a day in ISO form");
    if (catalog.accelerator(p.accelerator) == nullptr) row.fail("accelerator", "names no accelerator of the catalogue");
    catalog.prices_date = std::max(catalog.prices_date, p.date);
    catalog.prices.push_back(std::move(p));
  }
}

void read_networks(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  for (Row& row : rows_of(document, "networks", error)) {
    Network n;
    n.id = row.text("id");
    n.name = row.text("name");
    n.per_device = BytesPerSecond(row.number("gbit_s_per_device", 0.1, 100'000) * 1e9 / 8);
    n.latency = Seconds(row.number("latency_us", 0.1, 10'000) * 1e-6);
    n.source = row.text("source");
    n.checked = row.text("checked");
    row.finish();
    catalog.networks.push_back(std::move(n));
  }
}

void read_hosts(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  for (Row& row : rows_of(document, "hosts", error)) {
    HostShape h;
    h.id = row.text("id");
    h.name = row.text("name");
    h.form_factors = row.texts("form_factors");
    for (double count : row.numbers("counts", 1, 100'000)) h.counts.push_back(static_cast<int>(count));
    h.memory = bytes(row.number("memory_gib", 1, 1e6) * gib_bytes);
    h.power = Watts(row.number("power_w", 1, 1e6));
    h.network = row.text("network");
    h.source = row.text("source");
    h.checked = row.text("checked");
    row.finish();
    if (h.counts.empty() || !std::is_sorted(h.counts.begin(), h.counts.end()))
      row.fail("counts", "must be a rising list");
    const bool known = std::any_of(catalog.networks.begin(), catalog.networks.end(),
                                   [&](const Network& n) { return n.id == h.network; });
    if (!known) row.fail("network", "names no network of the catalogue");
    catalog.hosts.push_back(std::move(h));
  }
}

}  // namespace gpusel
