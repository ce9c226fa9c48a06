#include "core/plan/label.hpp"

#include <algorithm>

#include "core/domain/digits.hpp"
#include "core/plan/limits.hpp"

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
    {"other-device", "other hardware"},
};

std::string text(Count n) { return std::to_string(n); }

// The limit of a code "limit-max_watts"; null: another kind of code.
const Limit* limit_in(std::string_view code) {
  constexpr std::string_view prefix = "limit-";
  return code.substr(0, prefix.size()) == prefix ? limit_of(code.substr(prefix.size())) : nullptr;
}

bool starts(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

std::string set_label(std::string_view code, const LabelArgs& args) {
  const auto is = [&](const char* label, const char* name) { return label + grouped(argument(args, name)); };
  if (starts(code, "micro-batch")) return is("Micro-batch: ", "micro_batch") + is(", accumulation: ", "accumulation");
  if (starts(code, "optimizer")) return is("Optimizer: ", "optimizer");
  if (starts(code, "weights")) return is("Weights: ", "weights");
  if (code == "shorter-sequence") return is("Sequence length: ", "tokens");
  if (code == "kv-8bit") return is("KV cache: ", "kv_cache");
  if (code == "fewer-requests") return is("Requests at once: ", "requests");
  if (code == "context-shorter") return is("Context reserved: ", "context");
  return {};
}

void add(LabelArgs& args, const char* name, std::string value) {
  if (argument(args, name).empty()) args.emplace_back(name, std::move(value));
}

}  // namespace

bool lifts_limits(std::string_view code) { return code == "lift-limit" || code == "lift-limits"; }

bool is_several(std::string_view code) { return code == "combined" || code == "nearest" || lifts_limits(code); }

std::string argument(const LabelArgs& args, std::string_view name) {
  for (const auto& [key, value] : args)
    if (key == name) return value;
  return {};
}

LabelArgs label_args(std::string_view code, LabelArgs args, const Scenario& after) {
  const TrainSpec& t = after.train;
  const ServeSpec& s = after.serve;
  if (is_several(code)) {
    for (std::string_view one : split_codes(argument(args, "codes"))) args = label_args(one, std::move(args), after);
  } else if (starts(code, "micro-batch")) {
    add(args, "micro_batch", text(t.micro_batch));
    add(args, "accumulation", text(t.gradient_accumulation));
  } else if (starts(code, "optimizer")) {
    add(args, "optimizer", std::string(to_string(t.optimizer)));
  } else if (starts(code, "weights")) {
    add(args, "weights", std::string(to_string(s.weights)));
  } else if (code == "shorter-sequence") {
    add(args, "tokens", text(t.sequence_length));
  } else if (code == "kv-8bit" && s.kv_cache) {
    add(args, "kv_cache", std::string(to_string(*s.kv_cache)));
  } else if (code == "fewer-requests" && s.concurrency) {
    add(args, "requests", text(*s.concurrency));
  } else if (code == "context-shorter" && s.context_length) {
    add(args, "context", text(*s.context_length));
  } else if (code == "max-count") {
    add(args, "max_count", text(after.goal.max_count));
  } else if (code == "device-count" && after.hardware) {
    add(args, "count", text(after.hardware->count));
  } else if (const Limit* limit = limit_in(code)) {
    const std::optional<double> value = after.goal.*limit->member;
    add(args, limit->code.data(), value ? limit->text(*value) : "");
  }
  return args;
}

std::vector<std::string> split_codes(std::string_view codes) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < codes.size();) {
    const std::size_t end = std::min(codes.find(", ", at), codes.size());
    out.emplace_back(codes.substr(at, end - at));
    at = end + 2;
  }
  return out;
}

std::string change_label(std::string_view code, const LabelArgs& args, const Scenario& after) {
  for (const Name& n : fixed_names)
    if (n.code == code) return std::string(n.text);
  if (code == "power-limit") return "Power limit: " + grouped(argument(args, "watts")) + " W a device";
  if (code == "max-count") return "up to " + grouped(text(after.goal.max_count)) + " devices";
  if (code == "more-devices" || code == "device-count") return grouped(argument(args, "count")) + " devices";
  if (code == "bigger-device") return "Use " + argument(args, "name");
  if (const Limit* limit = limit_in(code)) return limit->name_text(after.goal.*limit->member);
  if (is_several(code)) {
    std::string all;
    for (const std::string& part : split_codes(argument(args, "codes"))) {
      const std::string one = change_label(part, {}, after);
      // Two steps of one setting (half the micro-batch, half again) have one end.
      if (all.find(one) == std::string::npos) all += (all.empty() ? "" : " + ") + one;
    }
    return all;
  }
  const std::string label = set_label(code, label_args(code, {}, after));
  return label.empty() ? std::string(code) : label;
}

}  // namespace gpusel
