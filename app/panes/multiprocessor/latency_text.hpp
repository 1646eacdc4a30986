#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/multiprocessor/latency_figures.hpp"
#include "app/subject/document.hpp"
#include "app/views/parts/slider_track.hpp"

namespace warpscope {

// The latency page in words.

/// "43 %", "0.4 %".
[[nodiscard]] std::string share_text(double share);
/// Whose figures a model has: "H200".
[[nodiscard]] std::string_view device_text(const MachineModel& machine);
/// "Issue slots busy 43 %".
[[nodiscard]] std::string busy_text(const LatencyFigures& figures);
/// What that rests on: "modelled, 9.0 (H200), 3 arithmetic instructions assumed before each access".
[[nodiscard]] std::string basis_text(const LatencyFigures& figures, const LatencyChoice& choice);
/// What is left out of the picture; empty if nothing is.
[[nodiscard]] std::string cut_text(const LatencyFigures& figures);
/// "waits for memory".
[[nodiscard]] std::string_view state_text(WarpState state);
/// The same in one word.
[[nodiscard]] std::string_view short_state_text(WarpState state);
/// What a load or its wait has to do with: "global".
[[nodiscard]] std::string_view memory_word(Space space);
/// A span of a warp, in lines.
[[nodiscard]] std::string span_text(const Document& document, const LatencyFigures& figures,
                                    std::size_t warp, const WarpSpan& span);
/// "cycles 1,024 … 1,030 (6)".
[[nodiscard]] std::string cycles_text(const WarpSpan& span);
/// "Little's law: 50 warps take all slots, 40 fit"; without the second part if none do.
[[nodiscard]] std::string little_text(const LatencyFigures& figures, int fits);
/// What Little's law says here, in lines.
[[nodiscard]] std::string little_meaning(const LatencyFigures& figures);
/// "3.1 of 8.6 KiB under way": loads from global memory, and what the bandwidth asks for.
[[nodiscard]] std::string under_way_text(const LatencyFigures& figures);

/// A figure of the machine, and what stands at the mouse: where it is from.
struct MachineFact {
  std::string text, source;
};
[[nodiscard]] std::vector<MachineFact> machine_facts(const MachineModel& machine,
                                                     const MachineModel& table);

/// The sliders of the page.
[[nodiscard]] std::vector<SliderFace> latency_faces(const LatencyChoice& choice);

}  // namespace warpscope
