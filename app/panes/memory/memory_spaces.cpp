#include <algorithm>
#include <cstring>

#include "app/panes/memory/memory_view.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/language/message.hpp"

// The differences between shared memory, whose every byte is known, and global memory, of which
// only the traced block's accesses are known.

namespace warpscope {
namespace {

bool same_launch(const Trace& trace, std::uint32_t a, std::uint32_t b) {
  return trace.steps[trace.accesses[a].step].launch == trace.steps[trace.accesses[b].step].launch;
}

bool touches_cell(const Trace& trace, std::uint32_t access, int array, std::int64_t index) {
  if (trace.accesses[access].array != array) return false;
  return !trace.value_of(trace.accesses[access], index).empty();
}

}  // namespace

bool MemoryView::shows(const Frame& frame, Space space) const {
  return std::ranges::any_of(use(frame).arrays, [&](int array) {
    return frame.document->trace->arrays[static_cast<std::size_t>(array)].space == space;
  });
}

std::string_view MemoryView::spaces_text(const Frame& frame) const {
  if (!use(frame).global()) return tr_c("memory", "shared");
  if (shows(frame, Space::global) && shows(frame, Space::local)) {
    return tr_c("memory", "global and local");
  }
  for (const SpaceTraits& traits : space_traits) {
    if (moves_sectors(traits.space) && shows(frame, traits.space)) {
      return words_of(traits.space).lives();
    }
  }
  return words_of(Space::global).lives();
}

void MemoryView::look_at_shared(const Frame& frame, int array, std::int64_t index,
                                Cell& cell) const {
  const Array& a = frame.document->trace->arrays[static_cast<std::size_t>(array)];
  const auto bytes = static_cast<std::size_t>(a.type.bytes());
  const std::size_t address = a.base + static_cast<std::size_t>(index) * bytes;
  cell.pad = use(frame).role(address) == WordRole::padding;
  cell.idle = use(frame).role(address) == WordRole::none;
  const SharedState& state = frame.motion < 1 ? *frame.before : *frame.after;
  if (address + bytes > state.bytes.size() || address / 4 >= state.writer.size()) return;
  cell.writer = state.writer[address / 4];
  // Before its first access a launch still shows what the one before left, which is gone.
  if (cell.writer != 0 && !same_launch(*frame.document->trace, cell.writer - 1, frame.access)) {
    cell.writer = 0;
  }
  // Of elements smaller than a word, one may have been written and its neighbours never.
  if (cell.writer != 0 && bytes < 4) {
    const CellState element = history_.at(array, index);
    cell.writer = element.node == 0 ? 0 : frame.document->flow.nodes[element.node - 1].access + 1;
  }
  cell.known = cell.writer != 0;
  cell.words.assign(static_cast<std::size_t>(a.type.words()), 0);
  // An element smaller than a word takes a whole word in a trace, and so in the formatting code.
  std::memcpy(cell.words.data(), state.bytes.data() + address, bytes);
  // A trace has one order for all machines; where barriers are missing, a warp may have been earlier or later.
  const Access& now = frame.document->trace->accesses[frame.access];
  if (now.array == array && now.operation == Operation::load && bytes >= 4 && cell.known) {
    const auto got = frame.document->trace->value_of(now, index);
    if (!got.empty() && !std::ranges::equal(got, cell.words)) {
      cell.words.assign(got.begin(), got.end());
      cell.raced = true;
    }
  }
  cell.written = frame.motion >= 1 && cell.writer == frame.access + 1 &&
                 touches_cell(*frame.document->trace, frame.access, array, index);
  if (!cell.written) return;
  if (bytes < 4) {
    const auto before = overwritten_.find(index);
    cell.changed = before == overwritten_.end() || before->second != cell.words;
    return;
  }
  const bool known_before =
      address + bytes <= frame.before->bytes.size() && frame.before->writer[address / 4] != 0;
  cell.changed = !known_before ||
                 std::memcmp(frame.before->bytes.data() + address, cell.words.data(), bytes) != 0;
}

void MemoryView::follow_history(const Frame& frame) {
  const std::uint32_t moment = frame.access + (frame.motion < 1 ? 0 : 1);
  if (followed_ == frame.access + 1 && history_.moment() == moment) return;
  history_.seek(frame.access);
  followed_ = frame.access + 1;
  overwritten_.clear();
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  for_each_element(trace, access, [&](ElementIndex index) {
    const auto words = history_.value(access.array, index);
    overwritten_[index].assign(words.begin(), words.end());
  });
  history_.seek(moment);
}

void MemoryView::look_at_global(const Frame& frame, int array, std::int64_t index,
                                Cell& cell) const {
  const auto words = history_.value(array, index);
  cell.words.assign(words.begin(), words.end());
  cell.known = !cell.words.empty();
  const CellState state = history_.at(array, index);
  if (state.node == 0) return;
  const std::uint32_t writer = frame.document->flow.nodes[state.node - 1].access;
  cell.writer = writer + 1;
  if (frame.motion < 1 || writer != frame.access) return;
  cell.written = true;
  const auto before = overwritten_.find(index);
  cell.changed = before != overwritten_.end() && before->second != cell.words;
}

void MemoryView::draw_header(Canvas& canvas, Rect header, const Frame& frame) const {
  if (!use(frame).global()) {
    draw_banks(canvas, header, frame);
    return;
  }
  const TextStyle style{Face::mono, type_scale(frame.lecture).small, frame.theme->muted};
  constexpr int sectors = static_cast<int>(global_row_bytes) / sector_bytes;
  const float width = header.w / sectors;
  const bool lanes = !shows(frame, Space::global);  // a word of local memory belongs to a lane
  const int unit = lanes ? sector_bytes / 4 : sector_bytes;
  for (int s = 0; s < sectors; ++s) {
    const std::string range = std::to_string(s * unit) + " … " + std::to_string((s + 1) * unit - 1);
    const std::string whole = lanes ? tr("lane {}", range) : tr("byte {}", range);
    const bool fits = canvas.width(whole, style) + 8 <= width;
    const float x = header.x + (static_cast<float>(s) + 0.5F) * width;
    canvas.text({x, header.y + style.size / 2}, fits ? whole : range, style, Align::center);
  }
}

void MemoryView::draw_banks(Canvas& canvas, Rect header, const Frame& frame) const {
  const BankModel model = frame.document->summary.model;
  const TextStyle style{Face::mono, type_scale(frame.lecture).small, frame.theme->muted};
  const int folds = static_cast<int>(bank_period(model) / layout_.row_bytes());
  const int columns = bank_count(model) / folds;
  const bool one_row = std::ranges::all_of(layout_.sections(), [&](const MemorySection& section) {
    return section.rows == 1 && section.first_byte % bank_period(model) == 0;
  });
  const auto banks_of = [&](int column) {
    std::string text = std::to_string(column);
    for (int fold = 1; fold < folds && !one_row; ++fold) {
      text += ", " + std::to_string(column + fold * columns);
    }
    return text;
  };
  const float width = header.w / static_cast<float>(columns);
  const float widest = canvas.width(banks_of(columns - 1), style) + style.size;
  int every = std::max(1, 4 / folds);
  while (static_cast<float>(every) * width < widest && every < columns) every *= 2;
  for (int b = 0; b < columns; b += every) {
    const std::string text = banks_of(b);
    const float half = canvas.width(text, style) / 2;  // of the first column's, wider than it
    const float center = std::max((static_cast<float>(b) + 0.5F) * width, half);
    canvas.text({header.x + center, header.y + style.size / 2}, text, style, Align::center);
  }
}

void MemoryView::draw_sectors(Canvas& canvas, Rect cells, const Frame& frame) const {
  const float sector = layout_.byte_width() * sector_bytes;
  for (const MemorySection& section : layout_.sections()) {
    const float begin = cells.y + section.first_row_y - scroll_;
    const float top = std::max(cells.y, begin);
    const float bottom = std::min(cells.bottom(), begin + static_cast<float>(section.rows) * row_);
    if (bottom <= top) continue;
    for (float x = cells.x + sector; x < cells.right() - 1; x += sector) {
      canvas.line({x, top}, {x, bottom}, frame.theme->faint);
    }
    const int from = std::max(1, static_cast<int>((top - begin) / row_));
    for (int i = from; i < section.rows; ++i) {
      const float y = begin + static_cast<float>(i) * row_;
      if (y > bottom) break;
      if (section.row(i) == section.row(i - 1) + 1) continue;
      canvas.line({cells.x, y}, {cells.right(), y}, frame.theme->faint);
    }
  }
}

}  // namespace warpscope
