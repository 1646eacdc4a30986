#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/timing/timing_ladder.hpp"

namespace warpscope {

/// A result whose wavefronts of shared memory were modelled.
struct WavefrontPoint {
  const BenchResult* result = nullptr;
  std::string name;      ///< how it differs from the others: "stride 32", or the kernel's title
  bool present = false;  ///< it is the kernel that is shown, with its parameters
};

/// Modelled work and measured time of the same size, side by side.
struct WavefrontPoints {
  std::vector<WavefrontPoint> points;  ///< by their wavefronts, rising
  bool one_kernel = false;             ///< with differing parameters; else different kernels
  std::optional<double> correlation;   ///< of three points or more that differ
};
/// Those of the present kernel, if it was timed with several parameters; else of the ladder's
/// kernels.
[[nodiscard]] WavefrontPoints wavefront_points(const Ladder& ladder, const LadderRequest& request);

}  // namespace warpscope
