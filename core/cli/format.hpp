// How the terminal writes numbers: GiB for memory (2^30), three significant digits, the 90 % interval beside the
// estimate with its unit once, US dollars, an en dash for what is not known (design: numbers and units). No locale
// takes part.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/quantity.hpp"

namespace gpusel::cli {

inline constexpr std::string_view kDash = "\u2013";

std::string fixed(double x, int decimals);          // "2,640.4"
std::string significant(double x, int digits = 3);  // "2,640", "0.0312"
std::string gib_text(double bytes);                 // "20.5 GiB", "549 MiB" below one
std::string usd_text(double usd);                   // "$1.14", "$1,999"
std::string time_text(double seconds);              // "25.3 ms", "2.1 s", "2 h 6 min"
std::string count_text(double n);                   // "2,048", "8.03 B"
std::string percent_text(double share);             // "58%"

// "20.5 GiB   90%: 19.7–21.6": estimate, then low and high in the same unit.
struct Figure {
  std::string value, interval;
};
Figure bytes_figure(const Quantity<Bytes>& q);
Figure time_figure(double estimate, double low, double high);
Figure figure(double estimate, double low, double high, std::string_view unit);
Figure usd_figure(double estimate, double low, double high);

// Columns on a screen: bytes of UTF-8 that start a character. Wide (CJK) characters take two.
std::size_t width(std::string_view text);
std::string padded(std::string text, std::size_t columns);
std::string right(std::string text, std::size_t columns);

// Rows of cells, columns as wide as their widest cell; numbers to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> head, std::vector<bool> to_the_right);
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text(std::string_view indent = "") const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<bool> right_;
};

}  // namespace gpusel::cli
