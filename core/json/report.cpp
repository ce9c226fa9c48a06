#include <algorithm>

#include "core/json/json.hpp"
#include "core/json/report_parts.hpp"

namespace gpusel {
namespace {

// Per phase the bound, as the contract has it; where each phase stands on the roofline beside it.
void put_bounds(Value& out, const std::vector<PhaseBound>& phases) {
  Value bounds(Value::Object{});
  Value::Array roofline;
  for (const PhaseBound& p : phases) {
    bounds.set(p.phase, to_string(p.bound));
    Value point(Value::Object{});
    point.set("phase", p.phase);
    point.set("flop_per_byte", rounded(p.flop_per_byte));
    point.set("reached_flops_per_second", rounded(p.reached_flops_per_second));
    point.set("roof_flops_per_second", rounded(p.roof_flops_per_second));
    point.set("peak_flops_per_second", rounded(p.peak_flops_per_second));
    point.set("bandwidth_bytes_per_second", rounded(p.bandwidth_bytes_per_second));
    roofline.push_back(std::move(point));
  }
  out.set("bound_by", std::move(bounds));
  out.set("roofline", std::move(roofline));
}

// The report's own, then those found while reading the scenario, each once.
std::vector<Note> all_warnings(const Report& r) {
  std::vector<Note> out = r.warnings;
  for (const Note& note : r.scenario.notes)
    if (std::find(out.begin(), out.end(), note) == out.end()) out.push_back(note);
  return out;
}

Value report_value(const Report& r, bool with_why) {
  Value out(Value::Object{});
  if (r.rank > 0) {
    out.set("rank", r.rank);
    out.set("score", rounded(r.score));
  }
  out.set("scenario", scenario_value(r.scenario));
  out.set("fits", to_string(r.fits));
  out.set("memory", memory_value(r.memory, with_why));
  if (r.train) out.set("train", train_value(*r.train, with_why));
  if (r.serve) out.set("serve", serve_value(*r.serve, with_why));
  out.set("energy", energy_value(r.energy, with_why));
  out.set("cost", cost_value(r.cost, with_why));
  put_bounds(out, r.bound_by);
  Value::Array advice;
  for (const Advice& a : r.advice) advice.push_back(advice_value(a));
  out.set("advice", std::move(advice));
  out.set("assumptions", notes_value(r.assumptions));
  out.set("warnings", notes_value(all_warnings(r)));
  return out;
}

Value rejected_value(const Rejected& r) {
  Value out(Value::Object{});
  out.set("accelerator", r.accelerator);
  out.set("count", r.count);
  out.set("reason", r.reason);
  out.set("code", r.code);
  out.set("nearest_fix", r.nearest_fix ? advice_value(*r.nearest_fix) : Value());
  out.set("shortfall", rounded(r.shortfall));
  if (!r.args.empty()) out.set("args", args_value(r.args));
  return out;
}

Value nearest_value(const NearestPlan& p, bool with_why) {
  Value out(Value::Object{});
  out.set("change", advice_value(p.change));
  Value::Array moves;
  for (const Move& m : p.moves) {
    Value move(Value::Object{});
    move.set("field", m.field);
    move.set("from", m.from ? rounded(*m.from) : Value());
    move.set("to", m.to ? rounded(*m.to) : Value());
    move.set("factor", m.to ? rounded(m.factor()) : Value());
    moves.push_back(std::move(move));
  }
  out.set("moves", std::move(moves));
  out.set("other_device", p.other_device);
  out.set("distance", rounded(p.distance));
  out.set("report", report_value(p.report, with_why));
  return out;
}

}  // namespace

std::string write_report(const Report& report, const ReportStyle& style) {
  return write_json(report_value(report, style.why), style.indent);
}

std::string write_launch(const std::vector<LaunchSetting>& settings, int indent) {
  Value::Array list;
  for (const LaunchSetting& s : settings) {
    Value one(Value::Object{});
    one.set("tool", s.tool);
    one.set("name", s.name);
    one.set("version", s.version);
    one.set("language", s.language);
    one.set("file", s.file);
    one.set("text", s.text);
    one.set("runs", s.runs);
    one.set("notes", notes_value(s.notes));
    list.push_back(std::move(one));
  }
  Value out(Value::Object{});
  out.set("launch", std::move(list));
  return write_json(out, indent);
}

std::string write_selection(const Selection& selection, const ReportStyle& style) {
  Value out(Value::Object{});
  out.set("scenario", scenario_value(selection.scenario));
  Value::Array ranked, rejected, pareto;
  for (const Report& r : selection.ranked) ranked.push_back(report_value(r, style.why));
  for (const Rejected& r : selection.rejected) rejected.push_back(rejected_value(r));
  for (int index : selection.pareto) pareto.emplace_back(index);
  out.set("ranked", std::move(ranked));
  out.set("rejected", std::move(rejected));
  out.set("pareto", std::move(pareto));
  if (!selection.nearest.empty()) {
    Value::Array nearest;
    for (const NearestPlan& p : selection.nearest) nearest.push_back(nearest_value(p, style.why));
    out.set("nearest", std::move(nearest));
  }
  if (!selection.explanation.empty()) out.set("explanation", notes_value(selection.explanation));
  out.set("warnings", notes_value(selection.warnings));
  return write_json(out, style.indent);
}

}  // namespace gpusel
