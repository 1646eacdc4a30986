#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/shell/workbench.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/working_folder.hpp"

namespace warpscope::test {

/// Works on the whole program but for the window system, as somebody would who knows every key and
/// means nothing by it. The same seed gives the same inputs. Files are written to the present
/// folder only: the texts that it types hold no slash.
class Monkey {
 public:
  /// `ui` must outlive it.
  Monkey(OffscreenUi& ui, std::uint32_t seed);

  /// The cost of one frame, and the inputs just before it.
  struct Slowest {
    double wall_ms = 0, cpu_ms = 0;  ///< of the frame thread, tick and frame together
    std::string cause;
  };
  struct Report {
    std::uint64_t inputs = 0, frames = 0;
    std::vector<Slowest> slowest;  ///< by processor time, the worst first
    std::uint64_t recordings = 0;  ///< traces that were shown
    std::uint64_t pictures = 0;    ///< that were drawn off screen, to be exported
  };
  /// Gives that many more inputs; the report covers all so far.
  const Report& run(std::uint64_t inputs);
  /// Lets a recording end, for that many seconds at most.
  void settle(double seconds);

  /// Violated invariants, as sentences; empty when all is well.
  [[nodiscard]] std::string fault() const;
  /// Closes everything that lies over the window.
  void calm_down();
  void press(const Chord& chord, const std::string& why);

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] Workbench& bench() { return bench_; }

 private:
  void act();
  void press_known();
  void press_unknown();
  void click();
  void right_click();
  void drag();
  void wheel();
  void move();
  void type();
  void hit_key();
  void open_popup();
  void resize();
  void rescale();
  void frame(const FakeInput& input);
  void note(std::string what) { cause_ = std::move(what); }
  [[nodiscard]] std::uint32_t below(std::uint32_t n) { return n == 0 ? 0 : random_() % n; }
  [[nodiscard]] Point somewhere();
  [[nodiscard]] std::string text();

  OffscreenUi& ui_;
  std::mt19937 random_;
  Report report_;
  Session session_;
  Commands commands_;
  Workbench bench_;
  Point mouse_{-1, -1};
  float width_ = 1280, height_ = 720;
  float scale_ = 1;
  int rescales_ = 0;
  const Trace* shown_ = nullptr;
  std::string cause_ = "start";
};

/// While it lives, the present folder is an empty one below the system's temporary folder, and so
/// is the one of the settings.
class Sandbox {
 public:
  Sandbox();

 private:
  KeptEnvironment environment_{"XDG_CONFIG_HOME", "HOME"};
  WorkingFolder folder_;
};

}  // namespace warpscope::test
