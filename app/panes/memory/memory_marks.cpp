#include <algorithm>

#include "app/panes/memory/memory_view.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/lesson_marks.hpp"
#include "app/views/parts/pin_parts.hpp"

namespace warpscope {

void MemoryView::draw_fault(Canvas& canvas, Rect cells, const Frame& frame) const {
  const FaultMark* const mark = frame.document->faults.at(frame.access);
  if (mark == nullptr || mark->array < 0 || mark->index < 0 ||
      !frame.untold.allows(Told::races, frame.access)) {
    return;
  }
  const auto cell = layout_.cell(*frame.document->trace, mark->array, mark->index);
  if (!cell) return;
  for (Rect piece : cell->rects()) {
    piece.x += cells.x;
    piece.y += cells.y - scroll_;
    if (piece.y >= cells.bottom() || piece.bottom() <= cells.y) continue;
    draw_fault_frame(canvas, piece, *frame.theme);
  }
}

void MemoryView::draw_pinned(Canvas& canvas, Rect cells, const Frame& frame) const {
  const Followed* const pinned = pinned_in(frame);
  if (pinned == nullptr) return;
  const Trace& trace = *frame.document->trace;
  const auto place = pinned->cell();
  const auto cell = place ? layout_.cell(trace, place->first, place->second) : std::nullopt;
  if (!cell) return;
  for (Rect piece : cell->rects()) {
    piece.x += cells.x;
    piece.y += cells.y - scroll_;
    if (piece.y >= cells.bottom() || piece.bottom() <= cells.y) continue;
    canvas.stroke(piece.inset(-1), frame.theme->text, 2, 4);
  }
}

void MemoryView::draw_marks(Canvas& canvas, Rect cells, const Frame& frame) const {
  if (frame.ask<FoundMarks>() == nullptr || frame.ask<FoundMarks>()->array < 0) return;
  const Trace& trace = *frame.document->trace;
  for (const std::int64_t index : frame.ask<FoundMarks>()->cells) {
    const auto cell = layout_.cell(trace, frame.ask<FoundMarks>()->array, index);
    if (!cell) continue;
    for (Rect piece : cell->rects()) {
      piece.x += cells.x;
      piece.y += cells.y - scroll_;
      if (piece.y >= cells.bottom() || piece.bottom() <= cells.y) continue;
      draw_mark(canvas, piece.inset(std::min(2.0F, piece.w / 6)), *frame.theme);
    }
  }
}

}  // namespace warpscope
