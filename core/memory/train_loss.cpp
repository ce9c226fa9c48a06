#include "core/memory/train_loss.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gpusel {
namespace {

// Modelling code that keeps its own loss: shift, contiguous copy, no upcast of 16-bit logits.
bool has_old_loss_code(const ModelShape& m) {
  static constexpr std::array<std::string_view, 6> types{"gpt_bigcode", "gpt2", "bloom", "gpt_neox", "gptj", "falcon"};
  return std::find(types.begin(), types.end(), m.model_type) != types.end();
}

// Granite divides its logits by a constant: the upcast copy replaces the 16-bit one (fms-acceleration rows: 12.4
// bytes).
bool frees_16bit_logits(const ModelShape& m) { return m.model_type.rfind("granite", 0) == 0; }

double full_logit_bytes(const TrainSetup& s) {
  const FrameworkFacts& f = *s.f;
  const bool autocast = s.lora || s.autocast;  // adapters in fp32 make the trainer run under autocast
  double b = autocast ? f.logits_bytes : f.logits_bytes_pure;
  if (has_old_loss_code(*s.m)) b = autocast ? f.old_code_logits_bytes : f.old_code_logits_bytes_pure;
  if ((s.t->compile || frees_16bit_logits(*s.m)) && b > 12)
    b -= 2;  // the 16-bit logits and their upcast become one kernel
  return b;
}

double logit_bytes(const TrainSetup& s) {
  const FrameworkFacts& f = *s.f;
  switch (s.t->loss) {
    case Loss::full:
      return full_logit_bytes(s);
    case Loss::in_place:
      return std::min(f.in_place_logits_bytes, full_logit_bytes(s));
    case Loss::chunked: {
      const double chunks = std::max(1.0, static_cast<double>(f.loss_chunks));
      return std::min(f.chunk_held_bytes + (s.t->compile ? 2 : 12) / chunks, full_logit_bytes(s));
    }
    case Loss::fused:
      return 0;
  }
  return f.logits_bytes;
}

// The reference model's log-probabilities are computed while the policy's graph is alive.
double reference_logit_bytes(const TrainSetup& s) {
  const bool compares = s.t->objective == Objective::dpo || s.t->objective == Objective::kto;
  return compares && s.t->loss == Loss::full ? 6 : 0;
}

}  // namespace

double upcast_logit_bytes(const TrainSetup& s) { return frees_16bit_logits(*s.m) ? 12 : 14; }

LossBytes loss_bytes(const TrainSetup& s) {
  LossBytes b;
  const double h = static_cast<double>(s.m->hidden), vocab = static_cast<double>(s.m->vocab) / s.tp;
  b.hidden = (s.fused ? 4.0 : 6.0) * h * s.tokens;
  if (!s.m->has_head || s.t->objective == Objective::reward || vocab <= 0) return b;
  b.elements = s.tokens * vocab;
  b.per_logit = logit_bytes(s) + reference_logit_bytes(s);
  if (s.t->loss == Loss::fused) {
    // Liger's chunk: T / ceil(V / h) tokens, so that the workspace is about the size of the hidden states.
    const double chunk = s.tokens / std::max(1.0, std::ceil(vocab / std::max(h, 1.0)));
    b.workspace = 14 * vocab * chunk;
    b.hidden = std::min(b.hidden, 2 * s.width * h * s.tokens);
  }
  return b;
}

bool loss_holds_head_gradient(const TrainSetup& s) { return !s.lora && s.t->loss == Loss::fused && s.m->has_head; }

}  // namespace gpusel
