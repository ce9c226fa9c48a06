#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/json/check.hpp"
#include "core/json/json.hpp"

namespace gpusel::cli {
namespace {

constexpr std::string_view overview = R"(gpu-selector says which accelerator a task needs, why, and what it costs.

  gpu-selector estimate [FILE|-] [fields]   memory, speed, energy and cost on the hardware you name
  gpu-selector select   [FILE|-] [fields]   every accelerator ranked for your task; losers with their reason
  gpu-selector launch   [FILE|-] [fields]   commands and files that start the plan (--tool NAME for one)
  gpu-selector import   FILE                a model from its config.json, .safetensors or .gguf
  gpu-selector catalog  accelerators|models [WORDS]
  gpu-selector help     estimate|select|launch|import|catalog|fields

Does LoRA of an 8B model fit on a 24 GB card?
  gpu-selector estimate --model meta-llama/Meta-Llama-3-8B --task train --accelerator rtx-4090
The same with QLoRA and four sequences at once:
  gpu-selector estimate --model meta-llama/Meta-Llama-3-8B --train.weights nf4 --train.micro_batch 4 --accelerator rtx-4090
What should serve a 70B to 32 people at 50 ms a token?
  gpu-selector select --model meta-llama/Meta-Llama-3-70B --serve.concurrency 32 --max_tpot_seconds 0.05
Which id has my card?
  gpu-selector catalog accelerators 4090

Options
  --json, --text   JSON or a table; without either: a table on a terminal, JSON elsewhere
  --jsonl          one scenario a line on standard input, one answer a line on standard output, in order
  --brief          leave out explanations, assumptions and advice (faster)
  --largest FIELD  estimate: how far FIELD can grow until memory is full (micro_batch, sequence_length, rank, adapters,
                   concurrency, context_length)
  --why            estimate: the terms of every number, with formulas and sources (JSON always has them)
  --check          exit status 3 where it does not fit
  --state HASH     the scenario of a page's link, the part from #
  --lang en|zh     language of the text, where it is translated
  --version, --help
Exit status: 0; 2 for invalid input, with the error on standard error; 3 with --check where it does not fit.
)";

constexpr std::string_view estimate_help = R"(gpu-selector estimate [FILE|-] [fields]

Reads a scenario (a JSON file, - for standard input, a link with --state, or fields alone) and answers what it needs on
that hardware. Fields override what the file says. Unknown fields are warnings; wrong values are errors that name the range.

  gpu-selector estimate scenario.json
  gpu-selector estimate scenario.json --train.loss fused          what would a fused loss change?
  gpu-selector estimate --model Qwen/Qwen3-8B --serve.engine vllm --accelerator l4 --serve.concurrency max
  gpu-selector estimate --state '#v1&model=Qwen/Qwen-7B&task=train&hardware.accelerator=rtx-3090'
  gpu-selector estimate --model meta-llama/Meta-Llama-3-8B --train.weights nf4 --accelerator rtx-4090 --largest micro_batch
  gpu-selector estimate --jsonl < scenarios.jsonl > reports.jsonl

A scenario:
  {"model": "meta-llama/Meta-Llama-3-8B", "task": "train",
   "train": {"method": "lora", "micro_batch": 1, "sequence_length": 2048},
   "hardware": {"accelerator": "rtx-4090", "count": 1}}
The model may be an object with its config.json's keys, the accelerator one with a data sheet's figures.
gpu-selector help fields lists every field with its range.
)";

constexpr std::string_view launch_help = R"(gpu-selector launch [FILE|-] [fields] [--tool NAME]

Writes the plan as the commands and files that start it: on the hardware you name, else on the device that select ranks
first. Under each text stands what the tool has no option for (#) or does not do at all (#!).

  gpu-selector launch --model meta-llama/Meta-Llama-3-70B --train.method full --accelerator h100-sxm5-80gb --count 16
  gpu-selector launch scenario.json --tool axolotl > axolotl.yaml
  gpu-selector launch --model Qwen/Qwen3-8B --serve.concurrency 16 --accelerator l4 --tool vllm

Training: hf-trainer, deepspeed, torchtune, axolotl, llama-factory, unsloth, megatron, torchtitan.
Serving: vllm, sglang, tensorrt-llm, llama.cpp, ollama.
)";

constexpr std::string_view select_help = R"(gpu-selector select [FILE|-] [fields]

Ranks every accelerator at every count its hosts come in. What breaks a limit is listed with its reason and the nearest fix.

  gpu-selector select --model meta-llama/Meta-Llama-3-8B --task train --max_purchase_usd 2000
  gpu-selector select --model meta-llama/Meta-Llama-3-70B --serve.concurrency 32 --serve.input_tokens 2048 \
      --goal.max_tpot_seconds 0.05 --goal.objective cost
  gpu-selector select --model Qwen/Qwen3-32B --serve.concurrency 4 --goal.objective latency
  gpu-selector select scenario.json --goal.vendors AMD,NVIDIA --goal.classes datacenter
)";

constexpr std::string_view import_help = R"(gpu-selector import FILE

Prints a model object for a scenario from a Hugging Face config.json, or the header of a .safetensors or .gguf file (of a
large file only the beginning is read). Of a GGUF file the tensors' bytes are exact.

  gpu-selector import config.json
  gpu-selector import model-q4_k_m.gguf --json > model.json
)";

constexpr std::string_view catalog_help = R"(gpu-selector catalog accelerators|models [WORDS] [--json]

Lists what can be named in a scenario; WORDS search ids, names and nicknames. --json has every fact with source and date.

  gpu-selector catalog accelerators mi300
  gpu-selector catalog models llama 3 70b
)";

std::string fields_help() {
  const Scenario plain;
  std::string out = "Every field of a scenario is a flag; the last part is enough where only one field ends so.\n";
  std::string_view block;
  for (const Field& f : fields()) {
    const std::string_view head = f.path.substr(0, f.path.find('.'));
    if (head != block && f.path.find('.') != std::string_view::npos) out += "\n" + std::string(head) + "\n";
    block = head;
    const Value standard = f.get(plain);
    const bool known = !standard.is_null() && !(standard.array() && standard.array()->empty());
    const std::string* word = standard.string();
    std::string text = expected(f) + (f.unit.empty() ? "" : " (" + std::string(f.unit) + ")");
    if (known) text += "; default " + (word ? *word : write_json(standard));
    out += "  " + padded("--" + std::string(f.path), 36) + " " + text + "\n";
  }
  return out;
}

}  // namespace

std::string help_text(std::string_view topic) {
  if (topic.empty() || topic == "help") return std::string(overview);
  if (topic == "estimate") return std::string(estimate_help);
  if (topic == "launch") return std::string(launch_help);
  if (topic == "select") return std::string(select_help);
  if (topic == "import") return std::string(import_help);
  if (topic == "catalog") return std::string(catalog_help);
  return topic == "fields" ? fields_help() : "";
}

}  // namespace gpusel::cli
