// Sorting that keeps the order of equals, for any row type from one compiled routine: std::stable_sort is 3 KB of code
// a call, and the page ranks in a dozen places. Rows are compared in place by index and moved once.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace gpusel {

// The indices 0 ... count-1 in order; `before(context, a, b)` says whether row a belongs before row b.
std::vector<std::size_t> stable_order(std::size_t count, bool (*before)(const void*, std::size_t, std::size_t),
                                      const void* context);

template <class Iterator, class Less>
void sort_stably(Iterator first, Iterator last, const Less& less) {
  using Row = typename std::iterator_traits<Iterator>::value_type;
  using Step = typename std::iterator_traits<Iterator>::difference_type;
  const auto before = [first, &less](std::size_t a, std::size_t b) {
    return static_cast<bool>(less(first[static_cast<Step>(a)], first[static_cast<Step>(b)]));
  };
  using Before = decltype(before);
  const std::vector<std::size_t> order = stable_order(
      static_cast<std::size_t>(last - first),
      [](const void* p, std::size_t a, std::size_t b) { return (*static_cast<Before*>(p))(a, b); }, &before);
  std::vector<Row> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(std::move(first[static_cast<Step>(i)]));
  for (Row& row : sorted) *first++ = std::move(row);
}

}  // namespace gpusel
