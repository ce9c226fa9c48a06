#include "core/domain/calibration.hpp"

#include <algorithm>

#include "core/domain/order.hpp"

namespace gpusel {
namespace {

// FNV-1a.
std::uint32_t hash_of(std::string_view key) {
  std::uint32_t h = 2166136261U;
  for (const char *c = key.data(), *end = c + key.size(); c != end; ++c)
    h = (h ^ static_cast<unsigned char>(*c)) * 16777619U;
  return h;
}

}  // namespace

void Calibration::sort() {
  const auto index = [](auto& rows, const auto& key, std::vector<Run>& runs) {
    sort_stably(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    runs.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == 0 || key(rows[i]) != key(rows[i - 1]))
        runs.push_back({hash_of(key(rows[i])), static_cast<std::uint32_t>(i), 0});
      ++runs.back().count;
    }
    sort_stably(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.hash < b.hash; });
  };
  index(
      constants, [](const Constant& c) -> const std::string& { return c.key; }, constant_runs_);
  index(
      intervals, [](const Interval& i) -> const std::string& { return i.quantity; }, interval_runs_);
}

// The run of that hash; two keys of one hash do not occur (tests/catalog), another key's is told apart by the caller.
const Calibration::Run* Calibration::find(const std::vector<Run>& runs, std::string_view key) {
  const std::uint32_t wanted = hash_of(key);
  const Run *low = runs.data(), *end = low + runs.size();
  for (std::size_t left = runs.size(); left > 0;) {
    const std::size_t half = left / 2;
    if (low[half].hash < wanted) {
      low += half + 1;
      left -= half + 1;
    } else {
      left = half;
    }
  }
  return low != end && low->hash == wanted ? low : nullptr;
}

Calibration::Rows Calibration::starting(std::string_view prefix) const {
  const auto part = [&](const Constant& c) { return std::string_view(c.key).substr(0, prefix.size()); };
  const Constant *all = constants.data(), *end = all + constants.size();
  const Constant* first =
      std::lower_bound(all, end, prefix, [&](const Constant& c, std::string_view p) { return part(c) < p; });
  return {first,
          std::upper_bound(first, end, prefix, [&](std::string_view p, const Constant& c) { return p < part(c); })};
}

Calibration::Rows Calibration::with(std::string_view key) const {
  const Run* run = find(constant_runs_, key);
  if (!run || run->first >= constants.size() || constants[run->first].key != key) return {};
  const Constant* first = constants.data() + run->first;
  return {first, first + run->count};
}

double Calibration::constant(std::string_view key, const std::vector<std::string_view>& groups, double fallback) const {
  const Rows rows = with(key);
  for (std::string_view g : groups)
    for (const Constant& c : rows)
      if (c.group == g) return c.value;
  for (const Constant& c : rows)
    if (c.group.empty()) return c.value;
  return fallback;
}

Spread Calibration::interval(std::string_view quantity, const std::vector<std::string_view>& conditions) const {
  constexpr Spread unknown{0.5, 2.0};
  const Run* run = find(interval_runs_, quantity);
  if (!run || run->first >= intervals.size() || intervals[run->first].quantity != quantity) return unknown;
  const Interval *first = intervals.data() + run->first, *last = first + run->count;
  for (std::string_view want : conditions)
    for (const Interval* i = first; i != last; ++i)
      if (i->condition == want) return i->spread;
  for (const Interval* i = first; i != last; ++i)
    if (i->condition.empty()) return i->spread;
  return unknown;
}

}  // namespace gpusel
