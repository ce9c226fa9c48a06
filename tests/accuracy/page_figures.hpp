// The figures that the accuracy page shows (assets/accuracy.json, written by `./dev accuracy`) against those of the
// rows.
#pragma once

#include <doctest/doctest.h>

#include <set>

#include "core/json/json.hpp"
#include "row_tables.hpp"
#include "summary.hpp"

namespace gpusel::accuracy {

// The page's part: "train" or "serve".
inline Value page_part(const char* part) {
  const Result<Value> page = parse_json(repository_file("assets/accuracy.json"));
  REQUIRE(page.ok());
  const Value* found = page->find(part);
  REQUIRE(found != nullptr);
  return *found;
}

// Of the quantities that begin with `prefix`: there are `count`.
inline void check_page(const Value& part, std::string_view prefix, const std::vector<ReportRow>& lines, int count) {
  int compared = 0;
  for (const Value& q : *part.find("quantities")->array()) {
    const std::string& name = *q.find("quantity")->string();
    if (name.rfind(prefix, 0) != 0) continue;
    CAPTURE(name);
    const QuantitySummary s = summary(lines, name);
    CHECK(*q.find("rows")->number() == s.rows);
    CHECK(*q.find("median")->number() == doctest::Approx(s.w_median_error).epsilon(0.01));
    CHECK(*q.find("inside")->number() == doctest::Approx(s.w_inside).epsilon(0.01));
    ++compared;
  }
  CHECK(compared == count);
}

// The short table of whole groups left out.
inline void check_page_groups(const Value& part, std::string_view of, const std::vector<GroupOut>& groups) {
  int compared = 0;
  for (const Value& g : *part.find("left_out")->array()) {
    if (*g.find("of")->string() != of) continue;
    CAPTURE(*g.find("kind")->string());
    const QuantitySummary s = pooled(groups, *g.find("kind")->string());
    CHECK(*g.find("rows")->number() == s.rows);
    CHECK(*g.find("median")->number() == doctest::Approx(s.w_median_error).epsilon(0.01));
    CHECK(*g.find("inside")->number() == doctest::Approx(s.w_inside).epsilon(0.01));
    ++compared;
  }
  std::set<std::string> kinds;
  for (const GroupOut& g : groups) kinds.insert(g.kind);
  CHECK(compared == static_cast<int>(kinds.size()));
}

}  // namespace gpusel::accuracy
