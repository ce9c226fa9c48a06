// The terms of every number of a report as an indented tree: name, value, the formula and the same with the numbers put
// in; its source by number, where it is not the one above.
#include <algorithm>
#include <array>

#include "core/cli/format.hpp"
#include "core/cli/print.hpp"

namespace gpusel::cli {
namespace {

constexpr std::size_t name_columns = 34;
constexpr std::size_t value_columns = 14;

std::string scaled(double x, std::string_view unit) {
  static constexpr std::array prefixes{"", "k", "M", "G", "T", "P", "E"};
  std::size_t i = 0;
  for (; x >= 1000 && i + 1 < prefixes.size(); ++i) x /= 1000;
  return significant(x) + " " + prefixes[i] + std::string(unit);
}

std::string value_text(const Why& why) {
  switch (why.unit) {
    case WhyUnit::bytes:
      return gib_text(why.value);
    case WhyUnit::seconds:
      return time_text(why.value);
    case WhyUnit::flops:
      return scaled(why.value, "FLOP");
    case WhyUnit::flops_per_second:
      return scaled(why.value, "FLOP/s");
    case WhyUnit::bytes_per_second:
      return scaled(why.value, "B/s");
    case WhyUnit::tokens_per_second:
      return significant(why.value) + " tok/s";
    case WhyUnit::watts:
      return significant(why.value) + " W";
    case WhyUnit::joules:
      return significant(why.value) + " J";
    case WhyUnit::usd:
      return usd_text(why.value);
    case WhyUnit::usd_per_hour:
      return usd_text(why.value) + "/h";
    case WhyUnit::ratio:
      return percent_text(why.value);
    case WhyUnit::count:
      return count_text(why.value);
    case WhyUnit::none:
      break;
  }
  return significant(why.value, 4);
}

std::string how(const Why& why) {
  if (why.formula.empty() || why.numbers.empty()) return why.formula + why.numbers;
  return why.formula + " = " + why.numbers;
}

class Tree {
 public:
  explicit Tree(const Words& words) : words_(words) {}

  void add(const Why& why, std::string_view source_above = {}, std::size_t depth = 1) {
    text_ += padded(std::string(2 * depth, ' ') + words_.term(why.key), name_columns) +
             right(value_text(why), value_columns);
    if (const std::string text = how(why); !text.empty()) text_ += "  " + text;
    if (!why.source.empty() && why.source != source_above) text_ += "  [" + std::to_string(number_of(why.source)) + "]";
    text_ += "\n";
    for (const Why& part : why.parts) add(part, why.source.empty() ? source_above : why.source, depth + 1);
  }

  std::string text() const {
    std::string out = "\n" + words_("why.made_of", "What it is made of") + "\n" + text_;
    for (std::size_t i = 0; i < sources_.size(); ++i) out += "  [" + std::to_string(i + 1) + "] " + sources_[i] + "\n";
    return out;
  }

 private:
  std::size_t number_of(const std::string& source) {
    const auto found = std::find(sources_.begin(), sources_.end(), source);
    if (found != sources_.end()) return static_cast<std::size_t>(found - sources_.begin()) + 1;
    sources_.push_back(source);
    return sources_.size();
  }

  const Words& words_;
  std::string text_;
  std::vector<std::string> sources_;
};

}  // namespace

std::string why_text(const Report& r, const Words& words) {
  std::vector<const Why*> roots{&r.memory.why, &r.memory.why_device};
  if (r.train) roots.insert(roots.end(), {&r.train->why_step, &r.train->why_run});
  if (r.serve) roots.insert(roots.end(), {&r.serve->why_ttft, &r.serve->why_tpot});
  roots.insert(roots.end(), {&r.energy.why, &r.cost.why});
  Tree tree(words);
  for (const Why* root : roots)
    if (!root->key.empty()) tree.add(*root);
  return tree.text();
}

}  // namespace gpusel::cli
