#include "ui/view/sweep.hpp"

#include <cmath>

#include "tests/view/fixture.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;
using K = Action::Kind;

namespace {

SweepLine line(std::vector<std::pair<Count, double>> points, double spread) {
  SweepLine l;
  for (const auto& [x, y] : points) l.points.push_back({x, y, y / spread, y * spread});
  return l;
}

const ChartView& chart(const ViewModel& v) {
  for (const ChartView& c : v.charts)
    if (c.id == "sweep") return c;
  FAIL("no sweep");
  return v.charts.front();
}

}  // namespace

TEST_CASE("lines that change places meet between the points, on logarithmic scales") {
  // y = x and y = 16 / x meet at x = 4.
  const std::vector<SweepLine> lines{line({{1, 1}, {2, 2}, {8, 8}, {64, 64}}, 1.01),
                                     line({{1, 16}, {2, 8}, {8, 2}, {64, 0.25}}, 1.01)};
  const std::vector<Crossing> speed = crossings(lines, true, 1);
  REQUIRE(speed.size() == 1);
  CHECK(speed[0].x == doctest::Approx(4));
  CHECK(speed[0].y == doctest::Approx(4));
  CHECK(speed[0].winner == 0);
  CHECK(speed[0].certain);
  CHECK(crossings(lines, false, 1)[0].winner == 1);  // a cost: less is better
}

TEST_CASE("a place within both intervals is not certain") {
  const std::vector<SweepLine> lines{line({{1, 1}, {2, 2}, {4, 4}}, 1.5), line({{1, 1.1}, {2, 2.1}, {4, 3.9}}, 1.5)};
  const std::vector<Crossing> c = crossings(lines, true, 1);
  REQUIRE(c.size() == 1);
  CHECK_FALSE(c[0].certain);
}

TEST_CASE("the sweep's lines end where memory is full, at the estimate's own limit") {
  Session s(catalog(), "en", kSmall);
  s.dispatch(act(K::pin, "rtx-4090/1"));
  s.dispatch(act(K::pin, "rtx-3090/1"));
  const ChartView c = chart(s.view());
  CHECK(c.empty.empty());
  CHECK(c.options.size() == 2);
  CHECK(c.table_head.size() == 3);
  CHECK(c.table_rows.size() > 5);
  CHECK_FALSE(c.remarks.empty());
  for (const Mark& m : c.marks)
    for (double at : m.xy) CHECK(std::isfinite(at));
}

TEST_CASE("serving sweeps requests, input and output; memory grows with each") {
  Session s(catalog(), "zh", "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&goal.max_count=1&ui.pins=rtx-4090/1");
  for (const char* x : {"concurrency", "input", "output"}) {
    CAPTURE(x);
    Action along = act(K::show_option, x);
    along.path = "sweep.x";
    s.dispatch(along);
    Action memory = act(K::show_option, "memory");
    memory.path = "sweep.y";
    s.dispatch(memory);
    const ChartView& c = chart(s.view());
    REQUIRE(c.table_rows.size() > 3);
    double before = 0;
    for (const auto& row : c.table_rows) {
      const double now = std::stod(row[1]);
      CHECK(now >= before);
      before = now;
    }
  }
}
