#include <algorithm>

#include "core/catalog/readers.hpp"
#include "core/catalog/row.hpp"
#include "core/catalog/usable.hpp"

namespace gpusel {
namespace {

constexpr double gib_bytes = 1024.0 * 1024.0 * 1024.0;
constexpr double mib_bytes = 1024.0 * 1024.0;

struct VendorWords {
  std::string vendor;
  std::vector<std::string> words;
};

// "24 GB" of DRAM on a board is 24 GiB of chips; on-chip SRAM is given in true GB.
double bytes_per_gb(MemoryKind kind) {
  return kind == MemoryKind::sram || kind == MemoryKind::sram_plus_dram ? 1e9 : gib_bytes;
}

void set_usable(Accelerator& a, std::string_view rule) {
  if (const std::optional<Usable> u = usable_by_rule(rule, a.memory)) {
    a.usable = u->bytes;
    a.usable_basis = u->basis;
  }
}

void read_memory(Row& row, Accelerator& a, std::string& rule) {
  a.memory_type = row.text("memory_type");
  a.memory_kind = row.choice<MemoryKind>("memory_kind");
  a.memory = bytes(row.number("memory_gb", 0.01, 10'000) * bytes_per_gb(a.memory_kind));
  a.memory_options_gb = row.numbers("memory_options_gb", 1, 10'000);
  if (const double mib = row.optional_number("reported_mib", 100, 1e7, 0); mib > 0) {
    a.usable = bytes(mib * mib_bytes);
    a.usable_basis = "what the driver reports";
    return;
  }
  rule = row.text("usable_rule");
  if (rule == "given") {
    a.usable = bytes(row.number("usable_gib", 0.01, 10'000) * gib_bytes);
    a.usable_basis = "as reported by users and vendors";
    return;
  }
  set_usable(a, rule);
  if (a.usable.value == 0) row.fail("usable_rule", "is not a known rule");
}

void read_peaks(Row& row, Accelerator& a, std::optional<Error>& error) {
  if (const Value* value = row.value("peak_tflops")) {
    Row peaks(*value, row.where() + "/peak_tflops", error);
    const auto read = [&](std::string_view key) {
      return FlopsPerSecond(peaks.optional_number(key, 0.01, 1e7, 0) * 1e12);
    };
    a.peak = {read("fp32"), read("tf32"), read("fp16"), read("bf16"),        read("fp8"),
              read("fp4"),  read("int8"), read("int4"), read("fp16_fp16acc")};
    peaks.finish();
  }
  if (const Value* value = row.value("measured_matmul_tflops")) {
    Row measured(*value, row.where() + "/measured_matmul_tflops", error);
    a.measured_matmul_bf16 = measured.optional_number("bf16", 0.01, 1e7, 0) * 1e12;
    a.measured_matmul_fp8 = measured.optional_number("fp8", 0.01, 1e7, 0) * 1e12;
    measured.finish();
  }
  row.optional_text("peak_basis");
}

// PCI Express, one direction: 8 GT/s a lane in generation 3, doubling since, 128b/130b line code.
BytesPerSecond pcie_rate(double generation, double lanes) {
  double gigatransfers = 8;
  for (double g = 3; g < generation; ++g) gigatransfers *= 2;
  return BytesPerSecond(gigatransfers * 1e9 * lanes / 8 * 128 / 130);
}

void read_links(Row& row, Accelerator& a, std::optional<Error>& error) {
  if (const std::vector<double> pcie = row.numbers("pcie", 1, 64); pcie.size() == 2) {
    a.pcie.type =
        "PCIe " + std::to_string(static_cast<int>(pcie[0])) + " x" + std::to_string(static_cast<int>(pcie[1]));
    a.pcie.per_direction = pcie_rate(pcie[0], pcie[1]);
  }
  const Value* value = row.value("link");
  if (value == nullptr) return;
  Row part(*value, row.where() + "/link", error);
  Link link;
  link.type = part.text("type");
  link.per_direction = BytesPerSecond(part.optional_number("gb_s", 0.1, 1e6, 0) * 1e9);
  link.domain = static_cast<int>(part.optional_integer("domain", 1, 100'000, 1));
  part.finish();
  // Without a rate it cannot be computed with; devices then talk over PCIe or the network.
  if (link.per_direction.value > 0) a.link = std::move(link);
}

void read_support(Row& row, Accelerator& a) {
  for (const std::string& format : row.texts("supports")) {
    if (format == "bf16")
      a.supports_bf16 = true;
    else if (format == "fp8")
      a.supports_fp8 = true;
    else if (format == "fp4")
      a.supports_fp4 = true;
    else if (format == "int4")
      a.supports_int4 = true;
    else
      row.fail("supports", "names an unknown format");
  }
}

void read_system(Row& row, Accelerator& a) {
  a.power = Watts(row.optional_number("power_w", 0.5, 100'000, 0));
  a.form_factor = row.text("form_factor");
  a.compute_capability = row.optional_text("compute_capability");
  a.gfx_target = row.optional_text("gfx_target");
  a.minimum_count = static_cast<int>(row.optional_integer("minimum_count", 1, 10'000, 1));
  a.dies = static_cast<int>(row.optional_integer("dies", 1, 16, 1));
  a.cores = static_cast<int>(row.optional_integer("cores", 1, 64, 1));
  a.hosted_only = row.flag("hosted_only", false);
  a.confidence = row.text("confidence");
  a.notes = row.optional_text("notes");
  a.aliases = row.texts("aliases");
  a.unverified = row.texts("unverified");
}

std::string gigabytes(double gb) { return std::to_string(static_cast<int>(gb)); }

// A chip sold with several sizes of memory stands once for each: "apple-m4" is the largest, "apple-m4-16gb" a smaller
// one.
void add_sizes(Catalog& catalog, const Accelerator& base, std::string_view rule) {
  if (base.memory_options_gb.size() < 2) return;
  const double largest = base.memory.number() / gib_bytes;
  for (double gb : base.memory_options_gb) {
    if (gb == largest) continue;
    Accelerator a = base;
    a.id += "-" + gigabytes(gb) + "gb";
    a.name += ", " + gigabytes(gb) + " GB";
    a.memory = bytes(gb * gib_bytes);
    set_usable(a, rule);
    catalog.accelerators.push_back(std::move(a));
  }
}

}  // namespace

void read_accelerators(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  const std::vector<std::string> table = text_table(document, "sources", error);
  std::vector<VendorWords> words;
  for (Row& row : rows_of(document, "aliases", error)) {
    std::string vendor = row.text("vendor");
    words.push_back({std::move(vendor), row.texts("words")});
  }
  for (Row& row : rows_of(document, "accelerators", error)) {
    Accelerator a;
    std::string rule;
    a.id = row.text("id");
    a.name = row.text("name");
    a.vendor = row.text("vendor");
    a.family = row.text("family");
    a.cls = row.choice<DeviceClass>("class");
    a.status = row.text("status");
    a.release = row.optional_text("release");
    read_memory(row, a, rule);
    a.bandwidth = BytesPerSecond(row.optional_number("bandwidth_gb_s", 1, 1e9, 0) * 1e9);
    read_peaks(row, a, error);
    read_links(row, a, error);
    read_support(row, a);
    read_system(row, a);
    a.source = row.sources("source", table);
    a.checked = row.text("checked");
    row.finish();
    for (const VendorWords& v : words)
      if (v.vendor == a.vendor) a.aliases.insert(a.aliases.end(), v.words.begin(), v.words.end());
    Accelerator base = a;
    if (a.memory_options_gb.size() > 1) {
      const std::string size = gigabytes(base.memory.number() / gib_bytes);
      base.name += ", " + size + " GB";
      base.aliases.push_back(base.id + "-" + size + "gb");
    }
    catalog.accelerators.push_back(std::move(base));
    add_sizes(catalog, a, rule);
  }
}

}  // namespace gpusel
