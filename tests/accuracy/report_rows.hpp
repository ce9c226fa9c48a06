// One line of the accuracy report: a measured value beside an estimate made without its source, or a verdict. The
// format is shared by all accuracy programs (README.md in this folder); web/accuracy.mjs turns the lines into the page.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpusel::accuracy {

struct ReportRow {
  std::string id, source;
  double weight = 1;
  std::string method, framework, device;
  std::string left_out;           // its whole group ("engine/vllm") instead of its source
  std::string workload, devices;  // serving: what was asked of which devices, so that they can be put in order
  std::string quantity;           // report path, or "fits"
  double measured = 0, estimate = 0, low = 0, high = 0;
  double naive = 0;     // the data sheet's roofline; 0: none
  std::string verdict;  // of "fits"
  bool ran = true;      // of "fits"
};

// What a program says with a whole group left out.
struct GroupOut {
  std::string kind, name;
  std::vector<ReportRow> rows;
};

// JSON with a newline; numbers with six significant digits.
std::string line_of(const ReportRow& row);
void print_lines(const std::vector<ReportRow>& rows);  // to standard output
void print_lines(const std::vector<GroupOut>& groups);

}  // namespace gpusel::accuracy
