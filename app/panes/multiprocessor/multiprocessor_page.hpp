#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "app/look/look.hpp"

namespace warpscope {

/// Which page of the Multiprocessor view is open.
enum class MultiprocessorPage : std::uint8_t {
  occupancy,   ///< how many blocks and warps fit at once, and what limits them
  latency,     ///< how resident warps hide one another's waiting
  operations,  ///< cycles that an operation of a warp takes, measured
  memory,      ///< latency and bandwidth of each memory, measured
  copies,      ///< copies to the device and back, and streams, measured
  count,       ///< how many there are
};

inline constexpr std::array multiprocessor_pages = std::to_array<Choice<MultiprocessorPage>>({
    {MultiprocessorPage::occupancy, "occupancy", "Occupancy", "multiprocessor.occupancy", "Alt+O"},
    {MultiprocessorPage::latency, "latency", "Latency", "multiprocessor.latency", "Alt+W"},
    {MultiprocessorPage::operations, "operations", "Operations", "multiprocessor.operations",
     "Alt+A"},
    {MultiprocessorPage::memory, "memory", "Memory", "multiprocessor.memory", "Alt+E"},
    {MultiprocessorPage::copies, "copies", "Copies", "multiprocessor.copies", "Alt+Y"},
});
[[nodiscard]] constexpr const auto& choices_of(MultiprocessorPage) { return multiprocessor_pages; }

// What options and sliders of a page ask of it (LookOption, LookSlider).
template <MultiprocessorPage page>
[[nodiscard]] bool shows_page(const Look& look) {
  return look.get<MultiprocessorPage>() == page;
}
template <MultiprocessorPage page>
void turn_to_page(Look& look) {
  look.set(page);
}

}  // namespace warpscope
