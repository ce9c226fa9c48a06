#include "core/catalog/search.hpp"

#include <doctest/doctest.h>

#include "core/gpusel.hpp"

using namespace gpusel;

namespace {

const Catalog& catalog() {
  static const Result<Catalog> loaded = load_catalog();
  REQUIRE(loaded.ok());
  return loaded.value();
}

std::string first(const char* query) {
  const std::vector<Found> found = search(catalog(), query, 1);
  if (found.empty()) return {};
  return found[0].kind == Found::Kind::model ? catalog().models[found[0].index].id
                                             : catalog().accelerators[found[0].index].id;
}

std::vector<std::string> all(const char* query) {
  std::vector<std::string> ids;
  for (const Found& f : search(catalog(), query, 1000))
    ids.push_back(f.kind == Found::Kind::model ? catalog().models[f.index].id : catalog().accelerators[f.index].id);
  return ids;
}

}  // namespace

TEST_CASE("people's names for things, English and Chinese") {
  struct Row {
    const char *query, *id;
  };
  const Row rows[] = {
      {"4090", "rtx-4090"},
      {"h100", "h100-sxm5-80gb"},
      {"A100 80GB sxm", "a100-sxm4-80gb"},
      {"rtx4060ti 16", "rtx-4060-ti-16gb"},
      {"strix halo", "ryzen-ai-max-395"},
      {"b200", "b200-sxm-192gb"},
      {"nvl72", "gb200-192gb"},
      {"tpu v6e", "tpu-v6e"},
      {"英伟达 4090", "rtx-4090"},
      {"苹果 m4", "apple-m4"},
      {"mac 16gb m4", "apple-m4-16gb"},
      {"昇腾 910b", "ascend-910b"},
      {"llama3 8b", "meta-llama/Meta-Llama-3-8B"},
      {"llama 3 70b", "meta-llama/Meta-Llama-3-70B"},
      {"qwen2.5 7b", "Qwen/Qwen2.5-7B"},
      {"通义千问 7b", "Qwen/Qwen-7B"},
      {"千问2.5-7b", "Qwen/Qwen2.5-7B"},
      {"羊驼 7b", "huggyllama/llama-7b"},
      {"深度求索 v3", "deepseek-ai/DeepSeek-V3"},
      {"deepsek v3", "deepseek-ai/DeepSeek-V3"},
      {"glm 4.5", "zai-org/GLM-4.5"},
      {"gpt oss 120b", "openai/gpt-oss-120b"},
      {"whisper large v3", "openai/whisper-large-v3"},
      {"gemma 27b", "google/gemma-2-27b"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.query);
    CHECK(first(row.query) == row.id);
  }
}

TEST_CASE("every word must match") {
  for (const std::string& id : all("llama 70b")) CHECK(id.find("70") != std::string::npos);
  CHECK(all("llama 70b").size() >= 3);
  CHECK(all("llama zzzz").empty());
  CHECK(all("").empty());
  CHECK(all("   ").empty());
  CHECK(search(catalog(), "qwen", 3).size() == 3);
  CHECK(all(std::string(100'000, 'q').c_str()).empty());
}

TEST_CASE("nearest names for error messages") {
  CHECK(nearest("micro_bach", {"micro_batch", "sequence_length"}) == "micro_batch");
  CHECK(nearest("BF16", {"fp32", "bf16"}) == "bf16");
  CHECK(nearest("completely-else", {"bf16", "fp16"}).empty());
  CHECK(nearest("", {"a"}).empty());
  CHECK(nearest_model(catalog(), "llama-3-8b") == "meta-llama/Meta-Llama-3-8B");
  CHECK(nearest_model(catalog(), "meta-llama/Meta-Llama-3-8b") == "meta-llama/Meta-Llama-3-8B");
  CHECK(nearest_model(catalog(), "qwen/qwen2.5-7b") == "Qwen/Qwen2.5-7B");
  CHECK(nearest_model(catalog(), "xyzzy").empty());
  CHECK(nearest_accelerator(catalog(), "h100") == "h100-sxm5-80gb");
  CHECK(nearest_accelerator(catalog(), "RTX4090") == "rtx-4090");
  CHECK(nearest_accelerator(catalog(), "apple-m4-32gb") == "apple-m4");
  CHECK(nearest_accelerator(catalog(), "qqqqqqqq").empty());
}
