// Every sign the product can show is in the fonts it ships: translations and catalogue names against the cut subset.
#include <doctest/doctest.h>
#include <imgui.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "ui/app/embedded_fonts.hpp"
#include "ui/app/fonts.hpp"
#include "ui/view/text_width.hpp"

using namespace gpusel;

namespace {

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::set<char32_t> signs_in(const std::string& folder) {
  std::set<char32_t> signs;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(GPUSEL_SOURCE_DIR) + folder)) {
    if (entry.path().extension() != ".json" && entry.path().extension() != ".cpp") continue;
    const std::string text = file_text(entry.path());
    for (std::size_t at = 0; at < text.size();) signs.insert(view::next_code_point(text, at));
  }
  return signs;
}

}  // namespace

TEST_CASE("the fonts hold every sign of the translations and the catalogue") {
  if (app::latin_font(false).empty() || app::chinese_font(false).empty()) {
    MESSAGE("built without font packages; nothing to compare");
    return;
  }
  ImGui::CreateContext();
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  const ui::Fonts fonts = app::add_latin(app::latin_font(false), app::latin_font(true));
  for (const bool semibold : {false, true}) REQUIRE(app::add_chinese(fonts, app::chinese_font(semibold), semibold));
  for (const char* folder : {"/assets/i18n", "/assets/data", "/ui/view"})
    for (const char32_t sign : signs_in(folder)) {
      if (sign < 32) continue;
      CAPTURE(static_cast<unsigned>(sign));
      CHECK(fonts.regular->IsGlyphInFont(static_cast<ImWchar>(sign)));
      CHECK(fonts.semibold->IsGlyphInFont(static_cast<ImWchar>(sign)));
    }
  ImGui::DestroyContext();
}

TEST_CASE("bytes that are no font are refused") {
  ImGui::CreateContext();
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  const ui::Fonts fonts = app::add_latin({}, {});
  CHECK_FALSE(app::add_chinese(fonts, "not a font at all", false));
  CHECK_FALSE(app::add_chinese(fonts, "", true));
  ImGui::DestroyContext();
}

TEST_CASE("a font that arrives late is used for signs that were already asked for") {
  if (app::latin_font(false).empty() || app::chinese_font(false).empty()) return;
  ImGui::CreateContext();
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  const ui::Fonts fonts = app::add_latin(app::latin_font(false), app::latin_font(true));
  const auto drawn = [&] {
    const ImFontGlyph* glyph = fonts.regular->GetFontBaked(17)->FindGlyph(0x663E);  // 显
    return glyph && glyph->Codepoint == 0x663E;
  };
  CHECK_FALSE(drawn());
  REQUIRE(app::add_chinese(fonts, app::chinese_font(false), false));
  CHECK(drawn());
  ImGui::DestroyContext();
}
