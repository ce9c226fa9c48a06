#include "serve_report.hpp"

#include <cmath>
#include <cstdio>

#include "core/json/json.hpp"
#include "core/json/objects.hpp"
#include "core/time/serve_constants.hpp"

namespace gpusel::accuracy {
namespace {

bool one_request(const ServeScore& s) { return s.row->concurrency == 1; }

// A workload: everything but the devices.
std::string workload_of(const ServeScore& s) {
  const ServeSpec& v = s.row->c.serve();
  return s.row->source + "|" + s.quantity + "|" + s.row->c.shape->id + "|" + std::string(to_string(v.weights)) + "|" +
         std::string(to_string(v.engine_or_usual())) + "|" + std::to_string(v.concurrency.value_or(0)) + "|" +
         std::to_string(v.input_tokens) + "|" + std::to_string(v.output_tokens);
}

std::string devices_of(const ServeScore& s) {
  return s.row->c.accelerator().name + "|" + std::to_string(s.row->c.count);
}

bool ranked(const ServeScore& s) {
  return s.quantity != "fits" && s.row->trust != 'C' && s.quantity.rfind("serve.", 0) == 0;
}

ReportRow described(const ServeScore& s, const Bounds& bounds, double weight) {
  ReportRow r;
  r.low = bounds.low, r.high = bounds.high, r.weight = weight;
  r.id = s.row->id, r.source = s.row->source, r.method = "serve";
  r.framework = to_string(s.row->c.engine().id);
  r.device = serving_family(s.row->c.accelerator());
  r.quantity = s.quantity, r.measured = s.measured, r.estimate = s.estimate, r.naive = s.naive;
  if (ranked(s)) r.workload = workload_of(s), r.devices = devices_of(s);
  r.verdict = to_string(s.fits);
  r.ran = s.row->ran.value_or(true);
  return r;
}

std::string text_line(std::string_view name, const QuantitySummary& s, double naive) {
  char line[200];
  std::snprintf(line, sizeof line, "%-44.*s %5d %3d %8.1f%% %8.1f%% %+8.1f%% %8.1f%% %8.0f%% %10.1f%%\n",
                static_cast<int>(name.size()), name.data(), s.rows, s.sources, 100 * s.w_median_error,
                100 * s.w_p90_error, 100 * s.w_bias, 100 * s.w_inside, 100 * s.w_width, 100 * naive);
  return line;
}

QuantitySummary of_lines(std::vector<ReportRow> lines, bool naive) {
  if (naive)
    for (ReportRow& r : lines) r.estimate = r.naive;
  for (ReportRow& r : lines) r.quantity = "all";
  return summary(lines, "all");
}

std::string summary_line(std::string_view name, const std::vector<ReportRow>& lines) {
  return lines.empty() ? "" : text_line(name, of_lines(lines, false), of_lines(lines, true).w_median_error);
}

}  // namespace

std::vector<ReportRow> serve_lines(const std::vector<ServeScore>& scores, const ServeWidening& widening) {
  struct Without {
    ServeWidths widths{};
    std::vector<Interval> intervals;
  };
  std::map<std::string, Without> without;
  std::map<std::string, double> count;
  for (const ServeScore& s : scores) {
    const auto [at, added] = without.try_emplace(s.fold);
    if (added) {
      at->second.widths = widening.without(s.fold);
      at->second.intervals =
          fit_serve_intervals(scores, at->second.widths, [&](const ServeScore& other) { return other.fold != s.fold; });
    }
    count[s.row->source + s.quantity] += 1;
  }
  std::vector<ReportRow> lines;
  for (const ServeScore& s : scores) {
    const Without& own = without[s.fold];
    lines.push_back(described(s, bounds_of(own.intervals, own.widths, s), 1 / count[s.row->source + s.quantity]));
  }
  return lines;
}

std::vector<GroupOut> serve_group_lines(const ServeWidening& widening) {
  std::vector<GroupOut> groups;
  for (const ServeGroupOut& g : widening.groups()) {
    GroupOut out{std::string(serve_gap_name(g.gap)), g.name, {}};
    std::map<std::string, ServeWidths> widths;
    std::map<std::string, double> count;
    for (const ServeScore& s : g.scores) {
      if (!widths.count(s.row->source)) widths[s.row->source] = widening.without(g, s.row->source);
      count[s.row->source] += 1;
    }
    for (const ServeScore& s : g.scores) {
      if (s.row->trust == 'C') continue;
      const Bounds b = bounds_of(widening.intervals_without(g), widths[s.row->source], s);
      out.rows.push_back(described(s, b, 1 / count[s.row->source]));
    }
    if (!out.rows.empty()) groups.push_back(std::move(out));
  }
  return groups;
}

std::string goal_of(const ServeScore& s) {
  if (s.row->trust == 'C' || s.quantity == "fits") return "";
  const EngineFacts& engine = s.row->c.engine();
  if (s.quantity.rfind("memory.", 0) == 0) return engine.preallocates ? "" : "memory";
  if (s.quantity == "energy.joules_per_token") return "joules a token";
  if (s.quantity == "serve.prefill_tokens_per_second") return "prefill rate";
  if (s.quantity == "serve.ttft_seconds")
    return one_request(s) || engine.static_batch ? "first token, arrival known" : "";
  const bool decode = s.key == "serve.decode_tokens_per_second" || s.key == "serve.tpot";
  if (decode && one_request(s)) return "decode, one request";
  if ((decode || s.key == "serve.output_tokens_per_second") && !one_request(s)) return "rate, batched";
  return "";
}

QuantitySummary goal(const std::vector<ServeScore>& scores, const std::vector<ReportRow>& lines,
                     std::string_view name) {
  std::vector<ReportRow> some;
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (goal_of(scores[i]) == name) some.push_back(lines[i]);
  return of_lines(some, false);
}

Order device_order(const std::vector<ServeScore>& scores, double apart) {
  std::map<std::string, std::vector<const ServeScore*>> workloads;
  for (const ServeScore& s : scores)
    if (ranked(s)) workloads[workload_of(s)].push_back(&s);
  Order order;
  for (const auto& [name, of] : workloads)
    for (std::size_t i = 0; i < of.size(); ++i)
      for (std::size_t j = i + 1; j < of.size(); ++j) {
        const ServeScore &a = *of[i], &b = *of[j];
        const double measured = std::log(a.measured / b.measured);
        if (devices_of(a) == devices_of(b) || std::fabs(measured) <= std::log(1 + apart)) continue;
        ++order.pairs;
        order.right += measured * std::log(a.estimate / b.estimate) > 0;
        order.naive_right += measured * std::log(a.naive / b.naive) > 0;
      }
  return order;
}

std::string serve_table(const std::vector<ServeScore>& scores, const std::vector<ReportRow>& lines) {
  char head[200];
  std::snprintf(head, sizeof head, "%-44s %5s %3s %9s %9s %9s %9s %9s %11s\n", "each source left out, sources equal",
                "rows", "src", "median", "p90", "bias", "inside", "width", "naive");
  std::string text = head;
  for (const char* name : goals) {
    std::map<std::string, std::vector<ReportRow>> by_source;
    std::vector<ReportRow> all;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (goal_of(scores[i]) == name) all.push_back(lines[i]), by_source[lines[i].source].push_back(lines[i]);
    text += summary_line(name, all);
    for (const auto& [source, own] : by_source) text += summary_line("    " + source, own);
  }
  for (double apart : {0.0, 0.2}) {
    const Order o = device_order(scores, apart);
    std::snprintf(head, sizeof head, "pairs of devices over %2.0f %% apart: %d, right %.1f%%, naive %.1f%%\n",
                  100 * apart, o.pairs, 100.0 * o.right / o.pairs, 100.0 * o.naive_right / o.pairs);
    text += head;
  }
  const Verdicts v = verdicts(lines);
  text += "false no: " + std::to_string(v.false_no.size()) + " of " + std::to_string(v.ran) + ":";
  for (const std::string& id : v.false_no) text += " " + id;
  return text + "\n";
}

}  // namespace gpusel::accuracy
