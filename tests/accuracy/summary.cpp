#include "summary.hpp"

#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

std::string percent(double x, bool sign = false) {
  char text[32];
  std::snprintf(text, sizeof text, sign ? "%+.1f%%" : "%.1f%%", 100 * x);
  return text;
}

std::string line(std::string_view name, const QuantitySummary& s) {
  char text[256];
  std::snprintf(text, sizeof text, "%-42.*s %5d %8s %8s %8s %8s %8s %10s %8s %8s %8s %8.2f\n",
                static_cast<int>(name.size()), name.data(), s.rows, percent(s.median_error).c_str(),
                percent(s.p90_error).c_str(), percent(s.bias, true).c_str(), percent(s.inside).c_str(),
                percent(s.width).c_str(), percent(s.w_median_error).c_str(), percent(s.w_p90_error).c_str(),
                percent(s.w_inside).c_str(), percent(s.w_width).c_str(), s.w_needed);
  return text;
}

std::string head(std::string_view first) {
  char text[256];
  std::snprintf(text, sizeof text, "%-42.*s %5s %8s %8s %8s %8s %8s %10s %8s %8s %8s %8s\n",
                static_cast<int>(first.size()), first.data(), "rows", "median", "p90", "bias", "inside", "width",
                "w:median", "w:p90", "w:inside", "w:width", "w:needs");
  return text;
}

std::string joined(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : ", ") + id;
  return text.empty() ? "none" : text;
}

std::string path(std::size_t q) { return "memory." + std::string(quantities[q]); }

struct Columns {
  Weighted error, bias, width, needed;
  double inside = 0, total = 0;
  void add(const ReportRow& r, double weight) {
    const double ratio = r.estimate / r.measured;
    error.emplace_back(std::fabs(ratio - 1), weight);
    bias.emplace_back(ratio - 1, weight);
    const double off = std::log(r.measured / r.estimate), bound = std::log((off > 0 ? r.high : r.low) / r.estimate);
    if (off != 0) needed.emplace_back(off / bound, weight);
    width.emplace_back((r.high - r.low) / r.estimate, weight);
    if (r.measured >= r.low && r.measured <= r.high) inside += weight;
    total += weight;
  }
};

}  // namespace

QuantitySummary summary(const std::vector<ReportRow>& lines, std::string_view quantity, std::string_view source) {
  std::map<std::string, double> total;
  for (const ReportRow& r : lines)
    if (r.quantity == quantity) total[r.source] += r.weight;
  Columns plain, balanced;
  QuantitySummary s;
  std::set<std::string> names;
  for (const ReportRow& r : lines) {
    if (r.quantity != quantity || (!source.empty() && r.source != source)) continue;
    ++s.rows;
    names.insert(r.source);
    plain.add(r, 1);
    balanced.add(r, r.weight / total[r.source]);
  }
  if (s.rows == 0) return s;
  s.sources = static_cast<int>(names.size());
  s.median_error = quantile(plain.error, 0.5), s.p90_error = quantile(plain.error, 0.9);
  s.bias = quantile(plain.bias, 0.5), s.width = quantile(plain.width, 0.5), s.inside = plain.inside / plain.total;
  s.w_median_error = quantile(balanced.error, 0.5), s.w_p90_error = quantile(balanced.error, 0.9);
  s.w_bias = quantile(balanced.bias, 0.5), s.w_width = quantile(balanced.width, 0.5);
  s.w_needed = quantile(balanced.needed, 0.9);
  s.w_inside = balanced.inside / balanced.total;
  return s;
}

Verdicts verdicts(const std::vector<ReportRow>& lines) {
  Verdicts v;
  for (const ReportRow& r : lines) {
    if (r.quantity != "fits") continue;
    ++(r.ran ? v.ran : v.oom);
    if (!r.ran && r.verdict == "yes") v.false_yes.push_back(r.id);
    if (r.ran && r.verdict == "no") v.false_no.push_back(r.id);
  }
  return v;
}

std::string table(const std::vector<ReportRow>& lines) {
  std::set<std::string> sources;
  for (const ReportRow& r : lines) sources.insert(r.source);
  std::string text = head("quantity / source (each left out in turn)");
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    text += line(path(q), summary(lines, path(q)));
    for (const std::string& source : sources) {
      const QuantitySummary s = summary(lines, path(q), source);
      if (s.rows > 0) text += line("  " + source, s);
    }
  }
  const Verdicts v = verdicts(lines);
  text += "\nVerdicts: " + std::to_string(v.oom) + " rows ran out of memory, " + std::to_string(v.ran) + " ran\n";
  return text + "  false yes: " + joined(v.false_yes) + "\n  false no: " + joined(v.false_no) + "\n";
}

std::string speed_table(const std::vector<ReportRow>& lines, std::string ReportRow::*left_out) {
  std::map<std::string, std::vector<ReportRow>> groups;
  for (const ReportRow& r : lines) groups[r.*left_out].push_back(r);
  std::string text = head("quantity / what was left out");
  for (std::string_view q : speed_quantities) {
    const std::string name = "train." + std::string(q);
    text += line(name, summary(lines, name));
    for (const auto& [group, own] : groups)
      if (const QuantitySummary s = summary(own, name); s.rows > 0) text += line("  " + group, s);
  }
  return text;
}

std::string table(const std::vector<GroupOut>& groups) {
  std::string text = head("whole groups left out");
  for (const GroupOut& g : groups) {
    const std::string name = g.kind + " " + g.name;
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const QuantitySummary s = summary(g.rows, path(q));
      if (s.rows > 0) text += line(name + " / " + std::string(quantities[q]), s);
    }
    const Verdicts v = verdicts(g.rows);
    if (!v.false_yes.empty()) text += "  false yes: " + joined(v.false_yes) + "\n";
  }
  return text;
}

QuantitySummary pooled(const std::vector<GroupOut>& groups, std::string_view kind) {
  std::vector<ReportRow> all;
  for (const GroupOut& g : groups) {
    if (!kind.empty() && g.kind != kind) continue;
    for (ReportRow r : g.rows) {
      if (r.quantity == "fits") continue;
      r.source = g.kind + "/" + g.name + "/" + r.source;
      r.quantity = "all";
      all.push_back(std::move(r));
    }
  }
  return summary(all, "all");
}

std::string group_table(const std::vector<GroupOut>& groups) {
  std::string text = head("whole groups left out");
  std::set<std::string> kinds;
  for (const GroupOut& g : groups) kinds.insert(g.kind), text += line(g.kind + " " + g.name, pooled({g}));
  for (const std::string& kind : kinds) text += line("all of " + kind, pooled(groups, kind));
  return text + line("all groups", pooled(groups));
}

}  // namespace gpusel::accuracy
