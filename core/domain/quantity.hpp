// An estimate and how sure it is. low to high is the 90 % interval; low <= estimate <= high always.
// Why is the sum a person can open: each term with its formula, the same formula with the numbers put in, and its
// source.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "core/units/units.hpp"

namespace gpusel {

template <class U>
struct Quantity {
  U estimate{};
  U low{};
  U high{};
  bool operator==(const Quantity&) const = default;
};

// What an interval multiplies its estimate by: 0 < low <= 1 <= high.
struct Spread {
  double low = 1;
  double high = 1;
  bool operator==(const Spread&) const = default;
};

template <class U>
Quantity<U> spread(U estimate, Spread s) {
  if constexpr (std::is_same_v<typename U::rep, std::int64_t>) {
    return {estimate, bytes(estimate.number() * s.low), bytes(estimate.number() * s.high)};
  } else {
    return {estimate, U(estimate.value * s.low), U(estimate.value * s.high)};
  }
}

enum class WhyUnit {
  none,
  bytes,
  seconds,
  flops,
  flops_per_second,
  bytes_per_second,
  tokens_per_second,
  watts,
  joules,
  usd,
  usd_per_hour,
  ratio,
  count
};

struct Why {
  std::string key;   // stable term name; i18n key is "why." + key. e.g. "weights.linears"
  double value = 0;  // in `unit`
  WhyUnit unit = WhyUnit::bytes;
  std::string formula;  // in the symbols of the field: "14*V*T"; empty for a plain sum of its parts
  std::string numbers;  // the same with numbers put in: "14*128256*2048"; language-neutral
  std::string source;   // paper section, vendor page or file, and date; empty where the parent's holds
  std::vector<Why> parts;
  bool operator==(const Why&) const = default;
};

}  // namespace gpusel
