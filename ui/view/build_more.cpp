// The smaller regions: the inverse answers, "Is this your card?", what can be taken away, and the keys.
#include <algorithm>
#include <array>

#include "core/catalog/words.hpp"
#include "core/domain/order.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/inverse.hpp"
#include "ui/view/build.hpp"
#include "ui/view/device_name.hpp"

namespace gpusel::view {

namespace {

constexpr std::array kAsked{Setting::micro_batch,   Setting::sequence_length, Setting::lora_rank,
                            Setting::lora_adapters, Setting::concurrency,     Setting::context_length};

bool is_adapters(Setting s) { return s == Setting::lora_rank || s == Setting::lora_adapters; }

// How many words of the device's name the adapter's name has; 0 unless the one with a number in it is among them.
int words_in_common(const Accelerator& a, const std::vector<std::string>& adapter) {
  int common = 0;
  bool number = false;
  for (const std::string& word : words_of(chart_name(a))) {
    if (std::find(adapter.begin(), adapter.end(), word) == adapter.end()) return 0;
    ++common;
    number = number || word.find_first_of("0123456789") != std::string::npos;
  }
  return number ? common : 0;
}

Button copy_button(const Input& in, Action::Kind kind, const char* id, const char* key) {
  Action action;
  action.kind = kind;
  return {id, in.strings.text(key), action, false};
}

}  // namespace

Largest find_largest(const Input& in) {
  Largest out;
  if (!in.subject.report || !in.subject.report->scenario.hardware) return out;
  const Scenario& s = in.subject.report->scenario;
  const Result<Question> q = resolve(in.catalog, s);
  if (!q) return out;
  const Result<std::vector<Device>> devices = devices_of(in.catalog, *q);
  if (!devices) return out;
  for (const Setting a : kAsked) {
    if (task_of(a) != s.task || (is_adapters(a) && s.train.method != Method::lora)) continue;
    out.push_back({a, largest_that_fits(in.catalog, *q, *devices, a),
                   largest_that_fits(in.catalog, *q, *devices, a, Fits::tight)});
  }
  return out;
}

std::vector<InverseView> build_largest(const Input& in) {
  std::vector<InverseView> out;
  if (!in.largest) return out;
  const auto shown = [&](Count n) { return n > 0 ? count(static_cast<double>(n), in.lang()) : std::string(kDash); };
  for (const auto& [setting, n, about] : *in.largest) {
    const std::string path(to_string(setting));
    InverseView row{path, in.strings.text("largest." + path), shown(n), shown(about), {}};
    if (n > 0 && n != value_of(in.scenario, setting)) {
      row.take.id = "largest-" + row.id;
      row.take.label = in.strings.text("act.try");
      row.take.action.kind = Action::Kind::set_field;
      row.take.action.path = path;
      row.take.action.value = std::to_string(n);
    }
    out.push_back(std::move(row));
  }
  return out;
}

CardQuestion build_card(const Input& in) {
  constexpr std::size_t most = 3;
  CardQuestion out;
  if (in.state.mode != "runnable") return out;
  const std::vector<std::string> adapter = words_of(in.state.adapter);
  std::vector<std::pair<int, const Accelerator*>> near;
  for (const Accelerator& a : in.catalog.accelerators)
    if (const int common = words_in_common(a, adapter); common > 0) near.emplace_back(common, &a);
  sort_stably(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (near.size() > most) near.resize(most);
  out.title = in.strings.text(near.empty() ? "start.detect_no" : "start.detect");
  for (const auto& [common, a] : near) {
    Action choose;
    choose.kind = Action::Kind::set_field;
    choose.path = "hardware.accelerator";
    choose.value = a->id;
    out.cards.push_back({"card-" + a->id, short_name(*a), choose, false});
  }
  return out;
}

Button page_button(std::string id, std::string label, std::string what, std::string with) {
  Action action;
  action.kind = Action::Kind::ask_page;
  action.text = std::move(what);
  action.path = std::move(with);
  return {std::move(id), std::move(label), std::move(action), false};
}

std::vector<Button> build_exports(const Input& in) {
  using K = Action::Kind;
  const auto file = [&](const char* id, const char* name, const char* copy, const char* ending) {
    return page_button(id, in.strings.text("chart.save", {{"x", name}}), std::string("file:") + copy,
                       std::string("gpu-selector.") + ending);
  };
  return {copy_button(in, K::copy_markdown, "export-md", "act.md"),
          file("file-md", "Markdown", "copy_markdown", "md"),
          copy_button(in, K::copy_csv, "export-csv", "act.csv"),
          file("file-csv", "CSV", "copy_csv", "csv"),
          copy_button(in, K::copy_json, "export-json", "act.json"),
          file("file-json", "JSON", "copy_json", "json"),
          copy_button(in, K::copy_link, "export-link", "top.link"),
          page_button("print", in.strings.text("act.report"), "print")};
}

std::vector<Choice> build_keys(const Input& in) {
  constexpr std::array<std::pair<const char*, const char*>, 16> rows{{{"Tab, Shift+Tab", "keys.next"},
                                                                      {"F6, Shift+F6", "keys.region"},
                                                                      {"\u2190 \u2191 \u2192 \u2193", "keys.arrows"},
                                                                      {"Enter, Space", "keys.open"},
                                                                      {"Esc", "keys.escape"},
                                                                      {"Ctrl K, /", "keys.search"},
                                                                      {"Ctrl Z", "keys.undo"},
                                                                      {"Ctrl Shift Z, Ctrl Y", "keys.redo"},
                                                                      {"W", "keys.why"},
                                                                      {"P", "keys.pin"},
                                                                      {"C", "keys.compare"},
                                                                      {"[ ]", "keys.step"},
                                                                      {"L, M", "keys.copy"},
                                                                      {"T", "keys.text"},
                                                                      {"D", "keys.theme"},
                                                                      {"?", "keys.keys"}}};
  std::vector<Choice> out;
  for (const auto& [key, text] : rows) out.push_back({key, in.strings.text(text)});
  return out;
}

}  // namespace gpusel::view
