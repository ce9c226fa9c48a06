// Models and accelerators that stand in a scenario as objects: Hugging Face config.json keys, and our catalogue's keys
// or those of data sheets (memory_gb, bandwidth_gb_s, peak_tflops_dense, tdp_w). What is written reads back as the same
// object.
#pragma once

#include <string_view>

#include "core/domain/accelerator.hpp"
#include "core/domain/model.hpp"
#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

// `pointer` is where the object stands, for errors.
Result<Model> read_model(const Value& object, std::string_view pointer);
Value model_value(const Model& model);

Result<Accelerator> read_accelerator(const Value& object, std::string_view pointer);
Value accelerator_value(const Accelerator& accelerator);

// The format a published checkpoint is quantised in, from config.json's `quantization_config`.
std::optional<WeightFormat> quantised_format(const Value& config);

}  // namespace gpusel
