#include "app/desktop/portal_dialog.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/desktop/portal_request.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

/// Never throws.
FileAnswer asked_portal(const PortalHost& host, const FileQuestion& question,
                        const std::stop_token& stop) {
  const auto answer = guarded("ask the desktop for a file", [&]() -> Result<FileAnswer> {
    return ask_portal(host, question, stop);
  });
  return answer ? answer.value() : FileAnswer{.kind = FileAnswer::Kind::no_dialog};
}

}  // namespace

std::string session_bus() {
  if (const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
      address != nullptr && *address != '\0') {
    return address;
  }
  const char* folder = std::getenv("XDG_RUNTIME_DIR");
  if (folder == nullptr || *folder != '/') return {};
  const std::filesystem::path socket = std::filesystem::path(folder) / "bus";
  std::error_code unknown;
  return std::filesystem::is_socket(socket, unknown) ? "unix:path=" + socket.string() : "";
}

PortalDialog::PortalDialog(std::string bus, Window window, std::chrono::milliseconds patience)
    : bus_(std::move(bus)), window_(std::move(window)), patience_(patience) {}

void PortalDialog::ask(const FileQuestion& question) {
  close();
  asked_ = std::make_unique<Asked>();
  const PortalHost host{
      .bus = bus_, .window = window_.name ? window_.name() : std::string(), .patience = patience_};
  const Status begun = guarded("ask the desktop for a file", [&]() -> Status {
    worker_ = Worker(
        [asked = asked_.get(), host, question, wake = window_.wake](const std::stop_token& stop) {
          asked->answer = asked_portal(host, question, stop);
          asked->there = true;
          if (wake) wake();
          return NextTurn::none();
        });
    return Done{};
  });
  if (begun) return;
  asked_->answer = {.kind = FileAnswer::Kind::no_dialog};
  asked_->there = true;
}

std::optional<FileAnswer> PortalDialog::take() {
  if (!asked_ || !asked_->there) return std::nullopt;
  worker_.join();
  FileAnswer answer = std::move(std::exchange(asked_, nullptr)->answer);
  fails_ = fails_ || answer.kind == FileAnswer::Kind::no_dialog;
  return answer;
}

void PortalDialog::close() {
  worker_.stop();
  asked_.reset();
}

}  // namespace warpscope
