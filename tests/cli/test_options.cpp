#include <doctest/doctest.h>

#include "core/cli/format.hpp"
#include "core/cli/options.hpp"

using namespace gpusel;
using namespace gpusel::cli;

namespace {

std::string message(const std::vector<std::string>& arguments) {
  const Result<Options> o = read_options(arguments);
  return o ? "ok" : o.error().message;
}
bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("flags are fields: by path, by last part, with dashes, with an equals sign") {
  const Result<Options> o = read_options(
      {"estimate", "--train.micro_batch", "4", "--sequence-length=4096", "--model", "Qwen/Qwen-7B", "--accelerator",
       "rtx-4090", "--train.lora.targets=q_proj,v_proj", "--compile", "true", "--concurrency", "max"});
  REQUIRE(o.ok());
  CHECK(o->command == Command::estimate);
  REQUIRE(o->fields.size() == 7);
  CHECK(o->fields[0] == std::pair<std::string, Value>{"train.micro_batch", Value(4)});
  CHECK(o->fields[1] == std::pair<std::string, Value>{"train.sequence_length", Value(4096)});
  CHECK(o->fields[2].first == "model");
  CHECK(o->fields[3].first == "hardware.accelerator");
  CHECK(o->fields[4].second.array()->size() == 2);
  CHECK(o->fields[5].second == Value(true));
  CHECK(o->fields[6].second == Value("max"));
}

TEST_CASE("files, switches and topics") {
  const Result<Options> o = read_options({"select", "-", "--json", "--check", "--brief", "--lang", "zh"});
  REQUIRE(o.ok());
  CHECK(o->file == "-");
  CHECK(o->style == Style::json);
  CHECK(o->check);
  CHECK(o->brief);
  CHECK(o->lang == "zh");
  CHECK(read_options({})->command == Command::help);
  CHECK(read_options({"estimate", "--help"})->topic == "estimate");
  CHECK(read_options({"--help"})->topic.empty());
  CHECK(read_options({"help", "fields"})->topic == "fields");
  CHECK(read_options({"catalog", "models", "llama", "3"})->words.size() == 2);
}

TEST_CASE("wrong flags name the nearest") {
  CHECK(mentions(message({"estimat"}), "the nearest is estimate"));
  CHECK(mentions(message({"estimate", "--train.micro_batsh", "4"}), "--train.micro_batch"));
  CHECK(mentions(message({"estimate", "--weights", "nf4"}), "--train.weights or --serve.weights"));
  CHECK(mentions(message({"estimate", "--model"}), "--model needs a value"));
  CHECK(mentions(message({"estimate", "--lang", "fr"}), "en or zh"));
  CHECK(mentions(message({"estimate", "a.json", "b.json"}), "one file at a time"));
  CHECK(mentions(message({"estimate", "-x"}), "no option -x"));
  CHECK(mentions(message({"estimate", "--json=1"}), "takes no value"));
  CHECK(mentions(message({"estimate", "a.json", "--state", "#v1"}), "two scenarios"));
}

TEST_CASE("numbers as a person reads them") {
  CHECK(gib_text(20.53 * 1073741824) == "20.5 GiB");
  CHECK(gib_text(549 * 1048576.0) == "549 MiB");
  CHECK(gib_text(-2.25 * 1073741824) == "\u22122.2 GiB");
  CHECK(significant(2643) == "2,640");
  CHECK(significant(0.03123) == "0.0312");
  CHECK(significant(999.6) == "1,000");
  CHECK(usd_text(1.14) == "$1.14");
  CHECK(usd_text(1999) == "$1,999");
  CHECK(time_text(0.0253) == "25.3 ms");
  CHECK(time_text(2.1) == "2.10 s");
  CHECK(time_text(7560) == "2 h 6 min");
  CHECK(time_text(7200) == "2 h");
  CHECK(count_text(8030261248.0) == "8.03 B");
  CHECK(count_text(2048) == "2,048");
  CHECK(percent_text(0.583) == "58%");
  CHECK(width("显存 GiB") == 8);
}

TEST_CASE("an interval keeps low, estimate and high apart") {
  const Figure f = bytes_figure({Bytes(22011707392), Bytes(21990232556), Bytes(23192823398)});
  CHECK(f.value == "20.50 GiB");
  CHECK(f.interval == "90%: 20.48\u201321.60 GiB");
  CHECK(figure(2643, 2100, 3111, "tok/s").interval == "90%: 2,100\u20133,110 tok/s");
}
