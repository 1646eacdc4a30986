#pragma once

#include <cstdint>

namespace warpscope {

/// A place of the window. Views that share one are its tabs. The key sheet lists views in this
/// order.
enum class Slot : std::uint8_t {
  source,
  lanes,
  stage,
  memory,
  banks,
  totals,
  timeline,
  caption,
  lesson,
  console  ///< only for programs of the user's own
};

}  // namespace warpscope
