// The ranking: one row a device at its best count (and what is selected or pinned), four figures by task in one unit
// and precision a column, and the rejected below with reasons.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include "core/plan/rank.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"

namespace gpusel::view {

namespace {

// One figure column: its number for a report (nothing where unknown), and how the column writes it.
struct FigureColumn {
  std::string id, label;
  std::function<std::optional<double>(const Report&)> value;
  std::function<std::string(double)> text;
};

std::optional<double> purchase_of(const Report& r) {
  return r.cost.purchase ? std::optional(r.cost.purchase->usd) : std::nullopt;
}
std::optional<double> rent_of(const Report& r) {
  return r.cost.usd_per_hour ? std::optional(r.cost.usd_per_hour->usd) : std::nullopt;
}

std::vector<double> known(const Input& in, const FigureColumn& c) {
  std::vector<double> out;
  for (const Report& r : in.selection.ranked)
    if (const std::optional<double> x = c.value(r)) out.push_back(*x);
  return out;
}

double median(std::vector<double> x) {
  if (x.empty()) return 0;
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

// Times of a column in the unit of its median.
void set_time(const Input& in, FigureColumn& c, std::string_view label_key) {
  const std::vector<double> all = known(in, c);
  const TimeUnit unit = column_unit(all);
  const double least = all.empty() ? 0 : *std::min_element(all.begin(), all.end()) / seconds_in(unit);
  const int decimals =
      std::min(3, std::max(time_decimals(median(all) / seconds_in(unit)), decimals_for(least, 1)));  // never 0.0
  c.label = in.strings.text(label_key, {{"unit", unit_symbol(unit, in.lang())}});
  c.text = [unit, decimals, lang = in.lang()](double s) { return fixed(s / seconds_in(unit), decimals, lang); };
}

void set_rounded(const Input& in, FigureColumn& c, std::string_view label_key, int most_decimals) {
  const int decimals = std::min(most_decimals, decimals_for(median(known(in, c)), 3));
  c.label = in.strings.text(label_key);
  c.text = [decimals, lang = in.lang()](double x) { return fixed(round_significant(x, 3), decimals, lang); };
}

void set_money(const Input& in, FigureColumn& c, std::string_view label_key) {
  const int decimals = money_decimals(median(known(in, c)));
  c.label = in.strings.text(label_key);
  c.text = [decimals, lang = in.lang()](double x) { return fixed(x, decimals, lang); };
}

FigureColumn price_column(const Input& in) {
  const bool rent = in.scenario.goal.acquire == Acquire::rent;
  FigureColumn c{rent ? "rent" : "price", {}, rent ? rent_of : purchase_of, {}};
  set_money(in, c, rent ? "col.rent" : "col.price");
  return c;
}

std::vector<FigureColumn> train_columns(const Input& in) {
  std::vector<FigureColumn> out;
  FigureColumn speed{
      "speed", {}, [](const Report& r) { return r.train ? std::optional(speed_of(r)) : std::nullopt; }, {}};
  set_rounded(in, speed, "col.speed", 1);
  out.push_back(speed);
  const bool run = in.scenario.train.tokens.has_value();
  FigureColumn time{run ? "run" : "step", {}, {}, {}};
  time.value = [run](const Report& r) -> std::optional<double> {
    if (!r.train || (run && !r.train->run)) return std::nullopt;
    return run ? r.train->run->estimate.value : r.train->step.estimate.value;
  };
  set_time(in, time, run ? "col.run" : "col.step");
  out.push_back(time);
  out.push_back(price_column(in));
  FigureColumn power{"power",
                     {},
                     [](const Report& r) {
                       return r.energy.watts.estimate.value > 0 ? std::optional(r.energy.watts.estimate.value)
                                                                : std::nullopt;
                     },
                     {}};
  set_rounded(in, power, "col.power", 0);
  out.push_back(power);
  return out;
}

std::vector<FigureColumn> serve_columns(const Input& in) {
  std::vector<FigureColumn> out;
  const auto time_column = [&](const char* id, const char* key, Quantity<Seconds> ServeReport::*member) {
    FigureColumn c{id,
                   {},
                   [member](const Report& r) {
                     return r.serve ? std::optional(((*r.serve).*member).estimate.value) : std::nullopt;
                   },
                   {}};
    set_time(in, c, key);
    out.push_back(c);
  };
  time_column("ttft", "col.ttft", &ServeReport::ttft);
  time_column("tpot", "col.tpot", &ServeReport::tpot);
  FigureColumn rent{"rent", {}, rent_of, {}};
  set_money(in, rent, "col.rent");
  out.push_back(rent);
  FigureColumn million{"cost_m",
                       {},
                       [goal = in.scenario.goal](const Report& r) -> std::optional<double> {
                         const auto q = cost_per_million(r, goal);
                         return q ? std::optional(q->estimate.value) : std::nullopt;
                       },
                       {}};
  set_money(in, million, "col.cost_m");
  out.push_back(million);
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// Every word of the filter stands somewhere in the name, vendor or class.
bool passes(const Input& in, const Accelerator* a) {
  const std::string hay = a ? a->name + " " + a->vendor + " " + a->family + " " + std::string(to_string(a->cls)) : "";
  for (std::size_t at = 0; at < in.state.filter.size();) {
    const std::size_t space = std::min(in.state.filter.find(' ', at), in.state.filter.size());
    if (!contains(hay, std::string_view(in.state.filter).substr(at, space - at))) return false;
    at = space + 1;
  }
  return true;
}

std::optional<double> sort_value(const Input& in, const Report& r, const std::vector<FigureColumn>& columns) {
  if (in.state.sort == "memory") return r.memory.need.estimate.number();
  for (const FigureColumn& c : columns)
    if (c.id == in.state.sort) return c.value(r);
  return r.rank;
}

bool is_pinned(const Input& in, const Report& r) {
  return std::find(in.state.pins.begin(), in.state.pins.end(), row_key(r.scenario)) != in.state.pins.end();
}

// The best count of each device; another count where someone chose or pinned it.
std::vector<bool> shown_rows(const Input& in) {
  const std::vector<Report>& all = in.selection.ranked;
  std::vector<bool> out(all.size(), false);
  for (const DeviceRow& r : device_rows(all)) out[r.index] = true;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_pinned(in, all[i]) || (!in.subject.rejected && in.subject.place == i)) out[i] = true;
  return out;
}

std::vector<std::size_t> order(const Input& in, const std::vector<FigureColumn>& columns) {
  const std::vector<Report>& all = in.selection.ranked;
  std::vector<std::size_t> out;
  const std::vector<bool> shown = shown_rows(in);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (shown[i] && passes(in, accelerator_of(all[i].scenario, in.catalog))) out.push_back(i);
  if (in.state.sort == "device") {
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
      const std::string x = device_name(all[a].scenario, in.catalog, false),
                        y = device_name(all[b].scenario, in.catalog, false);
      return in.state.descending ? y < x : x < y;
    });
  } else if (!in.state.sort.empty()) {
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {  // unknown values last, both ways
      const std::optional<double> x = sort_value(in, all[a], columns), y = sort_value(in, all[b], columns);
      if (!x || !y) return x.has_value() && !y.has_value();
      return in.state.descending ? *y < *x : *x < *y;
    });
  }
  return out;
}

RowView row(const Input& in, std::size_t i, const std::vector<FigureColumn>& columns) {
  const Report& r = in.selection.ranked[i];
  const MemoryReport& m = r.memory;
  RowView out;
  out.key = row_key(r.scenario);
  out.rank = std::to_string(device_place(in.selection, i));
  out.device = device_name(r.scenario, in.catalog, false);
  out.fits = r.fits;
  out.verdict = verdict_word(in.strings, r.fits);
  const double card = std::max(1.0, m.capacity.number());
  out.bar = m.need.estimate.number() / card;
  out.bar_low = m.need.low.number() / card;
  out.bar_high = m.need.high.number() / card;
  out.bar_usable = m.usable.number() / card;
  out.memory = memory(m.need.estimate.number(), in.lang()).value + " / " + memory(m.capacity.number(), in.lang()).value;
  for (const FigureColumn& c : columns) {
    const std::optional<double> x = c.value(r);
    out.cells.push_back(x ? c.text(*x) : std::string(kDash));
  }
  out.selected = !in.subject.rejected && in.subject.place == i;
  out.pinned = is_pinned(in, r);
  out.on_front = std::find(in.selection.pareto.begin(), in.selection.pareto.end(), static_cast<int>(i)) !=
                 in.selection.pareto.end();
  return out;
}

void add_rejected(const Input& in, TableView& out) {
  constexpr std::size_t few = 3;
  const std::size_t all = in.selection.rejected.size();
  if (all == 0) return;
  out.rejected_title = in.strings.text("tbl.rejected", {{"n", std::to_string(all)}});
  out.all_rejected_shown = in.state.all_rejected;
  if (all > few) out.show_all = in.strings.text(in.state.all_rejected ? "tbl.show_few" : "tbl.all");
  for (const Rejected& r : in.selection.rejected) {
    if (!in.state.all_rejected && out.rejected.size() == few) break;
    const Accelerator* a = in.catalog.accelerator(r.accelerator);
    if (!passes(in, a)) continue;
    out.rejected.push_back(
        {row_key(r), times(a ? short_name(*a) : r.accelerator, r.count), rejected_reason(in, r), rejected_fix(in, r)});
  }
}

}  // namespace

TableView build_table(const Input& in) {
  TableView out;
  out.title = in.strings.text("tbl.title");
  out.count = in.strings.text("tbl.count", {{"a", std::to_string(device_rows(in.selection.ranked).size())},
                                            {"b", std::to_string(in.selection.rejected.size())}});
  const bool several = std::any_of(in.selection.ranked.begin(), in.selection.ranked.end(),
                                   [](const Report& r) { return count_of(r.scenario) > 1; });
  out.columns = {{"rank", "#", true},
                 {"device", in.strings.text("col.device"), false},
                 {"memory", in.strings.text(several ? "col.memory_each" : "col.memory"), true}};
  const std::vector<FigureColumn> columns = in.scenario.task == Task::serve ? serve_columns(in) : train_columns(in);
  for (const FigureColumn& c : columns) out.columns.push_back({c.id, c.label, true});
  for (std::size_t i : order(in, columns)) out.rows.push_back(row(in, i, columns));
  out.sorted_by = in.state.sort;
  out.descending = in.state.descending;
  out.filter = in.state.filter;
  if (out.rows.empty()) out.empty = in.strings.text(in.selection.ranked.empty() ? "tbl.nothing" : "tbl.none");
  add_rejected(in, out);
  return out;
}

}  // namespace gpusel::view
