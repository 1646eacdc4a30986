#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "app/session/settings.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

/// Whether pictures jump to their end, given what the user has chosen and what the desktop asks for.
[[nodiscard]] bool reduces_motion(Motion chosen, bool desktop_asks);

/// The value of a key in a section of a text such as GTK's settings.ini; nullopt if it is not there.
[[nodiscard]] std::optional<std::string_view> ini_value(std::string_view text,
                                                        std::string_view section,
                                                        std::string_view key);

/// Whether the user has told the desktop that nothing should move: GTK's gtk-enable-animations (in
/// gtk-4.0/settings.ini or gtk-3.0/settings.ini), KDE's AnimationDurationFactor (in kdeglobals), or GNOME's
/// enable-animations, for which `gsettings` is asked if it is there. A desktop that says nothing asks for nothing. May
/// take a second: not for the thread that draws.
[[nodiscard]] bool desktop_asks_for_less_motion();

/// Asks the desktop in the background.
class DesktopMotion {
 public:
  /// `answered`, called from the background, may be empty.
  void ask(const std::function<void()>& answered);
  /// The answer, once.
  [[nodiscard]] std::optional<bool> take();

 private:
  Background<bool> asking_;
};

}  // namespace warpscope
