// The ViewModel as JSON for the page's text view: every member under its own name, in the order of view_model.hpp.
#include <cstdint>

#include "core/json/json.hpp"
#include "core/json/text.hpp"
#include "ui/view/action_name.hpp"
#include "ui/view/session.hpp"

namespace gpusel::view {

namespace {

std::string_view mark_name(Mark::Kind kind) {
  constexpr std::string_view table[] = {"line",     "polyline", "rect",          "circle", "square",
                                        "triangle", "diamond",  "triangle_down", "cross",  "text"};
  return table[static_cast<std::size_t>(kind)];
}

class Out {
 public:
  std::string text;

  void key(std::string_view name) {
    string(name);
    text += ':';
    fresh_ = true;
  }
  void string(std::string_view s) {
    comma();
    text += '"';
    for (char c : s) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\')
        text += '\\', text += c;
      else if (c == '\n')
        text += "\\n";
      else if (byte < 0x20)
        escaped(byte);
      else
        text += c;
    }
    text += '"';
  }
  void number(double x) { comma(), text += number_text(round_9(x)); }
  void boolean(bool b) { comma(), text += b ? "true" : "false"; }
  void raw(std::string_view json) { comma(), text += json; }
  void open(char bracket) { comma(), text += bracket, fresh_ = true; }
  void close(char bracket) { text += bracket, fresh_ = false; }

  void field(std::string_view name, std::string_view value) { key(name), string(value); }
  void field(std::string_view name, const std::string& value) { key(name), string(value); }
  void field(std::string_view name, const char* value) { key(name), string(value); }
  void field(std::string_view name, double value) { key(name), number(value); }
  void field(std::string_view name, bool value) { key(name), boolean(value); }
  template <class T>
  void list(std::string_view name, const std::vector<T>& items) {
    key(name);
    open('[');
    for (const T& item : items) write(item);
    close(']');
  }
  template <class T>
  void member(std::string_view name, const T& item) {
    key(name), write(item);
  }

  void write(const std::string& s) { string(s); }
  void write(double x) { number(x); }
  void write(const std::vector<std::string>& row) {
    open('[');
    for (const std::string& s : row) string(s);
    close(']');
  }
  void write(const Action& a) {
    open('{');
    field("kind", action_name(a.kind));
    if (!a.path.empty()) field("path", a.path);
    if (!a.text.empty() || a.kind == Action::Kind::select_row) field("text", a.text);
    if (!a.value.is_null() || a.kind == Action::Kind::set_field) key("value"), raw(write_json(a.value));
    close('}');
  }
  void write(const Choice& c) { open('{'), field("value", c.value), field("label", c.label), close('}'); }
  void write(const FieldView& f);
  void write(const FieldGroupView& g) {
    open('{'), field("id", g.id), field("label", g.label), list("fields", g.fields), list("more", g.more),
        field("more_label", g.more_label), close('}');
  }
  void write(const ModelCard& m) {
    open('{'), field("title", m.title), field("subtitle", m.subtitle), field("query", m.query), list("found", m.found),
        close('}');
  }
  void write(const Figure& f) {
    open('{'), field("id", f.id), field("label", f.label), field("value", f.value), field("unit", f.unit),
        field("interval", f.interval);
    field("why", f.why), field("note", f.note), field("rough", f.rough), close('}');
  }
  void write(const Button& b) {
    open('{'), field("id", b.id), field("label", b.label), member("action", b.action), field("primary", b.primary),
        close('}');
  }
  void write(const AnswerView& a);
  void write(const Segment& s) {
    open('{'), field("part", s.part), field("label", s.label), field("value", s.value), field("color", s.color),
        field("from", s.from);
    field("to", s.to), field("why", s.why), field("label_inside", s.label_inside), close('}');
  }
  void write(const MemoryView& m);
  void write(const ChangeView& c) {
    open('{'), field("label", c.label), field("effect", c.effect), member("button", c.button), close('}');
  }
  void write(const ChangesView& c) {
    open('{'), field("title", c.title), field("empty", c.empty), list("items", c.items), close('}');
  }
  void write(const Column& c) {
    open('{'), field("id", c.id), field("label", c.label), field("numeric", c.numeric);
    if (!c.filter_hint.empty())
      field("filter", c.filter), field("filter_hint", c.filter_hint), field("filter_bad", c.filter_bad);
    close('}');
  }
  void write(const RowView& r);
  void write(const RejectedView& r) {
    open('{'), field("key", r.key), field("device", r.device), field("reason", r.reason);
    if (r.fix) member("fix", *r.fix);
    close('}');
  }
  void write(const TableView& t);
  void write(const Mark& m);
  void write(const ChartView& c) {
    open('{'), field("id", c.id), field("tab", c.tab), field("title", c.title), field("summary", c.summary),
        list("marks", c.marks), field("empty", c.empty);
    list("options", c.options), list("remarks", c.remarks);
    list("table_head", c.table_head), list("table_rows", c.table_rows), close('}');
  }
  void write(const ChartOption& o) {
    open('{'), field("id", o.id), field("label", o.label), field("value", o.value), list("choices", o.choices),
        close('}');
  }
  void write(const ColumnChoice& c) {
    open('{'), field("id", c.id), field("label", c.label), field("shown", c.shown), close('}');
  }
  void write(const CompareColumn& c);
  void write(const CompareCell& c) {
    open('{'), field("value", c.value), field("unit", c.unit), field("beside", c.beside), field("best", c.best),
        field("why", c.why), close('}');
  }
  void write(const CompareRow& r) {
    open('{'), field("id", r.id), field("label", r.label), list("cells", r.cells), close('}');
  }
  void write(const CompareView& c);
  void write(const InverseView& i) {
    open('{'), field("id", i.id), field("label", i.label), field("value", i.value), field("about", i.about);
    if (!i.take.label.empty()) member("take", i.take);
    close('}');
  }
  void write(const LaunchView& l) {
    open('{'), field("title", l.title), field("tool", l.tool), list("tools", l.tools), field("version", l.version),
        field("file", l.file), field("text", l.text);
    list("notes", l.notes), member("copy", l.copy), member("save", l.save), close('}');
  }
  void write(const CardQuestion& c) { open('{'), field("title", c.title), list("cards", c.cards), close('}'); }
  void write(const WhyRow& r) {
    open('{'), field("depth", static_cast<double>(r.depth)), field("id", r.id), field("label", r.label),
        field("formula", r.formula);
    field("numbers", r.numbers), field("value", r.value), field("color", r.color), field("has_parts", r.has_parts),
        close('}');
  }
  void write(const WhyView& w) {
    open('{'), field("id", w.id), field("title", w.title), field("total", w.total),
        field("interval_title", w.interval_title);
    field("interval_text", w.interval_text), field("source_title", w.source_title), field("source", w.source),
        field("cheapest", w.cheapest);
    list("rows", w.rows), close('}');
  }
  void write(const ViewModel& v);

 private:
  void comma() {
    if (!fresh_) text += ',';
    fresh_ = false;
  }
  void escaped(unsigned char byte) {
    constexpr char hex[] = "0123456789abcdef";
    text += "\\u00";
    text += hex[byte >> 4];
    text += hex[byte & 15];
  }
  bool fresh_ = true;
};

void Out::write(const FieldView& f) {
  open('{'), field("id", f.id), field("label", f.label), field("help", f.help), field("unit", f.unit),
      field("type", f.type), field("text", f.text);
  field("input", f.input), field("number", f.number), field("low", f.low), field("high", f.high), field("step", f.step),
      field("logarithmic", f.logarithmic);
  field("slider", f.slider), field("optional", f.optional), field("is_default", f.is_default),
      field("segmented", f.segmented);
  field("placeholder", f.placeholder), field("error", f.error), list("choices", f.choices), close('}');
}

void Out::write(const AnswerView& a) {
  open('{'), field("kicker", a.kicker), field("device", a.device), field("layout", a.layout),
      field("fits", to_string(a.fits)), field("verdict", a.verdict);
  list("figures", a.figures), field("reason", a.reason), field("reason_strong", a.reason_strong),
      field("reason_detail", a.reason_detail), field("stale", a.stale), field("stepper", a.stepper);
  list("buttons", a.buttons), list("notes", a.notes), field("notes_label", a.notes_label);
  list("order", a.order), field("order_label", a.order_label), close('}');
}

void Out::write(const MemoryView& m) {
  open('{'), field("title", m.title), field("when", m.when), list("segments", m.segments), field("usable", m.usable),
      field("card", m.card), field("low", m.low);
  field("estimate", m.estimate), field("high", m.high), field("fits", to_string(m.fits)),
      field("usable_label", m.usable_label);
  field("card_label", m.card_label), field("interval_label", m.interval_label), field("free_label", m.free_label),
      field("summary", m.summary);
  list("kinds", m.kinds), close('}');
}

void Out::write(const RowView& r) {
  open('{'), field("key", r.key), field("rank", r.rank), field("device", r.device), field("fits", to_string(r.fits)),
      field("verdict", r.verdict);
  field("bar", r.bar), field("bar_low", r.bar_low), field("bar_high", r.bar_high), field("bar_usable", r.bar_usable),
      field("memory", r.memory);
  list("cells", r.cells), field("selected", r.selected), field("pinned", r.pinned), field("on_front", r.on_front),
      close('}');
}

void Out::write(const TableView& t) {
  open('{'), field("title", t.title), field("count", t.count), list("columns", t.columns), list("rows", t.rows),
      field("sorted_by", t.sorted_by);
  field("descending", t.descending), field("rejected_title", t.rejected_title), field("show_all", t.show_all),
      field("empty", t.empty);
  list("rejected", t.rejected), field("all_rejected_shown", t.all_rejected_shown), field("pinnable", t.pinnable),
      field("note", t.note), field("filter", t.filter), field("filter_help", t.filter_help), list("choices", t.choices),
      close('}');
}

void Out::write(const Mark& m) {
  open('{'), field("kind", mark_name(m.kind)), list("xy", m.xy), field("color", m.color), field("width", m.width),
      field("filled", m.filled);
  field("dashed", m.dashed), field("strong", m.strong), field("opacity", m.opacity),
      field("size", static_cast<double>(m.size)), field("anchor", m.anchor);
  field("text", m.text), field("key", m.key), close('}');
}

void Out::write(const CompareColumn& c) {
  open('{'), field("key", c.key), field("device", c.device), field("layout", c.layout),
      field("series", static_cast<double>(c.series)), field("fits", to_string(c.fits)), field("verdict", c.verdict);
  field("baseline", c.baseline), member("memory", c.memory), close('}');
}

void Out::write(const CompareView& c) {
  open('{'), field("title", c.title), field("subtitle", c.subtitle), field("empty", c.empty),
      field("bar_label", c.bar_label), field("bar_range", c.bar_range), list("columns", c.columns);
  list("rows", c.rows), field("intervals", c.intervals), field("differs", c.differs), field("note", c.note),
      field("full", c.full), list("replace", c.replace), close('}');
}

void Out::write(const ViewModel& v) {
  open('{'), field("lang", v.lang), field("theme", v.theme), field("scenario_name", v.scenario_name),
      field("summary_line", v.summary_line);
  list("needs", v.needs), member("model", v.model), field("model_error", v.model_error), member("answer", v.answer),
      member("memory", v.memory);
  member("changes", v.changes), member("table", v.table), list("charts", v.charts), field("chart", v.chart);
  if (v.why) member("why", *v.why);
  member("compare", v.compare), field("mode", v.mode), member("card", v.card), list("largest", v.largest),
      list("exports", v.exports), list("saved", v.saved), list("keys", v.keys), field("letters", v.letters);
  if (v.launch) member("launch", *v.launch);
  list("starts", v.starts), list("search_results", v.search_results), field("search_query", v.search_query),
      field("foot", v.foot);
  field("announcement", v.announcement), field("error", v.error), field("permalink", v.permalink),
      field("phone_tab", v.phone_tab);
  field("can_undo", v.can_undo), field("can_redo", v.can_redo), field("pinned", static_cast<double>(v.pinned)),
      field("more_open", v.more_open);
  field("revision", static_cast<double>(v.revision)), close('}');
}

}  // namespace

std::string view_json(const Session& session) {
  Out out;
  out.write(session.view());
  return std::move(out.text);
}

}  // namespace gpusel::view
