#include "core/domain/order.hpp"

#include <algorithm>

namespace gpusel {

// Runs of length 1, 2, 4 ... are merged until one is left.
std::vector<std::size_t> stable_order(std::size_t count, bool (*before)(const void*, std::size_t, std::size_t),
                                      const void* context) {
  std::vector<std::size_t> from(count), to(count);
  for (std::size_t i = 0; i < count; ++i) from[i] = i;
  for (std::size_t run = 1; run < count; run *= 2) {
    for (std::size_t start = 0; start < count; start += 2 * run) {
      const std::size_t middle = std::min(start + run, count), end = std::min(start + 2 * run, count);
      std::size_t left = start, right = middle;
      for (std::size_t k = start; k < end; ++k) {
        const bool take_right = left == middle || (right < end && before(context, from[right], from[left]));
        to[k] = take_right ? from[right++] : from[left++];
      }
    }
    from.swap(to);
  }
  return from;
}

}  // namespace gpusel
