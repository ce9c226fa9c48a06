#include "core/memory/weights.hpp"

#include <doctest/doctest.h>

#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using gpusel::test::shape_of;

namespace {
double bits(const ModelShape& shape, WeightFormat f) {
  return 8 * weight_bytes(shape, f).number() / static_cast<double>(shape.parameters);
}
}  // namespace

// llama.cpp, tools/quantize/README.md: bits a weight of the files of Llama-3.1-8B.
TEST_CASE("GGUF file sizes of Llama-3.1-8B are within half a percent of the published table") {
  const ModelShape shape = shape_of("meta-llama/Llama-3.1-8B");
  struct Published {
    WeightFormat format;
    double bits;
  };
  const Published table[] = {
      {WeightFormat::iq1_s, 2.0042},   {WeightFormat::iq1_m, 2.1460},  {WeightFormat::iq2_xxs, 2.3824},
      {WeightFormat::iq2_xs, 2.5882},  {WeightFormat::iq2_s, 2.7403},  {WeightFormat::iq2_m, 2.9294},
      {WeightFormat::iq3_xxs, 3.2548}, {WeightFormat::iq3_xs, 3.4977}, {WeightFormat::iq3_s, 3.6606},
      {WeightFormat::iq3_m, 3.7628},   {WeightFormat::iq4_xs, 4.4597}, {WeightFormat::iq4_nl, 4.6818},
      {WeightFormat::q2_k_s, 2.9697},  {WeightFormat::q2_k, 3.1593},   {WeightFormat::q3_k_s, 3.6429},
      {WeightFormat::q3_k_m, 3.9960},  {WeightFormat::q3_k_l, 4.2979}, {WeightFormat::q4_k_s, 4.6672},
      {WeightFormat::q4_k_m, 4.8944},  {WeightFormat::q5_k_s, 5.5704}, {WeightFormat::q5_k_m, 5.7036},
      {WeightFormat::q6_k, 6.5633},    {WeightFormat::q8_0, 8.5008},
  };
  for (const Published& row : table) {
    CAPTURE(to_string(row.format));
    CHECK(bits(shape, row.format) == doctest::Approx(row.bits).epsilon(0.005));
  }
}

TEST_CASE("Mixtral in 16 bit is 89,079 MiB, and 16-bit bytes are twice the parameters") {
  const ModelShape mixtral = shape_of("mistralai/Mixtral-8x7B-v0.1");
  CHECK(weight_bytes(mixtral, WeightFormat::bf16).value == 2 * mixtral.parameters);
  CHECK(weight_bytes(mixtral, WeightFormat::bf16).number() / 1048576 == doctest::Approx(89079).epsilon(1e-5));
  for (const char* id : {"meta-llama/Meta-Llama-3-8B", "deepseek-ai/DeepSeek-V3", "google/gemma-3-27b-pt",
                         "Qwen/Qwen3-Next-80B-A3B-Instruct", "openai/gpt-oss-120b", "nvidia/Nemotron-H-8B-Base-8K",
                         "openai-community/gpt2", "openai/whisper-small"}) {
    CAPTURE(id);
    const ModelShape shape = shape_of(id);
    CHECK(weight_bytes(shape, WeightFormat::bf16).value == 2 * shape.parameters);
    CHECK(weight_bytes(shape, WeightFormat::fp32).value == 4 * shape.parameters);
  }
}

TEST_CASE("embedding, head and norms stay in 16 bit outside GGUF") {
  const ModelShape shape = shape_of("meta-llama/Meta-Llama-3-70B");
  // estimation.md, example 5: (P - 2Vh) * 1 + 2Vh * 2 = 72.66 GB.
  CHECK(weight_bytes(shape, WeightFormat::fp8).number() == doctest::Approx(72.66e9).epsilon(0.001));
  const ModelShape small = shape_of("meta-llama/Meta-Llama-3-8B");
  // NF4: 6.979e9 * 0.5625 + 1.051e9 * 2.
  CHECK(weight_bytes(small, WeightFormat::nf4).number() ==
        doctest::Approx(6.979e9 * 0.5625 + 1.051e9 * 2).epsilon(0.001));
}

TEST_CASE("gpt-oss keeps everything but its experts in bf16 (example 9)") {
  const ModelShape shape = shape_of("openai/gpt-oss-120b");
  const StoredWeights w = stored_weights(shape, WeightFormat::mxfp4);
  CHECK(w.total() == doctest::Approx(114661785600.0 * 0.53125 + 2167371072.0 * 2).epsilon(0.001));
}

TEST_CASE("llama.cpp's MXFP4 files hold all but the experts in 8 bit") {
  // Sizes of ggml-org's files (tests/accuracy/serve_rows.jsonl measures them): 12,101,070,356 and 63,372,242,452 bytes,
  // vocabulary and header included.
  CHECK(stored_weights(shape_of("openai/gpt-oss-20b"), WeightFormat::mxfp4, nullptr, true).total() ==
        doctest::Approx(12.101e9).epsilon(0.004));
  CHECK(stored_weights(shape_of("openai/gpt-oss-120b"), WeightFormat::mxfp4, nullptr, true).total() ==
        doctest::Approx(63.372e9).epsilon(0.004));
}

TEST_CASE("wider formats take more bytes") {
  const WeightFormat order[] = {WeightFormat::iq1_s, WeightFormat::iq2_xxs, WeightFormat::q2_k,   WeightFormat::q3_k_m,
                                WeightFormat::q4_0,  WeightFormat::q4_k_m,  WeightFormat::q5_k_m, WeightFormat::q6_k,
                                WeightFormat::q8_0,  WeightFormat::bf16,    WeightFormat::fp32};
  for (const char* id : {"meta-llama/Llama-3.1-8B", "mistralai/Mixtral-8x7B-v0.1", "Qwen/Qwen2.5-1.5B"}) {
    const ModelShape shape = shape_of(id);
    for (std::size_t i = 1; i < std::size(order); ++i) {
      CAPTURE(id);
      CAPTURE(to_string(order[i]));
      CHECK(weight_bytes(shape, order[i - 1]) < weight_bytes(shape, order[i]));
    }
  }
}

TEST_CASE("rows that are no multiple of a block fall back to a wider type") {
  // Qwen2.5-0.5B: h = 896 is no multiple of 256, so its k-quants become 32-blocks: the published q4_k_m file has 6.4
  // bits a weight.
  CHECK(bits(shape_of("Qwen/Qwen2.5-0.5B"), WeightFormat::q4_k_m) == doctest::Approx(6.4).epsilon(0.02));
}

TEST_CASE("layer by layer adds up to the whole") {
  for (const WeightFormat f : {WeightFormat::bf16, WeightFormat::q4_k_m, WeightFormat::fp8}) {
    const ModelShape shape = shape_of("deepseek-ai/DeepSeek-V3");
    std::vector<LayerBytes> layers;
    const StoredWeights w = stored_weights(shape, f, &layers);
    const StoredWeights at_once = stored_weights(shape, f);
    LayerBytes sum;
    for (const LayerBytes& l : layers) sum += l;
    CHECK(layers.size() == static_cast<std::size_t>(shape.layers));
    CHECK(sum.total() == doctest::Approx(w.layers.total()));
    CHECK(at_once.total() == doctest::Approx(w.total()));
    CHECK(at_once.quantised == doctest::Approx(w.quantised));
  }
}
