#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "instrumentation/process/process.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {

/// A test with a session's bus of its own, on which nothing is but what it starts (fake_portal.py). Without dbus-daemon
/// or the portal's Python it skips, unless WARPSCOPE_REQUIRE_DBUS=1, which makes that a failure.
class PortalBusTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string problem = start_bus(); !problem.empty()) {
      const char* required = std::getenv("WARPSCOPE_REQUIRE_DBUS");
      if (required != nullptr && std::string_view(required) == "1") FAIL() << problem;
      GTEST_SKIP() << problem;
    }
  }

  /// Starts the portal if it does not run. `plan` as fake_portal.py says.
  void portal_will(const std::string& plan) {
    const std::string problem = portal_ ? "" : start_portal();
    ASSERT_EQ(problem, "");
    const std::string line = plan + '\n';
    ASSERT_TRUE(portal_->send(std::as_bytes(std::span(line))));
    ASSERT_EQ(portal_->read_line(patience), "ready");
  }
  /// The next call that the portal got.
  [[nodiscard]] std::string call() { return portal_->read_line(patience).value_or("none"); }
  [[nodiscard]] const std::string& bus() const { return address_; }
  void stop_bus() { bus_.reset(); }

  static constexpr std::chrono::seconds patience{10};

 private:
  static constexpr const char* python =
      "/usr/bin/python3";  // the one that Debian's packages are for

  /// Returns why there is none.
  [[nodiscard]] std::string start_bus() {
    const std::filesystem::path daemon = find_program("dbus-daemon");
    if (daemon.empty()) return "There is no dbus-daemon in PATH.";
    auto gi = Process::start(python, {"-c", "import gi.repository.Gio"});
    if (!gi || gi.value()->wait() != 0) return "python3-gi is missing.";
    // Not the session's configuration: services of this machine would be started.
    const std::string config = folder_.file("bus.conf");
    std::ofstream(config) << "<busconfig><type>session</type><listen>unix:path="
                          << folder_.file("bus") << "</listen><auth>EXTERNAL</auth>"
                          << "<policy context='default'><allow send_destination='*'/>"
                          << "<allow receive_sender='*'/><allow own='*'/></policy></busconfig>";
    auto started = Process::start(
        daemon, {"--config-file=" + config, "--nofork", "--print-address"}, Process::Output::lines);
    if (!started) return started.error().message;
    bus_ = std::move(started).value();
    address_ = bus_->read_line(patience).value_or("");
    return address_.empty() ? "dbus-daemon ended: " + bus_->last_words() : "";
  }
  [[nodiscard]] std::string start_portal() {
    auto started =
        Process::start(python, {WARPSCOPE_SOURCE_DIR "/tests/app/desktop/fake_portal.py", address_},
                       Process::Output::lines);
    if (!started) return started.error().message;
    portal_ = std::move(started).value();
    return portal_->read_line(patience) == "ready" ? ""
                                                   : "fake_portal.py: " + portal_->last_words();
  }

  TestFolder folder_;
  std::unique_ptr<Process> bus_, portal_;
  std::string address_;
};

}  // namespace warpscope
