#include "ui/view/sweep.hpp"

#include <algorithm>
#include <cmath>

#include "core/domain/order.hpp"
#include "core/gpusel.hpp"
#include "ui/view/build.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/pins.hpp"

namespace gpusel::view {

namespace {

constexpr Count most_x = 1 << 20;
constexpr std::size_t unpinned_lines = 4;

Setting x_of(const Input& in) {
  const std::string& wanted = in.state.sweep_x;
  if (in.scenario.task == Task::train) return wanted == "micro_batch" ? Setting::micro_batch : Setting::sequence_length;
  return wanted == "input" ? Setting::input_tokens : wanted == "output" ? Setting::output_tokens : Setting::concurrency;
}

SweepY y_of(const Input& in) {
  const std::string& wanted = in.state.sweep_y;
  if (wanted == "memory") return SweepY::memory;
  if (wanted == "speed") return SweepY::speed;
  if (wanted == "cost") return SweepY::cost;
  return in.scenario.task == Task::train ? SweepY::memory : SweepY::cost;
}

// The scenario of a row, its layout open again: another setting may want another.
Scenario question_of(const Input& in, const Report& row) {
  Scenario s = in.scenario;
  HardwareSpec open;
  if (s.hardware) open.offload = s.hardware->offload;
  open.accelerator = row.scenario.hardware->accelerator;
  open.count = row.scenario.hardware->count;
  s.hardware = open;
  if (s.serve.context_length) s.serve.context_length.reset();
  return s;
}

std::optional<SweepPoint> value(const Input& in, const Report& r, Count x, SweepY y) {
  SweepPoint p;
  p.x = x;
  const auto take = [&](double estimate, double low, double high) { p.y = estimate, p.low = low, p.high = high; };
  if (y == SweepY::memory) {
    take(r.memory.need.estimate.number() / 1073741824.0, r.memory.need.low.number() / 1073741824.0,
         r.memory.need.high.number() / 1073741824.0);
  } else if (y == SweepY::speed) {
    if (!r.train && !r.serve) return std::nullopt;
    const Quantity<TokensPerSecond>& q = r.train ? r.train->tokens_per_second : r.serve->decode;
    take(q.estimate.value, q.low.value, q.high.value);
  } else if (const auto run = cost_of_run(r, in.scenario.goal)) {
    take(run->estimate.value, run->low.value, run->high.value);
  } else if (const auto million = cost_per_million(r, in.scenario.goal)) {
    take(million->estimate.value, million->low.value, million->high.value);
  }
  return p.y > 0 && std::isfinite(p.y) ? std::optional(p) : std::nullopt;
}

struct Curve {
  const Input& in;
  Scenario scenario;
  Setting x;
  SweepY y;
  bool fits = false;

  std::optional<SweepPoint> at(Count value_of_x) {
    Scenario s = scenario;
    set_value(s, x, value_of_x);
    const Result<Report> r = estimate(in.catalog, s, {false, false});
    fits = r && r->fits != Fits::no;
    return fits ? value(in, *r, value_of_x, y) : std::nullopt;
  }

  // 1, 2, 3, 4, 6, 8, 12 ... until it does not fit, then the largest that does.
  void fill(Count from, Count to, SweepLine& line) {
    Count last = 0;
    for (Count v = from; v <= to; v = (v & (v - 1)) == 0 && v > 1 ? v + v / 2 : v > 2 ? v / 3 * 4 : v + 1) {
      const std::optional<SweepPoint> p = at(v);
      if (p) line.points.push_back(*p);
      if (!fits) return end(last, v, line);
      last = v;
    }
  }
  void end(Count low, Count high, SweepLine& line) {
    if (low == 0) return;
    while (high - low > 1) {
      const Count middle = low + (high - low) / 2;
      at(middle);
      (fits ? low : high) = middle;
    }
    line.full_at = low;
    if (const std::optional<SweepPoint> p = at(low); p && p->x > line.points.back().x) line.points.push_back(*p);
  }
};

struct Subjects {
  const Report* report;
  std::string key;
  int place;
};

// What is pinned; else the subject and the leaders beside it.
std::vector<Subjects> subjects(const Input& in) {
  std::vector<Subjects> out;
  for (const Pinned& p : in.pinned) out.push_back({p.report, p.key, p.place});
  if (!out.empty()) return out;
  const auto add = [&](const Report& r) {
    if (!r.scenario.hardware || !r.scenario.hardware->accelerator) return;
    const std::string key = row_key(r.scenario);
    for (const Subjects& s : out)
      if (device_of_key(s.key) == device_of_key(key)) return;
    out.push_back({&r, key, static_cast<int>(out.size())});
  };
  if (in.subject.report) add(*in.subject.report);
  for (const Report& r : in.selection.ranked)
    if (out.size() < unpinned_lines) add(r);
  return out;
}

// The range: whole powers of two that hold the value in force and reach past where the lines end.
Count lowest_x(Setting x) {
  return x == Setting::sequence_length || x == Setting::input_tokens || x == Setting::output_tokens ? 128 : 1;
}
Count highest_x(Setting x) {
  return x == Setting::micro_batch     ? 512
         : x == Setting::concurrency   ? 4096
         : x == Setting::output_tokens ? 32768
                                       : most_x;
}

// Where two lines change places between a and b of their common points, on logarithmic scales.
std::optional<std::pair<double, double>> meeting(const SweepPoint& a0, const SweepPoint& b0, const SweepPoint& a1,
                                                 const SweepPoint& b1) {
  const double before = std::log(a0.y / b0.y), after = std::log(a1.y / b1.y);
  if (!(before * after < 0)) return std::nullopt;
  const double share = before / (before - after);
  const double x0 = std::log(static_cast<double>(a0.x)), x1 = std::log(static_cast<double>(a1.x));
  return std::pair(std::exp(x0 + share * (x1 - x0)), std::exp(std::log(a0.y) + share * std::log(a1.y / a0.y)));
}

void add_crossings(const std::vector<SweepLine>& lines, std::size_t a, std::size_t b, bool more,
                   std::vector<Crossing>& out) {
  const std::vector<SweepPoint>&p = lines[a].points, &q = lines[b].points;
  const SweepPoint *a0 = nullptr, *b0 = nullptr;
  const std::size_t first = out.size();
  for (const SweepPoint& a1 : p) {
    const auto b1 = std::find_if(q.begin(), q.end(), [&](const SweepPoint& o) { return o.x == a1.x; });
    if (b1 == q.end()) continue;
    if (a0) {
      if (const auto at = meeting(*a0, *b0, a1, *b1)) {
        const bool a_wins = (a1.y > b1->y) == more;
        out.push_back({at->first, at->second, a_wins ? a : b, a_wins ? b : a, false});
      }
    }
    a0 = &a1, b0 = &*b1;
    for (std::size_t i = first; i < out.size(); ++i)
      out[i].certain =
          out[i].certain || (out[i].x < static_cast<double>(a1.x) && (a1.low > b1->high || b1->low > a1.high));
  }
}

}  // namespace

std::vector<Crossing> crossings(const std::vector<SweepLine>& lines, bool more_is_better, Count now) {
  std::vector<Crossing> out;
  for (std::size_t a = 0; a < lines.size(); ++a)
    for (std::size_t b = a + 1; b < lines.size(); ++b) add_crossings(lines, a, b, more_is_better, out);
  const auto away = [&](const Crossing& c) {
    return std::fabs(std::log(c.x / static_cast<double>(std::max<Count>(now, 1))));
  };
  sort_stably(out.begin(), out.end(), [&](const Crossing& a, const Crossing& b) { return away(a) < away(b); });
  return out;
}

Sweep make_sweep(const Input& in) {
  Sweep out;
  out.x = x_of(in);
  out.y = y_of(in);
  out.now = std::max<Count>(1, value_of(in.scenario, out.x));
  if (out.x == Setting::concurrency && !in.scenario.serve.concurrency && in.subject.report && in.subject.report->serve)
    out.now = in.subject.report->serve->concurrency;
  for (const Subjects& s : subjects(in)) {
    SweepLine line{s.key, device_name(s.report->scenario, in.catalog, false), s.place, {}, 0};
    const Accelerator* a = accelerator_of(s.report->scenario, in.catalog);
    if (a) line.name = times(chart_name(*a), count_of(s.report->scenario));
    Curve curve{in, question_of(in, *s.report), out.x, out.y};
    curve.fill(lowest_x(out.x), highest_x(out.x), line);
    if (line.points.size() > 1) out.lines.push_back(std::move(line));
  }
  if (out.y != SweepY::memory) out.crossings = crossings(out.lines, out.y == SweepY::speed, out.now);
  return out;
}

}  // namespace gpusel::view
