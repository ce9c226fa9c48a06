#include "core/memory/train_moments.hpp"

#include <algorithm>

namespace gpusel {
namespace {

double held_per_layer(const TrainSetup& s, const TrainLayerBytes& l) {
  switch (s.t->checkpointing) {
    case Checkpointing::none:
      return l.saved;
    case Checkpointing::selective:
      return s.selective_share * l.selective + (1 - s.selective_share) * l.checkpoint;
    case Checkpointing::full:
      return l.checkpoint;
  }
  return l.saved;
}

// Layers a backward unit recomputes and holds at once.
std::size_t unit_layers(const TrainSetup& s) {
  return s.t->checkpointing == Checkpointing::full ? static_cast<std::size_t>(std::max<Count>(s.t->checkpoint_every, 1))
                                                   : 1;
}

struct Walk {
  double held = 0;                    // all layers at the end of forward, one micro-batch
  double live = 0;                    // the largest unit
  std::vector<BackwardPoint> points;  // top to bottom
};

// Backward from the last layer to the first: at unit u its layers are live, everything below is held, everything above
// is gradients.
Walk walk_backward(const TrainSetup& s, const LayerStack& stack, const TrainStage& stage, double layer_gradients) {
  Walk w;
  const std::size_t n = stage.end - stage.begin, unit = unit_layers(s);
  double trained = 0;
  const auto trained_of = [&](const TrainLayerBytes& l) {
    return s.lora ? l.tensors.adapters.total() : l.tensors.trainable.total();
  };
  for (std::size_t i = 0; i < n; ++i) {
    const TrainLayerBytes& l = stack.kinds[stack.order[stage.begin + i]];
    if (i % unit == 0 || s.t->checkpointing != Checkpointing::full) w.held += held_per_layer(s, l);
    trained += trained_of(l);
  }
  const double gradient_rate = trained > 0 ? layer_gradients / trained : 0;
  double below = w.held, above = 0;
  for (std::size_t end = n; end > 0;) {
    const std::size_t begin = (end - 1) / unit * unit;
    BackwardPoint p;
    p.layer = begin;
    p.gradients = above * gradient_rate;
    double held_here = 0, flight = 0, released = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const TrainLayerBytes& l = stack.kinds[stack.order[stage.begin + i]];
      p.live += l.saved;
      flight = std::max(flight, l.live - l.saved);
      held_here += i == begin || s.t->checkpointing != Checkpointing::full ? held_per_layer(s, l) : 0;
      released += trained_of(l);
    }
    p.live += flight;
    // A recomputed layer is live beside its checkpoint; a layer that saved everything is its own live tensors.
    if (s.t->checkpointing == Checkpointing::full) {
      p.saved = below;
      p.live -=
          s.residual > 2 && !s.m->layer_norm ? held_here : 0;  // the first norm's fp32 input is the checkpoint itself
    } else {
      p.saved = below - held_here;
    }
    w.live = std::max(w.live, p.live);
    w.points.push_back(p);
    below -= held_here;
    above += released;
    end = begin;
  }
  return w;
}

double backward_total(const BackwardPoint& p, bool all_gradients) {
  return p.saved + p.live + (all_gradients ? 0 : p.gradients);
}

// Gradients grow as checkpoints shrink: the extremes lie at the ends and where the kind of layer changes.
void choose_points(StageMemory& m, const Walk& w, bool all_gradients) {
  const std::size_t n = w.points.size();
  for (std::size_t i = 0; i < n; ++i) {
    BackwardPoint& best = i < (n + 1) / 2 ? m.start : m.end;
    if (best.live == 0 || backward_total(w.points[i], all_gradients) > backward_total(best, all_gradients))
      best = w.points[i];
  }
  if (n == 1) m.end = m.start;
}

// fused_softmax.py: the kernel wants at most 2,048 (later 16,384) keys and batch * heads divisible by its rows; else
// scores are upcast (4), masked (4), and their softmax (4) kept in fp32: 8 bytes a score more than the kernel, and the
// hole that one more block of that size (4) needs, as such blocks must be contiguous.
double unfused_softmax_bytes(const TrainSetup& s, const LayerStack& stack, const TrainStage& stage) {
  if (!s.f->fused_softmax || s.t->attention != Attention::eager) return 0;
  double largest = 0;
  for (std::size_t i = stage.begin; i < stage.end; ++i)
    largest = std::max(largest, stack.kinds[stack.order[i]].per_token.scores * s.tokens);
  return 12.0 / 5.0 * largest;  // the kernel's own: 5 bytes a score
}

}  // namespace

StageMemory stage_memory(const TrainSetup& s, const LayerStack& stack, const TrainStage& stage) {
  StageMemory m;
  m.stage = stage;
  m.bytes = train_device_bytes(s, stack, stage);
  const double layer_gradients = std::max(0.0, m.bytes.gradients - m.bytes.gradients_output);
  const Walk w = walk_backward(s, stack, stage, layer_gradients);
  choose_points(m, w, s.persistent_gradients);
  m.live = w.live;
  m.unfused = unfused_softmax_bytes(s, stack, stage);
  m.saved = w.held * stage.in_flight;
  const double other_micro_batches = w.held * (stage.in_flight - 1);
  m.start.saved += other_micro_batches;
  m.end.saved += other_micro_batches;
  // FSDP1 resharding hooks on frozen units hold every layer's detached input and its gradient to the end of backward.
  if (s.lora && s.gathered && s.f->fsdp_generation == 1 && !s.f->gathers_whole_model &&
      s.t->checkpointing == Checkpointing::full)
    m.bytes.kept_checkpoints = w.held;
  m.moments.reserve(6);
  for (Moment moment : {Moment::load, Moment::forward_end, Moment::backward_start, Moment::backward_end,
                        Moment::optimizer_step, Moment::evaluation}) {
    if (moment == Moment::evaluation && m.bytes.rollout_kv <= 0) continue;
    const Ledger ledger = book_moment(s, m, moment, false);
    m.moments.push_back({moment, ledger.parts()});
    if (ledger.total() > m.allocated) {
      m.allocated = ledger.total();
      m.peak = moment;
    }
  }
  return m;
}

}  // namespace gpusel
