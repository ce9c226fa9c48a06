// llama.cpp (tools/server/README.md) and Ollama (envconfig/config.go, docs/modelfile.mdx).
#include "core/domain/formats.hpp"
#include "core/launch/tools.hpp"

namespace gpusel::launch {
namespace {

std::string upper(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

std::string gguf_name(WeightFormat w) {
  if (w == WeightFormat::bf16 || w == WeightFormat::fp16) return w == WeightFormat::bf16 ? "BF16" : "F16";
  return upper(to_string(w));
}

std::string cache_type(const ServeSpec& s) {
  if (!s.kv_cache) return "";
  switch (*s.kv_cache) {
    case KvFormat::q8_0:
    case KvFormat::int8:
    case KvFormat::fp8:
      return "q8_0";
    case KvFormat::q4_0:
    case KvFormat::int4:
      return "q4_0";
    case KvFormat::fp32:
      return "f32";
    case KvFormat::bf16:
      return "bf16";
    case KvFormat::fp16:
      return "f16";
  }
  return "";
}

void format_notes(const PlanFacts& f, LaunchSetting& out) {
  const ServeSpec& s = *f.serve;
  const bool plain =
      s.weights == WeightFormat::bf16 || s.weights == WeightFormat::fp16 || s.weights == WeightFormat::fp32;
  if (!plain && !is_gguf(s.weights)) refused(out, "serve.weights", to_string(s.weights));
  if (s.kv_cache && (*s.kv_cache == KvFormat::fp8 || *s.kv_cache == KvFormat::int8 || *s.kv_cache == KvFormat::int4))
    nearest(out, "serve.kv_cache", to_string(*s.kv_cache), cache_type(s));
  if (f.nodes > 1) nearest(out, "hardware.nodes", text(f.nodes), "rpc-server on the other hosts (--rpc)");
  if (f.dp > 1) nearest(out, "hardware.parallel.dp", text(f.dp), "so many servers");
}

}  // namespace

void llama_cpp(const PlanFacts& f, LaunchSetting& out) {
  const ServeSpec& s = *f.serve;
  out.language = "sh";
  out.file = "llama-server.sh";
  format_notes(f, out);
  Command c("llama-server");
  c.add("-m", "YOUR_MODEL-" + gguf_name(s.weights) + ".gguf");
  out.text += "# " + f.model + " as GGUF " + gguf_name(s.weights) + "; -c is the context of all requests together\n";
  c.add("-c", f.context * f.concurrency).add("-np", f.concurrency).add("-fa", "on");
  if (f.offload == Offload::none) c.add("-ngl", "all");
  if (f.offload != Offload::none) c.add("-ngl", "LAYERS_ON_THE_GPU");
  if (const std::string k = cache_type(s); !k.empty() && k != "f16") c.add("-ctk", k).add("-ctv", k);
  if (f.layer_split > 1) c.add("-sm", "layer");
  if (f.tp > 1) c.add("-sm", "row");
  if (s.memory_utilization && *s.memory_utilization < 1)
    nearest(out, "serve.memory_utilization", text(*s.memory_utilization), "--fit-target");
  if (s.speculative) {
    const bool mtp = s.speculative->draft == "mtp";
    c.add("--spec-type", mtp ? "draft-mtp" : "draft-simple").add("--spec-draft-n-max", s.speculative->tokens);
    if (!mtp) c.add("--spec-draft-hf", s.speculative->draft);
  }
  refuse_layout(f, out, true, false, false, false);
  out.text += c.str();
}

void ollama(const PlanFacts& f, LaunchSetting& out) {
  const ServeSpec& s = *f.serve;
  out.language = "sh";
  out.file = "ollama.sh";
  format_notes(f, out);
  std::string env = "OLLAMA_CONTEXT_LENGTH=" + text(f.context) + " OLLAMA_NUM_PARALLEL=" + text(f.concurrency);
  std::string k = cache_type(s);
  if (k == "bf16" || k == "f32") {
    nearest(out, "serve.kv_cache", to_string(*s.kv_cache), "f16");
    k = "f16";
  }
  if (!k.empty() && k != "f16") env += " OLLAMA_FLASH_ATTENTION=1 OLLAMA_KV_CACHE_TYPE=" + k;
  if (f.layer_split > 1) env += " OLLAMA_SCHED_SPREAD=1";
  if (s.memory_utilization && *s.memory_utilization < 1)
    absent(out, "serve.memory_utilization", text(*s.memory_utilization));
  if (s.speculative) absent(out, "serve.speculative", s.speculative->draft);
  refuse_layout(f, out, false, false, false, false);
  out.text += "# " + f.model + " in Ollama's library, or made from its weights:\nprintf 'FROM %s\\n' " + f.model +
              " > Modelfile\nollama create --quantize " + gguf_name(s.weights) + " mine\n" + env +
              " ollama serve &\nollama run mine\n";
}

}  // namespace gpusel::launch
