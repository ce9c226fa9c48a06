#include "ui/app/fonts.hpp"

#include <imgui_internal.h>

#include <cstdio>
#include <cstring>
#include <utility>

namespace gpusel::app {

namespace {

constexpr float reference_size = 17;    // 13 CSS px of IBM Plex Sans
constexpr float noto_to_plex = 1.114F;  // Noto's box is 1.448 em, Plex's 1.300

void* copy_for_atlas(std::string_view bytes) {
  void* copy = IM_ALLOC(bytes.size());
  std::memcpy(copy, bytes.data(), bytes.size());
  return copy;
}

ImFontConfig config(const char* name, float size) {
  ImFontConfig c;
  c.SizePixels = size;
  c.OversampleH = 2;
  c.PixelSnapV = true;
  std::snprintf(c.Name, sizeof c.Name, "%s", name);
  return c;
}

ImFont* add(const char* name, std::string_view bytes) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (bytes.empty()) return atlas.AddFontDefault();
  ImFontConfig c = config(name, reference_size);
  return atlas.AddFontFromMemoryTTF(copy_for_atlas(bytes), static_cast<int>(bytes.size()), reference_size, &c);
}

}  // namespace

ui::Fonts add_latin(std::string_view regular, std::string_view semibold) {
  ui::Fonts fonts;
  fonts.regular = add("IBM Plex Sans", regular);
  fonts.semibold = add("IBM Plex Sans 600", semibold);
  return fonts;
}

bool add_chinese(const ui::Fonts& fonts, std::string_view ttf, bool semibold) {
  if (ttf.size() < 12 || std::memcmp(ttf.data(), "\0\1\0\0", 4) != 0) return false;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFont* target = semibold ? fonts.semibold : fonts.regular;
  // Dear ImGui merges into the last font of the list, whatever the configuration says; so the target goes there first.
  const int at = atlas.Fonts.find_index(target);
  if (at < 0) return false;
  std::swap(atlas.Fonts[at], atlas.Fonts.back());
  ImFontConfig c = config(semibold ? "Noto Sans SC 600" : "Noto Sans SC", reference_size * noto_to_plex);
  c.MergeMode = true;
  const ImFont* merged =
      atlas.AddFontFromMemoryTTF(copy_for_atlas(ttf), static_cast<int>(ttf.size()), c.SizePixels, &c);
  std::swap(atlas.Fonts[at], atlas.Fonts.back());
  // Signs that were looked up before are remembered as missing; forget them.
  ImFontAtlasFontDiscardBakes(&atlas, target, 0);
  return merged != nullptr;
}

}  // namespace gpusel::app
