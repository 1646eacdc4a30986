#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpscope {

/// What the rows of the heat map are, and what their colour tells.
enum class HeatRows : std::uint8_t {
  banks,   ///< a bank each: its wavefronts
  use,     ///< words of shared memory: when they are written and read
  writer,  ///< the same: which warp wrote what they hold
  age,     ///< the same: how long ago
};
inline constexpr int heat_row_kinds = 4;
/// As the command line calls them.
inline constexpr std::array<std::string_view, heat_row_kinds> heat_row_ids{"banks", "use", "writer",
                                                                           "age"};

[[nodiscard]] constexpr HeatRows next_rows(HeatRows rows) {
  return static_cast<HeatRows>((static_cast<int>(rows) + 1) % heat_row_kinds);
}
[[nodiscard]] constexpr std::string_view name(HeatRows rows) {
  switch (rows) {
    case HeatRows::banks: return "wavefronts of banks";
    case HeatRows::use: return "words, read and written";
    case HeatRows::writer: return "words, by writer";
    case HeatRows::age: return "words, by age";
  }
  return {};
}

}  // namespace warpscope
