// How vLLM holds layers of several kinds in one pool: pages of one size, groups of as many layers each, the last group
// of a kind filled up with layers that are not there. Bytes a device. vllm/v1/core/kv_cache_utils.py
// (unify_kv_cache_spec_page_size, _get_kv_cache_groups_uniform_page_size), vllm/platforms/interface.py
// (_align_hybrid_block_size), design document "Hybrid KV cache manager".
#pragma once

#include <vector>

#include "core/memory/serve_setup.hpp"

namespace gpusel {

// Leaves layers of one kind as they are (full attention, or windows of one length, whatever their heads).
void group_layers(std::vector<CacheRun>& runs, const CacheRules& rules);

}  // namespace gpusel
