#include "ui/view/column_filter.hpp"

#include "tests/view/fixture.hpp"
#include "ui/view/link_state.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;
using K = Action::Kind;

namespace {

Action filter(const char* column, const char* typed) {
  Action a = act(K::filter, typed);
  a.path = column;
  return a;
}

const Column& column(const ViewModel& v, std::string_view id) {
  for (const Column& c : v.table.columns)
    if (c.id == id) return c;
  FAIL("no such column");
  return v.table.columns.front();
}

}  // namespace

TEST_CASE("a number alone goes the way that is better; signs and units say otherwise") {
  const auto read = [](const char* typed, int better, double scale = 1) {
    return read_column_filter(typed, better, scale);
  };
  CHECK(read("2000", -1)->passes(2000));
  CHECK_FALSE(read("2000", -1)->passes(2001));
  CHECK(read("2000", 1)->passes(2001));
  CHECK_FALSE(read("2000", 1)->passes(1999));
  CHECK_FALSE(read("<2k", 1)->passes(2000));
  CHECK(read("<= 2k", 1)->passes(2000));
  CHECK_FALSE(read(">2", -1)->passes(2));
  CHECK(read("\xe2\x89\xa5"
             "2",
             -1)
            ->passes(2));
  CHECK(read("＞＝２", -1)->passes(2));
  CHECK(read("2", -1, 3600)->passes(7200));             // hours, where the column is in hours
  CHECK_FALSE(read("90 min", -1, 3600)->passes(5401));  // or what was said
  for (const char* bad : {"", "<", "cheap", "< =2", "1..2"}) {
    CAPTURE(bad);
    CHECK_FALSE(read(bad, -1));
  }
}

TEST_CASE("a filter under a head keeps the rows that pass, and stays in the link") {
  Session s(catalog(), "en", kSmall);
  const std::size_t all = s.view().table.rows.size();
  CHECK(column(s.view(), "price").filter_hint == "<");
  CHECK(column(s.view(), "speed").filter_hint == ">");
  CHECK(column(s.view(), "rank").filter_hint.empty());
  s.dispatch(filter("price", "1000"));
  const std::size_t cheap = s.view().table.rows.size();
  CHECK(cheap < all);
  CHECK(cheap > 0);
  s.dispatch(filter("speed", ">= 1k"));
  CHECK(s.view().table.rows.size() < cheap);
  CHECK(column(s.view(), "speed").filter == ">= 1k");
  const Session again(catalog(), "en", s.view().permalink);
  CHECK(again.view().table == s.view().table);
  s.dispatch(filter("price", ""));
  s.dispatch(filter("speed", ""));
  CHECK(s.view().table.rows.size() == all);
}

TEST_CASE("what is no number filters nothing, is kept and marked") {
  Session s(catalog(), "en", kSmall);
  const std::size_t all = s.view().table.rows.size();
  s.dispatch(filter("price", "cheap"));
  CHECK(s.view().table.rows.size() == all);
  CHECK(column(s.view(), "price").filter == "cheap");
  CHECK(column(s.view(), "price").filter_bad);
  s.dispatch(filter("memory", "1"));
  CHECK(s.view().table.rows.empty());
  CHECK_FALSE(s.view().table.empty.empty());
}

TEST_CASE("a fifth column is shown, and the choice of columns stays in the link") {
  Session s(catalog(), "en", kSmall);
  CHECK(s.view().table.columns.size() == 7);
  s.dispatch(act(K::set_columns, "energy,speed,run,price,power,rent"));
  REQUIRE(s.view().table.columns.size() == 9);
  CHECK(s.view().table.columns[3].id == "energy");
  for (const RowView& r : s.view().table.rows) CHECK(r.cells.size() == 6);
  const Session again(catalog(), "zh", s.view().permalink);
  CHECK(again.view().table.columns.size() == 9);
  s.dispatch(set("task", "serve"));  // another task has other figures: its usual ones
  CHECK(s.view().table.columns.size() == 7);
  CHECK(column(s.view(), "ttft").filter.empty());
}

TEST_CASE("a hostile link brings no column and no filter") {
  const std::string link = std::string(kSmall) + "&ui.columns=,,nothing,%00&ui.where=price;:;=x;rank=1;nothing=2";
  const Session s(catalog(), "en", link);
  CHECK(s.view().table.columns.size() == 7);
  CHECK_FALSE(s.view().table.rows.empty());
}
