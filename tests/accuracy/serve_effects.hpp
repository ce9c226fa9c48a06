// What the serving fit may vary: each constant's general value and its effects by engine, device family, kind of
// memory, format, device and pairs of them, with how far an effect is believed to reach (standard deviation of its
// log; estimation.md sec. 6.5). An effect of a source absorbs that source's build and host and is dropped when
// predicting.
#pragma once

#include <string>
#include <vector>

#include "core/domain/calibration.hpp"
#include "serve_rows.hpp"

namespace gpusel::accuracy {

struct Effect {
  std::size_t constant = 0;  // position in the serving constants
  std::string group;         // "" = the general value
  std::string source;        // not empty: an effect of that source alone
  double mean = 0, deviation = 1;
  double value = 0;             // log
  std::vector<char> reaches{};  // by row
};

// All effects that some row can tell apart, at their means.
std::vector<Effect> serve_effects(const std::vector<ServeRow>& rows);

// The effects as constants of calibration.json (source effects left out, effects below 2 % too), with how often
// engines, families and devices were measured among the rows kept.
std::vector<Constant> constants_of(const std::vector<Effect>& effects, const std::vector<ServeRow>& rows,
                                   const KeepServe& keep);

}  // namespace gpusel::accuracy
