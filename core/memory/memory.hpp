// Memory of a Case on its fullest device: training (memory/train_*.cpp) and serving (memory/serve_*.cpp).
// Peak = the largest of the moments (load, end of forward, backward, optimizer step ...), never a sum of worst cases
// (estimation.md sec. 3.5). Bytes; errors of the estimate are the calibrated intervals.
#pragma once

#include "core/domain/case.hpp"

namespace gpusel {

MemoryReport train_memory(const Case& c);
struct ServeSetup;
// Concurrency "max" resolves to what fits. concurrency 0 in the result's ServeLoad means not even one request fits.
MemoryReport serve_memory(const Case& c, Count concurrency);
MemoryReport serve_memory(const Case& c, const ServeSetup& setup, Count concurrency);
// The most requests of `context_length` that fit on the fullest device (dp replicas included); 0 = the model does not
// fit.
Count max_concurrency(const Case& c);
Count max_concurrency(const Case& c, const ServeSetup& setup);
// KV cache (and recurrent state) bytes one request of `context` tokens holds, all layers, before any division over
// devices.
Bytes kv_cache_bytes(const ModelShape& shape, KvFormat format, Count context);
// Weight bytes in a storage format, all devices together, embedding and head as the format's rule says.
Bytes weight_bytes(const ModelShape& shape, WeightFormat format);
// Trainable adapter parameters of the LoRA spec.
Count adapter_parameters(const ModelShape& shape, const LoraSpec& lora);

}  // namespace gpusel
