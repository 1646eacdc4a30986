#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "app/look/look.hpp"
#include "app/look/slider.hpp"
#include "instrumentation/language/tr_noop.hpp"

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
    {MultiprocessorPage::occupancy, "occupancy", tr_noop("Occupancy"), "multiprocessor.occupancy",
     "Alt+O"},
    {MultiprocessorPage::latency, "latency", tr_noop("Latency"), "multiprocessor.latency", "Alt+W"},
    {MultiprocessorPage::operations, "operations", tr_noop("Operations"),
     "multiprocessor.operations", "Alt+A"},
    {MultiprocessorPage::memory, "memory", tr_noop("Memory"), "multiprocessor.memory", "Alt+E"},
    {MultiprocessorPage::copies, "copies", tr_noop("Copies"), "multiprocessor.copies", "Alt+Y"},
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
/// The words of `slider`, and all that follows from its page: `state_of` tells the state of its sliders.
template <MultiprocessorPage page, auto which, auto state_of>
[[nodiscard]] constexpr LookSlider page_slider(LookSlider slider) {
  slider.shown = shows_page<page>;
  slider.show = turn_to_page<page>;
  slider.state = [](const Look& look, const Document& document, std::uint32_t access) {
    return state_of(which, look, document, access);
  };
  return slider;
}

}  // namespace warpscope
