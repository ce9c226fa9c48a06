#include "core/model/parts.hpp"

namespace gpusel {
namespace {

// Hyper-connections: m residual streams mixed before and after a sublayer.
Count hyper_connection(Count streams, Count hidden) {
  const Count mixed = (2 + streams) * streams;
  return mixed * streams * hidden + mixed + 3;
}

// Projects `ratio` tokens to one cache entry; at ratio 4 neighbouring groups overlap, which doubles its width.
void add_compressor(LayerShape& layer, const Dims& d, Count ratio, Count width) {
  const Count wide = ratio == 4 ? 2 * width : width;
  layer.linears.push_back(linear_shape(LinearRole::other, "compressor", d.hidden, 2 * wide, {.replicated = true}));
  layer.other_parameters += ratio * wide + width;
}

}  // namespace

// DeepSeek-V4: low-rank queries, one shared key-value of head_dim, output by groups through a low rank; the cache keeps
// one entry a `ratio` tokens (ratio 0: a window only). The totals so counted equal the published ones of both sizes
// within the FP8 scales. What the layer tells about its cache and products is per token: an entry of head_dim for
// `ratio` tokens is head_dim / ratio.
void add_compressed_attention(LayerShape& layer, const Dims& d, const LayerPlan& p) {
  const Count q = d.heads * d.head_dim, grouped = d.output_groups * d.output_rank, ratio = p.compression;
  layer.linears.push_back(linear_shape(LinearRole::q_down, "wq_a", d.hidden, d.mla.q_rank, {.replicated = true}));
  layer.linears.push_back(linear_shape(LinearRole::q_up, "wq_b", d.mla.q_rank, q));
  layer.linears.push_back(linear_shape(LinearRole::kv_down, "wkv", d.hidden, d.head_dim, {.replicated = true}));
  LinearShape grouped_out = linear_shape(LinearRole::o, "wo_a", q / d.output_groups, d.output_rank);
  grouped_out.copies = d.output_groups;
  grouped_out.active = static_cast<double>(d.output_groups);
  layer.linears.push_back(grouped_out);
  layer.linears.push_back(linear_shape(LinearRole::o, "wo_b", grouped, d.hidden, {.row_parallel = true}));
  layer.other_parameters += d.mla.q_rank + d.head_dim + d.heads + 2 * hyper_connection(d.residual_streams, d.hidden);
  layer.heads = d.heads;
  layer.kv_heads = 1;
  layer.q_lora_rank = d.mla.q_rank;
  if (ratio == 0) {
    layer.head_dim = layer.v_head_dim = d.head_dim / 2;  // key and value are the same vector
    layer.window = p.window;
    return;
  }
  layer.kv_lora_rank = layer.head_dim = layer.v_head_dim = (d.head_dim + ratio - 1) / ratio;
  add_compressor(layer, d, ratio, d.head_dim);
  if (ratio != 4) return;
  layer.index_head_dim = d.mla.index_dim / ratio;
  layer.index_topk = d.mla.index_topk;
  layer.linears.push_back(linear_shape(LinearRole::other, "indexer_wq_b", d.mla.q_rank,
                                       d.mla.index_heads * d.mla.index_dim, {.replicated = true}));
  layer.linears.push_back(linear_shape(LinearRole::other, "indexer_weights", d.hidden, d.mla.index_heads,
                                       {.replicated = true, .quantisable = false}));
  add_compressor(layer, d, ratio, d.mla.index_dim);
}

}  // namespace gpusel
