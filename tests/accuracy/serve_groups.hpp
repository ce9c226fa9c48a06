// Serving with whole groups left out: an engine, a vendor, a family of devices, a format, MoE, several devices. What is
// fitted without a group answers it as the product answers what nobody measured, so these residuals say how much wider
// an interval must be there ("serve.widen.*": exponents on it).
#pragma once

#include "serve_intervals.hpp"

namespace gpusel::accuracy {

struct ServeGroupOut {
  ServeGap gap = ServeGap::engine;
  std::string name;
  std::vector<ServeScore> scores;
};

// The row's group of that kind; empty: none.
std::string serve_group(const ServeRow& row, ServeGap gap);
std::vector<ServeGroupOut> leave_serve_groups_out(const Catalog& catalog, const std::vector<ServeRow>& rows,
                                                  ServeFit& fit);

// For each kind of group the least exponent that holds nine in ten of the rates of groups left out, every source of
// every group alike, over the intervals of what was measured. Those are fitted to residuals in units of the exponents,
// so both are found in turn. Never below 1.05: what nobody measured cannot be surer.
class ServeWidening {
 public:
  // `scores`: every source left out in turn. Exponents of kinds without a group are the catalogue's.
  ServeWidening(const Catalog& catalog, const std::vector<ServeScore>& scores, std::vector<ServeGroupOut> groups);
  const ServeWidths& widths() const { return widths_; }
  // As they were without a source.
  ServeWidths without(std::string_view source) const;
  // As a source of a left-out group is answered: its own exponent from the other groups of its kind, or, where it is
  // the only one, from the other sources.
  ServeWidths without(const ServeGroupOut& group, std::string_view source) const;
  const std::vector<ServeGroupOut>& groups() const { return groups_; }
  // Intervals fitted without a group's rows.
  const std::vector<Interval>& intervals_without(const ServeGroupOut& group) const;
  std::vector<Constant> constants() const;

 private:
  using Skip = std::function<bool(const ServeGroupOut&, const ServeScore&)>;
  double needed(std::size_t gap, const Skip& skip) const;

  std::vector<ServeGroupOut> groups_;
  std::vector<std::vector<Interval>> intervals_;  // by group
  ServeWidths widths_{};
};

}  // namespace gpusel::accuracy
