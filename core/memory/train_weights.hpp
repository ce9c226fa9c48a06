// Bytes of stored weights when training: a plain dtype, or a frozen base in 4 or 8 bits with what its quantiser leaves
// alone. NF4/FP4: blocks of 64 with one fp32 absmax (4.5 bits); double quantisation stores absmax in 8 bits in blocks
// of 256 with an fp32 second-level scale (4.12695 bits). Dettmers et al. 2023 (2305.14314); bitsandbytes/functional.py
// quantize_4bit.
#pragma once

#include "core/memory/train_setup.hpp"

namespace gpusel {

// One quantised tensor of `elements` weights.
Bytes bitsandbytes4_bytes(Count elements, bool double_quant);
// `copies` tensors of in x out in the base's format; int8 has one fp32 scale an output row.
double frozen_matrix_bytes(const TrainSpec& t, Count in, Count out, double copies);
// Bytes an element of what stays unquantised in a frozen base: 16 bit, or fp32 (fp32 base, k-bit preparation).
double unquantised_bytes(const TrainSetup& s);
// Bytes an element of the input table and of the output head.
double embedding_bytes(const TrainSetup& s);
double head_bytes(const TrainSetup& s);
// Bytes of one linear (all copies on one device of the tensor- and expert-parallel group), trainable or frozen.
double linear_bytes(const TrainSetup& s, const LinearShape& linear);
// Elements of one linear on one device: split by tp (or ep for experts), whole where replicated.
double linear_elements(const TrainSetup& s, const LinearShape& linear);

}  // namespace gpusel
