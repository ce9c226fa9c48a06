// The answer as Markdown: what someone pastes into an issue or a chat. The same texts as on the screen, in the same
// order.
#include "ui/view/build.hpp"

namespace gpusel::view {

namespace {

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\|");
  return text;
}

std::string row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& c : cells) line += " " + cell(c) + " |";
  return line + "\n";
}

std::string figures(const AnswerView& a) {
  std::string out = row({"", "", ""}) + row({"---", "---:", "---"});
  for (const Figure& f : a.figures)
    out += row({f.label, f.unit.empty() ? f.value : f.value + " " + f.unit, f.interval.empty() ? f.note : f.interval});
  return out;
}

std::string ranking(const TableView& t) {
  constexpr std::size_t most = 5;
  std::vector<std::string> head, rule;
  for (const Column& c : t.columns) head.push_back(c.label), rule.push_back(c.numeric ? "---:" : "---");
  std::string out = row(head) + row(rule);
  for (std::size_t i = 0; i < t.rows.size() && i < most; ++i) {
    std::vector<std::string> cells{t.rows[i].rank, t.rows[i].device, t.rows[i].memory};
    cells.insert(cells.end(), t.rows[i].cells.begin(), t.rows[i].cells.end());
    out += row(cells);
  }
  return out;
}

}  // namespace

// RFC 4180: quoted where a comma or a quote stands inside.
std::string table_csv(const TableView& t) {
  const auto field = [](const std::string& s) {
    if (s.find_first_of(",\"\n") == std::string::npos) return s;
    std::string out = "\"";
    for (char c : s) (c == '"' ? out += c : out) += c;
    return out + "\"";
  };
  std::string out;
  for (const Column& c : t.columns) out += (out.empty() ? "" : ",") + field(c.label);
  out += "\r\n";
  for (const RowView& r : t.rows) {
    out += field(r.rank) + "," + field(r.device) + "," + field(r.memory);
    for (const std::string& cell : r.cells) out += "," + field(cell);
    out += "\r\n";
  }
  for (const RejectedView& r : t.rejected) out += "," + field(r.device) + "," + field(r.reason) + "\r\n";
  return out;
}

std::string copy_markdown_text(const Input& in, const std::string& link) {
  const AnswerView a = build_answer(in);
  std::string out =
      "### " + scenario_name(in) + ": " + a.device + "\n\n" + summary_line(in) + "\n\n**" + a.verdict + "**";
  const std::string reason = join_sentences({a.reason, a.reason_strong + a.reason_detail}, in.lang());
  if (!a.layout.empty()) out += std::string(kDot) + a.layout;
  out += "\n\n" + (reason.empty() ? "" : reason + "\n\n") + figures(a) + "\n";
  const MemoryView m = build_memory(in);
  std::string parts;
  for (const Segment& s : m.segments)
    parts += (parts.empty() ? "" : in.lang() == Lang::zh ? "，" : ", ") + s.label + " " + s.value;
  if (!parts.empty()) out += m.title + " (GiB): " + parts + "\n\n";
  out += ranking(build_table(in));
  return out + "\n" + link + "\n";
}

}  // namespace gpusel::view
