#include "ui/view/link_state.hpp"

#include <algorithm>
#include <iterator>

#include "core/json/percent.hpp"
#include "ui/view/pins.hpp"

namespace gpusel::view {

namespace {

// "price=<2000;speed=1k"; what is typed never needs a semicolon.
std::string where_list(const std::vector<Choice>& where) {
  std::string out;
  for (const Choice& typed : where)
    if (typed.label.find(';') == std::string::npos) out += (out.empty() ? "" : ";") + typed.value + "=" + typed.label;
  return out;
}

template <class Take>
void split(std::string_view list, char by, Take take) {
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(by, at), list.size());
    if (end > at) take(list.substr(at, end - at));
    at = end + 1;
  }
}

std::vector<Choice> where_from(std::string_view list) {
  std::vector<Choice> out;
  split(list, ';', [&](std::string_view pair) {
    const std::size_t equals = pair.find('=');
    if (equals == 0 || equals >= pair.size() - 1 || out.size() == 20) return;
    out.push_back({std::string(pair.substr(0, equals)), std::string(pair.substr(equals + 1))});
  });
  return out;
}

std::string pin_list(const std::vector<std::string>& pins) {
  std::string out;
  for (const std::string& pin : pins)
    if (!pin.empty()) out += (out.empty() ? "" : ",") + pin;
  return out;
}

void add(std::string& out, std::string_view key, std::string_view value) {
  if (!value.empty()) (out += "&ui.").append(key).append("=") += percent_encoded(value);
}

bool one_of(std::string_view value, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), value) != all.end();
}

void read_pair(std::string_view key, const std::string& value, ViewState& state) {
  if (key == "mode" && one_of(value, {"compare", "runnable"})) {
    state.mode = value;
    state.phone_tab = value == "compare" ? "compare" : "ranking";  // where a phone shows it
  }
  if (key == "pins") state.pins = pins_from(value);
  if (key == "with") state.baseline = value;
  if (key == "filter") state.filter = value.substr(0, 200);
  if (key == "where") state.where = where_from(value.substr(0, 400));
  if (key == "columns") {
    state.columns.clear();
    split(value.substr(0, 400), ',', [&](std::string_view id) { state.columns.emplace_back(id); });
  }
  if (key == "chart" && one_of(value, {"pareto", "roofline", "step", "sweep", "rent"})) state.chart = value;
  if (key == "sweep") {
    const std::size_t comma = value.find(',');
    state.sweep_x = value.substr(0, comma);
    state.sweep_y = comma == std::string::npos ? "" : value.substr(comma + 1);
  }
  if (key == "sort" && !value.empty()) {
    state.descending = value[0] == '-';
    state.sort = value.substr(state.descending ? 1 : 0);
  }
}

}  // namespace

std::string link_state(const ViewState& s) {
  std::string out;
  add(out, "mode", s.mode);
  add(out, "pins", pin_list(s.pins));
  add(out, "with", s.baseline);
  add(out, "sort", s.sort.empty() ? std::string() : (s.descending ? "-" : "") + s.sort);
  add(out, "filter", s.filter);
  add(out, "where", where_list(s.where));
  std::string columns;
  for (const std::string& id : s.columns) columns += (columns.empty() ? "" : ",") + id;
  add(out, "columns", columns);
  add(out, "chart", s.chart == "pareto" ? std::string() : s.chart);
  add(out, "sweep", s.sweep_x.empty() && s.sweep_y.empty() ? std::string() : s.sweep_x + "," + s.sweep_y);
  return out;
}

void read_link_state(std::string_view link, ViewState& state) {
  for (std::size_t at = link.find("&ui."); at != std::string_view::npos; at = link.find("&ui.", at + 1)) {
    const std::string_view pair = link.substr(at + 4, std::min(link.find('&', at + 1), link.size()) - at - 4);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    if (const auto value = percent_decoded(pair.substr(equals + 1))) read_pair(pair.substr(0, equals), *value, state);
  }
}

}  // namespace gpusel::view
