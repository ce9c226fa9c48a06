#include "tests/panels/fixture.hpp"

#include <map>

namespace gpusel::fixture {

namespace {

using view::Action;

view::FieldView number(const char* id, const char* label, const char* text, double value, double high, bool slider,
                       const char* unit = "") {
  view::FieldView f;
  f.id = id;
  f.label = label;
  f.text = text;
  f.input = std::to_string(static_cast<long long>(value));
  f.type = "integer";
  f.unit = unit;
  f.number = value;
  f.low = 1;
  f.high = high;
  f.slider = slider;
  f.logarithmic = true;
  return f;
}

view::FieldView choice(const char* id, const char* label, std::vector<view::Choice> choices, const char* selected,
                       bool segmented) {
  view::FieldView f;
  f.id = id;
  f.label = label;
  f.type = "choice";
  f.choices = std::move(choices);
  f.input = selected;
  for (const view::Choice& c : f.choices)
    if (c.value == selected) f.text = c.label;
  f.segmented = segmented;
  return f;
}

view::FieldView limit(const char* id, const char* label, const char* input, const char* text) {
  view::FieldView f;
  f.id = id;
  f.label = label;
  f.type = "limit";
  f.input = input;
  f.text = text;
  f.optional = true;
  f.is_default = *input == 0;
  f.placeholder = "No limit";
  return f;
}

std::vector<view::FieldGroupView> needs() {
  view::FieldGroupView task{"task", "Task", {}, {}, ""}, model{"model", "Model", {}, {}, ""},
      settings{"settings", "Settings", {}, {}, ""}, limits{"limits", "Limits", {}, {}, ""},
      ranking{"ranking", "Rank by", {}, {}, ""};
  task.fields.push_back(choice(
      "task", "Task", {{"finetune", "Fine-tune"}, {"pretrain", "Pre-train"}, {"serve", "Serve"}}, "finetune", true));
  task.fields.push_back(
      choice("train.method", "Method", {{"lora", "LoRA"}, {"qlora", "QLoRA"}, {"full", "Full"}}, "lora", true));
  settings.fields = {number("train.micro_batch", "Micro-batch", "1", 1, 64, true),
                     number("train.sequence_length", "Sequence length", "2,048", 2048, 131072, true, "tok"),
                     number("train.lora.rank", "LoRA rank", "16", 16, 256, true),
                     number("train.tokens", "Tokens to train", "20 M", 2e7, 1e15, false)};
  settings.fields[1].is_default = false;
  settings.fields.push_back(choice("train.checkpointing", "Recompute",
                                   {{"none", "None"}, {"selective", "Selective"}, {"full", "Full"}}, "full", false));
  settings.fields.push_back(choice("train.loss", "Loss", {{"full", "Full logits"}, {"fused", "Fused"}}, "full", false));
  settings.more = {number("train.gradient_accumulation", "Gradient accumulation", "1", 1, 256, true)};
  settings.more_label = "9 more settings, all at their defaults";
  limits.fields = {limit("goal.max_price_usd", "Price to buy", "2000", "up to $2,000"),
                   limit("goal.max_power_watts", "Power", "", ""), limit("goal.deadline_seconds", "Deadline", "", ""),
                   limit("goal.max_count", "Devices", "1", "up to 1")};
  ranking.fields.push_back(
      choice("goal.objective", "Rank by",
             {{"balanced", "Balanced"}, {"cost", "Cost"}, {"speed", "Speed"}, {"energy", "Energy"}}, "balanced", true));
  return {task, model, settings, limits, ranking};
}

view::Button button(const char* id, const char* label, Action::Kind kind, const char* text, bool primary = false) {
  view::Button b;
  b.id = id;
  b.label = label;
  b.action.kind = kind;
  b.action.text = text;
  b.primary = primary;
  return b;
}

view::AnswerView answer() {
  view::AnswerView a;
  a.kicker = "Best of 8 that fit your limits";
  a.device = "GeForce RTX 5090 32GB";
  a.fits = Fits::yes;
  a.verdict = "Fits, 9.7 GiB to spare";
  a.figures = {{"memory", "Peak memory", "20.5", "GiB", "90%: 19.7–21.6", "memory", "", false},
               {"speed", "Speed", "2,640", "tok/s", "90%: 2,310–2,970", "speed", "", false},
               {"run", "Run of 20 M tokens", "2 h 6", "min", "90%: 1.9–2.4 h", "run", "", false},
               {"cost_run", "Cost of the run", "$1.14", "", "90%: $1.01–1.31", "cost_run", "", false}};
  a.reason = "The fastest card under $2,000 that holds the job.";
  a.reason_strong = "Compute-bound:";
  a.reason_detail = " 58% of 209 TFLOP/s.";
  a.buttons = {button("answer-launch", "Launch settings", Action::Kind::copy_json, "", true),
               button("answer-pin", "Pin", Action::Kind::pin, "rtx-5090/1"),
               button("answer-copy", "Copy as Markdown", Action::Kind::copy_markdown, "")};
  a.notes = {"Prices are list prices."};
  return a;
}

view::MemoryView memory() {
  view::MemoryView m;
  m.title = "Memory at the peak";
  m.when = "end of the forward pass, one device";
  const double full = 31.8;
  double at = 0;
  const auto part = [&](const char* id, const char* label, double gib, const char* value) {
    view::Segment s;
    s.part = id;
    s.label = label;
    s.value = value;
    s.color = std::string("p_") + id;
    s.from = at / full;
    at += gib;
    s.to = at / full;
    s.why = std::string("memory/") + id;
    m.segments.push_back(s);
  };
  part("weights", "Weights", 14.96, "14.96");
  part("adapters", "Adapters", 0.16, "0.16");
  part("optimizer", "Optimizer", 0.31, "0.31");
  part("activations", "Activations", 0.5, "0.50");
  part("logits", "Logits", 3.47, "3.47");
  part("workspace", "Workspace", 1.10, "1.10");
  m.usable = 31.3 / full;
  m.card = 1;
  m.low = 19.7 / full;
  m.estimate = 20.5 / full;
  m.high = 21.6 / full;
  m.fits = Fits::yes;
  m.usable_label = "usable 31.3 GiB";
  m.card_label = "card 31.8 GiB (32 GB)";
  m.interval_label = "90% interval 19.7–21.6 GiB";
  m.free_label = "9.7 GiB free";
  return m;
}

view::RowView row(int rank, const char* key, const char* device, double bar, const char* mem,
                  std::vector<std::string> cells, Fits fits = Fits::yes) {
  view::RowView r;
  r.key = key;
  r.rank = std::to_string(rank);
  r.device = device;
  r.fits = fits;
  r.verdict = fits == Fits::yes ? "Fits" : "Tight";
  r.bar = bar;
  r.bar_low = bar * 0.96;
  r.bar_high = bar * 1.06;
  r.memory = mem;
  r.cells = std::move(cells);
  r.selected = rank == 1;
  r.pinned = rank < 4;
  return r;
}

view::TableView table() {
  view::TableView t;
  t.title = "Ranking";
  t.count = "8 fit, 168 do not";
  t.columns = {{"rank", "#", false},       {"device", "Device", false}, {"memory", "Memory, GiB", true},
               {"speed", "tok/s", true},   {"run", "Run, h", true},     {"price", "Price, $", true},
               {"power", "Power, W", true}};
  t.rows = {row(1, "rtx-5090/1", "RTX 5090 32GB", 0.65, "20.5 / 31.8", {"2,640", "2.1", "1,999", "575"}),
            row(2, "rtx-4090/1", "RTX 4090 24GB", 0.85, "20.5 / 24.0", {"2,080", "2.7", "1,599", "450"}),
            row(3, "rtx-pro-4000/1", "RTX PRO 4000 24GB", 0.85, "20.5 / 24.0", {"1,760", "3.2", "1,500", "140"}),
            row(4, "r9700/1", "AI PRO R9700 32GB", 0.65, "20.9 / 32.0", {"1,450", "3.8", "1,299", "300"}),
            row(5, "b70/1", "Arc Pro B70 32GB", 0.66, "21.0 / 31.9", {"1,190", "4.7", "949", "230"}),
            row(6, "rtx-3090/1", "RTX 3090 24GB", 0.85, "20.5 / 24.0", {"957", "5.8", "1,499", "350"}),
            row(7, "rx-7900-xtx/1", "RX 7900 XTX 24GB", 0.88, "21.2 / 24.0", {"932", "6.0", "999", "355"}),
            row(8, "b60/1", "Arc Pro B60 24GB", 0.92, "21.0 / 23.9", {"746", "7.4", "599", "200"}, Fits::tight)};
  t.rejected_title = "Do not fit or break a limit · 168";
  t.show_all = "Show all";
  t.empty = "No device passes these filters";
  view::RejectedView small{"rtx-4080-super/1", "RTX 4080 SUPER", "4.9 GiB short on a 16 GB card",
                           button("fix", "Try QLoRA: 9.9 GiB", Action::Kind::apply_patch, "")};
  view::RejectedView dear{"h100-sxm/1", "H100 SXM5 80GB", "$28,000 over your limit of $2,000",
                          button("fix", "Lift the limit", Action::Kind::apply_patch, "")};
  t.rejected = {small, dear};
  return t;
}

view::Mark mark(view::Mark::Kind kind, std::vector<double> xy, const char* color, double width = 1,
                bool filled = false) {
  view::Mark m;
  m.kind = kind;
  m.xy = std::move(xy);
  m.color = color;
  m.width = width;
  m.filled = filled;
  return m;
}

view::ChartView chart(const char* id, const char* tab) {
  using K = view::Mark::Kind;
  view::ChartView c;
  c.id = id;
  c.tab = tab;
  c.title = tab;
  c.marks = {mark(K::line, {42, 60, 300, 60}, "line"), mark(K::line, {42, 320, 300, 320}, "ctl"),
             mark(K::polyline, {92, 251, 140, 251, 140, 210, 290, 210, 290, 80}, "accent", 1.5)};
  view::Mark a = mark(K::circle, {92, 251, 4.5}, "accent", 1, true);
  a.key = "b60/1";
  view::Mark b = mark(K::circle, {290, 80, 6}, "accent", 1, true);
  b.key = "rtx-5090/1";
  view::Mark label = mark(K::text, {278, 84}, "text");
  label.text = "RTX 5090";
  label.anchor = "end";
  label.size = 13;
  label.strong = true;
  c.marks.insert(c.marks.end(), {a, b, label});
  return c;
}

}  // namespace

view::ViewModel lora_on_5090() {
  view::ViewModel vm;
  vm.lang = "en";
  vm.theme = "dark";
  vm.scenario_name = "LoRA on my own card";
  vm.summary_line = "2,048 tokens · micro-batch 1 · 20 M tokens";
  vm.needs = needs();
  vm.model = {
      "Llama 3 8B",
      "meta-llama · 8.03 B parameters · bf16",
      "",
      {{"meta-llama/Llama-3-8B", "Llama 3 8B · meta-llama · 8.03 B"}, {"qwen/Qwen3-32B", "Qwen3 32B · Qwen · 32.8 B"}}};
  vm.answer = answer();
  vm.memory = memory();
  vm.changes.title = "What would change the answer";
  vm.changes.items = {
      {"Loss: fused", "−2.7 GiB at the peak, 3% faster", button("try-1", "Try", Action::Kind::apply_patch, "")},
      {"Micro-batch: 2", "6% faster, 24.6 GiB", button("try-2", "Try", Action::Kind::apply_patch, "")},
      {"QLoRA (nf4)", "9.9 GiB: 16 GB cards fit, 18% slower", button("try-3", "Try", Action::Kind::apply_patch, "")}};
  vm.table = table();
  vm.charts = {chart("pareto", "Pareto"), chart("roofline", "Roofline"), chart("step", "Step")};
  vm.chart = "pareto";
  vm.starts = {button("start-lora", "LoRA on my own card", Action::Kind::apply_patch, ""),
               button("start-serve70", "Serve a 70B", Action::Kind::apply_patch, "")};
  vm.foot = "176 devices checked · prices of 28 Nov 2026";
  vm.phone_tab = "result";
  vm.can_undo = true;
  vm.pinned = 3;
  return vm;
}

std::string text(std::string_view key) {
  static const std::map<std::string, std::string, std::less<>> table = {
      {"app.name", "GPU Selector"},
      {"top.search", "Search models, devices, settings"},
      {"top.undo", "Undo"},
      {"top.redo", "Redo"},
      {"top.pinned", "Pinned {n}"},
      {"top.link", "Copy link"},
      {"top.link_done", "Link copied"},
      {"top.text_view", "Text view"},
      {"top.theme_dark", "Dark"},
      {"top.theme_light", "Light"},
      {"form.reset", "Reset"},
      {"form.model_hint", "Name, or drop a config.json"},
      {"tbl.filter", "Filter"},
      {"start.title", "Start from"},
      {"nav.needs", "Needs"},
      {"nav.result", "Result"},
      {"nav.ranking", "Ranking"},
      {"nav.charts", "Charts"},
      {"nav.compare", "Compare"},
      {"nav.edit", "Edit"},
      {"act.pin", "Pin"},
      {"act.unpin", "Unpin"},
      {"act.close", "Close"},
      {"why.back", "Back"},
      {"why.part", "Part"},
      {"why.made_of", "What it is made of"},
      {"cmp.title", "Compare {n} devices"},
      {"cmp.one_more", "Pin one more device"}};
  const auto at = table.find(key);
  return at == table.end() ? std::string(key) : at->second;
}

}  // namespace gpusel::fixture
