#include "core/memory/train_states.hpp"

#include <algorithm>

namespace gpusel {
namespace {

constexpr double eight_bit = 1.0 + 4.0 / 256.0;
constexpr double min_8bit_elements = 4096;

double states_per_element(Optimizer o, double state) {
  switch (o) {
    case Optimizer::adamw:
    case Optimizer::paged_adamw:
      return 2 * state;
    case Optimizer::adamw_8bit:
    case Optimizer::paged_adamw_8bit:
      return 2 * eight_bit;
    case Optimizer::sgd:
      return 0;
    case Optimizer::sgd_momentum:
    case Optimizer::lion:
    case Optimizer::muon:
      return state;
    case Optimizer::adafactor:
    case Optimizer::galore_adamw:
      return 2 * state;  // of vectors; matrices have their own formula
  }
  return 2 * state;
}

bool is_8bit(Optimizer o) { return o == Optimizer::adamw_8bit || o == Optimizer::paged_adamw_8bit; }

}  // namespace

bool is_paged(Optimizer o) { return o == Optimizer::paged_adamw || o == Optimizer::paged_adamw_8bit; }

double matrix_state_bytes(const TrainSetup& s, double in, double out, double elements, bool hidden) {
  const Optimizer o = s.t->optimizer;
  const double state = s.weights.state;
  if (in <= 0 || out <= 0) return 0;
  const double share = elements / (in * out);
  if (o == Optimizer::adafactor) return 4 * (in + out) * share;
  if (o == Optimizer::galore_adamw) {
    const double r = std::min(galore_rank, std::min(in, out));
    return std::min((2 * r * std::max(in, out) + r * std::min(in, out)) * state * share, 2 * state * elements);
  }
  if (o == Optimizer::muon && !hidden) return 2 * state * elements;
  return states_per_element(o, state) * elements;
}

double embedding_state_bytes(const TrainSetup& s, double rows, double width, double elements) {
  if (is_8bit(s.t->optimizer) && s.f->embedding_states_fp32) return 8 * elements;
  return matrix_state_bytes(s, rows, width, elements, false);
}

double vector_state_bytes(const TrainSetup& s, double elements) {
  const Optimizer o = s.t->optimizer;
  if (o == Optimizer::adafactor) return 4 * elements;
  if (o == Optimizer::muon) return 2 * s.weights.state * elements;
  if (is_8bit(o) && static_cast<double>(s.m->hidden) < min_8bit_elements) return 8 * elements;
  return states_per_element(o, s.weights.state) * elements;
}

double step_temporary_bytes(const TrainSetup& s, double trainable, double unsharded, double largest_matrix) {
  const Optimizer o = s.t->optimizer;
  if (s.c->scenario->hardware && s.c->scenario->hardware->offload != Offload::none)
    return 0;                                                // the step runs on the host
  if (o == Optimizer::adafactor) return 8 * largest_matrix;  // update and its square in fp32, one tensor at a time
  if (o == Optimizer::muon) return 3 * 2 * largest_matrix;   // Newton-Schulz in bf16
  const Recipe recipe = s.t->recipe.value_or(s.lora ? Recipe::amp : Recipe::pure);
  // DeepSpeed makes the shard's fp32 gradient for the step; without gradient sharding it also flattens all of them to
  // reduce. Its bf16 optimizer keeps fp32 gradients whole, and makes fp32 and 16-bit copies of the shard (fitted:
  // bigscience rows).
  if (recipe == Recipe::megatron) return s.f->fp32_gradient_step_bytes * trainable;
  if (recipe == Recipe::deepspeed) return 4 * trainable + (s.zero() < 2 ? 4 * unsharded : 0);
  // Multi-tensor AdamW materialises sqrt(v) of the whole group (torch/optim/adam.py).
  if (o == Optimizer::adamw && s.f->foreach_optimizer) return s.weights.state * trainable;
  return 0;
}

}  // namespace gpusel
