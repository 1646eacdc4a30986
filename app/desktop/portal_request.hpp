#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "app/desktop/file_dialog.hpp"

namespace warpscope {

/// Where and for whom a dialog is asked of the desktop's portal.
struct PortalHost {
  std::string bus;       ///< address of the session's bus, as in DBUS_SESSION_BUS_ADDRESS
  std::string window{};  ///< ours, above which the dialog stands: "x11:1a00003"; empty: not known
  /// In which the portal must have begun, and said that it shows the dialog. The user then has all the time in the
  /// world.
  std::chrono::milliseconds patience{5000};
};

/// Asks org.freedesktop.portal.FileChooser and waits for the user's answer, or until a stop is requested, which closes
/// the dialog: not for the thread that draws.
[[nodiscard]] FileAnswer ask_portal(const PortalHost& host, const FileQuestion& question,
                                    const std::stop_token& stop);

}  // namespace warpscope
