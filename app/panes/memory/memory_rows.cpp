#include <algorithm>
#include <cmath>

#include "app/lesson/lesson_place.hpp"
#include "app/panes/memory/memory_view.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {

namespace {

/// "1 [3]": warp and element of a row of local memory.
std::string local_row_text(const Array& array, std::int64_t row) {
  const LocalPlace place = local_place(array, row * array.extents[2]);
  const std::string element = '[' + std::to_string(place.element) + ']';
  return array.extents[0] == 1 ? element
                               : std::to_string(place.thread / warp_lanes) + ' ' + element;
}

}  // namespace

float MemoryView::gutter(Rect area, const Frame& frame) const {
  if (area.w < 300) return 0;
  std::size_t most = 0;
  for (const int id : use(frame).arrays) {
    const Array& array = frame.document->trace->arrays[static_cast<std::size_t>(id)];
    const bool local = array.space == Space::local;
    const std::string text = local ? local_row_text(array, array.count / array.extents[2] - 1)
                                   : std::to_string(array.count);
    most = std::max(most, text.size());
  }
  return digit_ * static_cast<float>(most) + 8;
}

/// The index of the first element that begins in each row.
void MemoryView::draw_row_numbers(Canvas& canvas, Rect cells, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const TextStyle style{Face::mono, type_scale(frame.lecture).small, frame.theme->muted};
  for (const MemorySection& section : layout_.sections()) {
    const Array& array = trace.arrays[static_cast<std::size_t>(section.array)];
    const std::int64_t size = array.type.bytes();
    const std::int64_t before = array.base - section.first_byte;  // bytes of the first row
    const float above = std::floor((scroll_ - section.first_row_y) / row_);
    for (int row = std::max(0, static_cast<int>(above)); row < section.rows; ++row) {
      const float y =
          cells.y + section.first_row_y + (static_cast<float>(row) + 0.5F) * row_ - scroll_;
      if (y > cells.bottom()) break;
      const std::int64_t begin = section.row(row) * layout_.row_bytes() - before;
      const std::int64_t index = std::max<std::int64_t>(0, (begin + size - 1) / size);
      if (y < cells.y + pinned_ || index >= array.count) continue;
      const std::string text = array.space == Space::local ? local_row_text(array, section.row(row))
                                                           : std::to_string(index);
      canvas.text({cells.x - 6, y}, text, style, Align::right);
    }
  }
}

/// The cells to bring into sight: those that a lesson points at, else that which is wrong, else those that the access
/// touches.
std::optional<MemoryLayout::Extent> MemoryView::wanted(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  if (frame.ask<FoundMarks>() != nullptr && frame.ask<FoundMarks>()->array >= 0 &&
      !frame.ask<FoundMarks>()->cells.empty()) {
    const auto& cells = frame.ask<FoundMarks>()->cells;  // sorted
    const auto first = layout_.cell(trace, frame.ask<FoundMarks>()->array, cells.front());
    const auto last = layout_.cell(trace, frame.ask<FoundMarks>()->array, cells.back());
    if (first && last) {
      return MemoryLayout::Extent{first->rects().front().y, last->rects().back().bottom()};
    }
  }
  if (const FaultMark* const mark = frame.document->faults.at(frame.access);
      mark != nullptr && mark->array >= 0) {
    if (const auto cell = layout_.cell(trace, mark->array, mark->index)) {
      return MemoryLayout::Extent{cell->rects().front().y, cell->rects().back().bottom()};
    }
  }
  return layout_.extent(trace, trace.accesses[frame.access]);
}

}  // namespace warpscope
