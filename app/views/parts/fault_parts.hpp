#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/subject/document.hpp"
#include "app/subject/fault_marks.hpp"
#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"

namespace warpscope {

// What is wrong looks the same in every pane: the element has a red frame in the step in which it goes wrong.

/// What is wrong in the present step up to the present access, but for what an open question asks for. `shown`: the document
/// that a picture draws, which may have other arrays than the frame's.
[[nodiscard]] std::vector<const FaultMark*> faults_here(const Document& shown, const Frame& frame);
/// Whether one of them is about this element.
[[nodiscard]] bool is_at_fault(std::span<const FaultMark* const> faults, int array,
                               ElementIndex index);
/// The nodes of the dataflow that hold what those are about; nodes that are made later are none of them.
[[nodiscard]] std::vector<std::uint32_t> nodes_at_fault(const Document& shown, const Frame& frame);

void draw_fault_frame(Canvas& canvas, Rect box, const Theme& theme, float radius = 4);
/// Says what the frames are about, in a line at the bottom of `area`, which shrinks; nothing if there are none.
void draw_fault_legend(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
