// Every row of assets/data: units, ranges, references, sources, dates. load_catalog refuses rows with missing or
// misspelt keys; here stands what makes a row believable.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "core/gpusel.hpp"

using namespace gpusel;

namespace {

const Catalog& catalog() {
  static const Result<Catalog> loaded = load_catalog();
  REQUIRE_MESSAGE(loaded.ok(), (loaded.ok() ? std::string() : loaded.error().message));
  return loaded.value();
}

nlohmann::json file(const char* name) {
  std::ifstream in(std::string(GPUSEL_SOURCE_DIR) + "/assets/data/" + name + ".json");
  return nlohmann::json::parse(std::string{std::istreambuf_iterator<char>(in), {}}, nullptr, false);
}

bool has(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

double gb_per_second(const char* id) { return catalog().accelerator(id)->bandwidth.value / 1e9; }

}  // namespace

TEST_CASE("all rows are there") {
  CHECK(file("accelerators")["accelerators"].size() == 176);
  CHECK(catalog().accelerators.size() > 176);  // and one for each smaller size of unified memory
  CHECK(catalog().models.size() == 357);
  CHECK(catalog().frameworks.size() == names<Framework>().size());
  CHECK(catalog().engines.size() == names<Engine>().size());
  CHECK(catalog().calibration.intervals.size() > 0);
}

// A row whose figures would mean a wrong unit: a GB for a GiB/s, a TFLOP/s for a GFLOP/s, a sparse peak.
TEST_CASE("accelerators are of this world") {
  for (const Accelerator& a : catalog().accelerators) {
    CAPTURE(a.id);
    CHECK(a.usable.value > 0);
    CHECK(a.usable <= a.memory);
    CHECK(a.usable.number() > 0.5 * a.memory.number());
    CHECK_FALSE(a.usable_basis.empty());
    CHECK_FALSE(a.source.empty());
    CHECK(a.checked.substr(0, 3) == "202");
    CHECK((a.confidence == "A" || a.confidence == "B" || a.confidence == "C"));
    CHECK(a.memory.number() >= 0.2e9);
    CHECK(a.memory.number() <= 1.2e12);
    if (a.memory_kind != MemoryKind::sram && a.memory_kind != MemoryKind::sram_plus_dram && a.bandwidth.value > 0) {
      CHECK(a.bandwidth.value >= 10e9);
      CHECK(a.bandwidth.value <= 30e12);
    }
    for (FlopsPerSecond peak :
         {a.peak.fp32, a.peak.tf32, a.peak.fp16, a.peak.bf16, a.peak.fp8, a.peak.fp4, a.peak.int8, a.peak.int4}) {
      if (peak.value == 0) continue;
      CHECK(peak.value >= 0.5e12);
      CHECK(peak.value <= 60e15);
    }
    // Gaudi 3 runs FP16 at a quarter of its BF16 rate; everyone else runs both alike.
    if (a.peak.fp16.value > 0 && a.peak.bf16.value > 0 && a.family != "Gaudi 3")
      CHECK(a.peak.fp16.value == doctest::Approx(a.peak.bf16.value).epsilon(0.35));
    if (a.peak.fp8.value > 0 && a.peak.bf16.value > 0) CHECK(a.peak.fp8.value >= a.peak.bf16.value);
    CHECK(a.measured_matmul_bf16 <= std::max(a.peak.bf16.value, a.peak.fp16.value));
    CHECK(a.measured_matmul_fp8 <= a.peak.fp8.value);
    CHECK(a.minimum_count >= 1);
    if (a.link) CHECK(a.link->per_direction.value > a.pcie.per_direction.value * 0.4);
    if (a.supports_fp4) CHECK(a.supports_fp8);
  }
}

// Unverified figures are named by the field's own name, so that whoever shows a field can look it up.
TEST_CASE("unverified fields have names that exist") {
  const std::set<std::string> known{"release", "power",     "link",   "link.domain",
                                    "peak",    "bandwidth", "memory", "list_price"};
  for (const Accelerator& a : catalog().accelerators)
    for (const std::string& field : a.unverified) {
      CAPTURE(a.id);
      CHECK_MESSAGE(known.count(field) == 1, field);
    }
  const std::set<std::string> of_models{"published_parameters",    "config",         "num_experts_per_tok",
                                        "max_position_embeddings", "sliding_window", "vision_params",
                                        "index_topk_freq"};
  for (const Model& m : catalog().models)
    for (const std::string& field : m.unverified) {
      CAPTURE(m.id);
      CHECK_MESSAGE(of_models.count(field) == 1, field);
    }
}

// "H100, up to 4 TB/s": each variant has its own figure.
TEST_CASE("the H100 is three products") {
  CHECK(gb_per_second("h100-sxm5-80gb") == doctest::Approx(3350));
  CHECK(gb_per_second("h100-pcie-80gb") == doctest::Approx(2040).epsilon(0.01));
  CHECK(gb_per_second("h100-nvl-94gb") == doctest::Approx(3940).epsilon(0.01));
}

TEST_CASE("dense peaks, FP32-accumulate on GeForce") {
  CHECK(catalog().accelerator("rtx-4090")->peak.bf16.value == doctest::Approx(165.2e12));
  CHECK(catalog().accelerator("rtx-4090")->peak.fp16_fp16acc.value == doctest::Approx(330.3e12));
  CHECK(catalog().accelerator("h100-sxm5-80gb")->peak.bf16.value == doctest::Approx(989.4e12));
  CHECK(catalog().accelerator("h100-sxm5-80gb")->usable == Bytes(81559LL * 1024 * 1024));
}

TEST_CASE("unified memory stands at the sizes it is sold in") {
  const Accelerator* small = catalog().accelerator("apple-m4-16gb");
  const Accelerator* large = catalog().accelerator("apple-m4");
  REQUIRE(small != nullptr);
  REQUIRE(large != nullptr);
  CHECK(small->memory == 16_GiB);
  CHECK(large->memory == 32_GiB);
  CHECK(small->bandwidth == large->bandwidth);
  CHECK(small->source == large->source);
  CHECK(gib(small->usable) == doctest::Approx(16 * 2.0 / 3));
}

TEST_CASE("prices are dated, sourced and of known devices") {
  CHECK(catalog().prices.size() > 150);
  for (const Price& p : catalog().prices) {
    CAPTURE(p.accelerator);
    CHECK(catalog().accelerator(p.accelerator) != nullptr);
    CHECK_FALSE(p.source.empty());
    CHECK(p.date.substr(0, 2) == "20");
    const bool hourly = p.kind == PriceKind::rent || p.kind == PriceKind::spot || p.kind == PriceKind::reserved;
    CHECK(p.usd >= (hourly ? 0.02 : 50));
    CHECK(p.usd <= (hourly ? 50 : 5e6));
    if (hourly) CHECK_FALSE(p.provider.empty());
  }
  CHECK(catalog().prices_date.size() == 10);
  // NVIDIA publishes no price of an H100: what is known is the street's.
  for (const Price& p : catalog().prices)
    if (p.accelerator == "h100-sxm5-80gb") CHECK(p.kind != PriceKind::list);
}

TEST_CASE("discounts of spot and reserved capacity are dated and sourced") {
  CHECK(catalog().discounts.size() == 2);
  for (const Discount& d : catalog().discounts) {
    CHECK((d.kind == PriceKind::spot || d.kind == PriceKind::reserved));
    CHECK_FALSE(d.source.empty());
    CHECK(d.off_low <= d.off);
    CHECK(d.off <= d.off_high);
  }
}

TEST_CASE("every device has a host and every host a network") {
  for (const HostShape& h : catalog().hosts) {
    CAPTURE(h.id);
    CHECK_FALSE(h.source.empty());
    CHECK_FALSE(h.form_factors.empty());
    for (const std::string& name : h.form_factors) {
      const bool used =
          std::any_of(catalog().accelerators.begin(), catalog().accelerators.end(), [&](const Accelerator& a) {
            return a.id == name || a.form_factor == name || a.family == name || to_string(a.cls) == name;
          });
      CHECK_MESSAGE(used, name);
    }
  }
  for (const Accelerator& a : catalog().accelerators) {
    CAPTURE(a.id);
    const bool stands = std::any_of(catalog().hosts.begin(), catalog().hosts.end(), [&](const HostShape& h) {
      return has(h.form_factors, a.id) || has(h.form_factors, a.form_factor) || has(h.form_factors, a.family) ||
             has(h.form_factors, std::string(to_string(a.cls)));
    });
    CHECK(stands);
  }
}

TEST_CASE("models are described and sourced") {
  for (const Model& m : catalog().models) {
    CAPTURE(m.id);
    CHECK_FALSE(m.source.empty());
    CHECK(m.checked.substr(0, 3) == "202");
    CHECK(m.config.find("model_type") != nullptr);
    CHECK((m.published_parameters == 0 || m.published_precision == "exact" || m.published_precision == "rounded"));
  }
}

// Tables must not grow with rows that nothing points at.
TEST_CASE("no source is listed that no row cites") {
  for (const char* name : {"accelerators", "models", "prices"}) {
    const auto document = file(name);
    std::set<std::size_t> cited;
    auto rows = document[name];
    if (document.contains("discounts"))
      for (const auto& row : document["discounts"]) rows.push_back(row);
    for (const auto& row : rows) {
      if (row["source"].is_number())
        cited.insert(row["source"].get<std::size_t>());
      else
        for (const auto& index : row["source"]) cited.insert(index.get<std::size_t>());
    }
    CAPTURE(name);
    CHECK(cited.size() == document["sources"].size());
  }
}

// The loader takes a default where a key is absent; a key it does not know would be a fact that nobody reads.
TEST_CASE("frameworks, engines and calibration") {
  CHECK(catalog().framework(Framework::hf_trainer).id == Framework::hf_trainer);
  CHECK(catalog().engine(Engine::llama_cpp).id == Engine::llama_cpp);
  for (const Interval& i : catalog().calibration.intervals) {
    CAPTURE(i.quantity);
    CHECK(i.spread.low > 0);
    CHECK(i.spread.low <= 1);
    CHECK(i.spread.high >= 1);
  }
}

TEST_CASE("every key of the catalogue is found by its hash: no two share one") {
  const Calibration& c = catalog().calibration;
  for (const Constant& k : c.constants) {
    CAPTURE(k.key);
    CHECK(c.constant(k.key, {k.group}, -1e300) == k.value);
  }
  for (const Interval& i : c.intervals) {
    CAPTURE(i.quantity);
    CHECK(c.interval(i.quantity, {i.condition}).low == i.spread.low);
  }
}
