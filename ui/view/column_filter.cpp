#include "ui/view/column_filter.hpp"

#include "ui/view/format.hpp"

namespace gpusel::view {

namespace {

bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

bool ColumnFilter::passes(double x) const {
  if (at_least) return strict ? x > limit : x >= limit;
  return strict ? x < limit : x <= limit;
}

std::optional<ColumnFilter> read_column_filter(std::string_view typed, int better, double scale) {
  while (!typed.empty() && typed.front() == ' ') typed.remove_prefix(1);
  ColumnFilter out;
  out.at_least = better > 0;
  // Also the signs as a Chinese keyboard gives them, and U+2264 and U+2265, which our faces lack: never shown.
  const bool less = take(typed, "<") || take(typed, "＜");
  const bool more = !less && (take(typed, ">") || take(typed, "＞"));
  const bool equal = take(typed, "=") || take(typed, "＝");
  const bool whole_less = !less && !more && take(typed, "\xe2\x89\xa4");
  const bool whole_more = !less && !more && !whole_less && take(typed, "\xe2\x89\xa5");
  if (less || whole_less) out.at_least = false;
  if (more || whole_more) out.at_least = true;
  out.strict = (less || more) && !equal;
  const std::optional<Typed> number = parse_typed(typed);
  if (!number) return std::nullopt;
  out.limit = number->has_unit ? number->number : number->number * scale;
  return out;
}

}  // namespace gpusel::view
