#pragma once

#include <chrono>

#include "instrumentation/timing/measure.hpp"

namespace warpscope {

/// Wall-clock time, for work that is done when start returns.
class ProcessorClock final : public Clock {
 public:
  [[nodiscard]] double milliseconds(Timeable& timeable, int set) override {
    const auto begin = std::chrono::steady_clock::now();
    timeable.start(set);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
  }
};

}  // namespace warpscope
