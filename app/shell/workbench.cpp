#include "app/shell/workbench.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "app/commands/session_commands.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/screen_canvas.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

/// An audience does not look at a mouse that has rested for so long.
constexpr float mouse_seconds = 3;

}  // namespace

Workbench::Workbench(Session& session, const Commands& commands, const Fonts& fonts,
                     ExportHost host, HeatPainter* heat, FileDialog* files)
    : session_(session),
      commands_(commands),
      fonts_(fonts),
      scene_(session, commands),
      popups_(session, commands, std::move(host), files),
      heat_(heat) {}

void Workbench::press(const Chord& chord) {
  key_ = true;
  const bool blank = session_.views.blank();
  session_.views.lecture.blank = false;
  if (blank) return;
  // A popup has the keys; Escape, and chords that open another popup, still work.
  if (session_.popup.shown == Popup::none && scene_.press(chord)) return;
  const bool in_sight = session_.views.layout != LayoutKind::home;
  if (session_.popup.shown == Popup::none && in_sight && answer_with_digit(session_, chord)) return;
  const Command* command = commands_.find(chord);
  if (command == nullptr) return;
  if (session_.popup.shown != Popup::none) {
    // The fields of popups edit their text by these.
    constexpr std::string_view of_fields = "ACVXYZ";
    const bool edits =
        chord.ctrl && chord.key.size() == 1 && of_fields.find(chord.key) != of_fields.npos;
    const bool is_text = session_.popup.shown == Popup::editor;  // all keys are its own
    const bool of_search =
        session_.popup.shown == Popup::find && command->id.starts_with("find.");  // of the field
    if (of_search) {
      commands_.run(command->id);
      return;
    }
    if (chord.key != "Escape" && (edits || is_text || chord.key == "Tab" || !chord.ctrl)) return;
  }
  commands_.run(command->id);
}

Pointer Workbench::pointer() {
  const ImGuiIO& io = ImGui::GetIO();
  const float scale = fonts_.scale();
  Pointer pointer;
  if (!ImGui::IsMousePosValid(&io.MousePos)) return pointer;
  pointer.at = {io.MousePos.x / scale, io.MousePos.y / scale};
  pointer.menu = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  // Another right click beside a menu opens the one of what is there.
  if (pointer.menu && session_.popup.shown == Popup::context &&
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow)) {
    session_.popup.shown = Popup::none;
  }
  // The field of a search lies in a pane: beside it the mouse does what it always does.
  const bool beside_field =
      session_.popup.shown == Popup::find && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow);
  const bool clicked =
      ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  if (beside_field && clicked) session_.popup.shown = Popup::none;
  pointer.inside = session_.popup.shown == Popup::none || beside_field;
  pointer.pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  pointer.down = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  pointer.released = ImGui::IsMouseReleased(ImGuiMouseButton_Left);
  pointer.double_clicked = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  pointer.ctrl = io.KeyCtrl;
  pointer.shift = io.KeyShift;
  pointer.wheel = io.MouseWheel;
  pointer.wheel_x = -io.MouseWheelH;
  return pointer;
}

void Workbench::frame(float seconds) {
  set_language(find_language(session_.settings.language).value_or(english));
  popups_.exports().advance();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ScreenCanvas canvas(*ImGui::GetBackgroundDrawList(), fonts_, {}, heat_);
  scene_.draw(canvas, {.width = size.x / fonts_.scale(),
                       .height = size.y / fonts_.scale(),
                       .pointer = pointer(),
                       .seconds = seconds,
                       .key = std::exchange(key_, false)});
  if (const auto sideways = scene_.border_moves_sideways()) {
    ImGui::SetMouseCursor(*sideways ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  }
  hide_resting_mouse();
  if (const auto copied = scene_.take_copied()) ImGui::SetClipboardText(copied->c_str());
  const WidgetStyle style{fonts_, scene_.theme()};
  if (styled_for_ != &style.theme || styled_scale_ != fonts_.scale()) {
    apply_style(style);
    styled_for_ = &style.theme;
    styled_scale_ = fonts_.scale();
  }
  popups_.draw(scene_, style);
}

void Workbench::hide_resting_mouse() {
  const ImGuiIO& io = ImGui::GetIO();
  const double now = ImGui::GetTime();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown()) mouse_moved_ = now;
  mouse_rest_ = static_cast<float>(now - mouse_moved_);
  const bool lecture = session_.views.layout == LayoutKind::lecture;
  const bool popup = session_.popup.shown != Popup::none;
  if (lecture && !popup && mouse_rest_ >= mouse_seconds)
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
}

float Workbench::seconds_until_change() const {
  const bool hides = session_.views.layout == LayoutKind::lecture && mouse_rest_ < mouse_seconds;
  return std::min({session_.seconds_until_change(), scene_.seconds_until_change(),
                   popups_.seconds_until_change(),
                   hides ? mouse_seconds - mouse_rest_ : std::numeric_limits<float>::infinity()});
}

}  // namespace warpscope
