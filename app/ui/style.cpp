#include <imgui.h>

#include "app/ui/imgui_color.hpp"
#include "app/ui/widgets.hpp"

namespace warpscope {
namespace {

void set_colors(ImGuiStyle& style, const Theme& theme) {
  const Color hover = mix(theme.raised, theme.text, 0.06F);
  const Color none{0, 0, 0, 0};
  const auto set = [&](ImGuiCol which, Color color) { style.Colors[which] = imgui_color(color); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.muted);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, none);
  set(ImGuiCol_PopupBg, theme.panel);
  set(ImGuiCol_Border, theme.hairline);
  set(ImGuiCol_BorderShadow, none);
  set(ImGuiCol_FrameBg, theme.raised);
  set(ImGuiCol_FrameBgHovered, hover);
  set(ImGuiCol_FrameBgActive, theme.raised);
  set(ImGuiCol_ScrollbarBg, none);
  set(ImGuiCol_ScrollbarGrab, theme.hairline);
  set(ImGuiCol_ScrollbarGrabHovered, theme.faint);
  set(ImGuiCol_ScrollbarGrabActive, theme.muted);
  set(ImGuiCol_TextSelectedBg, theme.active.alpha(0.35F));
}

}  // namespace

void apply_style(const WidgetStyle& style) {
  ImGuiStyle imgui;
  imgui.WindowPadding = {16, 16};
  imgui.WindowRounding = 8;
  imgui.WindowBorderSize = 1;
  imgui.ChildBorderSize = 0;
  imgui.FramePadding = {12, 8};
  imgui.FrameRounding = 6;
  imgui.FrameBorderSize = 1;
  imgui.ItemSpacing = {8, 4};
  imgui.ScrollbarSize = 10;
  imgui.ScrollbarRounding = 5;
  imgui.ScaleAllSizes(style.fonts.scale());
  imgui.WindowMinSize = {1, 1};
  imgui.CircleTessellationMaxError = 0.1F;
  set_colors(imgui, style.theme);
  ImGui::GetStyle() = imgui;
}

}  // namespace warpscope
