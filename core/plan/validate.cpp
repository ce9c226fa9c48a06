#include "core/plan/validate.hpp"

#include <algorithm>
#include <string>

#include "core/catalog/search.hpp"
#include "core/domain/formats.hpp"
#include "core/memory/adapters.hpp"
#include "core/plan/reach.hpp"

namespace gpusel {
namespace {

Error conflict(std::string pointer, std::string message, std::vector<std::pair<std::string, std::string>> args = {}) {
  return Error{"conflict", std::move(pointer), std::move(message), std::move(args)};
}

bool frozen_only(WeightFormat f) { return f == WeightFormat::int8 || (is_quantised(f) && f != WeightFormat::fp8); }

// peft refuses a list that matches no module, and passes over a name that matches none.
std::optional<Error> validate_targets(Question& q) {
  std::vector<std::string_view> names;
  for (const LayerShape& kind : q.shape.kinds)
    for (const LinearShape& linear : kind.linears)
      if (linear.role != LinearRole::router) names.push_back(linear.name);
  const std::vector<std::string>& targets = q.scenario.train.lora.targets;
  std::vector<Note> unmatched;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    bool found = false;
    for (const LayerShape& kind : q.shape.kinds)
      for (const LinearShape& linear : kind.linears) found = found || is_named(linear, targets[i]);
    if (found) continue;
    const std::string near = nearest(targets[i], names);
    unmatched.push_back({"target-unknown",
                         "No module of this model is called \"" + targets[i] + "\"" +
                             (near.empty() ? "" : "; the nearest is \"" + near + "\"") + ". peft passes over it.",
                         "/train/lora/targets/" + std::to_string(i),
                         {{"name", targets[i]}, {"nearest", near}}});
  }
  if (!unmatched.empty() && unmatched.size() == targets.size()) {
    const Note& first = unmatched.front();
    return Error{"unknown-choice", first.pointer,
                 "None of the LoRA targets is a module of this model: no \"" + targets[0] + "\"" +
                     (first.args[1].second.empty() ? "" : "; the nearest is \"" + first.args[1].second + "\"") + ".",
                 first.args};
  }
  q.scenario.notes.insert(q.scenario.notes.end(), unmatched.begin(), unmatched.end());
  return std::nullopt;
}

void note_images(Question& q, Count image_tokens, const char* pointer) {
  const std::vector<Tower>& towers = q.shape.towers;
  const bool sees = std::any_of(towers.begin(), towers.end(), [](const Tower& t) { return t.is_vision(); });
  if (image_tokens == 0 || sees) return;
  q.scenario.notes.push_back(
      {"image-tokens-text", "The model has no vision part: image_tokens count as text.", pointer, {}});
}

std::optional<Error> validate_train(const Catalog&, Question& q) {
  const TrainSpec& t = q.scenario.train;
  if (q.scenario.goal.objective == RankBy::latency)
    q.scenario.notes.push_back(
        {"latency-trains", "Training has no latency: devices are ranked by speed.", "/goal/objective", {}});
  const std::string weights(to_string(t.weights));
  if (t.method == Method::full && frozen_only(t.weights))
    return conflict(
        "/train/weights",
        "Weights in " + weights + " are frozen: train adapters on them (method lora), or use bf16, fp16 or fp32.",
        {{"value", weights}});
  if (format_info(t.weights).cls == FormatClass::gguf)
    return conflict("/train/weights",
                    "No training framework reads GGUF weights (" + weights + "); nf4 is the usual 4-bit base.",
                    {{"value", weights}});
  if (t.method == Method::lora && t.lora.target_set.empty())
    if (std::optional<Error> e = validate_targets(q)) return e;
  if (t.method == Method::lora && t.optimizer == Optimizer::galore_adamw)
    q.scenario.notes.push_back({"galore-adapters",
                                "GaLore projects gradients of whole matrices; adapters are low rank already, and its "
                                "rank is taken on them.",
                                "/train/optimizer",
                                {}});
  if (q.shape.modality == Modality::diffusion && t.loss == Loss::fused)
    q.scenario.notes.push_back(
        {"loss-unused", "A diffusion model has no vocabulary loss; `loss` is ignored.", "/train/loss", {}});
  if (t.image_tokens > t.sequence_length)
    return conflict("/train/image_tokens", "image_tokens are part of sequence_length and cannot exceed it.");
  note_images(q, t.image_tokens, "/train/image_tokens");
  if (q.shape.max_positions > 0 && t.sequence_length > q.shape.max_positions)
    q.scenario.notes.push_back({"beyond-positions",
                                "The sequence is longer than the " + std::to_string(q.shape.max_positions) +
                                    " positions the model was made for.",
                                "/train/sequence_length",
                                {{"positions", std::to_string(q.shape.max_positions)}}});
  return std::nullopt;
}

std::optional<Error> validate_serve(const Catalog&, Question& q) {
  const ServeSpec& s = q.scenario.serve;
  const std::string tokens = std::to_string(s.input_tokens);
  if (s.cached_tokens > s.input_tokens)
    return conflict("/serve/cached_tokens",
                    "cached_tokens are part of input_tokens (" + tokens + ") and cannot exceed them.",
                    {{"input", tokens}});
  if (s.image_tokens > s.input_tokens)
    return conflict("/serve/image_tokens",
                    "image_tokens are part of input_tokens (" + tokens + ") and cannot exceed them.",
                    {{"input", tokens}});
  note_images(q, s.image_tokens, "/serve/image_tokens");
  const Count needed = s.input_tokens + s.output_tokens;
  if (*s.context_length < needed)
    return conflict("/serve/context_length",
                    "A request of input and output needs a context of at least " + std::to_string(needed) + " tokens.",
                    {{"needed", std::to_string(needed)}});
  note_format(q);
  if (q.shape.max_positions > 0 && *s.context_length > q.shape.max_positions)
    q.scenario.notes.push_back({"beyond-positions",
                                "The context is longer than the " + std::to_string(q.shape.max_positions) +
                                    " positions the model was made for.",
                                "/serve/context_length",
                                {{"positions", std::to_string(q.shape.max_positions)}}});
  return std::nullopt;
}

Count heads_of(const ModelShape& shape) {
  Count heads = 0;
  for (const LayerShape& kind : shape.kinds)
    if (kind.heads > 0 && (heads == 0 || kind.heads < heads)) heads = kind.heads;
  return heads;
}

std::string text(Count n) { return std::to_string(n); }

std::optional<Error> validate_degrees(Question& q, const ParallelSpec& p) {
  const Count tp = p.tp.value_or(1), pp = p.pp.value_or(1);
  const Count heads = heads_of(q.shape);
  // Engines that compile the model pad its heads to the cores (AWS Neuron documentation, NxD Inference).
  const Engine engine = q.scenario.serve.engine_or_usual();
  const bool pads_heads = q.scenario.task == Task::serve && (engine == Engine::neuron || engine == Engine::maxtext);
  if (tp > 1 && heads > 0 && heads % tp != 0 && !pads_heads)
    q.scenario.notes.push_back(
        {"tp-splits-heads",
         "Tensor parallelism of " + text(tp) + " does not divide the model's " + text(heads) +
             " attention heads; Megatron and vLLM refuse that, compilers pad the heads. Split evenly here.",
         "/hardware/parallel/tp",
         {{"tp", text(tp)}, {"heads", text(heads)}}});
  if (pp > 1 && q.shape.layers > 0 && pp > q.shape.layers)
    return conflict(
        "/hardware/parallel/pp",
        "A pipeline of " + text(pp) + " stages needs as many layers; the model has " + text(q.shape.layers) + ".",
        {{"pp", text(pp)}, {"layers", text(q.shape.layers)}});
  if (p.ep.value_or(1) > 1 && !q.shape.is_moe())
    return conflict("/hardware/parallel/ep", "Expert parallelism needs a mixture-of-experts model.");
  return std::nullopt;
}

// bitsandbytes replaces whole modules; Megatron's and PyTorch's tensor parallelism split plain ones.
void note_kbit_split(Question& q, const ParallelSpec& p) {
  const TrainSpec& t = q.scenario.train;
  const FormatClass cls = format_info(t.weights).cls;
  const bool kbit = cls == FormatClass::bitsandbytes4 || t.weights == WeightFormat::int8;
  if (q.scenario.task != Task::train || !kbit || p.tp.value_or(1) * p.pp.value_or(1) == 1) return;
  q.scenario.notes.push_back({"kbit-split",
                              "No training framework splits bitsandbytes layers by tensors or stages; FSDP, ZeRO-3 or "
                              "layers placed on devices in turn hold them. Split evenly here.",
                              "/hardware/parallel",
                              {{"weights", std::string(to_string(t.weights))}}});
}

void note_zero_with_pipeline(Question& q, const ParallelSpec& p) {
  if (q.scenario.task == Task::train && p.pp.value_or(1) > 1 && p.zero.value_or(0) >= 2)
    q.scenario.notes.push_back(
        {"zero-with-pipeline",
         "DeepSpeed and Megatron run pipelines with ZeRO-1 at most; ZeRO-" + text(*p.zero) +
             " gathers weights or scatters gradients for every micro-batch (FSDP2 in torchtitan does so).",
         "/hardware/parallel/zero",
         {{"zero", text(*p.zero)}}});
}

}  // namespace

std::optional<Error> validate_task(const Catalog& catalog, Question& q) {
  return q.scenario.task == Task::train ? validate_train(catalog, q) : validate_serve(catalog, q);
}

std::optional<Error> validate_parallel(Question& q, Count count) {
  if (!q.scenario.hardware) return std::nullopt;
  ParallelSpec& p = q.scenario.hardware->parallel;
  if (std::optional<Error> e = validate_degrees(q, p)) return e;
  const Count inner = p.tp.value_or(1) * p.pp.value_or(1) * p.cp.value_or(1) * p.layer_split.value_or(1);
  if (count % inner != 0)
    return conflict("/hardware/parallel",
                    "tp x pp x cp = " + text(inner) + " does not divide the " + text(count) + " devices.",
                    {{"inner", text(inner)}, {"count", text(count)}});
  const bool all_fixed = p.tp && p.pp && (p.cp || q.scenario.task == Task::serve);
  if (p.dp && *p.dp * inner != count && (all_fixed || count % (*p.dp * inner) != 0)) {
    q.scenario.notes.push_back({"dp-from-devices",
                                "dp x tp x pp x cp = " + text(*p.dp * inner) + " is not the " + text(count) +
                                    " devices; launchers derive dp from the world size, so dp is " +
                                    text(count / inner) + ".",
                                "/hardware/parallel/dp",
                                {{"given", text(*p.dp)}, {"dp", text(count / inner)}, {"count", text(count)}}});
    p.dp = count / inner;
  }
  const Count ranks = count / inner * p.cp.value_or(1);
  if (p.shard && ranks % *p.shard != 0)
    return conflict("/hardware/parallel/shard",
                    "Groups of " + text(*p.shard) + " do not divide the " + text(ranks) + " data-parallel ranks.",
                    {{"shard", text(*p.shard)}, {"ranks", text(ranks)}});
  if (p.shard && (q.scenario.task == Task::serve || p.zero == 0))
    q.scenario.notes.push_back({"shard-unused",
                                "Shard groups divide what ZeRO 1 to 3 (FSDP) shards; nothing is sharded here, and "
                                "hardware.parallel.shard is ignored.",
                                "/hardware/parallel/shard",
                                {}});
  note_zero_with_pipeline(q, p);
  note_kbit_split(q, p);
  return std::nullopt;
}

void note_format(Question& q) {
  const ServeSpec& s = q.scenario.serve;
  if (!s.engine) return;
  const FormatClass cls = format_info(s.weights).cls;
  const bool gguf = cls == FormatClass::gguf;
  if (gguf && s.engine != Engine::llama_cpp && s.engine != Engine::generic)
    q.scenario.notes.push_back({"gguf-engine",
                                "GGUF weights are llama.cpp's; other engines read them experimentally or not at all.",
                                "/serve/engine",
                                {{"engine", std::string(to_string(*s.engine))}}});
  if (s.engine == Engine::llama_cpp && !gguf && cls != FormatClass::plain && s.weights != WeightFormat::mxfp4)
    q.scenario.notes.push_back({"gguf-only",
                                "llama.cpp reads GGUF files, which hold no " + std::string(to_string(s.weights)) +
                                    " weights; q8_0 or q4_k_m are the nearest. Counted as if they did.",
                                "/serve/weights",
                                {{"weights", std::string(to_string(s.weights))}}});
}

}  // namespace gpusel
