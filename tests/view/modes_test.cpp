// The table, the pins and the modes beside the answer: Compare and What can my GPU run?
#include <algorithm>

#include "tests/view/fixture.hpp"
#include "ui/view/link_state.hpp"
#include "ui/view/pins.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;
using K = Action::Kind;

namespace {

const CompareRow* row(const CompareView& c, std::string_view id) {
  for (const CompareRow& r : c.rows)
    if (r.id == id) return &r;
  return nullptr;
}

Action option(std::string path, Value value) {
  Action a = act(K::show_option);
  a.path = std::move(path);
  a.value = std::move(value);
  return a;
}

constexpr const char* kServe = "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&goal.max_count=1";

}  // namespace

TEST_CASE("sorting: a column, the other way round, back to rank") {
  Session s(catalog(), "en", kSmall);
  std::vector<std::string> by_rank;
  for (const RowView& r : s.view().table.rows) by_rank.push_back(r.key);
  REQUIRE(by_rank.size() > 3);
  s.dispatch(act(K::sort, "memory"));
  CHECK(s.view().table.sorted_by == "memory");
  CHECK_FALSE(s.view().table.descending);
  s.dispatch(act(K::sort, "memory"));
  CHECK(s.view().table.descending);
  CHECK(std::stod(s.view().table.rows.front().memory) >= std::stod(s.view().table.rows.back().memory));
  s.dispatch(act(K::sort, "memory"));
  CHECK(s.view().table.sorted_by.empty());
  for (std::size_t i = 0; i < by_rank.size(); ++i) CHECK(s.view().table.rows[i].key == by_rank[i]);
  s.dispatch(act(K::filter, "no such device"));
  CHECK(s.view().table.rows.empty());
  CHECK(s.view().table.empty == "No device passes these filters");
}

TEST_CASE("a row can be chosen, pinned, and the best comes back") {
  Session s(catalog(), "en", kSmall);
  const RowView second = s.view().table.rows.at(1);
  s.dispatch(act(K::select_row, second.key));
  CHECK(s.view().table.rows.at(1).selected);
  CHECK(s.view().answer.stepper.rfind("2 of ", 0) == 0);
  s.dispatch(act(K::pin, second.key));
  CHECK(s.view().pinned == 1);
  CHECK(s.view().table.rows.at(1).pinned);
  s.dispatch(act(K::select_row));
  CHECK(s.view().table.rows.at(0).selected);
  CHECK(s.view().answer.stepper.empty());
  // A rejected device can be looked at too.
  REQUIRE_FALSE(s.view().table.rejected.empty());
  const RejectedView lost = s.view().table.rejected.front();
  CHECK_FALSE(lost.reason.empty());
  s.dispatch(act(K::select_row, lost.key));
  CHECK(s.view().answer.fits == Fits::no);
}

TEST_CASE("six pins at most, the seventh asks which to replace") {
  Session s(catalog(), "en", kSmall);
  for (const char* id : {"rtx-4090/1", "rtx-5090/1", "rtx-3090/1", "l40s/1", "h100-sxm5-80gb/1", "mi300x/1"})
    s.dispatch(act(K::pin, id));
  CHECK(s.view().pinned == 6);
  CHECK(s.view().compare.full.empty());
  s.dispatch(act(K::pin, "l4/1"));
  CHECK(s.view().pinned == 6);
  CHECK(s.view().compare.full == "Six are pinned. Which one to replace?");
  REQUIRE(s.view().compare.replace.size() == 7);
  s.dispatch(Action(s.view().compare.replace[2].action));
  CHECK(s.view().compare.full.empty());
  REQUIRE(s.view().compare.columns.size() == 6);
  CHECK(s.view().compare.columns[2].key == "l4/1");
  CHECK(s.view().compare.columns[2].series == 3);
  s.dispatch(act(K::unpin, "rtx-5090/1"));
  CHECK(s.view().compare.columns[1].series == 3);  // the others keep their colours
  s.dispatch(act(K::pin, "b200-sxm-192gb/1"));
  CHECK(s.view().compare.columns[1].series == 2);  // the free place is taken first
}

TEST_CASE("Compare: differences from the baseline, intervals, the best among what is admissible") {
  Session s(catalog(), "en", kServe);
  for (const char* id : {"rtx-4090/1", "h100-sxm5-80gb/1", "jetson-agx-orin-32gb/1"}) s.dispatch(act(K::pin, id));
  s.dispatch(act(K::set_mode, "compare"));
  const CompareView c = s.view().compare;
  CHECK(s.view().mode == "compare");
  REQUIRE(c.columns.size() == 3);
  CHECK(c.columns[0].baseline);
  const CompareRow* bandwidth = row(c, "bandwidth");
  REQUIRE(bandwidth != nullptr);
  CHECK(bandwidth->cells[0].beside == "baseline");
  CHECK(bandwidth->cells[1].beside == "3.3x");  // a factor from three times on
  CHECK(bandwidth->cells[1].best);
  CHECK_FALSE(bandwidth->cells[0].best);
  for (const CompareRow& r : c.rows) CHECK(r.cells.size() == 3);
  s.dispatch(act(K::compare_with, "h100-sxm5-80gb/1"));
  CHECK(row(s.view().compare, "bandwidth")->cells[1].beside == "baseline");
  CHECK(row(s.view().compare, "bandwidth")->cells[0].beside.rfind("\u2212", 0) == 0);
  s.dispatch(option("compare.intervals", true));
  CHECK(row(s.view().compare, "tpot")->cells[0].beside.find("\u2013") != std::string::npos);
  const std::size_t all = s.view().compare.rows.size();
  s.dispatch(option("compare.differs", true));
  CHECK(s.view().compare.rows.size() < all);
}

TEST_CASE("a pinned device that breaks a limit keeps its column and wins nothing") {
  Session s(catalog(), "en",
            std::string(kServe) + "&goal.max_purchase_usd=5000&ui.pins=rtx-4090/1,rtx-5090/1,h100-sxm5-80gb/1");
  const CompareView& c = s.view().compare;
  REQUIRE(c.columns.size() == 3);
  CHECK(c.columns[2].fits == Fits::no);
  CHECK(c.columns[2].verdict.find("5,000") != std::string::npos);
  for (const CompareRow& r : c.rows) CHECK_FALSE(r.cells[2].best);
  CHECK(row(c, "bandwidth")->cells[1].best);  // among the other two
}

TEST_CASE("one device: the scenario's own leads, the others are ranked beside it") {
  Session s(catalog(), "en", std::string(kServe) + "&hardware.accelerator=rtx-4090");
  CHECK(s.view().answer.kicker == "Your device");
  CHECK(s.view().answer.device.find("4090") != std::string::npos);
  CHECK(s.view().table.rows.size() > 10);
  CHECK(s.view().table.title == "Other devices");
  s.dispatch(act(K::select_row, s.view().table.rows[3].key));
  CHECK(s.view().answer.kicker != "Your device");
  s.dispatch(act(K::select_row));
  CHECK(s.view().answer.kicker == "Your device");
}

TEST_CASE("What can my GPU run? ranks models; a row takes its settings into the scenario") {
  Session s(catalog(), "en", std::string(kServe) + "&hardware.accelerator=rtx-4090&ui.mode=runnable");
  const TableView t = s.view().table;
  REQUIRE(t.rows.size() > 20);
  CHECK_FALSE(t.pinnable);
  for (const RowView& r : t.rows) {
    CHECK(r.fits != Fits::no);
    CHECK(r.bar <= 1);
    CHECK(r.cells.size() + 3 == t.columns.size());
  }
  CHECK(s.view().phone_tab == "ranking");
  s.dispatch(act(K::select_row, t.rows[5].key));
  CHECK(std::get<std::string>(s.scenario().model) == t.rows[5].key);
  CHECK(s.view().table.rows[5].selected);
  CHECK(s.view().answer.fits == t.rows[5].fits);
  s.dispatch(act(K::undo));
  CHECK(std::get<std::string>(s.scenario().model) == "meta-llama/Meta-Llama-3-8B");
  s.dispatch(act(K::my_card, "ANGLE (NVIDIA, NVIDIA GeForce RTX 4080 SUPER Direct3D11 vs_5_0 ps_5_0)"));
  REQUIRE_FALSE(s.view().card.cards.empty());
  CHECK(s.view().card.cards.front().label == "RTX 4080 SUPER 16GB");
  s.dispatch(set("hardware.accelerator", Value()));
  CHECK(s.view().mode.empty());
}

TEST_CASE("What can my GPU run? filters under each head") {
  Session s(catalog(), "en", std::string(kServe) + "&hardware.accelerator=rtx-4090&ui.mode=runnable");
  const TableView all = s.view().table;
  CHECK_FALSE(all.filter_help.empty());
  for (std::size_t i = 2; i < all.columns.size(); ++i) CHECK_FALSE(all.columns[i].filter_hint.empty());
  const auto under = [&](const char* column, const char* typed) {
    Action a = act(K::filter, typed);
    a.path = column;
    s.dispatch(a);
    return s.view().table;
  };
  const TableView light = under("memory", "< 4");
  REQUIRE_FALSE(light.rows.empty());
  CHECK(light.rows.size() < all.rows.size());
  for (const RowView& r : light.rows) CHECK(std::stod(r.memory) <= 4);
  const TableView both = under("longest", "8k");
  REQUIRE_FALSE(both.rows.empty());
  CHECK(both.rows.size() <= light.rows.size());
  CHECK(s.view().permalink.find("longest") != std::string::npos);
  const TableView bad = under("longest", "long");
  CHECK(bad.columns[3].filter_bad);
  CHECK(bad.rows.size() == light.rows.size());
}

TEST_CASE("sentences name devices as the table does") {
  Session s(catalog(), "en", kSmall);
  const ViewModel& v = s.view();
  std::string said;
  for (const std::string& line : v.answer.order) said += line;
  for (const std::string& line : v.answer.notes) said += line;
  for (const ChangeView& c : v.changes.items) said += c.effect;
  CHECK(said.find(v.table.rows.front().device) != std::string::npos);
  CHECK(said.find("NVIDIA GeForce") == std::string::npos);
}

TEST_CASE("the link keeps mode, pins, sort, filter and chart, and ignores what it does not know") {
  Session s(catalog(), "en", kServe);
  s.dispatch(act(K::pin, "rtx-4090/1"));
  s.dispatch(act(K::pin, "rtx-5090/1"));
  s.dispatch(act(K::set_mode, "compare"));
  s.dispatch(act(K::sort, "memory"));
  s.dispatch(act(K::sort, "memory"));
  s.dispatch(act(K::filter, "RTX 50&90"));
  s.dispatch(act(K::chart_tab, "sweep"));
  const Session again(catalog(), "en", s.view().permalink);
  CHECK(again.view().permalink == s.view().permalink);
  CHECK(again.view().mode == "compare");
  CHECK(again.view().compare.columns.size() == 2);
  CHECK(again.view().table.descending);
  CHECK(again.view().table.filter == "RTX 50&90");
  const Session odd(catalog(), "en", std::string(kServe) + "&ui.mode=nonsense&ui.pins=,,/,x&ui.chart=9&ui.%zz=1");
  CHECK(odd.view().mode.empty());
  CHECK_FALSE(odd.view().answer.device.empty());
}

TEST_CASE("inverse answers: one more does not fit for certain") {
  Session s(catalog(), "en", std::string(kSmall) + "&hardware.accelerator=rtx-4090");
  REQUIRE(s.view().largest.size() == 4);
  const InverseView batch = s.view().largest.front();
  CHECK(batch.id == "train.micro_batch");
  s.dispatch(Action(batch.take.action));
  CHECK(s.view().answer.fits == Fits::yes);
  s.dispatch(set("train.micro_batch", static_cast<double>(s.scenario().train.micro_batch + 1)));
  CHECK(s.view().answer.fits != Fits::yes);
}

TEST_CASE("columns: another figure takes the place of one, and the usual four come back") {
  Session s(catalog(), "en", kServe);
  CHECK(s.view().table.columns.size() == 7);
  s.dispatch(act(K::set_columns, "energy,power"));
  REQUIRE(s.view().table.columns.size() == 5);
  CHECK(s.view().table.columns[3].id == "energy");
  s.dispatch(act(K::set_columns));
  CHECK(s.view().table.columns[3].id == "ttft");
}

TEST_CASE("CSV: a head, a line a row, quotes where a comma stands inside") {
  Session s(catalog(), "en", kSmall);
  s.dispatch(act(K::copy_csv));
  const std::string csv = s.take_clipboard();
  CHECK(csv.rfind("#,Device,\"Memory, GiB\"", 0) == 0);
  CHECK(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')) ==
        1 + s.view().table.rows.size() + s.view().table.rejected.size());
}

TEST_CASE("search finds settings and starting points, in Chinese and by nicknames") {
  Session s(catalog(), "en", kSmall);
  const auto first_with = [&](const char* query, std::string_view prefix) {
    s.dispatch(act(K::search, query));
    for (const Choice& c : s.view().search_results)
      if (c.value.rfind(prefix, 0) == 0) return c.value;
    return std::string();
  };
  CHECK(first_with("4090", "accelerator:") == "accelerator:rtx-4090");
  CHECK(first_with("llama3 8b", "model:") != "");
  CHECK(first_with("大模型", "start:") == "start:start-serve70");
  CHECK(first_with("sequence", "field:") == "field:train.sequence_length");
  CHECK(first_with("全参", "field:") == "field:train.method");
  s.dispatch(act(K::search));
  CHECK(s.view().search_results.empty());
}

TEST_CASE("launch settings open on the plan's own tool, another can be shown and copied") {
  Session s(catalog(), "en", kSmall);
  CHECK_FALSE(s.view().launch.has_value());
  Action open = act(K::show_option, "first");
  open.path = "launch";
  s.dispatch(open);
  REQUIRE(s.view().launch.has_value());
  CHECK(s.view().launch->tools.size() > 3);
  CHECK(s.view().launch->text.find("Meta-Llama-3-8B") != std::string::npos);
  open.text = s.view().launch->tools.back().value;
  s.dispatch(open);
  CHECK(s.view().launch->tool == open.text);
  s.dispatch(act(K::copy_launch));
  CHECK(s.take_clipboard() == s.view().launch->text);
  open.text.clear();
  s.dispatch(open);
  CHECK_FALSE(s.view().launch.has_value());
}

TEST_CASE("where an H100 stands, its variants are told apart with the catalogue's numbers") {
  for (const char* language : {"en", "zh"}) {
    Session s(catalog(), language,
              std::string(kServe) + "&hardware.accelerator=h100-pcie-80gb&ui.pins=h100-sxm5-80gb/1");
    REQUIRE_FALSE(s.view().answer.notes.empty());
    for (const std::string* note : {&s.view().answer.notes.front(), &s.view().compare.note, &s.view().table.note})
      for (const char* figure : {"3.35 TB/s", "2.04 TB/s", "3.94 TB/s"}) CHECK(note->find(figure) != std::string::npos);
  }
  Session s(catalog(), "en", std::string(kServe) + "&ui.pins=rtx-4090/1");
  CHECK(s.view().compare.note.empty());
}

TEST_CASE("every number of Compare opens a Why that names its device and gives the same number") {
  for (const char* task : {"task=serve&serve.concurrency=8", "task=train&train.tokens=20000000"}) {
    CAPTURE(task);
    Session s(catalog(), "en",
              "#v1&model=meta-llama/Meta-Llama-3-8B&goal.max_count=1&ui.mode=compare&ui.pins=rtx-4090/1,rtx-5090/1&" +
                  std::string(task));
    const CompareView c = s.view().compare;
    REQUIRE(c.columns.size() == 2);
    for (const CompareRow& row : c.rows) {
      CAPTURE(row.id);
      const CompareCell& cell = row.cells[1];
      if (cell.unit.empty()) continue;
      Action open = act(K::open_why, cell.why);
      open.path = c.columns[1].key;
      s.dispatch(open);
      REQUIRE(s.view().why.has_value());
      CHECK(s.view().why->title.find(c.columns[1].device) != std::string::npos);
      CHECK_FALSE(s.view().why->rows.empty());
      for (const WhyRow& part : s.view().why->rows) CHECK(part.label.find('_') == std::string::npos);
    }
  }
}

TEST_CASE("ranked by latency or energy, the table shows that column without being asked") {
  for (const char* by : {"latency", "energy"}) {
    const Session s(catalog(), "en", std::string(kServe) + "&goal.objective=" + by);
    const std::vector<Column>& columns = s.view().table.columns;
    CHECK(std::any_of(columns.begin(), columns.end(), [&](const Column& c) { return c.id == by; }));
    CHECK(field(s.view(), "goal.objective")->choices.size() == 5);
  }
  const Session training(catalog(), "en", kSmall);
  for (const Choice& c : field(training.view(), "goal.objective")->choices) CHECK(c.value != "latency");
  const Session asked(catalog(), "en", std::string(kSmall) + "&goal.objective=latency");
  CHECK(field(asked.view(), "goal.objective")->choices.size() == 5);
}
