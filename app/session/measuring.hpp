#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// What is to be timed.
struct MeasureWish {
  std::string what;   ///< id of a kernel, or name of a family
  std::string sizes;  ///< "2^20:2^26"; empty: as `bench` takes them
};

/// What measuring needs of the world.
struct MeasureHost {
  std::filesystem::path program;  ///< whose `bench` measures; empty: nothing can be measured
  std::filesystem::path folder;   ///< of the records; empty: they are kept in memory only
  /// Why this machine cannot measure, in one sentence; empty, or unset, where it can.
  std::function<std::string()> problem = {};
};

/// How far a measurement has come.
struct MeasureProgress {
  int done = 0, total = 0;  ///< pieces of work; total 0: not yet known
  std::string what;         ///< "reduce_strided, 2^20"
  bool cancelled = false;   ///< it was asked to end
};

/// "Measure here": runs `warpscope bench` as a process of its own, so that a kernel that fails takes
/// nothing with it. What it has measured so far is shown (show_timings), at the end also kept. Used from one thread; the child is heard on
/// another. Ends its child when it ends itself.
class Measuring {
 public:
  /// `wake` is called from another thread whenever there is news.
  explicit Measuring(std::function<void()> wake = {});
  ~Measuring();
  Measuring(const Measuring&) = delete;
  Measuring& operator=(const Measuring&) = delete;

  /// From now on it can be measured.
  void use(MeasureHost host);
  /// Why nothing can be measured here; empty where it can.
  [[nodiscard]] const std::string& problem() const;

  /// An error says why it cannot be started, such as another one that still runs.
  Status start(const MeasureWish& wish);
  void cancel();
  [[nodiscard]] bool running() const;
  [[nodiscard]] MeasureProgress progress() const;

  /// How a measurement has ended, once: a sentence for a notice, or what went wrong.
  [[nodiscard]] std::optional<Result<std::string>> poll();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace warpscope
