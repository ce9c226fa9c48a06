#include "ui/view/strings.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>

#include "core/json/fields.hpp"
#include "tests/view/fixture.hpp"
#include "ui/view/field_view.hpp"
#include "ui/view/text_width.hpp"

using namespace gpusel;
using namespace gpusel::view;

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Every match of the pattern's first group in the sources under a folder.
std::set<std::string> found_in(const char* folder, const char* pattern) {
  std::set<std::string> out;
  const std::regex re(pattern);
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(GPUSEL_SOURCE_DIR) / folder)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    const std::string text = read(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), re), end; at != end; ++at) out.insert((*at)[1]);
  }
  return out;
}

void check_key(const std::string& key) {
  CAPTURE(key);
  CHECK(Strings::of(Lang::en).find(key) != nullptr);
  CHECK(Strings::of(Lang::zh).find(key) != nullptr);
}

std::multiset<std::string> arguments(const std::string& text) {
  std::multiset<std::string> out;
  const std::regex re("\\{([a-z0-9_]+)\\}");
  for (std::sregex_iterator at(text.begin(), text.end(), re), end; at != end; ++at) out.insert((*at)[1]);
  return out;
}

}  // namespace

TEST_CASE("strings that come later are taken whole or not at all") {
  CHECK(Strings::known(Lang::en));
  CHECK(Strings::known(Lang::zh));
  CHECK_FALSE(Strings::add_chinese("{}"));
  CHECK_FALSE(Strings::add_chinese("<!doctype html>"));
  CHECK(Strings::of(Lang::zh).find("app.name") != nullptr);
}

TEST_CASE("both languages have the same keys and the same arguments") {
  const auto &en = Strings::of(Lang::en).all(), &zh = Strings::of(Lang::zh).all();
  REQUIRE(en.size() == zh.size());
  CHECK(en.size() > 500);
  for (std::size_t i = 0; i < en.size(); ++i) {
    CAPTURE(en[i].first);
    CHECK(en[i].first == zh[i].first);
    CHECK_FALSE(zh[i].second.empty());
    std::multiset<std::string> a = arguments(en[i].second), b = arguments(zh[i].second);
    for (const std::string& name : b)
      CHECK((a.count(name) > 0 || en[i].second.find("{" + name + "|") != std::string::npos));
  }
}

TEST_CASE("every field and every choice has its words") {
  for (const Field& f : fields()) {
    if (f.path == "version" || f.path == "hardware.accelerators") continue;
    check_key(std::string(f.label));
    check_key(help_key(f));
    for (std::string_view c : f.choices) {
      const std::string leaf(f.path.substr(f.path.rfind('.') + 1)), name(c);
      const bool own =
          Strings::of(Lang::zh).find("choice." + leaf + "." + name) || Strings::of(Lang::zh).find("choice." + name);
      const bool gguf = name[0] == 'q' || name.rfind("iq", 0) == 0;  // GGUF types are their own names
      const bool synthetic = f.path == "task" || f.path == "train.method";
      CAPTURE(f.path);
      CAPTURE(name);
      CHECK((own || gguf || synthetic));
    }
  }
}

TEST_CASE("every text the view asks for by a whole key exists") {
  for (const std::string& key : found_in("ui", R"re(text\("([a-z_]+\.[a-zA-Z0-9_.\-]+)")re"))
    if (key.back() != '.') check_key(key);
}

TEST_CASE("every note and every reason of the core has its words") {
  for (const std::string& code : found_in("core", R"re((?:notes|warnings|assumptions)\.push_back\(\{"([a-z\-]+)")re"))
    check_key("note." + code);
  for (const std::string& code : found_in("core/plan", R"re(warn\("([a-z\-]+)")re")) check_key("note." + code);
  for (const std::string& code : found_in("core/plan", R"re(note\(q, "([a-z0-9\-]+)")re")) check_key("note." + code);
  for (const std::string& code : found_in("core/plan", R"re(Unsupported\{"([a-z\-]+)")re")) check_key("rej." + code);
  for (const char* module :
       {"core/catalog", "core/json", "core/model", "core/plan"})  // the command line's own errors never reach the page
    for (const std::string& code : found_in(module, R"re(Error\{"([a-z\-]+)")re")) check_key("error." + code);
}

TEST_CASE("every term of a Why has its words") {
  for (
      const std::string& key : found_in(
          "core/memory",
          R"re("((?:weights|adapters|gradients|optimizer|activations|logits|kv_cache|communication|workspace|device)\.[a-z_]+)")re"))
    check_key("why." + key);
  for (const std::string& key : found_in("core/time", R"re(add\("([a-z_]+)", [ct]\.)re")) check_key("why.step." + key);
  for (const std::string& key : found_in("core/time", R"re(term\("([a-z]+\.[a-z_]+)")re")) check_key("why." + key);
}

TEST_CASE("arguments, plurals and Chinese spacing") {
  CHECK(fill("{n} {n|device|devices}", {{"n", "1"}}) == "1 device");
  CHECK(fill("{n} {n|device|devices}", {{"n", "2"}}) == "2 devices");
  CHECK(fill("no {missing} here", {}) == "no  here");
  CHECK(fill("open { brace", {}) == "open { brace");
  CHECK(spaced("显存20.5GiB，占58%的") == "显存 20.5GiB，占 58% 的");
  CHECK(spaced("用LoRA微调") == "用 LoRA 微调");
}

TEST_CASE("an error speaks the reader's language and falls back to the core's English") {
  const Error unknown{"unknown-model", "/model", "no model", {{"kind", "model"}, {"name", "x"}, {"nearest", "y"}}};
  CHECK(error_text(Strings::of(Lang::en), unknown) == "No model named “x”. Nearest: y");
  CHECK(error_text(Strings::of(Lang::zh), unknown) == "没有名为“x”的模型，最接近的是 y");
  CHECK(error_text(Strings::of(Lang::zh), {"never-seen", "", "the core's words", {}}) == "the core's words");
}

// The fonts are cut to the signs of assets/i18n and assets/data (ui/app): none of ours may lie outside what both faces
// have.
TEST_CASE("no sign lies outside the fonts") {
  std::set<char32_t> used;
  for (const auto& [key, text] : Strings::of(Lang::zh).all())
    for (std::size_t at = 0; at < text.size();)
      if (const char32_t c = next_code_point(text, at); c >= 0x80) used.insert(c);
  for (TimeUnit u : {TimeUnit::ms, TimeUnit::s, TimeUnit::min, TimeUnit::h, TimeUnit::days}) {
    const std::string name = unit_name(u, Lang::zh);
    for (std::size_t at = 0; at < name.size();) used.insert(next_code_point(name, at));
  }
  for (char32_t c : {U'亿', U'万', U'时'}) used.insert(c);
  CHECK(used.size() > 300);
  CHECK(used.count(0xfffd) == 0);
  for (char32_t c : used) {
    CAPTURE(static_cast<unsigned>(c));
    const bool known = (c >= 0x4e00 && c <= 0x9fff) || (c >= 0xff00 && c <= 0xffef) || (c >= 0x3000 && c <= 0x303f) ||
                       (c >= 0x2010 && c <= 0x2026) || c == 0xb7;
    CHECK(known);  // nothing that neither Noto Sans SC nor Plex has in its subset
  }
}
