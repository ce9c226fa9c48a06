// assets/data/calibration.json with one program's constants and intervals replaced; every other line stays as it is.
#pragma once

#include <functional>
#include <string>

#include "intervals.hpp"

namespace gpusel::accuracy {

// `is_ours`: of a line of the file, whether it makes room for the new ones.
std::string with_lines(const std::string& file, const std::function<bool(const std::string&)>& is_ours,
                       const std::vector<Constant>& constants, const std::vector<Interval>& intervals);
// "quantity": "serve.ttft", "condition": "single/device" -> the value of a key in a line of the file.
std::string text_in_line(const std::string& line, const std::string& key);
// Replaces them in the repository's file; of training memory, those that were fitted.
void write_calibration(const std::function<bool(const std::string&)>& is_ours, const std::vector<Constant>& constants,
                       const std::vector<Interval>& intervals);
void write_calibration(const std::vector<FittedConstant>& constants, const std::vector<Interval>& intervals);

}  // namespace gpusel::accuracy
