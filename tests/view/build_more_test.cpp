// What can be taken away and what the page keeps: each a button or a list that both faces show.
#include <algorithm>
#include <set>

#include "tests/view/fixture.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;
using K = Action::Kind;

namespace {

Value kept(const char* name, const char* link) {
  Value one;
  one.set("name", Value(name));
  one.set("link", Value(link));
  return one;
}

}  // namespace

TEST_CASE("every copy has its file beside it, and the report is one button") {
  const Session s(catalog(), "en", kSmall);
  std::set<std::string> files, copies;
  bool report = false;
  for (const Button& b : s.view().exports) {
    CHECK_FALSE(b.label.empty());
    if (b.action.kind != K::ask_page) {
      copies.insert(b.id);
    } else if (b.action.text.rfind("file:", 0) == 0) {
      CHECK(b.action.path.rfind("gpu-selector.", 0) == 0);
      files.insert(b.action.text.substr(5));
    } else {
      report = report || b.action.text == "print";
    }
  }
  CHECK(files == std::set<std::string>{"copy_markdown", "copy_csv", "copy_json"});
  CHECK(copies == std::set<std::string>{"export-md", "export-csv", "export-json", "export-link"});
  CHECK(report);
}

TEST_CASE("what is asked of the page changes nothing in the session") {
  Session s(catalog(), "en", kSmall);
  const ViewModel before = s.view();
  s.dispatch(act(K::ask_page, "print"));
  CHECK(s.view() == before);
}

TEST_CASE("scenarios kept by the page are listed as names with links; anything else is left out") {
  Session s(catalog(), "zh", kSmall);
  Action keep;
  keep.kind = K::set_saved;
  keep.value = Value(Value::Array{kept("一", "#v1&model=a"), Value("no object"), Value(), kept("two", "#v1&model=b")});
  s.dispatch(keep);
  CHECK(s.view().saved == std::vector<Choice>{{"#v1&model=a", "一"}, {"#v1&model=b", "two"}});
  keep.value = Value("not a list");
  s.dispatch(keep);
  CHECK(s.view().saved.empty());
}

TEST_CASE("what the page tells when it opens leaves the message about a refused link") {
  Session s(catalog(), "en", "#v1&model=nothing-like-it");
  REQUIRE_FALSE(s.view().error.empty());
  Action keep;
  keep.kind = K::set_saved;
  keep.value = Value(Value::Array{});
  s.dispatch(keep);
  Action off = act(K::show_option);
  off.path = "letters";
  off.value = false;
  s.dispatch(off);
  CHECK_FALSE(s.view().error.empty());
}

TEST_CASE("the keys without Ctrl can be switched off, and every one of them is listed") {
  Session s(catalog(), "en", kSmall);
  CHECK(s.view().letters);
  Action off = act(K::show_option);
  off.path = "letters";
  off.value = false;
  s.dispatch(off);
  CHECK_FALSE(s.view().letters);
  std::string listed;
  for (const Choice& key : s.view().keys) listed += key.value + " ";
  for (const char* key : {"/", "W", "P", "C", "[", "]", "L", "M", "T", "D", "?"}) {
    CAPTURE(key);
    CHECK(listed.find(key) != std::string::npos);
  }
}
