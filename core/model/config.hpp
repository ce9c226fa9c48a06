// Reads the keys of a Hugging Face config.json under any of their names (n_embd, hidden_size, d_model ...). A text
// model nested in text_config or llm_config is looked up first, then the document itself. The first wrong type or size
// is kept as an Error that names the key; readers return their fallback then, so that a caller checks once, at the end.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "core/domain/result.hpp"
#include "core/domain/value.hpp"
#include "core/units/units.hpp"

namespace gpusel {

class Config {
 public:
  using Keys = std::initializer_list<std::string_view>;
  explicit Config(const Value& document);

  // The value of the first name that is there; nullptr when none is. `used` (optional) receives that name.
  const Value* find(Keys names, std::string_view* used = nullptr) const;
  bool has(Keys names) const { return find(names) != nullptr; }
  // A whole number from 0 to `limit`.
  Count integer(Keys names, Count fallback, Count limit = 1'000'000'000);
  Count required(Keys names, Count limit);
  bool boolean(Keys names, bool fallback);
  std::string_view text(Keys names, std::string_view fallback);
  const Value::Array* array(Keys names) const;

  void fail(std::string_view code, std::string_view key, std::string message);
  const std::optional<Error>& error() const { return error_; }
  const Value& document() const { return *document_; }

 private:
  const Value* document_;
  const Value* inner_ = nullptr;
  const Value* parts_[2] = {nullptr, nullptr};  // attn_config and ffn_config of MosaicML's models
  int part_count_ = 0;
  std::optional<Error> error_;
};

}  // namespace gpusel
