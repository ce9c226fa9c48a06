#include <algorithm>
#include <cmath>

#include "tests/view/fixture.hpp"
#include "ui/view/chart_frame.hpp"
#include "ui/view/text_width.hpp"
#include "ui/view/tokens.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;

namespace {

struct Box {
  double x0, y0, x1, y1;
};

Box box_of(const Mark& m) {
  const double w = text_width(m.text, m.size, m.strong), x = m.anchor == "end"      ? m.xy[0] - w
                                                             : m.anchor == "middle" ? m.xy[0] - w / 2
                                                                                    : m.xy[0];
  return {x, m.xy[1] - m.size * 0.75, x + w, m.xy[1] + m.size * 0.2};
}

bool overlap(const Box& a, const Box& b) {
  return a.x0 < b.x1 - 1 && b.x0 < a.x1 - 1 && a.y0 < b.y1 - 1 && b.y0 < a.y1 - 1;
}

const ChartView* chart(const ViewModel& v, std::string_view id) {
  for (const ChartView& c : v.charts)
    if (c.id == id) return &c;
  return nullptr;
}

}  // namespace

TEST_CASE("axes: zero-based and linear, logarithmic past a ratio of 20") {
  const Axis linear = axis_for(500, 2000, 0, 100);
  CHECK_FALSE(linear.log);
  CHECK(linear.low == 0);
  CHECK(linear.high == 2000);
  CHECK(linear.at(1000) == doctest::Approx(50));
  const Axis log = axis_for(3, 4000, 0, 100);
  CHECK(log.log);
  CHECK(log.low == 1);
  CHECK(log.high == 10000);
  CHECK(log.at(100) == doctest::Approx(50));
  CHECK(ticks(log, 8).size() == 5);
  // An axis that does not end at a decade has no tick beyond its end, where the title stands.
  const Axis part = close_axis(0.1, 4.2, 100, 0);
  CHECK(part.high == doctest::Approx(5));
  for (const int most : {1, 2, 3, 8})
    for (double v : ticks(part, most)) CHECK(v <= part.high * 1.001);
  CHECK(tick_text(3000, Lang::en) == "3 k");
  CHECK(tick_text(3000, Lang::zh) == "3000");
  CHECK(tick_text(10000, Lang::zh) == "1 万");
}

TEST_CASE("labels take the first free place and stay inside") {
  Labels labels(0, 0, 200, 100);
  std::vector<Mark> marks;
  const Mark label = text_mark(0, 0, "RTX 5090", "text");
  for (int i = 0; i < 4; ++i) CHECK(labels.place(marks, 100, 50, 5, label, true));
  std::vector<Box> boxes;
  for (const Mark& m : marks)
    if (m.kind == Mark::Kind::text) boxes.push_back(box_of(m));
  REQUIRE(boxes.size() == 4);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    CHECK(boxes[i].x0 >= 0);
    CHECK(boxes[i].x1 <= 200);
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(boxes[i], boxes[j]));
  }
}

TEST_CASE("every chart stays inside its card, uses known colours and has its numbers as a table") {
  for (const char* language : {"en", "zh"}) {
    for (const char* link :
         {kSmall, "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&goal.max_count=1&goal.max_tpot_seconds=0.05"}) {
      Session s(catalog(), language, link);
      for (const auto& size : {std::pair(320.0, 380.0), std::pair(540.0, 460.0)}) {
        const double width = size.first, height = size.second;
        s.set_chart_size(width, height);
        for (const ChartView& c : s.view().charts) {
          CAPTURE(c.id);
          CAPTURE(width);
          if (!c.empty.empty()) continue;
          CHECK_FALSE(c.marks.empty());
          CHECK_FALSE(c.summary.empty());
          CHECK_FALSE(c.table_rows.empty());
          for (const auto& row : c.table_rows) CHECK(row.size() == c.table_head.size());
          for (const Mark& m : c.marks) {
            const bool known =
                std::any_of(tokens().begin(), tokens().end(), [&](const Token& t) { return t.name == m.color; });
            CAPTURE(m.color);
            CHECK(known);
            for (double x : m.xy) CHECK(std::isfinite(x));
            if (m.kind != Mark::Kind::text) continue;
            CAPTURE(m.text);
            CHECK(box_of(m).x0 >= -1);
            CHECK(box_of(m).x1 <= width + 1);
            CHECK(m.xy[1] <= height);
          }
        }
      }
    }
  }
}

TEST_CASE("the step's chart runs on the clock of one micro-step and the update") {
  const Session s(catalog(), "en", kSmall);
  const auto& all = s.view().charts;
  const auto step = std::find_if(all.begin(), all.end(), [](const ChartView& c) { return c.id == "step"; });
  REQUIRE(step != all.end());
  REQUIRE(step->remarks.size() == 1);
  const Report& first = s.selection().ranked[0];
  const TrainPhases& p = first.train->phases;
  // The lines between phases stand where the clock says.
  std::vector<double> lines;
  double left = 1e9, right = 0;
  for (const Mark& m : step->marks) {
    if (m.kind == Mark::Kind::line && m.color == "ctl" && m.xy[0] == m.xy[2] && m.xy[3] - m.xy[1] > 20)
      lines.push_back(m.xy[0]);
    if (m.kind == Mark::Kind::rect) left = std::min(left, m.xy[0]), right = std::max(right, m.xy[0] + m.xy[2]);
  }
  REQUIRE(lines.size() == 3);
  const double whole = (p.forward + p.backward + p.update).value;
  CHECK((lines[1] - left) / (right - left) == doctest::Approx(p.forward.value / whole).epsilon(0.03));
  CHECK((lines[2] - left) / (right - left) == doctest::Approx((p.forward + p.backward).value / whole).epsilon(0.03));
  for (const auto& row : step->table_rows) CHECK(row.size() == step->table_head.size());
}

TEST_CASE("nothing on the Pareto front is beaten in both cost and speed") {
  Session s(catalog(), "en", kSmall);
  const ChartView* pareto = chart(s.view(), "pareto");
  REQUIRE(pareto != nullptr);
  REQUIRE(pareto->empty.empty());
  const auto& ranked = s.selection().ranked;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (!ranked[i].cost.purchase) continue;
    const double price = ranked[i].cost.purchase->usd, speed = ranked[i].train->tokens_per_second.estimate.value;
    const bool beaten = std::any_of(ranked.begin(), ranked.end(), [&](const Report& o) {
      return o.cost.purchase && o.cost.purchase->usd <= price && o.train->tokens_per_second.estimate.value >= speed &&
             (o.cost.purchase->usd < price || o.train->tokens_per_second.estimate.value > speed);
    });
    const std::string name = s.view().table.rows[i].device;
    for (const auto& row : pareto->table_rows)
      if (row.front() == name) CHECK((row.back() == "yes") == !beaten);
  }
}

TEST_CASE("rent or buy: the circle stands where both have cost the same") {
  Session s(catalog(), "en",
            "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&serve.concurrency=16&hardware.accelerator=h100-sxm5-80gb");
  s.set_chart_size(540, 400);
  const ChartView* rent = chart(s.view(), "rent");
  REQUIRE(rent != nullptr);
  REQUIRE(rent->empty.empty());
  std::vector<const Mark*> ways;
  const Mark* circle = nullptr;
  for (const Mark& m : rent->marks) {
    if (m.kind == Mark::Kind::line && m.width == 2) ways.push_back(&m);
    if (m.kind == Mark::Kind::circle) circle = &m;
  }
  REQUIRE(ways.size() == 2);
  REQUIRE(circle != nullptr);
  for (const Mark* way : ways) {
    const double slope = (way->xy[3] - way->xy[1]) / (way->xy[2] - way->xy[0]);
    CHECK(circle->xy[1] == doctest::Approx(way->xy[1] + slope * (circle->xy[0] - way->xy[0])).epsilon(0.002));
  }
  CHECK(rent->table_rows.size() == 8);
  CHECK(rent->summary.find("months") != std::string::npos);
}

TEST_CASE("rent or buy says so where a price is missing, and names one's own") {
  Session s(catalog(), "en", "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&hardware.accelerator=rtx-4070");
  REQUIRE(chart(s.view(), "rent") != nullptr);
  CHECK_FALSE(chart(s.view(), "rent")->empty.empty());
  Session own(
      catalog(), "en",
      "#v1&model=meta-llama/"
      "Meta-Llama-3-8B&task=serve&serve.weights=fp8&hardware.accelerator=rtx-4070&goal.prices=rtx-4070%20rent%200.2");
  CHECK(chart(own.view(), "rent")->empty.empty());
}
