// The ledger of one moment: what is alive then, booked term by term into the report's parts. When asked to explain,
// every term also keeps its formula, the formula with its numbers, and its source. The peak is the largest ledger,
// never a sum of them (estimation.md sec. 3.5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/report.hpp"

namespace gpusel {

struct TermText {
  std::string formula, numbers, source;
};

class Ledger {
 public:
  explicit Ledger(bool explain) : explain_(explain) {}

  // `text` runs only when explaining: it returns a TermText.
  template <class Text>
  void add(Part part, std::string_view key, double term, Text text) {
    const Bytes rounded = bytes(term);
    if (rounded.value <= 0) return;
    parts_[part] += rounded;
    if (!explain_) return;
    const TermText t = text();
    terms_.push_back(
        {part, Why{std::string(key), rounded.number(), WhyUnit::bytes, t.formula, t.numbers, t.source, {}}});
  }
  const PartsBytes& parts() const { return parts_; }
  Bytes total() const { return parts_.total(); }
  // One Why: the total, its parts, their terms. Keys: "memory.allocated", "part.weights", the terms'.
  Why why(std::string_view key) const;

 private:
  struct Booked {
    Part part;
    Why why;
  };
  bool explain_;
  PartsBytes parts_;
  std::vector<Booked> terms_;
};

// Numbers for formulas: integers in full, others with up to 6 significant digits; the same text on every machine.
std::string formula_number(double x);
// Joins with " * ", " + ": formula_product({2, 4096, 32}) -> "2 * 4096 * 32".
std::string formula_product(std::initializer_list<double> factors);
std::string formula_sum(std::initializer_list<double> terms);

}  // namespace gpusel
