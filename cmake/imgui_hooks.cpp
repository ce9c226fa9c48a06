// Default, empty definitions of Dear ImGui's test-engine hooks. A test program that defines all four of them itself
// replaces this file (see GpuselImGui.cmake).
#ifdef IMGUI_ENABLE_TEST_ENGINE
#include <imgui.h>
#include <imgui_internal.h>

void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID, const ImRect&, const ImGuiLastItemData*) {}
void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID, const char*, ImGuiItemStatusFlags) {}
void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}
const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }
#endif
