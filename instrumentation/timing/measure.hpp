#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace warpscope {

/// One thing that can be run again and again. It has sets: copies with fresh data in buffers of
/// their own, which are rotated, so that no run finds its data in a cache.
class Timeable {
 public:
  virtual ~Timeable() = default;
  [[nodiscard]] virtual int sets() const = 0;
  /// Not timed: restores whatever the last run of this set changed.
  virtual void prepare([[maybe_unused]] int set) {}
  /// Timed: enqueues work on the stream of timing/cuda_stream.hpp, or does it on the processor.
  virtual void start(int set) = 0;
};

/// How long something takes. May throw TimingStopped.
class Clock {
 public:
  virtual ~Clock() = default;
  /// The time of one start(); the caller calls prepare().
  [[nodiscard]] virtual double milliseconds(Timeable& timeable, int set) = 0;
};

/// A clock or a Timeable throws it when no more can be measured, such as when the device is lost.
struct TimingStopped {
  std::string why;
};

struct MeasurePlan {
  int warmup = 3;  ///< runs of each subject whose times are not kept
  int repetitions = 30;
};

/// The times of one subject, in the order of its runs.
struct Times {
  std::vector<double> milliseconds;
  std::string ended;  ///< why there are fewer than planned; mostly empty
};

/// Value below which a share `q` of the values lies, between two of them by their distance.
/// `values` must not be empty.
[[nodiscard]] double quantile(std::vector<double> values, double q);

/// Interleaved: the first run of every subject, then the second of every one, and so on. Each round
/// begins with another subject, so that slow changes (clocks, heat) and what a subject leaves
/// behind affect all alike. `progress` hears how much is done, 0 to 1. A stop, or a TimingStopped,
/// keeps the times measured until then.
[[nodiscard]] std::vector<Times> measure(std::span<Timeable* const> subjects, Clock& clock,
                                         const MeasurePlan& plan,
                                         const std::function<void(double)>& progress,
                                         const std::stop_token& stop);

}  // namespace warpscope
