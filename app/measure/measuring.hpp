#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A wish to time something.
struct MeasureWish {
  std::string what;   ///< id of a kernel, or name of a family
  std::string sizes;  ///< "2^20:2^26"; empty: the defaults of `bench`
};

/// The surroundings that measuring needs.
struct MeasureHost {
  std::filesystem::path program;  ///< its `bench` measures; empty: nothing can be measured
  std::filesystem::path folder;   ///< of the records; empty: they stay in memory only
  /// Why this machine cannot measure, in one sentence; empty, or unset, if it can.
  std::function<Sentence()> problem = {};
};

/// The progress of a measurement.
struct MeasureProgress {
  int done = 0, total = 0;  ///< pieces of work; total 0: not yet known
  Sentence what;            ///< "Reduction · 1 strided, 2^20"
  bool cancelled = false;   ///< it was asked to end
};

/// "Measure here": runs `warpscope bench` as a process of its own, so that a kernel that fails
/// takes nothing with it. Its results so far are shown (show_timings), and at the end also kept.
/// Used from one thread; a job in the background listens to the child. Destroying it also ends the child.
class Measuring {
 public:
  /// `wake` is called from that job whenever there is news.
  explicit Measuring(std::function<void()> wake = {});
  ~Measuring();
  Measuring(const Measuring&) = delete;
  Measuring& operator=(const Measuring&) = delete;

  /// Makes measuring possible from now on.
  void use(MeasureHost host);
  /// Why nothing can be measured here; empty if measuring is possible.
  [[nodiscard]] const Sentence& problem() const;

  /// An error says why it cannot be started, such as another one that still runs.
  Status start(const MeasureWish& wish);
  void cancel();
  [[nodiscard]] bool running() const;
  [[nodiscard]] MeasureProgress progress() const;

  /// The outcome of a measurement, once: a sentence for a notice, or an error.
  [[nodiscard]] std::optional<Result<Sentence>> poll();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace warpscope
