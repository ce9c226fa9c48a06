// Finds a control by its label: Dear ImGui tells every item to its test engine; with GPUSEL_UI_HOOKS this file is that
// engine.
#include <imgui.h>
#include <imgui_internal.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "ui/app/exports.hpp"

#ifdef IMGUI_ENABLE_TEST_ENGINE

namespace {

std::string wanted, found;
ImRect last_box;
ImGuiID last_id = 0;

// "##Micro-batch" and "Micro-batch" are the same to a person who looks for it.
bool same_label(const char* label) {
  if (!label) return false;
  if (std::strncmp(label, "##", 2) == 0) label += 2;
  return wanted == label;
}

}  // namespace

void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID id, const ImRect& bb, const ImGuiLastItemData*) {
  last_id = id;
  last_box = bb;
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID id, const char* label, ImGuiItemStatusFlags flags) {
  if (wanted.empty() || !found.empty() || id != last_id || !same_label(label) ||
      !(flags & ImGuiItemStatusFlags_Visible))
    return;
  char text[160];
  std::snprintf(text, sizeof text, "{\"x\":%.1f,\"y\":%.1f,\"w\":%.1f,\"h\":%.1f}", static_cast<double>(last_box.Min.x),
                static_cast<double>(last_box.Min.y), static_cast<double>(last_box.GetWidth()),
                static_cast<double>(last_box.GetHeight()));
  found = text;
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}
const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }

// Asked twice: the first call arms the hooks and wants a frame, the next finds what that frame drew.
extern "C" const char* app_find_control(const char* label) {
  if (!ImGui::GetCurrentContext() || !label) return "";
  static std::string answer;
  ImGui::GetCurrentContext()->TestEngineHookItems = true;
  if (wanted != label) {
    wanted = label;
    found.clear();
    return "";
  }
  answer = found;
  found.clear();
  return answer.c_str();
}

#else

extern "C" const char* app_find_control(const char*) { return ""; }

#endif
