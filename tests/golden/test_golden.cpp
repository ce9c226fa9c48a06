// Plays every case and compares byte by byte, natively and under Node: the same commands must print the same text.
// GPUSEL_UPDATE_GOLDEN=1 in the environment writes the files anew instead; read the difference before you commit it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/golden/golden.hpp"

using namespace gpusel;

namespace {

std::string path_of(std::string_view name) {
  return std::string(GPUSEL_SOURCE_DIR "/tests/golden/cases/") + std::string(name) + ".txt";
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The first line that differs, with its number: a whole report is too long to read in a log.
std::string difference(const std::string& expected, const std::string& actual) {
  std::istringstream a(expected), b(actual);
  std::string x, y;
  for (int line = 1;; ++line) {
    const bool more_a = static_cast<bool>(std::getline(a, x)), more_b = static_cast<bool>(std::getline(b, y));
    if (!more_a && !more_b) return "no line differs";
    if (!more_a || !more_b || x != y)
      return "line " + std::to_string(line) + "\n  expected: " + (more_a ? x : "(end)") +
             "\n  printed:  " + (more_b ? y : "(end)");
  }
}

constexpr const char* cases[] = {GPUSEL_GOLDEN_CASES};

}  // namespace

TEST_CASE("golden texts") {
  const char* update = std::getenv("GPUSEL_UPDATE_GOLDEN");
  for (const std::string name : cases) {
    CAPTURE(name);
    const std::string expected = read(path_of(name));
    REQUIRE_MESSAGE(expected.find("$ gpu-selector") != std::string::npos, path_of(name));
    const std::string actual = golden::replayed(expected);
    const bool same = expected == actual;
    if (update && *update)
      std::ofstream(path_of(name), std::ios::binary) << actual;
    else
      CHECK_MESSAGE(same, difference(expected, actual));
  }
}

TEST_CASE("a case's own format") {
  CHECK(golden::words("gpu-selector estimate --state '#v1&a=b c' \"x y\" ''") ==
        std::vector<std::string>{"gpu-selector", "estimate", "--state", "#v1&a=b c", "x y", ""});
  const std::string text =
      "A title.\n\n$ gpu-selector --version\nold text\n\n# Next.\n$ gpu-selector estimate -\n> {\n";
  const std::string once = golden::replayed(text);
  CHECK(once.find("A title.\n\n$ gpu-selector --version\ngpu-selector ") == 0);
  CHECK(once.find("old text") == std::string::npos);
  CHECK(once.find("\n\n# Next.\n$ gpu-selector estimate -\n> {\n! gpu-selector: not valid JSON") != std::string::npos);
  CHECK(once.substr(once.size() - 7) == "exit 2\n");
  CHECK(golden::replayed(once) == once);
}
