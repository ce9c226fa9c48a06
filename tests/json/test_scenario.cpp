#include <doctest/doctest.h>

#include <string>

#include "core/domain/defaults.hpp"
#include "core/json/check.hpp"
#include "core/json/fields.hpp"
#include "core/json/json.hpp"
#include "tests/json/fixture.hpp"

using namespace gpusel;

namespace {

const Catalog& catalog() {
  static const Catalog c = fixture::catalog();
  return c;
}

Error error_of(std::string_view text) {
  const Result<Scenario> s = read_scenario(text, catalog());
  return s ? Error{"ok", "", "", {}} : s.error();
}

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr const char* train_start = R"({"model": "Qwen/Qwen-7B", "task": "train", )";
constexpr const char* serve_start = R"({"model": "Qwen/Qwen-7B", "task": "serve", )";

}  // namespace

TEST_CASE("the contract's defaults") {
  const Result<Scenario> s = read_scenario(R"({"model": "Qwen/Qwen-7B", "task": "train"})", catalog());
  REQUIRE(s.ok());
  CHECK(
      write_scenario(*s) ==
      R"({"version":1,"model":"Qwen/Qwen-7B","task":"train","train":{"method":"lora","weights":"bf16","double_quant":true,"compute":"bf16",)"
      R"("optimizer":"adamw","micro_batch":1,"gradient_accumulation":1,"sequence_length":2048,"checkpointing":"full","attention":"flash",)"
      R"("loss":"full","checkpoint_every":1,"lora":{"rank":16,"targets":"all-linear","dtype":"fp32","adapters":1},"framework":"generic",)"
      R"("compile":false,"objective":"sft","image_tokens":0},"goal":{"objective":"balanced","max_count":1024,"acquire":"either",)"
      R"("rent":"on-demand","spot_interruption_seconds":86400,"horizon_seconds":31536000,"utilization":0.5,)"
      R"("electricity_usd_per_kwh":0.12,"pue":1.2,"resale":0}})");
}

TEST_CASE("one's own prices: as objects or as lines, written as objects") {
  const std::string start = train_start + std::string(R"("goal": {"prices": )");
  const Result<Scenario> s = read_scenario(
      start + R"(["rtx-4090 rent 0.35 buy $1800", {"accelerator": "rtx-3090", "spot_usd_per_hour": 0.2}]}})",
      catalog());
  REQUIRE(s.ok());
  const std::vector<OwnPrice> read = {{"rtx-4090", 0.35, {}, {}, 1800}, {"rtx-3090", {}, 0.2, {}, {}}};
  CHECK(s->goal.prices == read);
  const std::string text = write_scenario(*s);
  CHECK(mentions(text, R"("prices":[{"accelerator":"rtx-4090","usd_per_hour":0.35,"purchase_usd":1800},)"
                       R"({"accelerator":"rtx-3090","spot_usd_per_hour":0.2}])"));
  CHECK(*read_scenario(text, catalog()) == *s);
}

TEST_CASE("a wrong price names its place and the nearest") {
  const auto wrong = [](const std::string& price) {
    return error_of(train_start + std::string(R"("goal": {"prices": [)") + price + "]}}");
  };
  Error e = wrong(R"("rtx-4090 rent 1", "rtx-4091 rent 1")");
  CHECK(e.code == "unknown-accelerator");
  CHECK(e.pointer == "/goal/prices/1");
  CHECK(mentions(e.message, "rtx-4090"));
  e = wrong(R"({"accelerator": "rtx-4090", "usd_per_hours": 1})");
  CHECK(e.code == "unknown-choice");
  CHECK(e.pointer == "/goal/prices/0/usd_per_hours");
  CHECK(mentions(e.message, "\"usd_per_hour\""));
  e = wrong(R"("rtx-4090 rent -1")");
  CHECK(e.code == "out-of-range");
  CHECK(wrong(R"("rtx-4090")").code == "wrong-type");
  CHECK(wrong(R"("rtx-4090 rent cheap")").code == "wrong-type");
  CHECK(wrong(R"({"accelerator": "rtx-4090", "purchase_usd": "1800"})").code == "wrong-type");
  CHECK(wrong("7").code == "wrong-type");
  CHECK(wrong(R"("rtx-4090 rent 1", "rtx-4090 buy 9")").code == "conflict");
}

TEST_CASE("conditional defaults depend on method, framework, engine and lengths") {
  Scenario s;
  s.serve.input_tokens = 100;
  s.serve.output_tokens = 20;
  Scenario filled = fill_defaults(s, catalog());
  CHECK(filled.train.recipe == Recipe::amp);
  CHECK(filled.train.kernels == Kernels::stock);
  CHECK(filled.serve.context_length == 120);
  CHECK_FALSE(filled.serve.kv_cache.has_value());  // both hang on the engine, which a device brings
  CHECK_FALSE(filled.serve.memory_utilization.has_value());
  s.serve.engine = Engine::vllm;
  filled = fill_defaults(s, catalog());
  CHECK(filled.serve.kv_cache == KvFormat::bf16);
  CHECK(filled.serve.memory_utilization == 0.92);
  s.train.method = Method::full;
  s.train.framework = Framework::unsloth;
  s.serve.engine = Engine::llama_cpp;
  s.serve.context_length = 4096;
  filled = fill_defaults(s, catalog());
  CHECK(filled.train.recipe == Recipe::pure);
  CHECK(filled.train.kernels == Kernels::fused);
  CHECK(filled.serve.kv_cache == KvFormat::fp16);
  CHECK(filled.serve.context_length == 4096);
  CHECK(fill_defaults(filled, catalog()) == filled);
}

TEST_CASE("what is written reads back the same") {
  for (
      const std::string& text :
      {train_start +
           std::string(
               R"("train": {"weights": "nf4", "micro_batch": 4, "tokens": 1.5e9, "lora": {"targets": ["q_proj", "v_proj"], "rank": 8}}, "hardware": {"accelerator": "rtx-4090", "count": 2, "parallel": {"dp": 2, "zero": 3}, "offload": "optimizer"}})"),
       serve_start +
           std::string(
               R"("serve": {"concurrency": "max", "arrival": 2.5, "weights": "q4_k_m", "engine": "llama.cpp", "speculative": {"draft": "mtp", "tokens": 3, "acceptance": 0.8}}, "goal": {"max_tpot_seconds": 0.05, "vendors": ["NVIDIA"]}})"),
       serve_start +
           std::string(
               R"("hardware": {"accelerators": [{"accelerator": "rtx-4090", "count": 2}, {"accelerator": "rtx-3090"}], "network_bytes_per_second": 6250000000}})"),
       std::string(
           R"({"model": {"model_type": "llama", "hidden_size": 4096, "rms_norm_eps": 1e-05, "name": "mine"}, "task": "train", "hardware": {"accelerator": {"name": "X", "vendor": "AMD", "memory_gb": 64, "memory_unit": "GB", "bandwidth_gb_s": 1638, "peak_tflops_dense": {"fp32": 47.9, "fp16_tensor": 191.5, "bf16": 191.5}, "tdp_w": 280, "class": "datacenter"}}})")}) {
    CAPTURE(text);
    const Result<Scenario> once = read_scenario(text, catalog());
    REQUIRE(once.ok());
    const Result<Scenario> twice = read_scenario(write_scenario(*once), catalog());
    REQUIRE(twice.ok());
    CHECK(*once == *twice);
    CHECK(write_scenario(*once) == write_scenario(*twice));
    const Result<Scenario> linked = read_permalink(write_permalink(*once, catalog()), catalog());
    REQUIRE(linked.ok());
    CHECK(*linked == *once);
  }
}

TEST_CASE("every field: its default is valid, its path is its JSON path, its bounds are enforced") {
  const Scenario plain = *read_scenario(R"({"model": "Qwen/Qwen-7B", "task": "serve", "hardware": {}})", catalog());
  for (const Field& f : fields()) {
    CAPTURE(f.path);
    CHECK(find_field(f.path) == &f);
    CHECK_FALSE(f.label.empty());
    const Value v = f.get(plain);
    if (!v.is_null() && f.type != FieldType::names) CHECK(set_field(plain, f.path, v, catalog()).ok());
    if (f.optional) CHECK(set_field(plain, f.path, Value(), catalog()).ok());
    if (f.type != FieldType::integer && f.type != FieldType::number) continue;
    for (double outside : {f.low - 1, f.high * 2 + 1, 1e300}) {
      const Result<Scenario> r = set_field(plain, f.path, outside, catalog());
      REQUIRE_FALSE(r.ok());
      CHECK((r.error().code == "out-of-range" || r.error().code == "wrong-type"));
    }
    CHECK(set_field(plain, f.path, "many", catalog()).ok() == false);
  }
}

TEST_CASE("errors name the field, what was expected and the nearest value") {
  Error e = error_of(train_start + std::string(R"("train": {"micro_batch": -3}})"));
  CHECK(e.code == "out-of-range");
  CHECK(e.pointer == "/train/micro_batch");
  CHECK(mentions(e.message, "1 to 65536"));
  e = error_of(train_start + std::string(R"("train": {"micro_batch": "four"}})"));
  CHECK(e.code == "wrong-type");
  CHECK(mentions(e.message, "a whole number from 1 to 65536, not \"four\""));
  e = error_of(train_start + std::string(R"("train": {"micro_batch": 1.5}})"));
  CHECK(e.code == "wrong-type");
  e = error_of(train_start + std::string(R"("train": {"optimizer": "adanw"}})"));
  CHECK(e.code == "unknown-choice");
  CHECK(mentions(e.message, "\"adamw\""));
  e = error_of(train_start + std::string(R"("train": {"weights": "q4_k_m"}})"));
  CHECK(e.code == "unknown-choice");
  e = error_of(train_start + std::string(R"("train": {"method": "QLoRA"}})"));
  CHECK(e.code == "unknown-choice");
  CHECK(mentions(e.message, R"("QLoRA" is written "lora" with train.weights nf4)"));
  e = error_of(R"({"model": "Qwen/Qwen-7B", "task": "pre-training"})");
  CHECK(mentions(e.message, R"(is written "train" with train.method full and train.objective pretrain)"));
  e = error_of(R"({"model": "Qwen/Qwen-7b", "task": "train"})");
  CHECK(e.code == "unknown-model");
  CHECK(mentions(e.message, "Qwen/Qwen-7B"));
  e = error_of(train_start + std::string(R"("hardware": {"accelerator": "rtx4090"}})"));
  CHECK(e.code == "unknown-accelerator");
  CHECK(e.pointer == "/hardware/accelerator");
  CHECK(mentions(e.message, "rtx-4090"));
  e = error_of(serve_start + std::string(R"("serve": {"input_tokens": 1e300}})"));
  CHECK(e.code == "out-of-range");
  e = error_of(serve_start + std::string(R"("serve": {"concurrency": "many"}})"));
  CHECK(e.code == "unknown-choice");
  e = error_of(serve_start + std::string(R"("serve": []})"));
  CHECK(e.code == "wrong-type");
  CHECK(e.pointer == "/serve");
  e = error_of(serve_start +
               std::string(R"("hardware": {"accelerators": [{"accelerator": "rtx-4090", "count": 0}]}})"));
  CHECK(e.pointer == "/hardware/accelerators/0/count");
  CHECK(error_of("[]").code == "wrong-type");
  CHECK(error_of(R"({"task": "train"})").pointer == "/model");
  CHECK(error_of(R"({"model": "Qwen/Qwen-7B"})").pointer == "/task");
  CHECK(error_of(R"({"version": 2, "model": "Qwen/Qwen-7B", "task": "train"})").code == "out-of-range");
}

TEST_CASE("unequal devices: ids alone, and as words of a flag or a link, are one of each") {
  const std::string before = serve_start + std::string(R"("hardware": {"accelerators": )");
  const Result<Scenario> full = read_scenario(
      before + R"([{"accelerator":"rtx-4090","count":1},{"accelerator":"rtx-3090","count":1}]}})", catalog());
  const Result<Scenario> brief = read_scenario(before + R"(["rtx-4090", {"accelerator":"rtx-3090"}]}})", catalog());
  REQUIRE(full);
  REQUIRE(brief);
  CHECK(*brief == *full);
  const Result<Value> words = field_from_text(*find_field("hardware.accelerators"), "rtx-4090,rtx-3090");
  REQUIRE(words);
  CHECK(write_json(*words) == R"(["rtx-4090","rtx-3090"])");
  const Error e = error_of(before + R"(["rtx-4090", "rtx-3091"]}})");
  CHECK(e.code == "unknown-accelerator");
  CHECK(e.pointer == "/hardware/accelerators/1");
  CHECK(mentions(e.message, "rtx-3090"));
  CHECK(error_of(before + R"(["rtx-4090", 2]}})").code == "missing");
}

TEST_CASE("errors that several fields make together") {
  CHECK(error_of(serve_start + std::string(R"("serve": {"input_tokens": 10, "cached_tokens": 11}})")).code ==
        "out-of-range");
  CHECK(error_of(serve_start + std::string(R"("serve": {"speculative": {"tokens": 3}}})")).pointer ==
        "/serve/speculative/draft");
  CHECK(error_of(
            serve_start +
            std::string(R"("hardware": {"accelerator": "rtx-4090", "accelerators": [{"accelerator": "rtx-4090"}]}})"))
            .code == "conflict");
  CHECK(error_of(train_start + std::string(R"("train": {"micro_batch": 65536, "sequence_length": 16777216}})")).code ==
        "out-of-range");
}

TEST_CASE("an unknown field is a warning with the nearest name") {
  const Result<Scenario> s =
      read_scenario(train_start + std::string(R"("train": {"micro_batsh": 4}, "hardwear": {}})"), catalog());
  REQUIRE(s.ok());
  REQUIRE(s->notes.size() == 2);
  CHECK(s->notes[0].code == "unknown-field");
  CHECK(s->notes[0].pointer == "/train/micro_batsh");
  CHECK(mentions(s->notes[0].message, "micro_batch"));
  CHECK(mentions(s->notes[1].message, "hardware"));
  const Result<Scenario> misplaced = read_scenario(train_start + std::string(R"("train": {"rank": 8}})"), catalog());
  REQUIRE(misplaced.ok());
  CHECK(mentions(misplaced->notes.at(0).message, "train.lora.rank"));
}

TEST_CASE("a field set to null goes back to its default") {
  Scenario s = *read_scenario(
      train_start + std::string(R"("train": {"micro_batch": 4}, "hardware": {"accelerator": "rtx-4090"}})"), catalog());
  CHECK(set_field(s, "train.micro_batch", Value(), catalog())->train.micro_batch == 1);
  CHECK_FALSE(set_field(s, "hardware.accelerator", Value(), catalog())->hardware->accelerator.has_value());
  CHECK_FALSE(set_field(s, "model", Value(), catalog()).ok());
  CHECK(set_field(s, "train.micro_batsh", 1, catalog()).error().code == "unknown-field");
}
