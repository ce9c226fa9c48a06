#include "serve_groups.hpp"

#include <algorithm>
#include <cmath>

#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

constexpr double held = 0.9, least = 1.05;
constexpr int rounds = 4;

double two_digits(double x) { return std::round(x * 100) / 100; }

bool speaks(const ServeScore& s) { return is_rate(s) && s.row->trust != 'C'; }

}  // namespace

std::string serve_group(const ServeRow& row, ServeGap gap) {
  const auto g = serve_groups(row.c);
  switch (gap) {
    case ServeGap::engine:
      return std::string(g.engine);
    case ServeGap::vendor:
      return std::string(g.vendor);
    case ServeGap::family:
      return g.family.empty() ? "" : std::string(g.family) + "/" + std::string(g.kind);
    case ServeGap::format:
      return std::string(g.format);
    case ServeGap::experts:
      return row.c.shape->is_moe() ? "all" : "";
    case ServeGap::devices:
      return row.c.count > 1 ? "all" : "";
    case ServeGap::hosts:
      return row.c.nodes > 1 ? "all" : "";
  }
  return "";
}

std::vector<ServeGroupOut> leave_serve_groups_out(const Catalog& catalog, const std::vector<ServeRow>& rows,
                                                  ServeFit& fit) {
  std::vector<ServeGroupOut> groups;
  for (std::size_t i = 0; i < serve_gaps; ++i) {
    const ServeGap gap = static_cast<ServeGap>(i);
    std::set<std::string> names;
    for (const ServeRow& r : rows) names.insert(serve_group(r, gap));
    for (const std::string& name : names) {
      if (name.empty()) continue;
      const auto own = [&](const ServeRow& r) { return serve_group(r, gap) == name; };
      const auto others = [&](const ServeRow& r) { return !own(r); };
      fit.refit(others);
      const Catalog without = with_constants(catalog, constants_of(fit.effects(), rows, others));
      ServeGroupOut group{gap, name, score(without, rows, own)};
      std::erase_if(group.scores, [](const ServeScore& s) { return !is_rate(s); });
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

ServeWidening::ServeWidening(const Catalog& catalog, const std::vector<ServeScore>& scores,
                             std::vector<ServeGroupOut> groups)
    : groups_(std::move(groups)), intervals_(groups_.size()), widths_(serve_widths(catalog.calibration)) {
  const auto fit_all = [&] {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const ServeGroupOut& group = groups_[g];
      intervals_[g] = fit_serve_intervals(
          scores, widths_, [&](const ServeScore& s) { return serve_group(*s.row, group.gap) != group.name; });
    }
  };
  const ServeWidths assumed = widths_;
  widths_.fill(1);
  for (int round = 0; round < rounds; ++round) {
    fit_all();
    for (std::size_t i = 0; i < serve_gaps; ++i) {
      const bool left_out = std::any_of(groups_.begin(), groups_.end(), [&](const ServeGroupOut& g) {
        return static_cast<std::size_t>(g.gap) == i && !g.scores.empty();
      });
      widths_[i] = left_out ? needed(i, [](const ServeGroupOut&, const ServeScore&) { return false; }) : assumed[i];
    }
  }
  fit_all();
}

double ServeWidening::needed(std::size_t gap, const Skip& skip) const {
  Weighted needs;
  std::vector<const std::string*> source;
  std::map<std::string, double> count;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (static_cast<std::size_t>(groups_[g].gap) != gap) continue;
    for (const ServeScore& s : groups_[g].scores) {
      if (!speaks(s) || !s.unmeasured[gap] || skip(groups_[g], s)) continue;
      ServeWidths others = widths_;
      others[gap] = 1;
      const double widened = serve_widening(s.unmeasured, others), off = distance(intervals_[g], s);
      needs.emplace_back(std::sqrt(std::max(1.0, off * off - widened * widened + 1)), 1);
      source.push_back(&s.row->source);
      count[s.row->source] += 1;
    }
  }
  if (needs.empty()) return widths_[gap];
  for (std::size_t i = 0; i < needs.size(); ++i) needs[i].second = 1 / count[*source[i]];
  return std::max(least, two_digits(quantile(needs, held)));
}

ServeWidths ServeWidening::without(std::string_view source) const {
  ServeWidths w = widths_;
  for (std::size_t i = 0; i < serve_gaps; ++i)
    w[i] = needed(i, [&](const ServeGroupOut&, const ServeScore& s) { return s.row->source == source; });
  return w;
}

ServeWidths ServeWidening::without(const ServeGroupOut& group, std::string_view source) const {
  const bool alone = std::none_of(groups_.begin(), groups_.end(),
                                  [&](const ServeGroupOut& g) { return g.gap == group.gap && g.name != group.name; });
  ServeWidths w = without(source);
  const std::size_t own = static_cast<std::size_t>(group.gap);
  w[own] = needed(own, [&](const ServeGroupOut& g, const ServeScore& s) {
    return s.row->source == source || (!alone && g.name == group.name);
  });
  return w;
}

const std::vector<Interval>& ServeWidening::intervals_without(const ServeGroupOut& group) const {
  return intervals_[static_cast<std::size_t>(&group - groups_.data())];
}

std::vector<Constant> ServeWidening::constants() const {
  std::vector<Constant> constants;
  for (std::size_t i = 0; i < serve_gaps; ++i) {
    std::set<std::string> sources;
    int names = 0;
    for (const ServeGroupOut& g : groups_) {
      if (static_cast<std::size_t>(g.gap) != i) continue;
      ++names;
      for (const ServeScore& s : g.scores) sources.insert(s.row->source);
    }
    if (names == 0) continue;
    constants.push_back({"serve.widen." + std::string(serve_gap_name(static_cast<ServeGap>(i))), "", widths_[i],
                         "exponent on intervals that holds nine in ten rates of groups left out whole (" +
                             std::to_string(names) + " groups, " + std::to_string(sources.size()) +
                             " sources; tests/accuracy), at least 1.05"});
  }
  return constants;
}

}  // namespace gpusel::accuracy
