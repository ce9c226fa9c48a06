#include "core/plan/label.hpp"

#include <algorithm>

namespace gpusel {
namespace {

struct Name {
  std::string_view code, text;
};
constexpr Name fixed_names[] = {
    {"qlora", "QLoRA (nf4)"},
    {"lora", "LoRA in place of full"},
    {"loss-fused", "Loss: fused"},
    {"loss-chunked", "Loss: chunked"},
    {"attention-flash", "Attention: flash"},
    {"checkpointing-full", "Recompute: full"},
    {"checkpointing-none", "Recompute: none"},
    {"checkpointing-selective", "Recompute: selective"},
    {"recipe-pure", "Pure 16-bit training"},
    {"fewer-adapters", "One adapter at a time"},
    {"kernels-fused", "Fused kernels"},
    {"offload-optimizer", "Optimizer states in host memory"},
    {"offload-weights", "Weights streamed from host memory"},
    {"layout-best", "The planner's own layout"},
    {"other-dtype", "Another compute precision"},
};

std::string text(Count n) { return std::to_string(n); }

std::string argument(const std::vector<std::pair<std::string, std::string>>& args, std::string_view name) {
  for (const auto& [key, value] : args)
    if (key == name) return value;
  return {};
}

std::string set_label(std::string_view code, const Scenario& after) {
  const TrainSpec& t = after.train;
  const ServeSpec& s = after.serve;
  if (code.rfind("micro-batch", 0) == 0)
    return "Micro-batch: " + text(t.micro_batch) + ", accumulation: " + text(t.gradient_accumulation);
  if (code.rfind("optimizer", 0) == 0) return "Optimizer: " + std::string(to_string(t.optimizer));
  if (code == "shorter-sequence") return "Sequence length: " + text(t.sequence_length);
  if (code.rfind("weights", 0) == 0) return "Weights: " + std::string(to_string(s.weights));
  if (code == "kv-8bit" && s.kv_cache) return "KV cache: " + std::string(to_string(*s.kv_cache));
  if (code == "fewer-requests" && s.concurrency) return "Requests at once: " + text(*s.concurrency);
  if (code == "context-shorter" && s.context_length) return "Context reserved: " + text(*s.context_length);
  return {};
}

}  // namespace

std::string change_label(std::string_view code, const std::vector<std::pair<std::string, std::string>>& args,
                         const Scenario& after) {
  for (const Name& n : fixed_names)
    if (n.code == code) return std::string(n.text);
  if (code == "power-limit") return "Power limit: " + argument(args, "watts") + " W a device";
  if (code == "more-devices") return argument(args, "count") + " devices";
  if (code == "bigger-device") return "Use " + argument(args, "name");
  if (code == "combined") {
    std::string all;
    const std::string codes = argument(args, "codes");
    for (std::size_t at = 0; at < codes.size();) {
      const std::size_t end = std::min(codes.find(", ", at), codes.size());
      const std::string one = change_label(std::string_view(codes).substr(at, end - at), {}, after);
      // Two steps of one setting (half the micro-batch, half again) have one end.
      if (all.find(one) == std::string::npos) all += (all.empty() ? "" : " + ") + one;
      at = end + 2;
    }
    return all;
  }
  const std::string label = set_label(code, after);
  return label.empty() ? std::string(code) : label;
}

}  // namespace gpusel
