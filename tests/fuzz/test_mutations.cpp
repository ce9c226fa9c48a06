// Random but repeatable: good inputs, damaged some thousand times in the ways files and links get damaged, and
// scenarios with every field at its ends. Nothing may crash, hang, or print something that is not JSON.
#include <doctest/doctest.h>

#include <vector>

#include "core/json/fields.hpp"
#include "core/json/json.hpp"
#include "core/json/value_path.hpp"
#include "tests/fuzz/inputs.hpp"

using namespace gpusel;

namespace {

// The generator of Numerical Recipes; the standard's distributions differ from library to library.
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed) {}
  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(state_) * n) >> 32U);
  }

 private:
  std::uint32_t state_;
};

// A safetensors file: eight bytes of length, then the header.
std::string with_length(const std::string& header) {
  return static_cast<char>(header.size()) + std::string(7, '\0') + header;
}

const std::vector<std::string>& seeds() {
  static const std::vector<std::string> all = {
      R"({"version": 1, "model": "meta-llama/Meta-Llama-3-8B", "task": "train", "train": {"weights": "nf4", "micro_batch": 4, "lora": {"rank": 8, "targets": ["q_proj"]}}, "hardware": {"accelerator": "rtx-4090", "count": 2, "parallel": {"dp": 2}}})",
      R"({"model": {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "vocab_size": 32000, "intermediate_size": 11008}, "task": "serve", "serve": {"concurrency": "max", "arrival": 2.5}, "hardware": {"accelerator": {"name": "X", "memory_gb": 64, "bandwidth_gb_s": 1638, "class": "datacenter"}}})",
      "#v1&model=Qwen/Qwen-7B&task=serve&serve.input_tokens=2048&goal.vendors=NVIDIA,AMD&hardware.accelerator=rtx-3090",
      R"({"architectures": ["X"], "model_type": "llama", "hidden_size": 64, "time_step_limit": [0.0, Infinity]})",
      with_length(R"({"model.embed_tokens.weight":{"dtype":"BF16","shape":[10,4],"data_offsets":[0,80]}})"),
      std::string("GGUF\x03\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x14\0\0\0\0\0\0\0general."
                  "architecture\x08\0\0\0\x05\0\0\0\0\0\0\0llama\x01\0\0\0\0\0\0\0t\x01\0\0\0\0\x01\0\0\0\0\0\0\x0c\0\0"
                  "\0\0\0\0\0\0\0\0\0",
                  0x18 + 8 + 20 + 4 + 8 + 5 + 8 + 1 + 4 + 8 + 4 + 8)};
  return all;
}

std::string damaged(std::string text, Random& random) {
  static const std::vector<std::string> pieces = {"null",
                                                  "-1",
                                                  "1e300",
                                                  "1e999",
                                                  "\"",
                                                  "{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  ",",
                                                  ":",
                                                  "%",
                                                  "&",
                                                  "=",
                                                  "NaN",
                                                  "\xff",
                                                  std::string(1, '\0'),
                                                  "0",
                                                  "99999999999999999999",
                                                  "true",
                                                  "\\u0000",
                                                  "\xed\xa0\x80"};
  for (std::uint32_t n = 1 + random.below(4); n > 0; --n) {
    const auto size = static_cast<std::uint32_t>(text.size());
    const std::size_t at = random.below(size + 1);
    switch (random.below(5)) {
      case 0:
        text = text.substr(0, at);
        break;
      case 1:
        text.insert(at, pieces[random.below(static_cast<std::uint32_t>(pieces.size()))]);
        break;
      case 2:
        text.erase(at, 1 + random.below(8));
        break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(random.below(256));
        break;
      default:
        text.insert(at, text.substr(random.below(size + 1), random.below(40)));
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("the seeds themselves are read") {
  REQUIRE_FALSE(fuzz::catalog().models.empty());
  CHECK(read_scenario(seeds()[0], fuzz::catalog()).ok());
  CHECK(read_scenario(seeds()[1], fuzz::catalog()).ok());
  CHECK(read_permalink(seeds()[2], fuzz::catalog()).ok());
  CHECK(import_model(seeds()[3], "").ok());
  CHECK(import_model(seeds()[4], "").error().code == "unknown-architecture");
  CHECK(import_model(seeds()[5], "").ok());
  for (const std::string& seed : seeds()) CHECK(fuzz::check_readers(seed).empty());
}

TEST_CASE("damaged inputs are errors, not accidents") {
  Random random(20261202);
  for (int i = 0; i < 6000; ++i) {
    const std::string input = damaged(seeds()[static_cast<std::size_t>(i) % seeds().size()], random);
    const std::string wrong = fuzz::check_readers(input);
    CHECK_MESSAGE(wrong.empty(), wrong << "\n" << input);
  }
}

TEST_CASE("every field at its ends gives ordered, finite quantities or a clear error") {
  for (
      const char* start :
      {R"({"model": "meta-llama/Meta-Llama-3-8B", "task": "train", "hardware": {"accelerator": "h100-sxm5-80gb", "count": 8}})",
       R"({"model": "deepseek-ai/DeepSeek-V3", "task": "serve", "hardware": {"accelerator": "h200-sxm-141gb", "count": 8}})"}) {
    for (const Field& f : fields()) {
      std::vector<Value> ends;
      if (f.type == FieldType::boolean) ends = {Value(true), Value(false)};
      if (f.high > f.low) ends = {Value(f.low), Value(f.high)};
      for (std::string_view choice : f.choices) ends.emplace_back(choice);
      for (const Value& end : ends) {
        Value document = *parse_json(start);
        set_path(document, f.path, end);
        const std::string text = write_json(document);
        const std::string wrong = fuzz::check_estimate(text);
        CHECK_MESSAGE(wrong.empty(), wrong << "\n" << text);
      }
    }
  }
}

TEST_CASE("random scenarios give ordered, finite quantities or a clear error") {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    Value document(Value::Object{});
    document.set("model",
                 fuzz::catalog().models[random.below(static_cast<std::uint32_t>(fuzz::catalog().models.size()))].id);
    document.set("task", random.below(2) ? "train" : "serve");
    document.set("hardware", *parse_json(R"({"count": 8})"));
    set_path(
        document, "hardware.accelerator",
        fuzz::catalog().accelerators[random.below(static_cast<std::uint32_t>(fuzz::catalog().accelerators.size()))].id);
    for (int n = 0; n < 6; ++n) {
      const Field& f = fields()[random.below(static_cast<std::uint32_t>(fields().size()))];
      if (f.path == "task" || f.path == "version") continue;
      if (!f.choices.empty() && f.type != FieldType::names)
        set_path(document, f.path, f.choices[random.below(static_cast<std::uint32_t>(f.choices.size()))]);
      else if (f.high > f.low)
        set_path(document, f.path,
                 f.type == FieldType::integer
                     ? static_cast<double>(random.below(64) + static_cast<std::uint32_t>(f.low))
                     : f.low + (f.high - f.low) * random.below(100) / 100);
    }
    const std::string text = write_json(document);
    const std::string wrong = fuzz::check_estimate(text);
    CHECK_MESSAGE(wrong.empty(), wrong << "\n" << text);
  }
}
