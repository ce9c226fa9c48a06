// What is typed under a column's head of the ranking: "< 2000", ">= 1k", "2 h". A number alone asks for at most it
// where less is better, for at least it where more is. A number without a unit is in the column's own.
#pragma once

#include <optional>
#include <string_view>

namespace gpusel::view {

struct ColumnFilter {
  double limit = 0;
  bool at_least = false, strict = false;
  bool passes(double x) const;
};

// `better` as in FigureColumn; `scale`: the column's unit in those of its values. Nothing where it is no number.
std::optional<ColumnFilter> read_column_filter(std::string_view typed, int better, double scale);

}  // namespace gpusel::view
