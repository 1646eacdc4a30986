#include <algorithm>
#include <cmath>

#include "app/lesson/lesson_place.hpp"
#include "app/panes/memory/memory_view.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {

float MemoryView::gutter(Rect area, const Frame& frame) const {
  if (area.w < 300) return 0;
  std::int64_t most = 0;
  for (const int array : use(frame).arrays) {
    most = std::max(most, frame.document->trace->arrays[static_cast<std::size_t>(array)].count);
  }
  return digit_ * static_cast<float>(std::to_string(most).size()) + 8;
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
      if (y < cells.y || index >= array.count) continue;
      canvas.text({cells.x - 6, y}, std::to_string(index), style, Align::right);
    }
  }
}

/// The cells to bring into sight: those that a lesson points at, else those that the access
/// touches.
std::optional<MemoryLayout::Extent> MemoryView::wanted(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  if (frame.marks != nullptr && frame.marks->array >= 0 && !frame.marks->cells.empty()) {
    const auto& cells = frame.marks->cells;  // sorted
    const auto first = layout_.cell(trace, frame.marks->array, cells.front());
    const auto last = layout_.cell(trace, frame.marks->array, cells.back());
    if (first && last) {
      return MemoryLayout::Extent{first->rects().front().y, last->rects().back().bottom()};
    }
  }
  return layout_.extent(trace, trace.accesses[frame.access]);
}

}  // namespace warpscope
