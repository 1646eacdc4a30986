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

void apply_style(const Kit& kit) {
  ImGuiStyle style;
  style.WindowPadding = {16, 16};
  style.WindowRounding = 8;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 0;
  style.FramePadding = {12, 8};
  style.FrameRounding = 6;
  style.FrameBorderSize = 1;
  style.ItemSpacing = {8, 4};
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.ScaleAllSizes(kit.fonts.scale());
  style.WindowMinSize = {1, 1};
  style.CircleTessellationMaxError = 0.1F;
  set_colors(style, kit.theme);
  ImGui::GetStyle() = style;
}

}  // namespace warpscope
