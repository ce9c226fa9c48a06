// An arrow never turns round (ARCHITECTURE.md): which folder may include what, checked on every source file.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// A folder and what its files may include of ours; a folder may always include itself. The longest folder that a file
// stands in decides. Those without a row (tests) may include anything.
const std::map<std::string, Names> allowed = {
    {"core/units", {}},
    {"core/domain", {"core/units"}},
    {"core/model", {"core/units", "core/domain"}},
    {"core/calibrate", {"core/units", "core/domain"}},
    {"core/memory", {"core/units", "core/domain", "core/model", "core/calibrate"}},
    {"core/time", {"core/units", "core/domain", "core/model", "core/calibrate", "core/memory"}},
    // core/gpusel.hpp is the interface that plan and catalog implement; it knows the domain alone.
    {"core/plan",
     {"core/units", "core/domain", "core/model", "core/calibrate", "core/memory", "core/time", "core/catalog",
      "core/gpusel.hpp"}},
    {"core/gpusel.hpp", {"core/domain"}},
    {"core/launch", {"core/units", "core/domain", "core/gpusel.hpp"}},
    {"core/json", {"core/units", "core/domain", "core/model", "core/catalog"}},
    {"core/catalog", {"core/units", "core/domain", "core/model", "core/json", "core/calibrate", "core/gpusel.hpp"}},
    {"core/cli", {"core", "ui/view"}},
    {"core", {}},
    {"ui/view", {"core"}},
    {"ui/charts", {"core", "ui/view"}},
    {"ui/panels", {"core", "ui/view", "ui/charts"}},
    {"ui/platform", {"core", "ui/view"}},
    {"ui/app", {"core", "ui"}},
    {"web", {"core", "ui"}},
};

// Third-party headers that only some folders may know, by the beginning of their name.
const std::map<std::string, Names> confined = {
    {"nlohmann/", {"core/json", "core/catalog"}},
    {"imgui", {"ui/panels", "ui/charts", "ui/platform", "ui/app"}},
    {"SDL", {"ui/platform", "web"}},
    {"emscripten", {"ui/platform", "web"}},
};

// The core reads no file and no clock; its command line does.
const std::set<std::string> impure = {"chrono", "ctime", "filesystem", "fstream", "iostream", "random", "thread"};
// Headers that g++ 12 or Emscripten 3.1.6 lack.
const std::set<std::string> too_new = {"expected", "format", "print", "ranges", "source_location"};

bool within(const std::string& path, const std::string& folder) {
  return path == folder || path.rfind(folder + "/", 0) == 0;
}

bool within_any(const std::string& path, const Names& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) { return within(path, folder); });
}

Names includes_of(const std::string& text) {
  Names names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("#include ", 0) != 0) continue;
    const auto open = line.find_first_of("<\"");
    const auto close = open == std::string::npos ? open : line.find_first_of(">\"", open + 1);
    if (close != std::string::npos) names.push_back(line.substr(open + 1, close - open - 1));
  }
  return names;
}

std::string home_of(const std::string& file) {
  std::string best;
  for (const auto& [folder, reach] : allowed)
    if (within(file, folder) && folder.size() > best.size()) best = folder;
  return best;
}

bool is_ours(const std::string& include) { return within_any(include, {"core", "ui", "web", "tests"}); }

// What is wrong with one include of one file; empty when nothing is.
std::string fault(const std::string& file, const std::string& include) {
  const std::string home = home_of(file);
  const bool in_core = within(file, "core") && !within(file, "core/cli");
  if (too_new.count(include) != 0) return "a header that g++ 12 or Emscripten 3.1.6 lacks";
  if (in_core && impure.count(include) != 0) return "the core does no I/O and reads no clock";
  if (home.empty()) return {};
  for (const auto& [prefix, folders] : confined)
    if (include.rfind(prefix, 0) == 0 && !within_any(file, folders)) return "third-party header outside its folders";
  if (!is_ours(include)) return {};
  // The facade stands in core/ itself and may use every module but the command line.
  if (home == "core") return within(include, "core") && !within(include, "core/cli") ? "" : "core includes only core";
  if (within(include, home) || within_any(include, allowed.at(home))) return {};
  return home + " may not include this";
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Source {
  std::string file;
  std::string text;
};

std::vector<Source> sources() {
  const fs::path root = GPUSEL_SOURCE_DIR;
  std::vector<Source> files;
  for (const char* top : {"core", "ui", "web", "tests"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const auto kind = entry.path().extension();
      if (entry.is_regular_file() && (kind == ".cpp" || kind == ".hpp"))
        files.push_back({fs::relative(entry.path(), root).generic_string(), read(entry.path())});
    }
  }
  return files;
}

}  // namespace

TEST_CASE("the rules find what they forbid") {
  CHECK(fault("core/model/a.cpp", "core/plan/plan.hpp") != "");
  CHECK(fault("core/domain/a.hpp", "ui/view/view.hpp") != "");
  CHECK(fault("core/memory/a.cpp", "nlohmann/json.hpp") != "");
  CHECK(fault("core/plan/a.cpp", "fstream") != "");
  CHECK(fault("core/plan/a.cpp", "format") != "");
  CHECK(fault("core/facade.cpp", "ui/view/view.hpp") != "");
  CHECK(fault("ui/view/a.cpp", "imgui.h") != "");
  CHECK(fault("ui/view/a.cpp", "ui/panels/panel.hpp") != "");
  CHECK(fault("ui/panels/a.cpp", "SDL.h") != "");
  CHECK(fault("ui/app/a.cpp", "emscripten/html5.h") != "");
  CHECK(fault("web/a.cpp", "imgui.h") != "");
  CHECK(includes_of("#include <a>\n// #include \"b\"\n#include \"c/d.hpp\"  // why\n") == Names{"a", "c/d.hpp"});
}

TEST_CASE("the rules let pass what they allow") {
  CHECK(fault("core/model/a.cpp", "core/domain/model.hpp") == "");
  CHECK(fault("core/json/a.cpp", "nlohmann/json.hpp") == "");
  CHECK(fault("core/cli/main.cpp", "iostream") == "");
  CHECK(fault("core/facade.cpp", "core/plan/plan.hpp") == "");
  CHECK(fault("ui/platform/a.cpp", "SDL.h") == "");
  CHECK(fault("web/a.cpp", "ui/app/app.hpp") == "");
}

TEST_CASE("every include points the right way") {
  const auto all = sources();
  REQUIRE(all.size() > 20);
  for (const Source& source : all)
    for (const std::string& include : includes_of(source.text)) {
      const std::string wrong = fault(source.file, include);
      CHECK_MESSAGE(wrong.empty(), source.file << " includes " << include << ": " << wrong);
    }
}

TEST_CASE("no source file has more than 500 lines") {
  for (const Source& source : sources()) {
    const auto lines = std::count(source.text.begin(), source.text.end(), '\n');
    CHECK_MESSAGE(lines <= 500, source.file << " has " << lines << " lines");
  }
}
