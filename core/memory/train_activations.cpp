#include "core/memory/train_activations.hpp"

#include <algorithm>

#include "core/memory/adapters.hpp"

namespace gpusel {
namespace {

using R = LinearRole;

// Everything the ops of one layer need to know, per tensor-parallel device.
struct Widths {
  double h;             // hidden, divided by t under sequence parallelism
  double q, k, v, out;  // query, key, value, attention output
  double heads;
  double f;  // dense MLP width
};

double d(Count n) { return static_cast<double>(n); }

bool is_attention_mixer(Mixer m) {
  return m != Mixer::none && m != Mixer::mamba1 && m != Mixer::mamba2 && m != Mixer::linear;
}

Widths widths(const TrainSetup& s, const LayerShape& layer) {
  Widths w{};
  w.h = d(s.m->hidden) / (s.sequence_parallel ? s.tp : 1.0);
  w.heads = d(layer.heads) / s.tp;
  double kv_heads = std::max(d(layer.kv_heads) / s.tp, layer.kv_heads > 0 ? 1.0 : 0.0);
  double dk = d(layer.head_dim), dv = d(layer.v_head_dim > 0 ? layer.v_head_dim : layer.head_dim);
  if (layer.mixer == Mixer::mla) {
    dk = d(layer.nope_head_dim + layer.rope_head_dim);
    kv_heads = w.heads;
  }
  // Eager and sdpa code repeats keys and values to the query heads; flash kernels read them as they are.
  if (s.t->attention != Attention::flash) kv_heads = w.heads;
  w.q = w.heads * dk;
  w.k = kv_heads * dk;
  w.v = kv_heads * dv;
  w.out = w.heads * dv;
  w.f = d(layer.mlp_width) / s.tp;
  return w;
}

// Bytes an element of an RMSNorm's input keeps: an fp32 copy (the residual itself where that is fp32), normalised
// values if trained.
double norm_bytes(const TrainSetup& s) {
  if (s.m->layer_norm) return s.residual;
  if (s.t->compile) return 0;
  if (s.fused && !s.lora) return s.residual;
  return 4 + (s.lora ? 0 : s.width);
}

double norms_bytes(const TrainSetup& s, const LayerShape& layer, const Widths& w) {
  double bytes = layer.norms * norm_bytes(s) * w.h;
  const double wide = layer.norms * d(s.m->hidden) * (s.m->layer_norm ? 2.0 : 1.0);
  if (layer.mixer == Mixer::mla)
    bytes += norm_bytes(s) * d(layer.q_lora_rank + layer.kv_lora_rank);
  else if (is_attention_mixer(layer.mixer) && d(layer.norm_parameters) > wide)
    bytes += norm_bytes(s) * (w.q + w.k);  // qk-norm
  return bytes;
}

// Input copies of the adapted linears of some roles: under autocast every fp32 adapter casts its input anew, else they
// share it.
struct AdapterInputs {
  double copies = 0;  // input copies saved, in units of the input at the compute dtype
  double inner = 0;   // rank-wide intermediates, elements
};

AdapterInputs adapter_inputs(const TrainSetup& s, const LayerShape& layer, std::initializer_list<R> roles) {
  AdapterInputs a;
  for (const LinearShape& linear : layer.linears) {
    if (std::find(roles.begin(), roles.end(), linear.role) == roles.end() || !is_adapted(linear, s.t->lora)) continue;
    a.copies += 1;
    a.inner += d(s.t->lora.rank) * std::max(1.0, linear.copies > 1 ? linear.active : 1.0);
  }
  if (s.f->lora_dropout)
    a.copies *= 1 + 1 / s.linear_in;  // the dropped-out copy and its one-byte mask, each module its own
  else if (a.copies > 1 && !s.autocast)
    a.copies = 1;
  return a;
}

bool has_role(const LayerShape& layer, R role) {
  for (const LinearShape& linear : layer.linears)
    if (linear.role == role) return true;
  return false;
}

double total_out(const TrainSetup& s, const LayerShape& layer, R role) {
  double sum = 0;
  for (const LinearShape& linear : layer.linears)
    if (linear.role == role) sum += d(linear.out) / (linear.replicated ? 1.0 : s.tp);
  return sum;
}

double total_in(const TrainSetup& s, const LayerShape& layer, R role) {
  double sum = 0;
  for (const LinearShape& linear : layer.linears)
    if (linear.role == role) sum += d(linear.in) / (linear.replicated || !linear.row_parallel ? 1.0 : s.tp);
  return sum;
}

void add_mixer_inputs(SavedBytes& b, const TrainSetup& s, const LayerShape& layer, const Widths& w) {
  const double latent = d(layer.q_lora_rank + layer.kv_lora_rank);
  if (!s.lora) {
    b.mixer_inputs += s.linear_in * (w.h + latent);
    return;
  }
  const AdapterInputs on_h = adapter_inputs(s, layer, {R::q, R::k, R::v, R::qkv, R::q_down, R::kv_down, R::mixer_in});
  const AdapterInputs on_latent = adapter_inputs(s, layer, {R::q_up, R::kv_up});
  b.mixer_inputs += s.linear_in * (w.h * on_h.copies + (on_latent.copies > 0 ? latent : 0));
  b.adapters += s.width * (on_h.inner + on_latent.inner);
}

void add_attention(SavedBytes& b, const TrainSetup& s, const LayerShape& layer, const Widths& w) {
  const double out_in =
      s.lora ? 0 : (s.linear_in < s.width ? s.linear_in : 0);  // fp8: a narrow copy beside the kernel's own
  const AdapterInputs o = s.lora ? adapter_inputs(s, layer, {R::o}) : AdapterInputs{};
  b.adapters += s.width * o.inner;
  b.mixer_output += out_in * w.out + (s.autocast || s.f->lora_dropout ? s.linear_in * w.out * o.copies : 0);
  if (s.t->attention == Attention::eager) {
    // Softmax output; its 16-bit copy and fp32 input in transformers, mask and dropout of it in Megatron's fused
    // kernel.
    const bool fused = s.f->fused_softmax;
    b.scores = (fused ? 5.0 : 2.0 + 2.0 * s.width) * w.heads * s.length;
    b.attention = s.width * (w.q + w.k + w.v) + (s.lora && o.copies == 0 ? 0 : s.width * w.out);
    // Megatron's softmax writes its gradient over the dropout's; eager code holds a gradient for each saved copy.
    const double scores_flight = fused ? 2.0 * w.heads * s.length : b.scores;
    b.mixer_flight = scores_flight + s.width * (w.q + w.k + w.v + w.out);
    return;
  }
  b.attention = s.width * (w.q + w.k + w.v + w.out) + 4 * w.heads;
  // The value is a view: the fused projection's whole storage stays beside the rotated query and key.
  if (s.f->fused_qkv && layer.kv_heads == layer.heads && layer.mixer != Mixer::mla)
    b.attention += s.width * (w.q + w.k);
  b.mixer_flight = s.width * (w.q + w.k + w.v + 2 * w.out) + s.residual * w.h;
}

// Mamba, gated DeltaNet: projections, convolution output, scan inputs and output, gated norm, output projection's
// input.
void add_recurrent(SavedBytes& b, const TrainSetup& s, const LayerShape& layer) {
  const double projected = total_out(s, layer, R::mixer_in), inner = total_in(s, layer, R::mixer_out);
  const AdapterInputs out = s.lora ? adapter_inputs(s, layer, {R::mixer_out}) : AdapterInputs{};
  b.attention = s.width * (2 * projected + inner) + 4 * inner;
  b.mixer_output = s.lora ? s.linear_in * inner * out.copies : s.linear_in * inner;
  b.adapters += s.width * out.inner;
  b.mixer_flight = s.width * (projected + 2 * inner);
}

// f-wide tensors of a gated or plain MLP over `times` copies of each token.
double mlp_bytes(const TrainSetup& s, double h, double f, bool gated, double in_copies, double down_copies) {
  if (!s.lora) {
    const double wide = gated ? (s.fused || s.t->compile ? 2.0 : 3.0) : 1.0;
    return s.linear_in * h + (wide * s.width + s.linear_in) * f;
  }
  const double wide = gated ? (s.t->compile ? 2.0 : 3.0) : 1.0;
  return s.linear_in * h * in_copies + wide * s.linear_out * f + s.linear_in * f * down_copies;
}

double flight_bytes(const TrainSetup& s, double h, double f, bool gated) {
  return s.residual * h + (gated ? 3.0 : 2.0) * s.linear_out * f;
}

void add_dense_mlp(SavedBytes& b, const TrainSetup& s, const LayerShape& layer, const Widths& w, double f, bool gated,
                   R gate, R up, R down) {
  const AdapterInputs in = s.lora ? adapter_inputs(s, layer, {gate, up, R::gate_up}) : AdapterInputs{};
  const AdapterInputs out = s.lora ? adapter_inputs(s, layer, {down}) : AdapterInputs{};
  b.mlp += mlp_bytes(s, w.h, f, gated, in.copies, out.copies);
  if (layer.parallel_block && !s.lora) b.mlp -= s.linear_in * w.h;  // attention and MLP read one tensor
  b.adapters += s.width * (in.inner + out.inner);
  b.mlp_flight += flight_bytes(s, w.h, f, gated);
}

void add_moe(SavedBytes& b, const TrainSetup& s, const LayerShape& layer, const Widths& w) {
  const double k = d(layer.experts_per_token);
  const double f = d(layer.expert_width) / s.tp;
  const bool gated = has_role(layer, R::expert_gate) || s.m->gated_mlp;
  const AdapterInputs in = s.lora ? adapter_inputs(s, layer, {R::expert_gate, R::expert_up}) : AdapterInputs{};
  const AdapterInputs out = s.lora ? adapter_inputs(s, layer, {R::expert_down}) : AdapterInputs{};
  b.mlp +=
      d(layer.experts) * (s.width + 4) + k * mlp_bytes(s, w.h, f, gated, in.copies, out.copies) + k * s.width * w.h;
  b.adapters += s.width * (in.inner + out.inner);
  // Experts run one after another: gradients in flight are those of one expert's share of the tokens.
  b.mlp_flight += k / std::max(1.0, d(layer.experts)) * flight_bytes(s, w.h, f, gated) + s.residual * w.h;
  if (layer.shared_width > 0)
    add_dense_mlp(b, s, layer, w, d(layer.shared_width) / s.tp, true, R::shared_gate, R::shared_up, R::shared_down);
  if (layer.mlp_width > 0 && has_role(layer, R::down))
    add_dense_mlp(b, s, layer, w, w.f, s.m->gated_mlp, R::gate, R::up, R::down);
}

void scale(SavedBytes& b, double k) {
  for (double* x : {&b.norms, &b.mixer_inputs, &b.attention, &b.scores, &b.mixer_output, &b.mlp, &b.adapters}) *x *= k;
}

}  // namespace

SavedBytes saved_bytes_per_token(const TrainSetup& s, const LayerShape& layer) {
  const Widths w = widths(s, layer);
  SavedBytes b;
  b.norms = norms_bytes(s, layer, w);
  if (is_attention_mixer(layer.mixer)) {
    add_mixer_inputs(b, s, layer, w);
    add_attention(b, s, layer, w);
  } else if (layer.mixer != Mixer::none) {
    add_mixer_inputs(b, s, layer, w);
    add_recurrent(b, s, layer);
  }
  if (layer.mlp == Mlp::moe)
    add_moe(b, s, layer, w);
  else if (layer.mlp != Mlp::none)
    add_dense_mlp(b, s, layer, w, w.f, layer.mlp == Mlp::gated, R::gate, R::up, R::down);
  if (s.quantised && s.f->quantised_saved_factor != 1) scale(b, s.f->quantised_saved_factor);
  return b;
}

double selective_bytes_per_token(const TrainSetup& s, const LayerShape& layer, const SavedBytes& saved) {
  const Widths w = widths(s, layer);
  double kept = 0;
  if (s.f->selective == SelectivePolicy::attention_core) {
    kept = saved.total() - saved.scores;  // only the attention core is recomputed
  } else if (s.f->selective == SelectivePolicy::half_products) {
    double outs = 0;  // attention output and every second matmul output
    for (const LinearShape& linear : layer.linears)
      outs += d(linear.out) * std::max(1.0, linear.active) / (linear.replicated || linear.row_parallel ? 1.0 : s.tp);
    kept = s.residual * w.h + s.width * w.out + 4 * w.heads + s.width * outs / 2;
  } else {
    const double f =
        layer.mlp == Mlp::moe ? d(layer.experts_per_token * layer.expert_width + layer.shared_width) / s.tp : w.f;
    kept = s.residual * w.h + saved.attention + s.width * w.h + (layer.mlp == Mlp::plain ? 1.0 : 2.0) * s.width * f;
  }
  return std::min(kept, saved.total());
}

double checkpoint_bytes_per_token(const TrainSetup& s) {
  return s.residual * static_cast<double>(s.m->hidden) / (s.sequence_parallel ? s.tp : 1.0);
}

double live_bytes_per_token(const SavedBytes& saved) {
  return std::max(saved.total() + saved.mlp_flight, saved.total() - saved.mlp + saved.mixer_flight);
}

}  // namespace gpusel
