#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "app/desktop/file_dialog.hpp"
#include "instrumentation/executor/worker.hpp"

namespace warpscope {

/// Where the session's bus is: DBUS_SESSION_BUS_ADDRESS, else $XDG_RUNTIME_DIR/bus; empty: there is none. Starts none.
[[nodiscard]] std::string session_bus();

/// The dialog of the desktop's portal, asked in the background over the session's bus (org.freedesktop.portal.FileChooser).
/// Once no dialog could be shown, it is not there any more.
class PortalDialog final : public FileDialog {
 public:
  struct Window {
    /// Our window as portals name one, "x11:1a00003"; empty: not known. Asked by ask().
    std::function<std::string()> name = {};
    /// Called from the background once the answer can be taken.
    std::function<void()> wake = {};
  };
  /// `bus`: its address; empty: there is none. `patience`: see PortalHost.
  PortalDialog(std::string bus, Window window,
               std::chrono::milliseconds patience = std::chrono::milliseconds(5000));

  [[nodiscard]] bool is_there() const override { return !bus_.empty() && !fails_; }
  void ask(const FileQuestion& question) override;
  [[nodiscard]] bool asks() const override { return asked_ != nullptr; }
  [[nodiscard]] std::optional<FileAnswer> take() override;
  void close() override;

 private:
  struct Asked {
    FileAnswer answer;  // to be read once it is there
    std::atomic<bool> there = false;
  };
  std::string bus_;
  Window window_;
  std::chrono::milliseconds patience_;
  bool fails_ = false;
  std::unique_ptr<Asked> asked_;
  Worker worker_;
};

}  // namespace warpscope
