// The figures of a device that a table can show: by task, each with its number, interval, unit and which way is better.
// The ranking shows four or those chosen, Compare all of them; a column has one unit and one precision, by the median
// of its rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/view/build.hpp"

namespace gpusel::view {

struct Estimate {
  double value = 0, low = 0, high = 0;  // low == high: a fact
};

struct FigureColumn {
  enum class Kind { rounded, money, time, whole } kind = Kind::rounded;
  std::string id;
  std::string label;  // a table's head, unit included: "Run, h"
  std::string name;   // without the unit: "Run"
  std::string unit;
  int better = 0;  // 1: more is better, -1: less
  std::optional<Estimate> (*value)(const Report&, const GoalSpec&) = nullptr;
  double scale = 1;  // seconds of the column's unit
  int decimals = 0;

  std::string text(double x, Lang lang) const;
};

// What stands under its name in a table, and what was typed there; the filter hides rows, also of a column that is not
// shown.
Column head_of(const Input& in, const FigureColumn& column);
std::string typed_under(const Input& in, std::string_view column);
bool passes_columns(const Input& in, const Report& r, const std::vector<FigureColumn>& all);
// The memory needed, as a column; `each`: of several devices.
FigureColumn memory_column(const Input& in, bool each);

// Everything the task has a figure for, the usual four first; unit and precision by the median of `rows`.
std::vector<FigureColumn> figure_columns(const Input& in, const std::vector<const Report*>& rows);
// The chosen ones, else the usual four.
std::vector<FigureColumn> shown_columns(const Input& in, const std::vector<FigureColumn>& all);

// The columns every row of a table has: memory, and these figures. `device`, `rank` and marks are the caller's.
RowView report_row(const Input& in, const Report& r, const std::vector<FigureColumn>& columns);
// Every word of the filter stands somewhere in `hay`.
bool passes_filter(const Input& in, std::string_view hay);

}  // namespace gpusel::view
