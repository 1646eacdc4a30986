#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "app/look/look.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What the latency page shows in a pane that has no room for all of it.
enum class LatencyPart : std::uint8_t {
  warps,       ///< modelled, over cycles
  stamps,      ///< measured: real warps, over cycles
  throughput,  ///< measured: over resident warps
  count,
};
inline constexpr std::array latency_parts = std::to_array<Choice<LatencyPart>>({
    {LatencyPart::warps, "warps", tr_noop("modelled warps")},
    {LatencyPart::stamps, "stamps", tr_noop("real warps")},
    {LatencyPart::throughput, "throughput", tr_noop("throughput")},
});
[[nodiscard]] constexpr const auto& choices_of(LatencyPart) { return latency_parts; }

/// Its key opens the page of latency.
inline constexpr LookOption latency_part_option = option_of<LatencyPart>(
    {.id = "hiding",
     .about = tr_noop("What the page of latency shows in a pane that cannot show all"),
     .title = tr_noop("Latency:"),
     .next_command = "multiprocessor.hiding",
     .next_title = tr_noop("Latency: modelled warps, real warps, throughput"),
     .next_key = "Alt+R",
     .next_sheet = tr_noop("Latency: which part"),
     .open = turn_to_page<MultiprocessorPage::latency>});

}  // namespace warpscope
