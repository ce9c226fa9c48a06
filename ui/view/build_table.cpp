// The ranking: one row a device at its best count (and what is selected or pinned), four figures by task in one unit
// and precision a column, and the rejected below with reasons.
#include <algorithm>
#include <cctype>

#include "core/domain/order.hpp"
#include "core/plan/rank.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/pins.hpp"
#include "ui/view/table_columns.hpp"

namespace gpusel::view {

namespace {

bool contains(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// Every word of the filter stands somewhere in the name, vendor or class.
bool passes(const Input& in, const Accelerator* a) {
  const std::string hay = a ? a->name + " " + a->vendor + " " + a->family + " " + std::string(to_string(a->cls)) : "";
  return passes_filter(in, hay);
}

std::optional<double> sort_value(const Input& in, const Report& r, const std::vector<FigureColumn>& columns) {
  for (const FigureColumn& c : columns)
    if (c.id == in.state.sort) {
      const std::optional<Estimate> x = c.value(r, in.scenario.goal);
      return x ? std::optional(x->value) : std::nullopt;
    }
  return r.rank;
}

// The best count of each device; another count where someone chose or pinned it.
std::vector<bool> shown_rows(const Input& in) {
  const std::vector<Report>& all = in.selection.ranked;
  std::vector<bool> out(all.size(), false);
  for (const DeviceRow& r : device_rows(all)) out[r.index] = true;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_pinned(in.state.pins, row_key(all[i].scenario)) || (!in.subject.rejected && in.subject.place == i))
      out[i] = true;
  return out;
}

std::vector<std::size_t> order(const Input& in, const std::vector<FigureColumn>& columns) {
  const std::vector<Report>& all = in.selection.ranked;
  std::vector<std::size_t> out;
  const std::vector<bool> shown = shown_rows(in);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (shown[i] && passes(in, accelerator_of(all[i].scenario, in.catalog)) && passes_columns(in, all[i], columns))
      out.push_back(i);
  if (in.state.sort == "device") {
    sort_stably(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
      const std::string x = device_name(all[a].scenario, in.catalog, false),
                        y = device_name(all[b].scenario, in.catalog, false);
      return in.state.descending ? y < x : x < y;
    });
  } else if (!in.state.sort.empty()) {
    sort_stably(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {  // unknown values last, both ways
      const std::optional<double> x = sort_value(in, all[a], columns), y = sort_value(in, all[b], columns);
      if (!x || !y) return x.has_value() && !y.has_value();
      return in.state.descending ? *y < *x : *x < *y;
    });
  }
  return out;
}

RowView row(const Input& in, std::size_t i, const std::vector<FigureColumn>& columns) {
  const Report& r = in.selection.ranked[i];
  RowView out = report_row(in, r, columns);
  out.rank = std::to_string(device_place(in.selection, i));
  out.device = device_name(r.scenario, in.catalog, false);
  if (const Accelerator* a = accelerator_of(r.scenario, in.catalog))
    out.brief = times(chart_name(*a), count_of(r.scenario));
  out.selected = !in.subject.rejected && in.subject.place == i;
  out.pinned = is_pinned(in.state.pins, out.key);
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

RowView report_row(const Input& in, const Report& r, const std::vector<FigureColumn>& columns) {
  const MemoryReport& m = r.memory;
  RowView out;
  out.key = row_key(r.scenario);
  out.fits = r.fits;
  out.verdict = verdict_word(in.strings, r.fits);
  const double card = std::max(1.0, m.capacity.number());
  out.bar = m.need.estimate.number() / card;
  out.bar_low = m.need.low.number() / card;
  out.bar_high = m.need.high.number() / card;
  out.bar_usable = m.usable.number() / card;
  out.memory = memory(m.need.estimate.number(), in.lang()).value + " / " + memory(m.capacity.number(), in.lang()).value;
  for (const FigureColumn& c : columns) {
    const std::optional<Estimate> x = c.value(r, in.scenario.goal);
    out.cells.push_back(x ? c.text(x->value, in.lang()) : std::string(kDash));
  }
  return out;
}

bool passes_filter(const Input& in, std::string_view hay) {
  for (std::size_t at = 0; at < in.state.filter.size();) {
    const std::size_t space = std::min(in.state.filter.find(' ', at), in.state.filter.size());
    if (!contains(hay, std::string_view(in.state.filter).substr(at, space - at))) return false;
    at = space + 1;
  }
  return true;
}

TableView build_table(const Input& in) {
  TableView out;
  out.title = in.strings.text(in.scenario.hardware && in.scenario.hardware->accelerator ? "tbl.others" : "tbl.title");
  out.count = in.strings.text("tbl.count", {{"a", std::to_string(device_rows(in.selection.ranked).size())},
                                            {"b", std::to_string(in.selection.rejected.size())}});
  const bool several = std::any_of(in.selection.ranked.begin(), in.selection.ranked.end(),
                                   [](const Report& r) { return count_of(r.scenario) > 1; });
  out.columns = {
      {"rank", "#", true}, {"device", in.strings.text("col.device"), false}, head_of(in, memory_column(in, several))};
  std::vector<const Report*> all;
  for (const Report& r : in.selection.ranked) all.push_back(&r);
  const std::vector<FigureColumn> possible = figure_columns(in, all), columns = shown_columns(in, possible);
  for (const FigureColumn& c : columns) out.columns.push_back(head_of(in, c));
  out.filter_help = in.strings.text("tbl.filter_help");
  for (const FigureColumn& c : possible) {
    const bool on = std::any_of(columns.begin(), columns.end(), [&](const FigureColumn& o) { return o.id == c.id; });
    out.choices.push_back({c.id, c.label, on});
  }
  std::vector<FigureColumn> filtered = possible;  // sorted and filtered by, shown or not
  filtered.push_back(memory_column(in, several));
  for (std::size_t i : order(in, filtered)) out.rows.push_back(row(in, i, columns));
  out.sorted_by = in.state.sort;
  out.descending = in.state.descending;
  out.filter = in.state.filter;
  if (out.rows.empty()) out.empty = in.strings.text(in.selection.ranked.empty() ? "tbl.nothing" : "tbl.none");
  add_rejected(in, out);
  std::vector<std::string> shown;
  for (const RowView& r : out.rows) shown.push_back(r.key);
  for (const RejectedView& r : out.rejected) shown.push_back(r.key);
  out.note = h100_note(in, shown);
  return out;
}

}  // namespace gpusel::view
