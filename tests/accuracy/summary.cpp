#include "summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "core/domain/formats.hpp"
#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

struct Scored {
  const MeasuredRow* row;
  double ratio, inside, width, balanced;
};

std::set<std::string> sources_of(const std::vector<MeasuredRow>& rows) {
  std::set<std::string> names;
  for (const MeasuredRow& r : rows) names.insert(r.source);
  return names;
}

std::vector<Scored> scored(const std::vector<MeasuredRow>& rows, std::size_t q, std::string_view only) {
  std::vector<Scored> list;
  for (const std::string& source : sources_of(rows)) {
    if (!only.empty() && source != only) continue;
    double total = 0;
    for (const MeasuredRow& r : rows)
      if (r.source == source && r.measured[q] > 0 && r.error.empty()) total += r.weight;
    if (total <= 0) continue;
    const std::vector<Interval> intervals = fit_intervals(rows, source);
    for (const MeasuredRow& r : rows) {
      if (r.source != source || r.measured[q] <= 0 || !r.error.empty()) continue;
      const Spread s = interval_of(intervals, r, q);
      const double ratio = r.estimate[q] / r.measured[q];
      list.push_back(
          {&r, ratio, 1 / ratio >= s.low && 1 / ratio <= s.high ? 1.0 : 0.0, s.high - s.low, r.weight / total});
    }
  }
  return list;
}

std::string percent(double x, bool sign = false) {
  char text[32];
  std::snprintf(text, sizeof text, sign ? "%+.1f%%" : "%.1f%%", 100 * x);
  return text;
}

std::string line(std::string_view name, const QuantitySummary& s) {
  char text[256];
  std::snprintf(text, sizeof text, "%-42.*s %5d %8s %8s %8s %8s %8s %10s %8s %8s %8s\n", static_cast<int>(name.size()),
                name.data(), s.rows, percent(s.median_error).c_str(), percent(s.p90_error).c_str(),
                percent(s.bias, true).c_str(), percent(s.inside).c_str(), percent(s.width).c_str(),
                percent(s.w_median_error).c_str(), percent(s.w_p90_error).c_str(), percent(s.w_inside).c_str(),
                percent(s.w_width).c_str());
  return text;
}

std::string joined(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : ", ") + id;
  return text.empty() ? "none" : text;
}

}  // namespace

QuantitySummary leave_one_source_out(const std::vector<MeasuredRow>& rows, std::size_t q, std::string_view source) {
  QuantitySummary s;
  std::set<std::string> names;
  Weighted error, w_error, bias, w_bias, width, w_width;
  double inside = 0, w_inside = 0, total = 0;
  for (const Scored& x : scored(rows, q, source)) {
    names.insert(x.row->source);
    ++s.rows;
    error.emplace_back(std::fabs(x.ratio - 1), 1.0);
    w_error.emplace_back(std::fabs(x.ratio - 1), x.balanced);
    bias.emplace_back(x.ratio - 1, 1.0);
    w_bias.emplace_back(x.ratio - 1, x.balanced);
    width.emplace_back(x.width, 1.0);
    w_width.emplace_back(x.width, x.balanced);
    inside += x.inside;
    w_inside += x.inside * x.balanced;
    total += x.balanced;
  }
  if (s.rows == 0) return s;
  s.sources = static_cast<int>(names.size());
  s.median_error = quantile(error, 0.5);
  s.p90_error = quantile(error, 0.9);
  s.bias = quantile(bias, 0.5);
  s.width = quantile(width, 0.5);
  s.inside = inside / s.rows;
  s.w_median_error = quantile(w_error, 0.5);
  s.w_p90_error = quantile(w_error, 0.9);
  s.w_bias = quantile(w_bias, 0.5);
  s.w_width = quantile(w_width, 0.5);
  s.w_inside = w_inside / total;
  return s;
}

Verdicts verdicts(const std::vector<MeasuredRow>& rows) {
  Verdicts v;
  for (const MeasuredRow& r : rows) {
    if (!r.error.empty()) ++v.errors;
    if (!r.oom || !r.error.empty()) continue;
    ++(*r.oom ? v.oom : v.ran);
    if (*r.oom && r.fits == Fits::yes) v.false_yes.push_back(r.id);
    if (!*r.oom && r.fits == Fits::no) v.false_no.push_back(r.id);
  }
  return v;
}

namespace {

std::string method_of(const MeasuredRow& r) {
  if (r.scenario.train.method == Method::full) return "full";
  return is_quantised(r.scenario.train.weights) ? "qlora" : "lora";
}

std::string family_of(const Catalog& catalog, const MeasuredRow& r) {
  if (!r.scenario.hardware || !r.scenario.hardware->accelerator) return "";
  const std::string* id = std::get_if<std::string>(&*r.scenario.hardware->accelerator);
  for (const Accelerator& a : catalog.accelerators)
    if (id != nullptr && a.id == *id) return a.family;
  return "";
}

ReportRow described(const Catalog& catalog, const MeasuredRow& r) {
  ReportRow row;
  row.id = r.id, row.source = r.source, row.weight = r.weight;
  row.method = method_of(r), row.framework = to_string(r.scenario.train.framework), row.device = family_of(catalog, r);
  return row;
}

}  // namespace

std::vector<ReportRow> report_rows(const Catalog& catalog, const std::vector<MeasuredRow>& rows) {
  std::vector<ReportRow> lines;
  for (std::size_t q = 0; q < quantities.size(); ++q)
    for (const Scored& x : scored(rows, q, {})) {
      ReportRow row = described(catalog, *x.row);
      const Spread s = interval_of(fit_intervals(rows, x.row->source), *x.row, q);
      row.quantity = "memory." + std::string(quantities[q]);
      row.measured = x.row->measured[q], row.estimate = x.row->estimate[q];
      row.low = row.estimate * s.low, row.high = row.estimate * s.high;
      lines.push_back(row);
    }
  for (const MeasuredRow& r : rows) {
    if (!r.oom || !r.error.empty()) continue;
    ReportRow row = described(catalog, r);
    row.quantity = "fits", row.verdict = to_string(r.fits), row.ran = !*r.oom;
    lines.push_back(row);
  }
  return lines;
}

std::string table(const std::vector<MeasuredRow>& rows) {
  char head[256];
  std::snprintf(head, sizeof head, "%-42s %5s %8s %8s %8s %8s %8s %10s %8s %8s %8s\n",
                "quantity / source (each left out in turn)", "rows", "median", "p90", "bias", "inside", "width",
                "w:median", "w:p90", "w:inside", "w:width");
  std::string text = head;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    text += line("memory." + std::string(quantities[q]), leave_one_source_out(rows, q));
    for (const std::string& source : sources_of(rows)) {
      const QuantitySummary s = leave_one_source_out(rows, q, source);
      if (s.rows > 0) text += line("  " + source, s);
    }
  }
  const Verdicts v = verdicts(rows);
  text += "\nVerdicts: " + std::to_string(v.oom) + " rows ran out of memory, " + std::to_string(v.ran) + " ran, " +
          std::to_string(v.errors) + " errors\n";
  text += "  false yes: " + joined(v.false_yes) + "\n  false no: " + joined(v.false_no) + "\n";
  return text;
}

}  // namespace gpusel::accuracy
