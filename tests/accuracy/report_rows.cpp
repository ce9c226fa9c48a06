#include "report_rows.hpp"

#include <cstdio>

#include "core/json/json.hpp"

namespace gpusel::accuracy {
namespace {

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

std::string quoted(const std::string& text) { return write_json(Value(text)); }

}  // namespace

std::string line_of(const ReportRow& r) {
  std::string line = "{\"id\":" + quoted(r.id) + ",\"source\":" + quoted(r.source) + ",\"weight\":" + number(r.weight) +
                     ",\"method\":" + quoted(r.method) + ",\"framework\":" + quoted(r.framework) +
                     ",\"device\":" + quoted(r.device) + ",\"quantity\":" + quoted(r.quantity) +
                     (r.left_out.empty() ? "" : ",\"left_out\":" + quoted(r.left_out));
  if (r.quantity == "fits")
    return line + ",\"verdict\":" + quoted(r.verdict) + (r.ran ? ",\"ran\":true}\n" : ",\"ran\":false}\n");
  return line + ",\"measured\":" + number(r.measured) + ",\"estimate\":" + number(r.estimate) +
         ",\"low\":" + number(r.low) + ",\"high\":" + number(r.high) +
         (r.workload.empty() ? "" : ",\"workload\":" + quoted(r.workload) + ",\"devices\":" + quoted(r.devices)) +
         (r.naive > 0 ? ",\"naive\":" + number(r.naive) : "") + "}\n";
}

void print_lines(const std::vector<ReportRow>& rows) {
  for (const ReportRow& r : rows) std::fputs(line_of(r).c_str(), stdout);
}

void print_lines(const std::vector<GroupOut>& groups) {
  for (const GroupOut& g : groups)
    for (ReportRow r : g.rows) {
      r.left_out = g.kind + "/" + g.name;
      r.workload.clear();
      std::fputs(line_of(r).c_str(), stdout);
    }
}

}  // namespace gpusel::accuracy
