#pragma once

#include "app/commands/command.hpp"
#include "app/session/session.hpp"
#include "app/shell/popups.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"

namespace warpscope {

class HeatPainter;

/// One frame of the window in Dear ImGui: the scene and the popups over it. Knows no window system,
/// so that tests run it off screen. All references must outlive it.
/// `files` is the desktop's dialog for files; without one, the window asks by itself.
class Workbench {
 public:
  Workbench(Session& session, const Commands& commands, const Fonts& fonts, ExportHost host = {},
            HeatPainter* heat = nullptr, FileDialog* files = nullptr);

  /// A key was pressed. While the user types a text, only Escape is a command.
  void press(const Chord& chord);
  /// Between ImGui::NewFrame and ImGui::Render, after Session::tick; fills the whole display.
  void frame(float seconds);

  /// For how long the picture stays as it is if nothing happens.
  [[nodiscard]] float seconds_until_change() const;

  /// Where the keyboard is in the popup that is shown.
  [[nodiscard]] const FocusRing& focus() const { return popups_.focus(); }
  /// The menu that was asked for last.
  [[nodiscard]] const MenuShown& menu() const { return scene_.menu(); }

  [[nodiscard]] Color background() const { return scene_.theme().background; }

 private:
  [[nodiscard]] Pointer pointer();
  void hide_resting_mouse();  // in a lecture

  Session& session_;
  const Commands& commands_;
  const Fonts& fonts_;
  Scene scene_;
  Popups popups_;
  HeatPainter* heat_;
  bool key_ = false;  // was pressed since the last frame
  const Theme* styled_for_ = nullptr;
  float styled_scale_ = 0;
  double mouse_moved_ = 0;  // ImGui::GetTime()
  float mouse_rest_ = 0;    // seconds
};

}  // namespace warpscope
