// The figures that the accuracy page shows (assets/accuracy.json, written by `./dev accuracy`) against those of the
// rows.
#pragma once

#include <doctest/doctest.h>

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

}  // namespace gpusel::accuracy
