// Books the terms of one moment. Every term names its formula, so that a person can open any number.
#include <algorithm>

#include "core/domain/formats.hpp"
#include "core/memory/train_moments.hpp"
#include "core/memory/train_weights.hpp"

namespace gpusel {
namespace {

constexpr const char* autograd_source = "Korthikanti et al. 2022 (2205.05198) sec. 4, op by op";
constexpr const char* optimizer_source = "torch/optim/adam.py; Rajbhandari et al. 2020 (1910.02054)";

std::string n(double x) { return formula_number(x); }
std::string shard_text(double shards) { return shards > 1 ? " / " + n(shards) : ""; }

void book_weights(Ledger& l, const TrainSetup& s, const DeviceBytes& b) {
  const double shards = s.shard_if(s.gathered);
  const char* source =
      s.quantised ? "bitsandbytes/functional.py; Dettmers et al. 2023 (2305.14314)" : s.f->source.c_str();
  l.add(Part::weights, "weights.layers", b.weights_layers, [&] {
    if (!s.quantised) {
      const double width = s.lora ? unquantised_bytes(s) : s.weights.weight;
      return TermText{"P*bytes / (N*tp*pp)", formula_product({b.weights_layers / width, width}), source};
    }
    const double bits = 8 * frozen_matrix_bytes(*s.t, 4096, 4096, 1) / (4096.0 * 4096.0);
    return TermText{
        "linears*bits/8 / (N*tp*pp) + norms",
        formula_product({static_cast<double>(s.m->linear_parameters), bits}) + " / 8" + shard_text(shards * s.tp),
        source};
  });
  l.add(Part::weights, "weights.embedding", b.weights_input, [&] {
    return TermText{
        "V*h*bytes / (N*tp)",
        formula_product({static_cast<double>(s.m->vocab), static_cast<double>(s.m->hidden), embedding_bytes(s)}) +
            shard_text(shards * s.tp),
        s.f->source};
  });
  l.add(Part::weights, "weights.head", b.weights_output, [&] {
    return TermText{
        "V*h*bytes / (N*tp)",
        formula_product({static_cast<double>(s.m->vocab), static_cast<double>(s.m->hidden), head_bytes(s)}) +
            shard_text(shards * s.tp),
        s.f->source};
  });
  l.add(Part::weights, "weights.tower", b.weights_tower, [] { return TermText{}; });
  l.add(Part::weights, "weights.other_models", b.weights_extra_models, [&] {
    return TermText{"reference and reward models, frozen, 16 bit; value model", std::string(to_string(s.t->objective)),
                    "trl trainers"};
  });
  l.add(Part::adapters, "adapters.weights", b.adapters, [&] {
    return TermText{"A*bytes", formula_product({b.adapters / s.weights.weight, s.weights.weight}),
                    "Hu et al. 2021 (2106.09685); peft tuners_utils.py"};
  });
}

void book_resident(Ledger& l, const TrainSetup& s, const DeviceBytes& b) {
  book_weights(l, s, b);
  l.add(Part::optimizer, "optimizer.master", b.master, [&] {
    return TermText{"4*trainable / N", formula_product({b.trainable, s.weights.master}), optimizer_source};
  });
  l.add(Part::optimizer, "optimizer.states", b.states, [&] {
    return TermText{"states*trainable / N",
                    formula_product({b.trainable, b.states / std::max(b.trainable, 1.0)}) + " (" +
                        std::string(to_string(s.t->optimizer)) + ")",
                    optimizer_source};
  });
  l.add(Part::communication, "communication.buckets", b.buckets, [&] {
    return TermText{
        s.zero() == 0 ? "gradients copied into buckets" : "reduce bucket", n(b.buckets),
        s.zero() == 0 ? "torch DistributedDataParallel, gradient_as_bucket_view" : "DeepSpeed reduce_bucket_size"};
  });
  l.add(Part::workspace, "workspace.cublas", b.cublas, [&] {
    return TermText{"2 handles * workspace", n(b.cublas), "aten/src/ATen/cuda/CublasHandlePool.cpp"};
  });
}

void book_gradients(Ledger& l, const TrainSetup& s, double gradients) {
  l.add(Part::gradients, "gradients", gradients, [&] {
    return TermText{"trainable*bytes" + std::string(s.zero() >= 2 ? " / N" : ""),
                    formula_product({gradients / s.weights.gradient, s.weights.gradient}), optimizer_source};
  });
}

void book_saved(Ledger& l, const TrainSetup& s, const StageMemory& m, double saved) {
  const double layers = static_cast<double>(m.stage.end - m.stage.begin);
  l.add(Part::activations, s.t->checkpointing == Checkpointing::full ? "activations.checkpoints" : "activations.saved",
        saved, [&] {
          const double per = layers > 0 && s.tokens > 0 ? saved / (s.tokens * m.stage.in_flight) / layers : 0;
          std::string numbers = formula_product({s.tokens, layers, per});
          if (m.stage.in_flight > 1) numbers += " * " + n(m.stage.in_flight) + " micro-batches in flight";
          const bool full = s.t->checkpointing == Checkpointing::full;
          return TermText{full ? "bytes*h*L*T" : "saved a token and layer * L*T", numbers, autograd_source};
        });
  l.add(Part::activations, "activations.image_tower", m.bytes.tower_activations, [] {
    return TermText{"tower's saved tensors", "", autograd_source};
  });
}

void book_live(Ledger& l, const TrainSetup& s, const BackwardPoint& p) {
  l.add(Part::activations, "activations.live_layer", p.live, [&] {
    return TermText{"T*(norms + attention + MLP + gradients in flight)",
                    formula_product({s.tokens, p.live / std::max(s.tokens, 1.0)}), autograd_source};
  });
}

void book_logits(Ledger& l, const TrainSetup& s, const DeviceBytes& b) {
  const LossBytes& loss = b.loss;
  l.add(Part::logits, "logits.elements", loss.per_logit * loss.elements, [&] {
    return TermText{n(loss.per_logit) + "*V*T / tp",
                    formula_product({loss.per_logit, loss.elements / std::max(s.tokens, 1.0), s.tokens}), s.f->source};
  });
  l.add(Part::logits, "logits.workspace", loss.workspace, [&] {
    return TermText{"14*V*chunk", n(loss.workspace), "Liger fused_linear_cross_entropy"};
  });
  l.add(Part::logits, "logits.final_norm", loss.hidden, [&] {
    return TermText{"6*h*T", formula_product({loss.hidden / std::max(s.tokens, 1.0), s.tokens}), autograd_source};
  });
  l.add(Part::workspace, "workspace.head_dequantised", b.dequantised_head, [&] {
    return TermText{"2*V*h", n(b.dequantised_head), s.f->source};
  });
}

void book_gathered(Ledger& l, const TrainSetup& s, double gathered, double gradient) {
  const char* source = s.f->fsdp_generation == 0 ? "DeepSpeed stage3_max_live_parameters" : "PyTorch FSDP";
  l.add(Part::communication, "communication.gathered", gathered, [&] {
    return TermText{"gathered units * bytes", n(gathered), source};
  });
  l.add(Part::communication, "communication.unsharded_gradient", gradient, [&] {
    return TermText{"one unit's gradient", n(gradient), source};
  });
}

void book_parallel(Ledger& l, const DeviceBytes& b) {
  l.add(Part::communication, "communication.ring_attention", b.context_parallel, [&] {
    return TermText{"2*2*2*k*d*T/cp", n(b.context_parallel), "Liu et al. 2023 (2310.01889)"};
  });
  l.add(Part::communication, "communication.experts", b.expert_dispatch, [&] {
    return TermText{"2*t_k*T*2*h", n(b.expert_dispatch), "Megatron-LM moe token dispatcher"};
  });
}

void book_copies(Ledger& l, double copies) {
  l.add(Part::activations, "activations.weight_copies", copies, [&] {
    return TermText{"16-bit (8-bit) copies of weights", n(copies), "torch.autocast weight cache"};
  });
}

void book_backward(Ledger& l, const TrainSetup& s, const StageMemory& m, const BackwardPoint& p, bool at_end) {
  const DeviceBytes& b = m.bytes;
  book_saved(l, s, m, p.saved);
  book_live(l, s, p);
  book_gradients(l, s, s.persistent_gradients ? b.gradients : std::min(b.gradients, b.gradients_output + p.gradients));
  book_copies(l, s.t->checkpointing == Checkpointing::none && !at_end ? b.weight_copies_saved : b.weight_copies_layer);
  book_gathered(l, s, b.gathered.backward, b.gathered.gradient);
  book_parallel(l, b);
  l.add(Part::workspace, "workspace.dequantised", b.dequantised_layer, [&] {
    return TermText{"2*largest matrix", n(b.dequantised_layer), "bitsandbytes autograd/_functions.py MatMul4Bit"};
  });
  l.add(Part::activations, "activations.kept_by_fsdp",
        at_end ? 2 * b.kept_checkpoints - p.saved : b.kept_checkpoints - p.saved, [&] {
          return TermText{"2*L*C held to the end", n(b.kept_checkpoints),
                          "PyTorch FSDP1 hooks on frozen units; fms-acceleration rows"};
        });
}

void book_load(Ledger& l, const TrainSetup& s, const DeviceBytes& b) {
  book_weights(l, s, b);
  if (s.quantised)
    l.add(Part::workspace, "workspace.loader", 2 * b.largest_tensor, [&] {
      return TermText{"2*largest tensor", n(2 * b.largest_tensor), "quantising on load"};
    });
}

}  // namespace

Ledger book_moment(const TrainSetup& s, const StageMemory& m, Moment moment, bool explain) {
  Ledger l(explain);
  const DeviceBytes& b = m.bytes;
  if (moment == Moment::load) {
    book_load(l, s, b);
    return l;
  }
  book_resident(l, s, b);
  switch (moment) {
    case Moment::forward_end:
      if (s.persistent_gradients)
        book_gradients(l, s, b.gradients);
      else if (loss_holds_head_gradient(s))
        book_gradients(l, s, b.gradients_output);
      book_saved(l, s, m, m.saved);
      book_copies(l, (s.t->checkpointing == Checkpointing::none ? b.weight_copies_saved : 0) + b.weight_copies_head);
      book_logits(l, s, b);
      book_gathered(l, s, b.gathered.loss, 0);
      break;
    case Moment::backward_start:
      book_backward(l, s, m, m.start, false);
      break;
    case Moment::backward_end:
      book_backward(l, s, m, m.end, true);
      break;
    case Moment::optimizer_step:
      book_gradients(l, s, b.gradients);
      l.add(Part::workspace, "workspace.step", b.step_temporary, [&] {
        return TermText{"step's temporary",
                        formula_product({b.trainable, b.step_temporary / std::max(b.trainable, 1.0)}),
                        optimizer_source};
      });
      break;
    case Moment::evaluation:
      l.add(Part::kv_cache, "kv_cache.rollout", b.rollout_kv, [&] {
        return TermText{"2*2*k*d*L*T", n(b.rollout_kv), "trl generation"};
      });
      l.add(Part::logits, "logits.sampling", b.rollout_logits, [&] {
        return TermText{"6*V*sequences", n(b.rollout_logits), "trl generation"};
      });
      break;
    default:
      break;
  }
  return l;
}

}  // namespace gpusel
