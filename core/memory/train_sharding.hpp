// How a model is cut over devices when training: pipeline stages (or a naive split by layer), what ZeRO-3 / FSDP
// gathers, and the buffers of communication. Rajbhandari et al. 2020 (1910.02054); Narayanan et al. 2021 (2104.04473);
// PyTorch FSDP1 and FSDP2; DeepSpeed runtime/zero defaults (estimation.md sec. 3.6).
#pragma once

#include <vector>

#include "core/memory/train_layers.hpp"

namespace gpusel {

// The layers of one device of the pipeline, and how many micro-batches' activations it holds at once.
struct TrainStage {
  std::size_t begin = 0, end = 0;
  bool first = true, last = true;
  double in_flight = 1;
  Bytes capacity, usable;
  const Accelerator* accelerator = nullptr;
};

// The stages that can be the fullest: all of a naive split, the first and the last of a pipeline.
std::vector<TrainStage> train_stages(const TrainSetup& s, std::size_t layers);

// Bytes gathered beside the shard, by moment.
struct Gathered {
  double loss = 0;      // at the end of forward
  double backward = 0;  // while a layer's backward runs
  double gradient = 0;  // one unsharded gradient unit
};
// `ends`: input and output tensors of this stage; `units`: its layers' sum and largest.
Gathered gathered_bytes(const TrainSetup& s, const LayerStack& plan, const TrainStage& stage, const TensorBytes& input,
                        const TensorBytes& output);
// Buffers that stand the whole step: reduction buckets, ring attention's blocks, expert dispatch.
double bucket_bytes(const TrainSetup& s, double gradient_bytes);
double context_parallel_bytes(const TrainSetup& s);
double expert_dispatch_bytes(const TrainSetup& s);

}  // namespace gpusel
