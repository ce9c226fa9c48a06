#include "tests/panels/stage.hpp"

#include <imgui_internal.h>

#include <cstring>

#include "tests/panels/fixture.hpp"
#include "ui/app/embedded_fonts.hpp"
#include "ui/app/fonts.hpp"

namespace {

struct Recorder {
  std::vector<gpusel::stage::Control>* into = nullptr;
  ImGuiID id = 0;
  ImRect box;
  ImGuiItemFlags flags = 0;
};
Recorder recorder;

}  // namespace

void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID id, const ImRect& box, const ImGuiLastItemData* data) {
  recorder.id = id;
  recorder.box = box;
  recorder.flags = data ? data->ItemFlags : 0;
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID id, const char* label, ImGuiItemStatusFlags status) {
  if (!recorder.into || !label || id != recorder.id) return;
  if (std::strncmp(label, "##", 2) == 0) label += 2;
  const ImRect& b = recorder.box;
  recorder.into->push_back({label,
                            {b.Min.x, b.Min.y, b.GetWidth(), b.GetHeight()},
                            (recorder.flags & ImGuiItemFlags_NoTabStop) == 0,
                            (recorder.flags & ImGuiItemFlags_AllowOverlap) != 0,
                            (status & ImGuiItemStatusFlags_Visible) != 0});
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}
const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }

namespace gpusel::stage {

void answer_texture_requests(bool last) {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    const bool gone = last || texture->Status == ImTextureStatus_WantDestroy;
    if (gone)
      texture->SetTexID(ImTextureID_Invalid);
    else if (texture->Status == ImTextureStatus_WantCreate)
      texture->SetTexID(1);
    texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
  }
}

Stage::Stage(float width, float height, bool touch) : vm(fixture::lora_on_5090()), context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = ImVec2(width, height);
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  context_->TestEngineHookItems = true;
  theme_.touch = touch;
  theme_.fonts = app::add_latin(app::latin_font(false), app::latin_font(true));
  ui::apply_style(theme_);
  frames(3);
  actions.clear();
}

Stage::~Stage() {
  answer_texture_requests(true);
  ImGui::DestroyContext(context_);
}

void Stage::frame() {
  controls.clear();
  recorder.into = &controls;
  ImGui::GetIO().DeltaTime = 1.0F / 60;
  ImGui::NewFrame();
  ImGui::PushFont(theme_.fonts.regular, theme_.size(ui::Type::body));
  ui::Ui ui{vm, theme_, state, actions, fixture::text};
  ui::draw_app(ui);
  wake_after = ui.wake_after;
  ImGui::PopFont();
  ImGui::Render();
  recorder.into = nullptr;
  answer_texture_requests();
}

const Control* Stage::find(const std::string& label, int nth) const {
  for (const Control& c : controls)
    if (c.label == label && c.visible && nth-- == 0) return &c;
  return nullptr;
}

void Stage::move(float x, float y) {
  ImGui::GetIO().AddMousePosEvent(x, y);
  frames(2);
}

void Stage::press(float x, float y) {
  move(x, y);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  frame();
}

void Stage::release() {
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  frames(2);
}

bool Stage::click(const std::string& label, int nth) {
  const Control* c = find(label, nth);
  if (!c) return false;
  press(c->box.cx(), c->box.cy());
  release();
  return true;
}

void Stage::key(ImGuiKey pressed, ImGuiKey modifier) {
  ImGuiIO& io = ImGui::GetIO();
  if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, true);
  io.AddKeyEvent(pressed, true);
  frames(2);
  io.AddKeyEvent(pressed, false);
  if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, false);
  frames(2);
}

void Stage::type(const char* text) {
  frames(2);  // a field that was just clicked gets the keyboard in the next frames
  ImGui::GetIO().AddInputCharactersUTF8(text);
  frames(2);
}

}  // namespace gpusel::stage
