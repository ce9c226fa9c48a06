// Every model of the catalogue: its computed parameter total against the published one.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/gpusel.hpp"
#include "core/model/shape.hpp"

using namespace gpusel;

namespace {

struct Published {
  Count parameters = 0;
  Count extras =
      0;  // counted beyond the model in use: copies of a tied head, prediction modules, scales of quantised weights
  bool exact = false;
  std::string part;  // of a pipeline; empty = the whole
};

std::map<std::string, Published> published_totals() {
  std::ifstream in(std::string(GPUSEL_SOURCE_DIR) + "/assets/data/models.json");
  const auto document = nlohmann::json::parse(std::string{std::istreambuf_iterator<char>(in), {}}, nullptr, false);
  REQUIRE(document.is_object());
  std::map<std::string, Published> totals;
  for (const auto& row : document["models"]) {
    Published& p = totals[row["id"].get<std::string>()];
    p.parameters = row.value("published_parameters", Count{0});
    p.exact = row.value("published_precision", "") == "exact";
    p.part = row.value("published_of", "");
    if (row.contains("stored_extras"))
      for (const auto& extra : row["stored_extras"]) p.extras += extra["parameters"].get<Count>();
  }
  return totals;
}

Count counted(const ModelShape& shape, const std::string& part) {
  if (part == "denoiser") return shape.towers.front().parameters;
  Count sum = shape.parameters;
  if (part == "all but text_encoder_3")
    for (const Tower& tower : shape.towers)
      if (tower.role.rfind("text_encoder_3", 0) == 0) sum -= tower.parameters;
  return sum;
}

}  // namespace

TEST_CASE("computed totals equal published totals") {
  const Result<Catalog> catalog = load_catalog();
  REQUIRE_MESSAGE(catalog.ok(), (catalog.ok() ? std::string() : catalog.error().message));
  const auto totals = published_totals();
  int exact = 0, rounded = 0;
  std::set<std::string> unpublished;
  for (const Model& model : catalog->models) {
    CAPTURE(model.id);
    const Result<ModelShape> shape = build_shape(model);
    REQUIRE_MESSAGE(shape.ok(), (shape.ok() ? std::string() : shape.error().message));
    const Published& p = totals.at(model.id);
    const Count total = counted(*shape, p.part) + p.extras;
    if (p.parameters == 0) {
      unpublished.insert(model.id);
    } else if (p.exact) {
      ++exact;
      CHECK(total == p.parameters);
    } else {
      ++rounded;  // "7B" in a name may stand for 6.7 to 7.5
      CHECK(static_cast<double>(total) == doctest::Approx(static_cast<double>(p.parameters)).epsilon(0.05));
    }
  }
  CHECK(exact == 309);
  CHECK(rounded == 44);
  // New layouts whose total no source states for the checkpoint in use (their stored totals are of packed 4-bit
  // weights).
  CHECK(unpublished == std::set<std::string>{"MiniMaxAI/MiniMax-M3", "moonshotai/Kimi-K2.5", "moonshotai/Kimi-K3",
                                             "stepfun-ai/Step-3.7-Flash"});
}

// A prediction module (MTP) is in the file but not in use; where a published total counts it, it is named among the
// extras.
TEST_CASE("prediction modules are counted apart") {
  const Result<Catalog> catalog = load_catalog();
  REQUIRE(catalog.ok());
  const auto mtp = [&](const char* id) { return build_shape(*catalog->model(id))->mtp_parameters; };
  CHECK(mtp("deepseek-ai/DeepSeek-V3") == 11'610'068'224);
  CHECK(mtp("Qwen/Qwen3-Next-80B-A3B-Instruct") == 1'650'471'424);
  CHECK(mtp("zai-org/GLM-4.5-Air") == 2'375'059'584);
  CHECK(mtp("XiaomiMiMo/MiMo-7B-Base") == 210'790'400);
  CHECK(mtp("meta-llama/Meta-Llama-3-8B") == 0);
}

// A published "A3B" counts sometimes with and sometimes without embeddings, hence the width.
TEST_CASE("active parameters are near the published ones") {
  const Result<Catalog> catalog = load_catalog();
  REQUIRE(catalog.ok());
  for (const Model& model : catalog->models) {
    // Gemma 3n's "2B effective" leaves out its per-layer tables and towers.
    if (model.published_active_parameters == 0 || model.id.rfind("google/gemma-3n", 0) == 0) continue;
    CAPTURE(model.id);
    const double active = static_cast<double>(build_shape(model)->active_parameters);
    const double ratio = active / static_cast<double>(model.published_active_parameters);
    CHECK(ratio > 0.75);
    CHECK(ratio < 1.5);
  }
}
