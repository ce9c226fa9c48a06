#include "core/memory/train_notes.hpp"

#include <cstdio>
#include <string>

#include "core/memory/train_intervals.hpp"

namespace gpusel {
namespace {

std::string gib(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", bytes / 1073741824.0);
  return text;
}

std::string framework_name(const TrainSetup& s) { return std::string(to_string(s.t->framework)); }

void note_kbit(MemoryReport& r, const TrainSetup& s) {
  if (!s.quantised) return;
  if (s.fp32_frozen)
    r.assumptions.push_back(
        {"kbit-upcast",
         "prepare_model_for_kbit_training casts norms, embedding and head to fp32, and the residual "
         "stream with them.",
         "/train/framework",
         {}});
  else
    r.assumptions.push_back({"kbit-16bit",
                             "Norms, embedding and head of the quantised model stay in 16 bit in " + framework_name(s) +
                                 "; stock transformers casts them to fp32.",
                             "/train/framework",
                             {{"framework", framework_name(s)}}});
}

// transformers 5 holds all experts of a layer as one tensor, which bitsandbytes does not replace.
void note_experts(MemoryReport& r, const TrainSetup& s) {
  const WeightFormat w = s.t->weights;
  const bool bitsandbytes = w == WeightFormat::nf4 || w == WeightFormat::fp4 || w == WeightFormat::int8;
  if (!s.quantised || !bitsandbytes || !s.m->is_moe()) return;
  r.warnings.push_back({"kbit-experts",
                        "The experts are taken as quantised too. transformers 5 holds them as one tensor, which "
                        "bitsandbytes leaves in 16 bit unless the framework quantises it itself (axolotl: "
                        "quantize_moe_experts).",
                        "/train/weights",
                        {}});
}

void note_paged(MemoryReport& r, const StageMemory& m) {
  if (m.bytes.paged <= 0) return;
  const double beside = r.reserved.estimate.number() + m.bytes.paged;
  if (beside <= r.usable.number()) return;
  r.warnings.push_back({"paged-may-spill",
                        "The paged optimizer's " + gib(m.bytes.paged) +
                            " GiB of states do not all fit beside the rest: a part lives in host memory, and each step "
                            "waits for it.",
                        "/train/optimizer",
                        {{"x", gib(m.bytes.paged)}}});
}

void note_unmeasured(MemoryReport& r, const TrainSetup& s) {
  const Accelerator& a = s.c->accelerator();
  const auto warn = [&](const char* code, std::string message, const char* pointer, std::string_view key,
                        std::string value) {
    r.warnings.push_back({code, std::move(message), pointer, {{std::string(key), std::move(value)}}});
  };
  if (!has_measured_framework(s))
    warn("memory-framework-unmeasured",
         "No measured memory of " + framework_name(s) + " stands behind this: the interval is wider.",
         "/train/framework", "framework", framework_name(s));
  if (a.vendor != "NVIDIA")
    warn("memory-family-unmeasured",
         "No measured training memory on " + a.vendor + " devices stands behind this: the interval is wider.",
         "/hardware/accelerator", "vendor", a.vendor);
  if (s.linear_in < s.width)
    warn("memory-fp8-unmeasured", "No measured run trains in 8 bit or less: the interval of memory is wider.",
         "/train/compute", "compute", std::string(to_string(s.t->compute)));
}

}  // namespace

void note_memory(MemoryReport& r, const TrainSetup& s, const StageMemory& m) {
  note_kbit(r, s);
  note_experts(r, s);
  note_paged(r, m);
  note_unmeasured(r, s);
}

}  // namespace gpusel
