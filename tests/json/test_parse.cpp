#include <doctest/doctest.h>

#include <string>

#include "core/json/json.hpp"
#include "core/json/text.hpp"

using namespace gpusel;

namespace {

std::string code_of(std::string_view text) {
  const Result<Value> v = parse_json(text);
  return v ? "ok" : v.error().code;
}

}  // namespace

TEST_CASE("parsing keeps order, types and exact numbers") {
  const Result<Value> v = parse_json(R"({"b": [1, -2.5, true, null, "x"], "a": {"c": 1e3}})");
  REQUIRE(v.ok());
  CHECK(write_json(*v) == R"({"b":[1,-2.5,true,null,"x"],"a":{"c":1000}})");
  CHECK(write_json(*v, 1) ==
        "{\n \"b\": [\n  1,\n  -2.5,\n  true,\n  null,\n  \"x\"\n ],\n \"a\": {\n  \"c\": 1000\n }\n}");
  CHECK(write_json(Value(Value::Object{})) == "{}");
}

TEST_CASE("a byte order mark is not part of the text") { CHECK(code_of("\xEF\xBB\xBF{}") == "ok"); }

TEST_CASE("what is not JSON is refused with a place") {
  CHECK(code_of("") == "syntax");
  CHECK(code_of("{\"a\":}") == "syntax");
  CHECK(code_of("{} {}") == "syntax");
  CHECK(code_of("{'a':1}") == "syntax");
  CHECK(code_of("[1,]") == "syntax");
  const Result<Value> v = parse_json("{\"train\": {\n  \"rank\": 1 2}}");
  REQUIRE_FALSE(v.ok());
  CHECK(v.error().pointer == "/train");
  CHECK(v.error().message.find("line 2, column 13") != std::string::npos);
}

TEST_CASE("numbers that are none, or too large, are refused") {
  for (const char* text : {"NaN", "[NaN]", "Infinity", "-Infinity", "1e999", "-1e999"}) {
    CAPTURE(text);
    CHECK(code_of(text) == "not-finite");
  }
  CHECK(code_of("1e300") == "ok");  // a number: fields refuse it by their range
}

TEST_CASE("size and nesting are limited") {
  CHECK(code_of("\"" + std::string((1 << 20) - 2, 'x') + "\"") == "ok");
  CHECK(code_of("\"" + std::string(1 << 20, 'x') + "\"") == "too-large");
  CHECK(code_of(std::string(64, '[') + std::string(64, ']')) == "ok");
  CHECK(code_of(std::string(65, '[') + std::string(65, ']')) == "too-deep");
  CHECK(code_of(std::string(500000, '[')) == "too-deep");
}

TEST_CASE("a key twice in one object is refused") {
  const Result<Value> v = parse_json(R"({"train": {"rank": 1, "rank": 2}})");
  REQUIRE_FALSE(v.ok());
  CHECK(v.error().code == "duplicate-key");
  CHECK(v.error().pointer == "/train/rank");
  CHECK(code_of(R"({"a": {"x": 1}, "b": {"x": 1}})") == "ok");
}

TEST_CASE("text that is not UTF-8 is refused on the way in and replaced on the way out") {
  CHECK(code_of("\"\xff\"") == "invalid-utf8");
  CHECK(code_of("\"\xc0\xaf\"") == "invalid-utf8");
  CHECK(code_of("\"\xed\xa0\x80\"") == "invalid-utf8");
  CHECK(write_json(Value(std::string("a\xff\xc3\xa9"))) == "\"a\xEF\xBF\xBD\xc3\xa9\"");
  CHECK(write_json(Value(std::string("\"\\\n\x01/"))) == R"("\"\\\n\u0001/")");
}

TEST_CASE("numbers are written short and read back the same") {
  for (double x :
       {0.0, -0.0, 1.0, 0.1, 1e-6, 9007199254740991.0, 1e22, 1.0 / 3, 123456789.123, 5e-324, 1.7976931348623157e308}) {
    CAPTURE(x);
    CHECK(parse_number(number_text(x)) == x);
  }
  CHECK(number_text(1e15) == "1000000000000000");
  CHECK(number_text(1e300) == "1e+300");
  CHECK(number_text(0.05) == "0.05");
  CHECK(round_9(1.0 / 3) == 0.333333333);
  CHECK(round_9(123456789012.0) == 123456789000.0);
  CHECK_FALSE(parse_number("0x10").has_value());
  CHECK_FALSE(parse_number("1 ").has_value());
  CHECK_FALSE(parse_number("nan").has_value());
}

TEST_CASE("merge patch: the examples of RFC 7396, appendix A") {
  struct Example {
    const char *target, *patch, *result;
  };
  for (const Example& e :
       std::initializer_list<Example>{{R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
                                      {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
                                      {R"({"a":"b"})", R"({"a":null})", R"({})"},
                                      {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
                                      {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
                                      {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
                                      {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
                                      {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
                                      {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
                                      {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
                                      {R"({"a":"foo"})", R"(null)", R"(null)"},
                                      {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
                                      {R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
                                      {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"}}) {
    CAPTURE(e.target);
    CAPTURE(e.patch);
    CHECK(write_json(merge_patch(*parse_json(e.target), *parse_json(e.patch))) == e.result);
  }
}
