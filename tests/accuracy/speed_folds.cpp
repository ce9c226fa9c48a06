#include "speed_folds.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/domain/formats.hpp"
#include "core/time/train_spread.hpp"
#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

constexpr double shrink_rows = 20;    // rows that weigh as much as the interval of all kinds
constexpr double shrink_sources = 1;  // sources that do
constexpr double prior_log = 0.35;    // an interval for what nobody measured (log), with the weight of one source
constexpr double rounding = 0.03;     // at least this each way (log)

using Pool = std::vector<const SpeedScore*>;

std::set<std::string_view> left_out(const Pool& pool) {
  std::set<std::string_view> names;
  for (const SpeedScore* s : pool) names.insert(s->left_out);
  return names;
}

// 5 % and 95 % quantiles in units of the widening, whatever was left out together counting alike.
LogSpread quantiles(const Pool& pool) {
  std::map<std::string_view, double> total;
  for (const SpeedScore* s : pool) total[s->left_out] += s->row->weight;
  Weighted values;
  for (const SpeedScore* s : pool)
    values.emplace_back(s->log_error / s->speed.widening, s->row->weight / total[s->left_out]);
  return central_90(values, rounding);
}

LogSpread general(const Pool& pool) {
  return with_prior(two_sided(quantiles(pool)), static_cast<double>(left_out(pool).size()), prior_log);
}

LogSpread shrunk(const Pool& own, LogSpread all) {
  const double rows = static_cast<double>(own.size()), sources = static_cast<double>(left_out(own).size());
  const double k = rows / (rows + shrink_rows) * sources / (sources + shrink_sources);
  return mixed(quantiles(own), all, k);
}

Interval interval(std::string condition, LogSpread s, const Pool& from, const char* how) {
  Interval i;
  i.quantity = "train.step_seconds";
  i.condition = std::move(condition);
  i.spread = {std::exp(s.low), std::exp(s.high)};
  i.rows = static_cast<int>(from.size());
  std::set<std::string_view> sources;
  for (const SpeedScore* p : from) sources.insert(p->row->source);
  i.sources = static_cast<int>(sources.size());
  i.source = std::string("log residuals on measured training rows (tests/accuracy), each ") + how + " left out";
  return i;
}

double mean_error(const Pool& pool) {
  std::map<std::string, double> total;
  for (const SpeedScore* s : pool) total[s->row->source] += s->row->weight;
  double sum = 0;
  for (const SpeedScore* s : pool) sum += std::fabs(s->log_error) * s->row->weight / total[s->row->source];
  return sum / static_cast<double>(std::max<std::size_t>(1, total.size()));
}

std::set<std::string> names(const std::vector<SpeedRow>& rows, std::string SpeedRow::*of) {
  std::set<std::string> all;
  for (const SpeedRow& r : rows) all.insert(r.*of);
  return all;
}

SpeedScore score(const SpeedRow& row, const Catalog& catalog, std::string_view left_out) {
  SpeedScore s;
  s.row = &row;
  s.speed = speed_of(row, catalog);
  s.log_error = -log_error(row, s.speed);
  s.stratum = speed_stratum(row.c);
  s.left_out = left_out;
  return s;
}

struct GroupKind {
  const char* name;
  std::string (*of)(const SpeedRow&);  // empty: in no group of this kind
};
std::string all_if(bool in) { return in ? "all" : ""; }
constexpr GroupKind group_kinds[] = {
    {"framework", [](const SpeedRow& r) { return r.framework; }},
    {"family", [](const SpeedRow& r) { return r.family; }},
    {"experts", [](const SpeedRow& r) { return all_if(r.c.shape->is_moe()); }},
    {"hosts", [](const SpeedRow& r) { return all_if(r.c.nodes > 1); }},
    {"eight-bit", [](const SpeedRow& r) { return all_if(is_narrow(r.c.train().compute)); }},
    {"context-parallel", [](const SpeedRow& r) { return all_if(r.c.layout.cp > 1); }}};

std::vector<SpeedFold> folds_by(SpeedFit& fit, const std::vector<SpeedRow>& rows, std::string SpeedRow::*of) {
  std::vector<SpeedFold> all;
  for (const std::string& name : names(rows, of)) {
    SpeedFold fold{name, fit.without([&](const SpeedRow& r) { return r.*of != name; }), {}};
    for (const SpeedRow& r : rows)
      if (r.*of == name) fold.scores.push_back(score(r, fold.catalog, r.*of));
    all.push_back(std::move(fold));
  }
  return all;
}

void add(Pool& pool, const std::vector<SpeedScore>& scores, const KeepSpeed& keep) {
  for (const SpeedScore& s : scores)
    if (keep(*s.row)) pool.push_back(&s);
}

void add_lines(std::vector<ReportRow>& lines, const SpeedRow& row, const Speed& speed) {
  ReportRow line;
  line.id = row.id, line.source = row.source, line.weight = row.weight;
  line.method = row.method, line.framework = row.framework;
  line.device = row.family.substr(0, row.family.find('/'));
  for (std::size_t q = 0; q < speed_quantities.size(); ++q) {
    if (row.measured[q] <= 0) continue;
    line.quantity = "train." + std::string(speed_quantities[q]);
    line.measured = row.measured[q];
    line.estimate = speed.values[q];
    const bool is_time = q == 1;
    line.low = speed.values[q] * (is_time ? speed.step.low : 1 / speed.step.high);
    line.high = speed.values[q] * (is_time ? speed.step.high : 1 / speed.step.low);
    lines.push_back(line);
  }
}

std::vector<ReportRow> lines_of(const SpeedFolds& folds, const std::vector<SpeedFold>& own, std::string SpeedRow::*of) {
  std::vector<ReportRow> lines;
  for (const SpeedFold& fold : own) {
    Catalog left = fold.catalog;
    store(left.calibration, speed_intervals(folds, [&](const SpeedRow& r) { return r.*of != fold.name; }));
    for (const SpeedScore& s : fold.scores) add_lines(lines, *s.row, speed_of(*s.row, left));
  }
  return lines;
}

}  // namespace

SpeedFolds speed_folds(SpeedFit& fit, const std::vector<SpeedRow>& rows) {
  SpeedFolds folds{folds_by(fit, rows, &SpeedRow::source), folds_by(fit, rows, &SpeedRow::family), {}};
  for (const SpeedRow& r : rows) folds.within.push_back(score(r, fit.catalog(), r.source));
  return folds;
}

SpeedIntervals speed_intervals(const SpeedFolds& folds, const KeepSpeed& keep) {
  SpeedIntervals out;
  Pool every, seen, unseen, within;
  for (const SpeedFold& f : folds.sources) add(every, f.scores, keep);
  for (const SpeedFold& f : folds.families) add(unseen, f.scores, keep);
  add(within, folds.within, keep);
  std::map<std::string_view, Pool> strata;
  for (const SpeedScore* s : every) {
    if (!s->speed.family_seen) continue;
    seen.push_back(s);
    strata[s->stratum].push_back(s);
  }
  const LogSpread all = general(seen);
  out.intervals.push_back(interval("", all, seen, "source"));
  LogSpread widest = all;
  for (const auto& [stratum, own] : strata) {
    const LogSpread s = shrunk(own, all);
    widest = {std::min(widest.low, s.low), std::max(widest.high, s.high)};
    out.intervals.push_back(interval(std::string(stratum), s, own, "source"));
  }
  const LogSpread never = general(unseen);
  out.intervals.push_back(interval(
      "family-unseen", {std::min(widest.low, never.low), std::max(widest.high, never.high)}, unseen, "device family"));
  // Halfway between what the fit leaves of its own rows and what it leaves of others': another run of the same
  // framework still differs.
  out.known_framework = 0.5 * (1 + std::min(1.0, mean_error(within) / mean_error(every)));
  return out;
}

void store(Calibration& calibration, const SpeedIntervals& fitted) {
  std::vector<Interval>& all = calibration.intervals;
  std::erase_if(all, [](const Interval& i) { return i.quantity == "train.step_seconds"; });
  all.insert(all.end(), fitted.intervals.begin(), fitted.intervals.end());
  std::vector<Constant>& constants = calibration.constants;
  std::erase_if(constants, [](const Constant& c) { return c.key == "train.widen_known_framework"; });
  constants.push_back({"train.widen_known_framework", "", fitted.known_framework,
                       "exponent: halfway to the whole fit's errors on its own rows (tests/accuracy)"});
  calibration.sort();
}

std::vector<ReportRow> speed_lines(const SpeedFolds& folds) {
  return lines_of(folds, folds.sources, &SpeedRow::source);
}

std::vector<GroupOut> leave_speed_groups_out(SpeedFit& fit, const std::vector<SpeedRow>& rows,
                                             const SpeedFolds& folds) {
  std::vector<GroupOut> groups;
  for (const GroupKind& kind : group_kinds) {
    std::set<std::string> names;
    for (const SpeedRow& r : rows) names.insert(kind.of(r));
    for (const std::string& name : names) {
      if (name.empty()) continue;
      const KeepSpeed others = [&](const SpeedRow& r) { return kind.of(r) != name; };
      Catalog left = fit.without(others);
      store(left.calibration, speed_intervals(folds, others));
      GroupOut group{kind.name, name, {}};
      for (const SpeedRow& r : rows)
        if (!others(r)) add_lines(group.rows, r, speed_of(r, left));
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

std::vector<ReportRow> speed_family_lines(const SpeedFolds& folds) {
  return lines_of(folds, folds.families, &SpeedRow::family);
}

}  // namespace gpusel::accuracy
