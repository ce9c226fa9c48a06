#include "core/domain/calibration.hpp"

#include <algorithm>

#include "core/domain/order.hpp"

namespace gpusel {
namespace {

// FNV-1a.
std::uint32_t hash_of(std::string_view key, std::uint32_t h = 2166136261U) {
  for (const char *c = key.data(), *end = c + key.size(); c != end; ++c)
    h = (h ^ static_cast<unsigned char>(*c)) * 16777619U;
  return h;
}

// "a", or "a/b".
std::uint32_t hash_of_group(std::string_view a, std::string_view b) {
  const std::uint32_t first = hash_of(a);
  return b.empty() ? first : hash_of(b, hash_of("/", first));
}

}  // namespace

bool is_group(std::string_view group, std::string_view a, std::string_view b) {
  if (b.empty()) return group == a;
  return group.size() == a.size() + 1 + b.size() && group[a.size()] == '/' && group.substr(0, a.size()) == a &&
         group.substr(a.size() + 1) == b;
}

void Calibration::sort() {
  const auto index = [](auto& rows, auto name, std::vector<Run>& runs) {
    sort_stably(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return a.*name < b.*name; });
    runs.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == 0 || rows[i].*name != rows[i - 1].*name)
        runs.push_back({hash_of(rows[i].*name), static_cast<std::uint32_t>(i), 0});
      ++runs.back().count;
    }
    sort_stably(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.hash < b.hash; });
  };
  index(constants, &Constant::key, constant_runs_);
  index(intervals, &Interval::quantity, interval_runs_);
  groups_.clear();
  for (std::size_t i = 0; i < constants.size(); ++i)
    groups_.push_back({hash_of(constants[i].group), static_cast<std::uint32_t>(i)});
  sort_stably(groups_.begin(), groups_.end(), [](const InGroup& a, const InGroup& b) { return a.hash < b.hash; });
}

void Calibration::add_group(std::string_view a, std::string_view b, std::vector<const Constant*>& out) const {
  const std::uint32_t wanted = hash_of_group(a, b);
  auto i = std::lower_bound(groups_.begin(), groups_.end(), wanted,
                            [](const InGroup& g, std::uint32_t hash) { return g.hash < hash; });
  for (; i != groups_.end() && i->hash == wanted; ++i)
    if (is_group(constants[i->constant].group, a, b)) out.push_back(&constants[i->constant]);
}

// Those of the run of that hash: two keys of one hash do not occur (tests/catalog), a key that is not there may share
// one.
template <class Row>
Calibration::Range<Row> Calibration::find(const std::vector<Row>& all, const std::vector<Run>& runs,
                                          std::string_view key, std::string Row::*name) {
  const std::uint32_t wanted = hash_of(key);
  const auto run = std::lower_bound(runs.begin(), runs.end(), wanted,
                                    [](const Run& r, std::uint32_t hash) { return r.hash < hash; });
  if (run == runs.end() || run->hash != wanted || all[run->first].*name != key) return {};
  const Row* first = all.data() + run->first;
  return {first, first + run->count};
}

Calibration::Rows Calibration::with(std::string_view key) const {
  return find(constants, constant_runs_, key, &Constant::key);
}

double Calibration::constant(std::string_view key, std::initializer_list<std::string_view> groups,
                             double fallback) const {
  const Rows rows = with(key);
  for (std::string_view g : groups)
    for (const Constant& c : rows)
      if (c.group == g) return c.value;
  for (const Constant& c : rows)
    if (c.group.empty()) return c.value;
  return fallback;
}

Spread Calibration::interval(std::string_view quantity, std::initializer_list<std::string_view> conditions) const {
  const Range<Interval> rows = find(intervals, interval_runs_, quantity, &Interval::quantity);
  for (std::string_view want : conditions)
    for (const Interval& i : rows)
      if (i.condition == want) return i.spread;
  for (const Interval& i : rows)
    if (i.condition.empty()) return i.spread;
  return {0.5, 2.0};
}

}  // namespace gpusel
