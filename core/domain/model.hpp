// A model as it is described: the keys of its Hugging Face config.json, plus what the catalogue adds. Nothing is
// computed here; core/model turns a Model into a ModelShape (every tensor counted). Sources: assets/data/models.json (a
// source and a date a row).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/enums.hpp"
#include "core/domain/value.hpp"
#include "core/units/units.hpp"

namespace gpusel {

enum class Modality { text, vlm, embedding, diffusion, speech };
GPUSEL_ENUM_NAMES(Modality, 5, "text", "vlm", "embedding", "diffusion", "speech");

struct Model {
  std::string id;    // Hugging Face repo id; empty for an inline config
  std::string name;  // "Llama 3 8B"
  std::string vendor, release, license;
  Modality modality = Modality::text;
  Value config;                    // keys of config.json (and the catalogue's extra keys of the same style)
  Count published_parameters = 0;  // 0 = none published
  Count published_active_parameters = 0;
  std::string published_precision;  // "exact", "rounded"
  // Sizes read from a file's header override counting: bytes of its tensors and parameters.
  std::optional<Bytes> file_weight_bytes;
  std::optional<WeightFormat> native_format;  // a checkpoint published quantised (DeepSeek-V3 fp8, gpt-oss mxfp4)
  std::vector<std::string> aliases;
  std::vector<std::string> unverified;
  std::string source, checked;
  bool from_catalogue = true;
  bool operator==(const Model&) const = default;
};

}  // namespace gpusel
