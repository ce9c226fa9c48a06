#include "calibration_file.hpp"

#include <cstdio>
#include <fstream>

#include "row_tables.hpp"

namespace gpusel::accuracy {
namespace {

std::string line_of(const Constant& c) {
  char value[32];
  std::snprintf(value, sizeof value, "%.4g", c.value);
  return "    {\"key\": \"" + c.key + "\", \"group\": \"" + c.group + "\", \"value\": " + value + ", \"source\": \"" +
         c.source + "\"}";
}

std::string line_of(const Interval& i) {
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, "\"low\": %.3f, \"high\": %.3f, \"rows\": %d, \"sources\": %d", i.spread.low,
                i.spread.high, i.rows, i.sources);
  return "    {\"quantity\": \"" + i.quantity + "\", \"condition\": \"" + i.condition + "\", " + numbers +
         ", \"source\": \"" + i.source + "\"}";
}

bool has(const std::string& line, const std::string& text) { return line.find(text) != std::string::npos; }

bool is_ours(const std::string& line, const std::vector<Constant>& constants) {
  if (has(line, "{\"quantity\": \"memory.") && has(line, "\"condition\": \"train")) return true;
  for (const Constant& c : constants)
    if (has(line, "{\"key\": \"" + c.key + "\", \"group\": \"" + c.group + "\",")) return true;
  return false;
}

}  // namespace

std::string with_lines(const std::string& file, const std::function<bool(const std::string&)>& is_ours,
                       const std::vector<Constant>& constants, const std::vector<Interval>& intervals) {
  std::string out;
  for (std::size_t begin = 0; begin < file.size();) {
    const std::size_t end = file.find('\n', begin);
    const std::string line = file.substr(begin, end - begin);
    begin = end == std::string::npos ? file.size() : end + 1;
    // The last line that is left must not end in a comma.
    const bool closes = line.rfind("  ]", 0) == 0 && out.size() > 2 && out[out.size() - 2] == ',';
    if (closes) out.erase(out.size() - 2, 1);
    if (!is_ours(line)) out += line + "\n";
    if (has(line, "\"constants\": ["))
      for (const Constant& c : constants) out += line_of(c) + ",\n";
    if (has(line, "\"intervals\": ["))
      for (const Interval& i : intervals) out += line_of(i) + ",\n";
  }
  return out;
}

std::string text_in_line(const std::string& line, const std::string& key) {
  const std::string mark = "\"" + key + "\": \"";
  const std::size_t at = line.find(mark);
  if (at == std::string::npos) return "";
  return line.substr(at + mark.size(), line.find('"', at + mark.size()) - at - mark.size());
}

void write_calibration(const std::function<bool(const std::string&)>& is_ours, const std::vector<Constant>& constants,
                       const std::vector<Interval>& intervals) {
  const std::string path = "assets/data/calibration.json";
  const std::string text = with_lines(repository_file(path), is_ours, constants, intervals);
  std::ofstream(repository_path(path), std::ios::binary) << text;
}

void write_calibration(const std::vector<FittedConstant>& fitted, const std::vector<Interval>& intervals) {
  Calibration ours;
  store(ours, fitted);
  write_calibration([&](const std::string& line) { return is_ours(line, ours.constants); }, ours.constants, intervals);
}

}  // namespace gpusel::accuracy
