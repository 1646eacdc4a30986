#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What the rows of the heat map are, and what their colour tells.
enum class HeatRows : std::uint8_t {
  banks,   ///< a bank each: its wavefronts
  use,     ///< words of shared memory: when they are written and read
  writer,  ///< the same: which warp wrote what they hold
  age,     ///< the same: how long ago
  count,   ///< how many there are
};

inline constexpr std::array heat_rows = std::to_array<Choice<HeatRows>>({
    {HeatRows::banks, "banks", tr_noop("wavefronts of banks")},
    {HeatRows::use, "use", tr_noop("words, read and written")},
    {HeatRows::writer, "writer", tr_noop("words, by writer")},
    {HeatRows::age, "age", tr_noop("words, by age")},
});
[[nodiscard]] constexpr const auto& choices_of(HeatRows) { return heat_rows; }

}  // namespace warpscope
