#include "ui/view/session.hpp"

#include <algorithm>
#include <set>

#include "core/json/json.hpp"
#include "tests/view/fixture.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;
using K = Action::Kind;

namespace {

// What must hold for any view: an answer, figures, a bar in order, a ranking in order, no key shown in place of a text.
void check_whole(const ViewModel& v) {
  CHECK_FALSE(v.answer.device.empty());
  CHECK_FALSE(v.answer.verdict.empty());
  REQUIRE(v.answer.figures.size() == 4);
  for (const Figure& f : v.answer.figures) {
    CAPTURE(f.id);
    CHECK_FALSE(f.value.empty());
    CHECK((!f.interval.empty() || !f.note.empty()));  // an interval, or the reason why there is no number
  }
  double at = 0;
  for (const Segment& s : v.memory.segments) {
    CHECK(s.from >= at - 1e-9);
    CHECK(s.to > s.from);
    at = s.to;
  }
  CHECK(at == doctest::Approx(v.memory.estimate).epsilon(1e-6));
  CHECK(v.memory.low <= v.memory.estimate);
  CHECK(v.memory.estimate <= v.memory.high);
  for (const RowView& r : v.table.rows) CHECK(r.cells.size() + 3 == v.table.columns.size());
  for (const std::string* text :
       {&v.scenario_name, &v.summary_line, &v.foot, &v.announcement, &v.answer.kicker, &v.memory.when, &v.table.count})
    CHECK(std::any_of(text->begin(), text->end(), [](char c) {
      return c == ' ' || static_cast<unsigned char>(c) >= 0x80;
    }));  // words, never a bare key
}

}  // namespace

TEST_CASE("the page opens with an answer in both languages") {
  for (const char* language : {"en", "zh"}) {
    CAPTURE(language);
    Session s(catalog(), language);
    check_whole(s.view());
    CHECK(s.view().lang == language);
    CHECK_FALSE(s.view().table.rows.empty());
    CHECK(s.view().table.rows.front().selected);
    CHECK_FALSE(s.view().can_undo);
    CHECK(s.selected_report() != nullptr);
  }
}

TEST_CASE("every starting point has an answer in both languages, and one undo takes it back") {
  Session s(catalog(), "en", kSmall);
  const std::string before = s.view().permalink;
  const std::vector<Button> starts = s.view().starts;
  CHECK(starts.size() >= 3);
  for (const Button& start : starts) {
    CAPTURE(start.id);
    const bool same = start.id == "start-lora";  // what kSmall already is
    s.dispatch(start.action);
    CHECK(s.view().error.empty());
    check_whole(s.view());
    s.dispatch(act(K::set_language, "zh"));
    check_whole(s.view());
    s.dispatch(act(K::set_language, "en"));
    if (!same) {
      CHECK(s.view().can_undo);
      s.dispatch(act(K::undo));
    }
    CHECK(s.view().permalink == before);
  }
}

TEST_CASE("a refused value keeps the answer, the typed text and says the range") {
  Session s(catalog(), "en", kSmall);
  const std::string device = s.view().answer.device;
  for (const char* typed : {"-3", "abc", "1e300", "0", "1.5"}) {
    CAPTURE(typed);
    s.dispatch(set("train.micro_batch", typed));
    const FieldView* f = field(s.view(), "train.micro_batch");
    REQUIRE(f != nullptr);
    CHECK(f->input == typed);
    CHECK_FALSE(f->error.empty());
    CHECK(f->error.find("Micro-batch") != std::string::npos);
    CHECK(s.view().answer.device == device);
    CHECK(s.view().answer.stale == "for the last valid input");
    CHECK(s.scenario().train.micro_batch == 1);
    CHECK_FALSE(s.view().can_undo);
  }
  s.dispatch(act(K::set_language, "zh"));
  CHECK(field(s.view(), "train.micro_batch")->input == "1.5");
  CHECK(field(s.view(), "train.micro_batch")->error.find("微批次") != std::string::npos);
  s.dispatch(set("train.micro_batch", "2"));
  CHECK(field(s.view(), "train.micro_batch")->error.empty());
  CHECK(s.view().answer.stale.empty());
  CHECK(s.scenario().train.micro_batch == 2);
}

TEST_CASE("an unknown model is refused with its nearest name") {
  Session s(catalog(), "en", kSmall);
  s.dispatch(set("model", "meta-llama/Meta-Llama-3-8C"));
  CHECK(s.view().model_error.find("meta-llama/Meta-Llama-3-8B") != std::string::npos);
  CHECK(s.view().model.query == "meta-llama/Meta-Llama-3-8C");
  CHECK(std::get<std::string>(s.scenario().model) == "meta-llama/Meta-Llama-3-8B");
  s.dispatch(set("model", "llama 3 8b"));  // a display name stands for its id
  CHECK(s.view().model_error.empty());
}

TEST_CASE("typed numbers are read in the unit beside the field") {
  Session s(catalog(), "en", kSmall);
  s.dispatch(set("train.sequence_length", "4k"));
  CHECK(s.scenario().train.sequence_length == 4096);
  s.dispatch(set("train.tokens", "2 B"));
  CHECK(s.scenario().train.tokens == 2e9);
  s.dispatch(set("goal.deadline_seconds", "30"));
  CHECK(s.scenario().goal.deadline_seconds == 30 * 86400);
  s.dispatch(set("goal.utilization", "80"));
  CHECK(s.scenario().goal.utilization == doctest::Approx(0.8));
  CHECK(field(s.view(), "goal.max_purchase_usd")->text == "up to $2,000");
  s.dispatch(set("goal.max_purchase_usd", ""));
  CHECK_FALSE(s.scenario().goal.max_purchase_usd.has_value());
  CHECK(field(s.view(), "goal.max_purchase_usd")->placeholder == "No limit");
}

TEST_CASE("segments: QLoRA is LoRA on nf4, pre-training is full with its objective") {
  Session s(catalog(), "en", kSmall);
  s.dispatch(set("train.method", "qlora"));
  CHECK(s.scenario().train.weights == WeightFormat::nf4);
  CHECK(field(s.view(), "train.method")->input == "qlora");
  s.dispatch(set("train.method", "full"));
  CHECK(s.scenario().train.method == Method::full);
  CHECK(s.scenario().train.weights == WeightFormat::bf16);
  s.dispatch(set("task", "pretrain"));
  CHECK(s.scenario().train.objective == Objective::pretrain);
  CHECK(field(s.view(), "task")->input == "pretrain");
  s.dispatch(set("task", "finetune"));
  CHECK(s.scenario().train.objective == Objective::sft);
  CHECK(s.scenario().train.method == Method::lora);
  s.dispatch(set("train.lora.rank", "64"));
  s.dispatch(set("task", "serve"));
  CHECK(s.scenario().task == Task::serve);
  CHECK(field(s.view(), "serve.concurrency") != nullptr);
  s.dispatch(set("task", "finetune"));
  CHECK(s.scenario().train.lora.rank == 64);  // kept while the other task was shown
}

TEST_CASE("a slider's drag is one undo step, typed values are one each") {
  Session s(catalog(), "en", kSmall);
  for (double x : {1024.0, 512.0, 256.0}) s.dispatch(set("train.sequence_length", x));
  s.dispatch(act(K::undo));
  CHECK(s.scenario().train.sequence_length == 2048);
  CHECK_FALSE(s.view().can_undo);
  s.dispatch(act(K::redo));
  CHECK(s.scenario().train.sequence_length == 256);
  s.dispatch(set("train.lora.rank", "8"));
  s.dispatch(set("train.lora.rank", "32"));
  s.dispatch(act(K::undo));
  CHECK(s.scenario().train.lora.rank == 8);
}

TEST_CASE("the link is the state") {
  Session s(catalog(), "en", kSmall);
  s.dispatch(set("train.sequence_length", "4096"));
  s.dispatch(set("train.method", "qlora"));
  const std::string link = s.view().permalink;
  Session again(catalog(), "zh", link);
  CHECK(again.scenario() == s.scenario());
  CHECK(again.view().permalink == link);
  s.dispatch(act(K::copy_link));
  CHECK(s.take_clipboard() == link);
  CHECK(s.take_clipboard().empty());
}

TEST_CASE("a hostile link opens the default scenario and says so") {
  for (const char* hash : {"#v1&model=nobody/nothing", "#v9&x", "#%%%%",
                           "#v1&task=train&train.micro_batch=-1&model=meta-llama/Meta-Llama-3-8B"}) {
    CAPTURE(hash);
    Session s(catalog(), "en", hash);
    check_whole(s.view());
  }
}

TEST_CASE("nothing fits: the nearest miss is the headline") {
  Session s(catalog(), "en",
            "#v1&model=meta-llama/Llama-3.1-405B&task=serve&goal.max_count=1&goal.max_purchase_usd=2000");
  CHECK(s.view().table.rows.empty());
  CHECK(s.view().answer.kicker == "Nothing fits your limits. The nearest:");
  CHECK(s.view().answer.fits == Fits::no);
  CHECK_FALSE(s.view().answer.device.empty());
}

TEST_CASE("Why opens on every figure that names one, and on every part of the bar") {
  for (const char* link : {kSmall, "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&goal.max_count=1"}) {
    Session s(catalog(), "en", link);
    std::set<std::string> ids;
    for (const Figure& f : s.view().answer.figures) ids.insert(f.why);
    for (const Segment& part : s.view().memory.segments) ids.insert(part.why);
    ids.erase("");
    CHECK(ids.size() > 5);
    for (const std::string& id : ids) {
      CAPTURE(id);
      s.dispatch(act(K::open_why, id));
      REQUIRE(s.view().why.has_value());
      CHECK_FALSE(s.view().why->rows.empty());
      for (const WhyRow& r : s.view().why->rows) CHECK_FALSE(r.value.empty());
    }
    s.dispatch(act(K::close_why));
    CHECK_FALSE(s.view().why.has_value());
  }
}

TEST_CASE("Try is one undo step and the row then offers the undo") {
  Session s(catalog(), "en", kSmall);
  const auto& items = s.view().changes.items;
  const auto patch = std::find_if(items.begin(), items.end(),
                                  [](const ChangeView& c) { return c.button.action.kind == K::apply_patch; });
  REQUIRE(patch != items.end());
  const std::string label = patch->label, before = s.view().permalink;
  s.dispatch(Action(patch->button.action));
  CHECK(s.view().permalink != before);
  CHECK_FALSE(s.scenario().hardware.has_value());  // a change of settings does not choose a device
  CHECK(s.view().changes.items.front().label == label);
  CHECK(s.view().changes.items.front().button.action.kind == K::undo);
  s.dispatch(Action(s.view().changes.items.front().button.action));
  CHECK(s.view().permalink == before);
}

TEST_CASE("copies: Markdown with the answer and the link, JSON that parses") {
  Session s(catalog(), "zh", kSmall);
  s.dispatch(act(K::copy_markdown));
  const std::string markdown = s.take_clipboard();
  CHECK(markdown.find(s.view().answer.device) != std::string::npos);
  CHECK(markdown.find(s.view().permalink) != std::string::npos);
  CHECK(markdown.find("GiB") != std::string::npos);
  s.dispatch(act(K::copy_json));
  CHECK(parse_json(s.take_clipboard()).ok());
}

TEST_CASE("a file that is no model is refused in words") {
  Session s(catalog(), "zh", kSmall);
  Action import = act(K::import_model, "not a model");
  import.path = "readme.txt";
  const std::string before = s.view().permalink;
  s.dispatch(import);
  CHECK(s.view().error.find("config.json") != std::string::npos);
  CHECK(s.view().permalink == before);
}

TEST_CASE("the same actions give the same view") {
  const auto run = [] {
    Session s(catalog(), "zh", kSmall);
    s.dispatch(set("train.sequence_length", "1024"));
    s.dispatch(act(K::open_why, "memory"));
    return view_json(s);
  };
  CHECK(run() == run());
}

TEST_CASE("the first says why it leads the next, another row why it does not, and a turn can be tried") {
  for (const char* language : {"en", "zh"}) {
    CAPTURE(language);
    Session s(catalog(), language);
    const bool zh = language == std::string("zh");
    CHECK(s.view().answer.order_label == (zh ? "为何第一" : "Why first"));
    REQUIRE_FALSE(s.view().answer.order.empty());
    for (const std::string& line : s.view().answer.order) {
      CAPTURE(line);
      CHECK(line.find_first_of("{}@") == std::string::npos);
    }
    const auto& items = s.view().changes.items;
    const auto turn = std::find_if(items.begin(), items.end(),
                                   [](const ChangeView& c) { return c.button.id.rfind("turn-", 0) == 0; });
    REQUIRE(turn != items.end());
    const Action go = turn->button.action;
    Action row;
    row.kind = K::select_row;
    row.text = s.view().table.rows[2].key;
    s.dispatch(row);
    CHECK(s.view().answer.order_label == (zh ? "为何不是第一" : "Why not first"));
    CHECK_FALSE(s.view().answer.order.empty());
    const std::string before = s.view().permalink;
    s.dispatch(go);
    CHECK(s.view().error.empty());
    CHECK(s.view().permalink != before);
  }
}

TEST_CASE("a session knows whether its first question came from a link") {
  CHECK_FALSE(Session(catalog(), "en", "").linked());
  CHECK(Session(catalog(), "en", "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve").linked());
  CHECK_FALSE(Session(catalog(), "en", "#v1&task=nonsense").linked());
}
