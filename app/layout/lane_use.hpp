#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// How often each lane takes part in some accesses.
struct LaneUse {
  std::array<std::uint32_t, warp_lanes> times{};

  void add(std::uint32_t mask, std::uint32_t count = 1);

  /// Lanes that take part equally often.
  struct Group {
    std::uint32_t lanes = 0;
    std::uint32_t times = 0;
    friend bool operator==(const Group&, const Group&) = default;
  };
  /// The most active first; lanes that never take part last.
  [[nodiscard]] std::vector<Group> groups() const;
};

}  // namespace warpscope
