#include "core/memory/layer_groups.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpusel {
namespace {

double token_bytes(const LayerCache& c) { return c.token_bytes + c.index_bytes; }
bool holds_tokens(const LayerCache& c) { return token_bytes(c) > 0; }
bool is_empty(const CacheRun& run) { return !holds_tokens(run.layer) && run.layer.state_bytes <= 0; }
bool same_kind(const LayerCache& a, const LayerCache& b) {
  return holds_tokens(a) == holds_tokens(b) && a.window == b.window && a.cross == b.cross;
}
bool same_cache(const LayerCache& a, const LayerCache& b) {
  return same_kind(a, b) && token_bytes(a) == token_bytes(b) && a.state_bytes == b.state_bytes;
}

// A layer with attention and a state side by side (Falcon-H1) counts as two: each is held for itself.
void part_states(std::vector<CacheRun>& runs) {
  std::vector<CacheRun> states;
  for (CacheRun& run : runs) {
    if (!holds_tokens(run.layer) || run.layer.state_bytes <= 0) continue;
    CacheRun state;
    state.layer.state_bytes = std::exchange(run.layer.state_bytes, 0);
    state.layers = run.layers;
    states.push_back(state);
  }
  runs.insert(runs.end(), states.begin(), states.end());
}

// Layers of one cache stand together, whatever their MLP.
void merge_equal(std::vector<CacheRun>& runs) {
  std::vector<CacheRun> merged;
  for (const CacheRun& run : runs) {
    const auto same =
        std::find_if(merged.begin(), merged.end(), [&](const CacheRun& m) { return same_cache(m.layer, run.layer); });
    if (same == merged.end())
      merged.push_back(run);
    else
      same->layers += run.layers;
  }
  runs = std::move(merged);
}

// The fewest tokens a page with which an attention layer's page holds a layer's states, in whole kernel blocks.
Count tokens_for_states(const std::vector<CacheRun>& runs, Count block) {
  double state = 0, token = 0;
  for (const CacheRun& run : runs) {
    state = std::max(state, run.layer.state_bytes);
    token = std::max(token, token_bytes(run.layer));
  }
  if (state <= 0 || token <= 0) return block;
  return std::max(block, static_cast<Count>(std::ceil(state / (token * static_cast<double>(block)))) * block);
}

// One page size for all: a smaller layer's page takes as many more tokens, and what does not come out even is padding;
// a state fills one page.
void unify_pages(std::vector<CacheRun>& runs, Count tokens) {
  double widest = 0;
  for (const CacheRun& run : runs) widest = std::max(widest, token_bytes(run.layer));
  const double page = widest * static_cast<double>(tokens);
  for (CacheRun& run : runs) {
    LayerCache& c = run.layer;
    if (page > 0 && c.state_bytes > 0) c.state_bytes = page;
    if (!holds_tokens(c)) continue;
    const double own = token_bytes(c) * static_cast<double>(tokens);
    c.page = static_cast<Count>(std::floor(page / own)) * tokens;
    c.token_bytes = page / static_cast<double>(c.page) - c.index_bytes;
  }
}

// Groups as large as the smallest kind, or as the largest where that is less than half as many layers again.
void fill_groups(std::vector<CacheRun>& runs) {
  const auto fewer = [](const CacheRun& a, const CacheRun& b) { return a.layers < b.layers; };
  const auto [least, most] = std::minmax_element(runs.begin(), runs.end(), fewer);
  const Count size = 2 * most->layers < 3 * least->layers ? most->layers : least->layers;
  for (CacheRun& run : runs) run.layers = ceil_div(run.layers, size) * size;
}

}  // namespace

void group_layers(std::vector<CacheRun>& runs, const CacheRules& rules) {
  std::erase_if(runs, is_empty);
  part_states(runs);
  const auto other = [&](const CacheRun& run) { return !same_kind(run.layer, runs.front().layer); };
  if (std::none_of(runs.begin(), runs.end(), other)) return;
  if (std::any_of(runs.begin(), runs.end(), [](const CacheRun& run) { return run.layer.cross; })) return;
  merge_equal(runs);
  unify_pages(runs, tokens_for_states(runs, rules.page));
  fill_groups(runs);
}

}  // namespace gpusel
