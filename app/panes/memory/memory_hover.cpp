#include "app/panes/memory/memory_view.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

std::string ago(std::uint32_t writer, std::uint32_t now) {
  if (writer >= now) return "";
  const std::int64_t age = now - writer;
  return ", " + tr_n("{1} access ago", "{1} accesses ago", age, count_text(age));
}

}  // namespace

void MemoryView::hover(Rect cells, const Frame& frame, Wishes& wishes) const {
  const Pointer& pointer = frame.pointer;
  if (pointer.spots != nullptr) tell_cells(cells, frame);
  if (!pointer.inside || !cells.contains(pointer.at)) return;
  const Trace& trace = *frame.document->trace;
  if (pointer.at.y < cells.y + pinned_) return;
  const auto hit = layout_.hit(trace, {pointer.at.x - cells.x, pointer.at.y - cells.y + scroll_});
  if (!hit) return;
  const Cell cell = look_at(frame, hit->array, hit->index);
  wishes.about = cell.place.widest();
  wishes.about->x += cells.x;
  wishes.about->y += cells.y - scroll_;
  const Array& array = trace.arrays[static_cast<std::size_t>(hit->array)];
  std::string& text = wishes.tooltip;
  text = cell_text(trace, launch_of(frame), hit->array, hit->index);
  if (cell.known) text += " = " + format_value(array.type, cell.words);
  if (name_in(trace, launch_of(frame), hit->array) != array.name) {
    text += "\n" + tr("{} in the host's code", array.name);
  }
  if (cell.raced)
    text += "\n" + std::string(tr("a race: what this warp got, since no barrier orders it"));
  if (array.columns > 0) text += "\n" + matrix_place(array, hit->index);
  std::optional<std::uint32_t> writer;
  if (array.space == Space::shared) {
    writer = hover_shared(*hit, cell, frame, wishes);
  } else {
    writer = hover_global(*hit, cell, frame, wishes);
  }
  if (frame.answer_form == AnswerForm::cell) {
    text += "\n" + std::string(tr("click to answer"));
    if (pointer.pressed) wishes.answer = cell_text(trace, launch_of(frame), hit->array, hit->index);
  } else if (writer && pointer.pressed) {
    wishes.seek = *writer;
  }
  if (!pointer.menu) return;
  wishes.menu = cell_menu(frame, {.array = hit->array,
                                  .index = hit->index,
                                  .value = cell.known ? format_value(array.type, cell.words) : "",
                                  .writer = writer});
}

/// To the keys' cursor.
void MemoryView::tell_cells(Rect cells, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const float top = scroll_ + pinned_, bottom = scroll_ + cells.h;
  for (const MemorySection& section : layout_.sections()) {
    const bool present = section.array == static_cast<int>(access.array);
    for (const auto& [first, end] : layout_.elements(trace, section, top, bottom)) {
      for (std::int64_t index = first; index < end; ++index) {
        const auto cell = layout_.cell(trace, section.array, index);
        if (!cell) continue;
        Rect rect = cell->widest();
        if (rect.center().y < top || rect.center().y >= bottom) continue;
        rect.x += cells.x;
        rect.y += cells.y - scroll_;
        constexpr unsigned of_array = 40;
        const std::uint64_t key =
            (std::uint64_t(section.array) << of_array) + static_cast<std::uint64_t>(index) + 1;
        frame.pointer.tell({.rect = rect,
                            .key = key,
                            .present = present && index == trace.lane_indices(access).front()});
      }
    }
  }
}

std::optional<std::uint32_t> MemoryView::hover_shared(const MemoryLayout::Hit& hit,
                                                      const Cell& cell, const Frame& frame,
                                                      Wishes& wishes) const {
  const Trace& trace = *frame.document->trace;
  const Array& array = trace.arrays[static_cast<std::size_t>(hit.array)];
  const auto address = array.base + static_cast<std::uint32_t>(hit.index * array.type.bytes());
  std::string& text = wishes.tooltip;
  text += "\n" + tr("byte {0}, bank {1}", address, bank_of(frame.document->summary.model, address));
  if (cell.pad) {
    text += '\n';
    text += tr("never touched in this launch: it only shifts what follows to other banks");
  } else if (cell.idle) {
    text += '\n';
    text += tr("not used by this launch");
  } else if (cell.writer == 0) {
    text += '\n';
    text += tr("not written yet");
  } else {
    const auto writer = last_writer(trace, hit.array, hit.index, cell.writer - 1);
    text += "\n" + (writer ? describe_writer(trace, *writer, hit.index)
                           : tr("not written yet; others of its word are"));
    if (writer) text += ago(*writer, frame.access);
    return writer;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> MemoryView::hover_global(const MemoryLayout::Hit& hit,
                                                      const Cell& cell, const Frame& frame,
                                                      Wishes& wishes) const {
  const Trace& trace = *frame.document->trace;
  const Array& array = trace.arrays[static_cast<std::size_t>(hit.array)];
  const std::int64_t address = hit.index * array.type.bytes();
  std::string& text = wishes.tooltip;
  text += "\n" + tr("byte {0}, sector {1}", address, address / sector_bytes);
  if (cell.writer != 0) {
    text += "\n" + describe_writer(trace, cell.writer - 1, hit.index) +
            ago(cell.writer - 1, frame.access);
    return cell.writer - 1;
  }
  if (array.space == Space::local) {
    text += '\n';
    text += tr("not written yet");
    return std::nullopt;
  }
  text += '\n';
  text += cell.known ? tr("as it was before: the traced block has only read it")
                     : tr("not known: the traced block has not touched it yet");
  return std::nullopt;
}

}  // namespace warpscope
