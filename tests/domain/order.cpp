#include "core/domain/order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

using namespace gpusel;

namespace {

struct Row {
  int key;
  std::size_t place;  // before sorting
  bool operator==(const Row&) const = default;
};

// The same numbers everywhere (Knuth's multiplier), many of them equal.
std::vector<Row> rows(std::size_t count, unsigned keys) {
  std::vector<Row> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto mixed = static_cast<unsigned>(i) * 2654435761U;
    out.push_back({static_cast<int>((mixed >> 16) % keys), i});
  }
  return out;
}

}  // namespace

TEST_CASE("sorts as std::stable_sort does, at every length") {
  const auto less = [](const Row& a, const Row& b) { return a.key < b.key; };
  for (std::size_t count = 0; count <= 70; ++count) {
    CAPTURE(count);
    std::vector<Row> expected = rows(count, 7), sorted = expected;
    std::stable_sort(expected.begin(), expected.end(), less);
    sort_stably(sorted.begin(), sorted.end(), less);
    CHECK((sorted == expected));
  }
}

TEST_CASE("sorts a part of a list and leaves the rest") {
  std::vector<int> v = {9, 3, 2, 1, 0};
  sort_stably(v.begin() + 1, v.end() - 1, [](int a, int b) { return a < b; });
  CHECK((v == std::vector<int>{9, 1, 2, 3, 0}));
}

TEST_CASE("moves rows that cannot be copied") {
  std::vector<std::unique_ptr<std::string>> v;
  for (const char* text : {"b", "c", "a"}) v.push_back(std::make_unique<std::string>(text));
  sort_stably(v.begin(), v.end(), [](const auto& a, const auto& b) { return *a < *b; });
  CHECK(*v[0] == "a");
  CHECK(*v[2] == "c");
}
