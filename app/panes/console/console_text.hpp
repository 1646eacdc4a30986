#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"
#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

/// How many blocks of a program were checked: "Checked all 16 blocks of 3 launches." `whole`: as a
/// sentence, else as words of a subtitle: "all 16 blocks checked".
[[nodiscard]] std::string checked_text(const ProgramOutcome& outcome, bool whole);

/// Whether nothing of a program went unseen.
[[nodiscard]] bool all_blocks_checked(const ProgramOutcome& outcome);

/// The first row shown of `rows` in a list that the wheel scrolls, two rows a notch. `scroll` is the one that is wanted, also
/// while the list is shorter. `shown`: rows that have room.
[[nodiscard]] float scrolled_row(float& scroll, std::size_t rows, float shown, const Frame& frame);

/// A row of text that leads somewhere, underlined below the mouse. Returns whether that is on it. `size`: of its letters.
[[nodiscard]] bool draw_row_link(Canvas& canvas, Rect rect, std::string_view text, float size,
                                 const Frame& frame);

}  // namespace warpscope
