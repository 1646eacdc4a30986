#pragma once

// Everything that differs between Dear ImGui 1.86, the floor, and 1.92 is decided here.

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cmath>
#include <cstdint>

#if IMGUI_VERSION_NUM < 18600
#error "Warpscope needs Dear ImGui 1.86 or later"
#endif

#include "app/ui/key.hpp"

namespace warpscope::compat {

#if IMGUI_VERSION_NUM >= 18700

[[nodiscard]] inline ImGuiKey imgui_key(Key key) {
  const int code = static_cast<int>(key);
  if (code >= 'A' && code <= 'Z') return static_cast<ImGuiKey>(ImGuiKey_A + (code - 'A'));
  switch (key) {
    case Key::space: return ImGuiKey_Space;
    case Key::escape: return ImGuiKey_Escape;
    case Key::enter: return ImGuiKey_Enter;
    case Key::tab: return ImGuiKey_Tab;
    case Key::backspace: return ImGuiKey_Backspace;
    case Key::del: return ImGuiKey_Delete;
    case Key::right: return ImGuiKey_RightArrow;
    case Key::left: return ImGuiKey_LeftArrow;
    case Key::down: return ImGuiKey_DownArrow;
    case Key::up: return ImGuiKey_UpArrow;
    case Key::page_up: return ImGuiKey_PageUp;
    case Key::page_down: return ImGuiKey_PageDown;
    case Key::home: return ImGuiKey_Home;
    case Key::end: return ImGuiKey_End;
    default: return ImGuiKey_None;
  }
}
[[nodiscard]] inline bool key_pressed(Key key, bool repeat = true) {
  return ImGui::IsKeyPressed(imgui_key(key), repeat);
}
/// For input through feed_key and feed_mouse: all input of a frame takes effect in that frame.
inline void prepare_input(ImGuiIO& io) { io.ConfigInputTrickleEventQueue = false; }
inline void feed_key(ImGuiIO& io, Key key, bool down) { io.AddKeyEvent(imgui_key(key), down); }
inline void feed_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt) {
#if IMGUI_VERSION_NUM >= 18837
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(ImGuiMod_Alt, alt);
#else
  io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, alt);
#endif
}
inline void feed_mouse(ImGuiIO& io, ImVec2 at, bool down, bool right, float wheel) {
  io.AddMousePosEvent(at.x, at.y);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, down);
  io.AddMouseButtonEvent(ImGuiMouseButton_Right, right);
  if (wheel != 0) io.AddMouseWheelEvent(0, wheel);
}

#else  // keys by the window system's own numbers, which for GLFW are those of Key

[[nodiscard]] inline bool key_pressed(Key key, bool repeat = true) {
  return ImGui::IsKeyPressed(static_cast<int>(key), repeat);
}
/// For input through feed_key: the numbers that Dear ImGui's own controls listen to.
inline void prepare_input(ImGuiIO& io) {
  const auto map = [&](ImGuiKey own, Key key) { io.KeyMap[own] = static_cast<int>(key); };
  map(ImGuiKey_Tab, Key::tab);
  map(ImGuiKey_LeftArrow, Key::left);
  map(ImGuiKey_RightArrow, Key::right);
  map(ImGuiKey_UpArrow, Key::up);
  map(ImGuiKey_DownArrow, Key::down);
  map(ImGuiKey_PageUp, Key::page_up);
  map(ImGuiKey_PageDown, Key::page_down);
  map(ImGuiKey_Home, Key::home);
  map(ImGuiKey_End, Key::end);
  map(ImGuiKey_Delete, Key::del);
  map(ImGuiKey_Backspace, Key::backspace);
  map(ImGuiKey_Space, Key::space);
  map(ImGuiKey_Enter, Key::enter);
  map(ImGuiKey_Escape, Key::escape);
  io.KeyMap[ImGuiKey_A] = 'A';
  io.KeyMap[ImGuiKey_C] = 'C';
  io.KeyMap[ImGuiKey_V] = 'V';
  io.KeyMap[ImGuiKey_X] = 'X';
  io.KeyMap[ImGuiKey_Y] = 'Y';
  io.KeyMap[ImGuiKey_Z] = 'Z';
}
inline void feed_key(ImGuiIO& io, Key key, bool down) { io.KeysDown[static_cast<int>(key)] = down; }
inline void feed_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt) {
  io.KeyCtrl = ctrl;
  io.KeyShift = shift;
  io.KeyAlt = alt;
}
inline void feed_mouse(ImGuiIO& io, ImVec2 at, bool down, bool right, float wheel) {
  io.MousePos = at;
  io.MouseDown[ImGuiMouseButton_Left] = down;
  io.MouseDown[ImGuiMouseButton_Right] = right;
  io.MouseWheel = wheel;
}

#endif

/// Whether Dear ImGui keeps input for the next frame: from 1.87 on it gives a control one change of
/// a key or button per frame, however many came. Without another frame they would wait for the
/// mouse.
[[nodiscard]] bool input_waits();

/// Scrolls the present window, and what it lies in, until this place of the screen is seen.
void show(ImVec2 low, ImVec2 high);
/// No text has the keyboard any longer.
void take_keyboard();

/// The size of a font that is requested in that many pixels. From 1.90 on Dear ImGui cuts the
/// fraction off; text that is drawn in another size than it was made in is blurred.
[[nodiscard]] inline float font_size(float pixels) {
#if IMGUI_VERSION_NUM >= 19000
  return std::round(pixels);
#else
  return pixels;
#endif
}

/// Makes the atlas ready for measuring. From 1.92 on glyphs are made as they are needed.
inline void build_atlas(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
  atlas.Build();
#else
  static_cast<void>(atlas);
#endif
}

/// To be called after the atlas was built anew. From 1.92 on the back end sees that by itself.
inline void reload_font_texture() {
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// The texture that a command takes its colours from.
[[nodiscard]] inline std::uint64_t texture_key(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM < 19200
  return reinterpret_cast<std::uintptr_t>(command.GetTexID());
#else
  const ImTextureRef& texture = command.TexRef;
  return texture._TexData != nullptr ? reinterpret_cast<std::uintptr_t>(texture._TexData)
                                     : static_cast<std::uint64_t>(texture._TexID);
#endif
}

/// Whether the back end will change textures before it draws.
[[nodiscard]] inline bool changes_textures([[maybe_unused]] const ImDrawData& frame) {
#if IMGUI_VERSION_NUM >= 19200
  if (frame.Textures == nullptr) return false;
  for (const ImTextureData* texture : *frame.Textures) {
    if (texture->Status != ImTextureStatus_OK) return true;
  }
#endif
  return false;
}

/// From the top of a line down to its baseline, for the size that the font was made in.
[[nodiscard]] inline float ascent(ImFont* font, [[maybe_unused]] float size) {
#if IMGUI_VERSION_NUM < 19200
  return font->Ascent;
#else
  return font->GetFontBaked(size)->Ascent;
#endif
}

inline void push_font(ImFont* font, [[maybe_unused]] float size) {
#if IMGUI_VERSION_NUM < 19200
  ImGui::PushFont(font);
#else
  ImGui::PushFont(font, size);
#endif
}

}  // namespace warpscope::compat
