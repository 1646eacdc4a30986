#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"

namespace warpscope {

/// Which page of the Multiprocessor view is open.
enum class MultiprocessorPage : std::uint8_t {
  occupancy,  ///< how many blocks and warps fit at once, and what limits them
  latency,    ///< how resident warps hide one another's waiting
  count,      ///< how many there are
};

inline constexpr std::array multiprocessor_pages = std::to_array<Choice<MultiprocessorPage>>({
    {MultiprocessorPage::occupancy, "occupancy", "Occupancy", "multiprocessor.occupancy", "Alt+O"},
    {MultiprocessorPage::latency, "latency", "Latency", "multiprocessor.latency", "Alt+W"},
});
[[nodiscard]] constexpr const auto& choices_of(MultiprocessorPage) { return multiprocessor_pages; }

}  // namespace warpscope
