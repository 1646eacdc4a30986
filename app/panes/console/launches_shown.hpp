#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// How the launches of a program are shown.
enum class LaunchesShown : std::uint8_t {
  streams,  ///< in their streams, with what orders them, if there is more than one stream; else as `table`
  table,  ///< a row each, and what it cost
  count,  ///< how many there are
};

inline constexpr std::array launches_shown = std::to_array<Choice<LaunchesShown>>({
    {LaunchesShown::streams, "streams", tr_noop("streams, and what orders them")},
    {LaunchesShown::table, "table", tr_noop("a table of what each cost")},
});
[[nodiscard]] constexpr const auto& choices_of(LaunchesShown) { return launches_shown; }

}  // namespace warpscope
