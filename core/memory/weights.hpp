// What a model's weights take in a storage format, split the way devices share them: what tensor parallelism divides,
// what every rank holds, what expert parallelism divides; layer by layer where stages or layer splits need it. Bytes.
// What stays in 16 bit (embedding, head, norms, router, towers) is half of the answer for small models: estimation.md
// sec. 5.1 with its sources.
#pragma once

#include <vector>

#include "core/domain/formats.hpp"
#include "core/domain/scenario.hpp"
#include "core/domain/shape.hpp"

namespace gpusel {

struct LayerBytes {
  double split = 0;       // matrices tensor parallelism divides
  double replicated = 0;  // norms, routers, latent down-projections: whole on every rank
  double experts = 0;     // all routed experts of the layer
  double total() const { return split + replicated + experts; }
  LayerBytes& operator+=(const LayerBytes& b);
};

struct StoredWeights {
  double embedding = 0;  // input table (tied: the one table)
  double head = 0;       // 0 when tied
  double outside = 0;    // learned positions, final norm, projections outside the layers
  double towers = 0;     // vision, audio, text encoders, VAE: 16 bit
  double encoder = 0;    // encoder stack of encoder-decoder models
  double mtp = 0;        // multi-token-prediction modules; not in total()
  LayerBytes layers;     // sum over the decoder's layers
  double quantised = 0;  // bytes held in the format itself; the rest of total() stays in 16 (or 32) bit
  double total() const { return embedding + head + outside + towers + encoder + layers.total(); }
};

// `by_layer`, where given, receives one entry a layer. `gguf_file`: as llama.cpp stores formats that others store too
// (MXFP4).
StoredWeights stored_weights(const ModelShape& shape, WeightFormat format, std::vector<LayerBytes>* by_layer = nullptr,
                             bool gguf_file = false);
// A serving case's weights, whatever its layout: at once, and layer by layer for stages and splits. The sums are those
// of stored_weights() without and with `by_layer`, to the last bit.
struct CaseWeights {
  StoredWeights whole, layered;
  std::vector<LayerBytes> by_layer;
};

// As the scenario's engine stores them.
StoredWeights stored_weights(const ModelShape& shape, const ServeSpec& serve,
                             std::vector<LayerBytes>* by_layer = nullptr);
CaseWeights case_weights(const ModelShape& shape, const ServeSpec& serve);

}  // namespace gpusel
