// accuracy_train_memory [--fit | --write | --rows]: prints the table; --rows prints the report's lines (README.md)
// instead; --fit also prints the allocator's constants fitted to all rows and with each source left out; --write puts
// the fitted intervals into assets/data/calibration.json.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "constants.hpp"
#include "summary.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Replaces the lines of training memory's intervals; other lines stay as they are.
std::string with_intervals(const std::string& calibration, const std::vector<Interval>& intervals) {
  std::string out;
  bool inside = false;
  for (std::size_t begin = 0; begin < calibration.size();) {
    const std::size_t end = calibration.find('\n', begin);
    const std::string line = calibration.substr(begin, end - begin);
    begin = end == std::string::npos ? calibration.size() : end + 1;
    const bool ours = line.find("{\"quantity\": \"memory.") != std::string::npos &&
                      line.find("\"condition\": \"train") != std::string::npos;
    if (!ours) out += line + "\n";
    if (line.find("\"intervals\": [") == std::string::npos || inside) continue;
    inside = true;
    for (const Interval& i : intervals) out += line_of(i) + ",\n";
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string root = GPUSEL_SOURCE_DIR;
  const Result<Catalog> catalog = load_catalog();
  if (!catalog.ok()) {
    std::fprintf(stderr, "%s\n", catalog.error().message.c_str());
    return 2;
  }
  const auto rows = evaluate_rows(*catalog, read_file(root + "/tests/accuracy/train_rows.jsonl"));
  if (!rows.ok()) {
    std::fprintf(stderr, "%s\n", rows.error().message.c_str());
    return 2;
  }
  if (argc > 1 && std::strcmp(argv[1], "--rows") == 0) {
    for (const ReportRow& row : report_rows(*catalog, *rows)) std::fputs(line_of(row).c_str(), stdout);
    return 0;
  }
  std::fputs(table(*rows).c_str(), stdout);
  for (const MeasuredRow& r : *rows)
    if (!r.error.empty()) std::printf("error %s: %s\n", r.id.c_str(), r.error.c_str());
  if (argc > 1 && std::strcmp(argv[1], "--fit") == 0) std::fputs(constants_table(*catalog, *rows).c_str(), stdout);
  if (argc < 2 || std::strcmp(argv[1], "--write") != 0) return 0;
  const std::string path = root + "/assets/data/calibration.json";
  const std::string text = with_intervals(read_file(path), fit_intervals(*rows));
  std::ofstream(path, std::ios::binary) << text;
  return 0;
}
