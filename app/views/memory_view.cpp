#include "app/views/memory_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/views/memory_text.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {
namespace {

float row_height(const Frame& frame) { return frame.lecture ? 36.0F : 24.0F; }
float text_size(const Frame& frame) { return type_scale(frame.lecture).small; }

bool writes(const Access& access) {
  return access.operation == Operation::store || access.operation == Operation::atomic_add;
}

/// Heights between which the present access touches cells.
struct Extent {
  float top = 0, bottom = 0;
  bool any = false;
};

Extent touched(const Trace& trace, const MemoryLayout& layout, const Access& access) {
  Extent extent;
  for (const std::int32_t index : trace.lane_indices(access)) {
    const auto cell = layout.cell(trace, access.array, index);
    if (!cell) continue;
    extent.top = extent.any ? std::min(extent.top, cell->y) : cell->y;
    extent.bottom = extent.any ? std::max(extent.bottom, cell->bottom()) : cell->bottom();
    extent.any = true;
  }
  return extent;
}

}  // namespace

/// A cell as it stands at the present moment.
struct MemoryView::Cell {
  Rect rect;
  ElementType type;
  std::vector<std::uint32_t> words;  ///< of `before` or `after`, whichever is shown
  std::uint32_t writer = 0;          ///< as SharedState::writer
  bool pad = false;                  ///< never written in the whole run
  bool changed = false;              ///< by the present access, which has taken effect
};

std::string MemoryView::subtitle(const Frame& frame) const {
  if (frame.document == nullptr) return {};
  std::string text;
  for (const MemorySection& section : layout_.sections()) {
    const Array& array = frame.document->trace->arrays[static_cast<std::size_t>(section.array)];
    if (!text.empty()) text += ",  ";
    text += array.name + "[" + std::to_string(array.count) + "] " + array.type.name();
  }
  return text;
}

void MemoryView::on_document(const Document& document) {
  const Trace& trace = *document.trace;
  layout_ = MemoryLayout(trace, document.summary.model, {});
  ever_written_.clear();
  double largest = 0;
  bool negative = false;
  for (const Access& access : trace.accesses) {
    const Array& array = trace.arrays[access.array];
    if (array.space != Space::shared || !writes(access)) continue;
    const auto indices = trace.lane_indices(access);
    for (std::size_t k = 0; k < indices.size(); ++k) {
      if (indices[k] < 0 || indices[k] >= array.count) continue;
      const std::size_t bytes = static_cast<std::size_t>(array.type.bytes());
      const std::size_t address = array.base + static_cast<std::size_t>(indices[k]) * bytes;
      const std::size_t end = (address + bytes + 3) / 4;
      if (ever_written_.size() < end) ever_written_.resize(end, false);
      for (std::size_t word = address / 4; word < end; ++word) ever_written_[word] = true;
      const double value = numeric_value(array.type, trace.lane_value(access, static_cast<int>(k)));
      largest = std::max(largest, std::abs(value));
      negative = negative || value < 0;
    }
  }
  // Three digits show every number up to 999k; where fewer are enough, cells may be narrower.
  needed_characters_ = (largest < 10 ? 1 : largest < 100 ? 2 : 3) + (negative ? 1 : 0);
  scroll_ = 0;
  placed_ = false;
  following_ = true;
}

void MemoryView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || layout_.sections().empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     "Arrays in shared memory appear here. This kernel has none.");
    return;
  }
  const float size = text_size(frame);
  digit_ = canvas.width("0", {Face::mono, size, {}});
  layout_ = MemoryLayout(*frame.document->trace, frame.document->summary.model,
                         {area.w, row_height(frame)});
  const Rect legend = area.cut_bottom(size + 8);
  const Rect header = area.cut_top(size + 6);
  area.h = std::max(1.0F, std::floor((area.h - 4) / row_height(frame))) * row_height(frame);
  const auto columns = static_cast<int>((layout_.word_width() - 2.5F) / digit_);
  values_fit_ = columns >= needed_characters_;
  scroll_to_now(area, frame, wishes);
  hover(area, frame, wishes);
  draw_banks(canvas, header, frame);
  {
    const Clip clip(canvas, area);
    draw_cells(canvas, area, frame);
    draw_touched(canvas, area, frame);
  }
  draw_legend(canvas, legend, frame);
}

void MemoryView::scroll_to_now(Rect cells, const Frame& frame, Wishes& wishes) {
  const float row = row_height(frame);
  const float most = std::max(0.0F, layout_.height() - cells.h);
  if (frame.access != seen_access_) following_ = true;
  seen_access_ = frame.access;
  if (frame.pointer.inside && frame.pointer.wheel != 0 && most > 0) {
    following_ = false;
    scroll_ -= frame.pointer.wheel * 2 * row;
  }
  const Trace& trace = *frame.document->trace;
  const Extent extent = touched(trace, layout_, trace.accesses[frame.access]);
  if (following_ && extent.any) {
    float target = scroll_;
    if (extent.bottom > target + cells.h) target = extent.bottom - cells.h;
    if (extent.top < target) target = extent.top;
    target = std::clamp(target, 0.0F, most);
    scroll_ += (target - scroll_) * (placed_ ? 1 - std::exp(-10 * frame.seconds) : 1);
    if (std::abs(target - scroll_) < 0.5F) scroll_ = target;
    wishes.animate = wishes.animate || scroll_ != target;
  }
  placed_ = true;
  scroll_ = std::clamp(scroll_, 0.0F, most);
}

MemoryView::Cell MemoryView::look_at(const Frame& frame, int array, std::int64_t index) const {
  const Array& a = frame.document->trace->arrays[static_cast<std::size_t>(array)];
  Cell cell;
  cell.rect = *layout_.cell(*frame.document->trace, array, index);
  cell.type = a.type;
  const auto bytes = static_cast<std::size_t>(a.type.bytes());
  const std::size_t address = a.base + static_cast<std::size_t>(index) * bytes;
  cell.pad = address / 4 >= ever_written_.size() || !ever_written_[address / 4];
  const SharedState& state = frame.motion < 1 ? *frame.before : *frame.after;
  if (address + bytes > state.bytes.size() || address / 4 >= state.writer.size()) return cell;
  cell.writer = state.writer[address / 4];
  cell.words.assign(static_cast<std::size_t>(a.type.words()), 0);
  // Elements of less than a word take a whole word in a trace, and so in what formats them.
  std::memcpy(cell.words.data(), state.bytes.data() + address, bytes);
  cell.changed = frame.motion >= 1 && address + bytes <= frame.before->bytes.size() &&
                 cell.writer == frame.access + 1 &&
                 std::memcmp(frame.before->bytes.data() + address, cell.words.data(), bytes) != 0;
  return cell;
}

void MemoryView::draw_banks(Canvas& canvas, Rect header, const Frame& frame) const {
  const BankModel model = frame.document->summary.model;
  const TextStyle style{Face::mono, text_size(frame), frame.theme->muted};
  const float bank = header.w / static_cast<float>(bank_count(model));
  for (int b = 0; b < bank_count(model); b += 4) {
    canvas.text({header.x + (static_cast<float>(b) + 0.5F) * bank, header.y + style.size / 2},
                std::to_string(b), style, Align::center);
  }
}

void MemoryView::draw_cells(Canvas& canvas, Rect cells, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  for (const MemorySection& section : layout_.sections()) {
    const Array& array = trace.arrays[static_cast<std::size_t>(section.array)];
    const float title_y = cells.y + section.title_y - scroll_;
    if (section.title_y > 0 && title_y > cells.y + text_size(frame) / 2 &&
        title_y < cells.bottom() - text_size(frame) / 2) {
      canvas.text({cells.x, title_y},
                  array.name + "[" + std::to_string(array.count) + "] " + array.type.name(),
                  {Face::sans_bold, text_size(frame), frame.theme->muted});
    }
    const auto range = layout_.elements(trace, section, scroll_, scroll_ + cells.h);
    std::vector<Cell> visible;
    for (std::int64_t index = range.first; index < range.end; ++index) {
      visible.push_back(look_at(frame, section.array, index));
      visible.back().rect.x += cells.x;
      visible.back().rect.y += cells.y - scroll_;
    }
    const ValueRange values = range_of(visible);
    for (const Cell& cell : visible) draw_cell(canvas, frame, cell, values);
  }
}

MemoryView::ValueRange MemoryView::range_of(std::span<const Cell> cells) {
  ValueRange range;
  bool first = true;
  for (const Cell& cell : cells) {
    if (cell.writer == 0 || cell.words.empty()) continue;
    const double value = numeric_value(cell.type, cell.words);
    range.low = first ? value : std::min(range.low, value);
    range.high = first ? value : std::max(range.high, value);
    first = false;
  }
  return range;
}

void MemoryView::draw_cell(Canvas& canvas, const Frame& frame, const Cell& cell,
                           ValueRange values) const {
  const Theme& theme = *frame.theme;
  const Rect box = cell.rect.inset(cell.rect.w > 12 ? 1.5F : 0.5F);
  if (cell.pad) {  // a gap on purpose: a diagonal instead of a value
    canvas.line({box.x + 2, box.bottom() - 2}, {box.right() - 2, box.y + 2}, theme.hairline);
    return;
  }
  if (cell.writer == 0 || cell.words.empty()) {
    canvas.fill(box, theme.raised, 4);
    canvas.text(box.center(), "·", {Face::mono, text_size(frame), theme.muted}, Align::center);
    return;
  }
  const auto room = static_cast<int>((cell.rect.w - 2.5F) / digit_);
  const std::string text = values_fit_ ? short_value(cell.type, cell.words, room) : "";
  if (text.empty()) {  // no room for digits: the deeper the colour, the larger the value
    // Sums dwarf what they were made from: a logarithm keeps both apart.
    const double range = std::max(1e-9, std::log1p(values.high - values.low));
    const double t = std::log1p(numeric_value(cell.type, cell.words) - values.low) / range;
    const Color color = cell.changed ? theme.now : theme.active;
    canvas.fill(box, mix(theme.raised, color, 0.08F + 0.42F * static_cast<float>(t * t)), 3);
    return;
  }
  canvas.fill(box, cell.changed ? theme.now : theme.raised, 4);
  if (!cell.changed) canvas.stroke(box, theme.hairline, 1, 4);
  canvas.text(box.center(), text,
              {Face::mono, text_size(frame),
               cell.changed ? theme.on_accent : mix(theme.text, theme.muted, 0.3F)},
              Align::center);
}

void MemoryView::draw_touched(Canvas& canvas, Rect cells, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Color color = writes(access) ? frame.theme->now : frame.theme->active;
  for (const std::int32_t index : trace.lane_indices(access)) {
    auto cell = layout_.cell(trace, access.array, index);
    if (!cell) continue;
    cell->x += cells.x;
    cell->y += cells.y - scroll_;
    if (cell->y >= cells.bottom() || cell->bottom() <= cells.y) continue;
    canvas.stroke(cell->inset(cell->w > 12 ? 1.5F : 0.5F), color, 2, 4);
  }
}

void MemoryView::draw_legend(Canvas& canvas, Rect area, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, text_size(frame), theme.muted};
  const float y = area.bottom() - style.size / 2 - 1;
  float x = area.x;
  const auto entry = [&](std::string_view text, Color color, bool filled) {
    const Rect box{x, y - style.size / 2, style.size, style.size};
    if (filled) canvas.fill(box, color, 3);
    canvas.stroke(box.inset(1), color, 2, 3);
    x = box.right() + 8;
    canvas.text({x, y}, text, style);
    x += canvas.width(text, style) + 20;
  };
  entry("read now", theme.active, false);
  entry("written now", theme.now, false);
  entry("changed", theme.now, true);
  const BankModel model = frame.document->summary.model;
  const std::string rows = "a row is banks 0 … " + std::to_string(bank_count(model) - 1) +
                           (values_fit_ ? "" : ", coloured by value");
  if (canvas.width(rows, style) < area.right() - x) {
    canvas.text({area.right(), y}, rows, style, Align::right);
  }
}

void MemoryView::hover(Rect cells, const Frame& frame, Wishes& wishes) const {
  const Pointer& pointer = frame.pointer;
  if (!pointer.inside || !cells.contains(pointer.at)) return;
  const Trace& trace = *frame.document->trace;
  const auto hit = layout_.hit(trace, {pointer.at.x - cells.x, pointer.at.y - cells.y + scroll_});
  if (!hit) return;
  const Cell cell = look_at(frame, hit->array, hit->index);
  const Array& array = trace.arrays[static_cast<std::size_t>(hit->array)];
  const auto address = array.base + static_cast<std::uint32_t>(hit->index * array.type.bytes());
  std::string& text = wishes.tooltip;
  text = array.name + "[" + std::to_string(hit->index) + "]";
  if (cell.writer != 0) text += " = " + format_value(array.type, cell.words);
  text += "\nbyte " + std::to_string(address) + ", bank " +
          std::to_string(bank_of(frame.document->summary.model, address));
  if (cell.pad) {
    text += "\nnever written in this run: it only shifts what follows to other banks";
  } else if (cell.writer == 0) {
    text += "\nnot written yet";
  } else {
    text += "\n" + describe_writer(trace, cell.writer - 1, hit->index);
    if (pointer.pressed) wishes.seek = cell.writer - 1;
  }
}

}  // namespace warpscope
