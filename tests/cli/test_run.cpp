#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "core/cli/run.hpp"
#include "core/json/json.hpp"
#include "core/json/value_path.hpp"

using namespace gpusel;

namespace {

struct Ran {
  int status = 0;
  std::string out, err;
};

Ran ran(const std::vector<std::string>& arguments, const std::string& input = "") {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = cli::run(arguments, {in, out, err, false, false});
  return {status, out.str(), err.str()};
}

std::string code(const std::string& text) {
  const Result<Value> v = parse_json(text);
  const Value* c = v ? find_path(*v, "error.code") : nullptr;
  return c && c->string() ? *c->string() : "none in " + text.substr(0, 80);
}

constexpr const char* scenario =
    R"({"model": "meta-llama/Meta-Llama-3-8B", "task": "train", "hardware": {"accelerator": "rtx-4090"}})";

}  // namespace

TEST_CASE("estimate: the same report from a file, from flags and from a link") {
  const Ran file = ran({"estimate", "-"}, scenario);
  CHECK(file.status == 0);
  CHECK(file.err.empty());
  CHECK(file.out ==
        ran({"estimate", "--model", "meta-llama/Meta-Llama-3-8B", "--task", "train", "--accelerator", "rtx-4090"}).out);
  CHECK(file.out ==
        ran({"estimate", "--state", "#v1&model=meta-llama/Meta-Llama-3-8B&task=train&hardware.accelerator=rtx-4090"})
            .out);
  const Result<Value> report = parse_json(file.out);
  REQUIRE(report.ok());
  CHECK(find_path(*report, "memory.device_bytes.estimate"));
  CHECK(find_path(*report, "scenario.train.recipe"));
}

TEST_CASE("estimate: a filled scenario gives the same report again") {
  const Result<Value> report = parse_json(ran({"estimate", "-", "--brief"}, scenario).out);
  REQUIRE(report.ok());
  const Ran again = ran({"estimate", "-", "--brief"}, write_json(*report->find("scenario")));
  CHECK(again.status == 0);
  CHECK(again.out == write_json(*report) + "\n");
}

TEST_CASE("invalid input: exit status 2, the error on standard error, nothing else") {
  struct Bad {
    std::string input, code;
  };
  for (const Bad& bad : std::initializer_list<Bad>{
           {"", "syntax"},
           {"{", "syntax"},
           {"[1, 2]", "wrong-type"},
           {R"({"task": "train"})", "missing"},
           {R"({"model": "gpt-99", "task": "train"})", "unknown-model"},
           {R"({"model": "Qwen/Qwen-7B", "task": "train", "train": {"micro_batch": NaN}})", "not-finite"},
           {R"({"model": "Qwen/Qwen-7B", "task": "train", "train": {"micro_batch": 1e300}})", "out-of-range"},
           {R"({"model": "Qwen/Qwen-7B", "task": "train", "train": {"micro_batch": -1}})", "out-of-range"},
           {"{\"model\": \"" + std::string(10 << 20, 'x') + "\"}", "too-large"},
           {std::string(100000, '['), "too-deep"}}) {
    CAPTURE(bad.code);
    const Ran r = ran({"estimate", "-"}, bad.input);
    CHECK(r.status == 2);
    CHECK(r.out.empty());
    CHECK(code(r.err) == bad.code);
  }
  CHECK(code(ran({"estimate", "/no/such/file"}).err) == "no-file");
  CHECK(ran({"estimate", "--no.such.flag", "1"}).status == 2);
  CHECK(ran({"estimate", "--state", "#v1&model=%zz"}).status == 2);
}

TEST_CASE("an unknown field warns and does not stop") {
  const Ran r = ran(
      {"estimate", "-", "--brief"},
      R"({"model": "Qwen/Qwen-7B", "task": "train", "train": {"micro_bach": 2}, "hardware": {"accelerator": "rtx-4090"}})");
  CHECK(r.status == 0);
  CHECK(r.out.find("\"unknown-field\"") != std::string::npos);
  CHECK(r.out.find("micro_batch") != std::string::npos);
  for (const char* command : {"estimate", "select"}) {
    const Ran text =
        ran({command, "-", "--text"}, R"({"model": "Qwen/Qwen-7B", "task": "serve", "serve": {"prompt_tokens": 9},
                                                      "hardware": {"accelerator": "l4"}})");
    CHECK(text.out.rfind("! unknown field \"prompt_tokens\"", 0) == 0);
    CHECK(text.out.find("prompt_tokens", 30) == std::string::npos);  // once
  }
}

TEST_CASE("--jsonl: one line out for each line in, in order, errors in their place") {
  const std::string good = scenario;
  const Ran r =
      ran({"estimate", "--jsonl", "--brief", "-"}, good + "\n\nnonsense\r\n" + std::string(2 << 20, 'x') + "\n" + good);
  CHECK(r.status == 2);
  CHECK(r.err.empty());
  std::istringstream lines(r.out);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  REQUIRE(all.size() == 5);
  CHECK(all[0] == all[4]);
  CHECK(all[0].find("\"fits\"") != std::string::npos);
  CHECK(code(all[1]) == "syntax");
  CHECK(code(all[2]) == "syntax");
  CHECK(code(all[3]) == "too-large");
  CHECK(ran({"estimate", "--jsonl", "-"}, "").out.empty());
}

TEST_CASE("--check: status 3 where it does not fit") {
  const std::vector<std::string> task = {
      "estimate", "--model",      "meta-llama/Meta-Llama-3-70B", "--task", "train", "--train.method", "full", "--brief",
      "--check",  "--accelerator"};
  std::vector<std::string> small = task, large = {"estimate", "--model",       "meta-llama/Meta-Llama-3-8B",
                                                  "--task",   "serve",         "--brief",
                                                  "--check",  "--accelerator", "h100-sxm5-80gb"};
  small.push_back("rtx-4090");
  CHECK(ran(small).status == 3);
  CHECK(ran(large).status == 0);
}

TEST_CASE("text: verdict, parts, intervals, cost with source") {
  const Ran r = ran({"estimate", "-", "--text"}, scenario);
  for (std::string_view part : {"Memory of one device", "Weights", "90%:", "tok/s", "Bound by", "Cost"}) {
    CAPTURE(part);
    CHECK(r.out.find(part) != std::string::npos);
  }
  const Ran error =
      ran({"estimate", "-", "--text"}, R"({"model": "Qwen/Qwen-7B", "task": "train", "train": {"optimizer": "adan"}})");
  CHECK(error.err.find("gpu-selector: train.optimizer: no value \"adan\"") == 0);
  CHECK(error.err.find("at /train/optimizer (unknown-choice)") != std::string::npos);
}

TEST_CASE("text in Chinese: what is translated is, the rest stays English") {
  const Ran r = ran({"estimate", "-", "--text", "--lang", "zh"}, scenario);
  CHECK(r.status == 0);
  CHECK((r.out.find("放得下") == 0 || r.out.find("放不下") == 0 || r.out.find("偏紧") == 0));
  CHECK(r.out.find("{x}") == std::string::npos);
}

TEST_CASE("select: ranked and rejected") {
  const Ran r = ran({"select", "--model", "meta-llama/Meta-Llama-3-8B", "--task", "serve", "--goal.accelerators",
                     "rtx-4090,h100-sxm5-80gb", "--max_count", "2"});
  REQUIRE(r.status == 0);
  const Result<Value> v = parse_json(r.out);
  REQUIRE(v.ok());
  REQUIRE(v->find("ranked"));
  CHECK(v->find("ranked")->array()->size() + v->find("rejected")->array()->size() >= 2);
  CHECK(ran({"select", "--model", "meta-llama/Meta-Llama-3-8B", "--task", "serve", "--goal.accelerators", "rtx-4090",
             "--text"})
            .out.find("Best of") != std::string::npos);
}

TEST_CASE("select: when buying the first pays, and that it never does") {
  const std::vector<std::string> asked{"select",   "--model", "meta-llama/Meta-Llama-3-8B",
                                       "--task",   "serve",   "--goal.accelerators",
                                       "rtx-4090", "--text"};
  const std::string out = ran(asked).out;
  CHECK(out.find("Buying 1 x NVIDIA GeForce RTX 4090") != std::string::npos);
  CHECK(out.find("pays after") != std::string::npos);
  std::vector<std::string> dear = asked;
  dear.insert(dear.end(), {"--goal.prices", "rtx-4090 rent 0.01 buy 20000"});
  CHECK(ran(dear).out.find("never costs as much as buying") != std::string::npos);
  std::vector<std::string> chinese = asked;
  chinese.insert(chinese.end(), {"--lang", "zh"});
  CHECK(ran(chinese).out.find("后比租用划算") != std::string::npos);
}

TEST_CASE("select: nothing fits, so what is nearest and what it asks for") {
  const std::vector<std::string> asked{"select",
                                       "--model",
                                       "meta-llama/Meta-Llama-3-8B",
                                       "--task",
                                       "train",
                                       "--train.method",
                                       "full",
                                       "--goal.accelerators",
                                       "rtx-4090",
                                       "--max_count",
                                       "1"};
  std::vector<std::string> text = asked, chinese = asked;
  text.emplace_back("--text");
  CHECK(ran(text).out.find("with up to 4 devices (asked: 1, 4.0 times)") != std::string::npos);
  chinese.insert(chinese.end(), {"--text", "--lang", "zh"});
  CHECK(ran(chinese).out.find("最多 4 张卡（原要求 1，相差 4.0 倍）") != std::string::npos);
  const Result<Value> v = parse_json(ran(asked).out);
  REQUIRE(v.ok());
  const Value* nearest = v->find("nearest");
  REQUIRE(nearest != nullptr);
  const Value& first = nearest->array()->front();
  CHECK(*first.find("moves")->array()->front().find("factor")->number() == 4);
  CHECK(*find_path(first, "change.change.goal.max_count")->number() == 4);
  CHECK(find_path(first, "report.fits") != nullptr);
}

TEST_CASE("--largest asks an inverse question") {
  const Ran r = ran({"estimate", "-", "--largest", "micro_batch", "--train.weights", "nf4"}, scenario);
  CHECK(r.status == 0);
  const Result<Value> v = parse_json(r.out);
  REQUIRE(v.ok());
  const Value* n = find_path(*v, "largest.train");  // the key is the path, dot included
  CHECK(n == nullptr);
  CHECK(v->find("largest")->find("train.micro_batch")->number());
  CHECK(ran({"estimate", "-", "--largest", "colour"}, scenario).status == 2);
}

TEST_CASE("--largest takes the last parts of a field's path") {
  const Ran whole = ran({"estimate", "-", "--largest", "train.lora.rank"}, scenario);
  for (const char* name : {"lora.rank", "rank"}) {
    CAPTURE(name);
    CHECK(ran({"estimate", "-", "--largest", name}, scenario).out == whole.out);
  }
  CHECK(ran({"estimate", "-", "--largest", "ank"}, scenario).status == 2);
}

TEST_CASE("--why prints the terms of each number with formula and source") {
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  const Ran train = ran({"estimate", "-", "--text", "--why"}, scenario);
  REQUIRE(train.status == 0);
  for (const char* part : {"Live tensors", "14*V*T / tp = 14 * 128256 * 2048", "Kept by the allocator",
                           "2048 * 32 * 8192", "] Korthikanti et al. 2022", "devices * price"}) {
    CAPTURE(part);
    CHECK(has(train.out, part));
  }
  CHECK(has(train.out, ran({"estimate", "-", "--text"}, scenario).out.c_str()));
  CHECK(has(ran({"estimate", "-", "--text", "--why", "--lang", "zh"}, scenario).out, "权重"));
  CHECK(ran({"estimate", "-", "--text", "--why", "--brief"}, scenario).status == 2);
  CHECK(ran({"select", "-", "--why"}, scenario).status == 2);
}

TEST_CASE("catalog and import") {
  CHECK(ran({"catalog", "accelerators", "4090"}).out.find("rtx-4090") != std::string::npos);
  const Result<Value> rows = parse_json(ran({"catalog", "accelerators", "4090", "--json"}).out);
  REQUIRE(rows.ok());
  CHECK((*rows->array())[0].find("usable_bytes"));
  CHECK(ran({"catalog", "models", "--text"}).out.size() > 1000);
  CHECK(ran({"catalog", "planets"}).status == 2);
  const Ran imported = ran({"import", "-"}, R"({"model_type": "llama", "hidden_size": 4096})");
  CHECK(imported.status == 0);
  CHECK(imported.out.find("\"hidden_size\": 4096") == std::string::npos);  // compact where it is not a terminal
  CHECK(imported.out.find("\"hidden_size\":4096") != std::string::npos);
  CHECK(code(ran({"import", "-"}, "hello").err) == "unknown-file");
}

TEST_CASE("help names every command and field") {
  CHECK(ran({}).out.find("gpu-selector estimate") != std::string::npos);
  CHECK(ran({"help", "fields"}).out.find("--train.micro_batch") != std::string::npos);
  CHECK(ran({"help", "nothing"}).status == 2);
  CHECK(ran({"--version"}).out.find("gpu-selector ") == 0);
}
