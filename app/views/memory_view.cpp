#include "app/views/memory_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/views/memory_shade.hpp"
#include "app/views/memory_text.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {
namespace {

float text_size(const Frame& frame) { return type_scale(frame.lecture).small; }
float row_height(const Frame& frame) { return frame.lecture ? 36.0F : 24.0F; }
bool writes(const Access& access) {
  return access.operation == Operation::store || access.operation == Operation::atomic_add;
}

bool same_launch(const Trace& trace, std::uint32_t a, std::uint32_t b) {
  return trace.steps[trace.accesses[a].step].launch == trace.steps[trace.accesses[b].step].launch;
}

/// A gap on purpose: diagonals instead of a value.
void draw_hatching(Canvas& canvas, Rect box, Color color) {
  constexpr float pitch = 6;
  for (float d = pitch / 2; d < box.w + box.h; d += pitch) {
    const Point from{box.x + std::min(d, box.w), box.y + std::max(0.0F, d - box.w)};
    const Point to{box.x + std::max(0.0F, d - box.h), box.y + std::min(d, box.h)};
    canvas.line(from, to, color);
  }
}

Rect box_of(Rect cell) { return cell.inset(cell.w > 12 ? 1.5F : 0.5F); }

}  // namespace

const MemoryUse& MemoryView::use(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  return use_[trace.steps[trace.accesses[frame.access].step].launch];
}

std::string MemoryView::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || frame.document->trace->accesses.empty()) return {};
  std::string text;
  for (const int array : use(frame).arrays) {
    if (!text.empty()) text += ",  ";
    text += array_text(frame.document->trace->arrays[static_cast<std::size_t>(array)]);
  }
  return text;
}

void MemoryView::on_document(const Document& document) {
  use_ = memory_use(*document.trace);
  scroll_ = 0;
  placed_ = false;
  following_ = true;
}

bool MemoryView::values_fit(const Frame& frame, std::size_t i) const {
  const MemoryUse& use_now = use(frame);
  const Array& array = frame.document->trace->arrays[static_cast<std::size_t>(use_now.arrays[i])];
  const float width = layout_.byte_width() * static_cast<float>(array.type.bytes());
  return room_for_digits(width) >= use_now.characters[i];
}

void MemoryView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || frame.document->trace->accesses.empty() ||
      use(frame).arrays.empty()) {
    const bool several = frame.document != nullptr && frame.document->trace->launches.size() > 1;
    draw_placeholder(canvas, area, *frame.theme,
                     several ? "Arrays in shared memory appear here. This launch uses none."
                             : "Arrays in shared memory appear here. This kernel has none.");
    return;
  }
  const float size = text_size(frame);
  digit_ = canvas.width("0", {Face::mono, size, {}});
  const Rect legend = area.cut_bottom(size + 8);
  const Rect header = area.cut_top(size + 6);
  area.h -= 4;
  lay_out(area, frame);
  area.h = std::max(1.0F, std::floor(area.h / row_)) * row_;
  scroll_to_now(area, frame, wishes);
  hover(area, frame, wishes);
  draw_banks(canvas, header, frame);
  {
    const Clip clip(canvas, area);
    draw_cells(canvas, area, frame);
    draw_touched(canvas, area, frame);
    draw_marks(canvas, area, frame);
  }
  draw_legend(canvas, legend, frame, wishes);
}

/// Rows may lose some air where all of them are in sight then.
void MemoryView::lay_out(Rect area, const Frame& frame) {
  const Document& document = *frame.document;
  const auto with = [&](float row) {
    row_ = row;
    layout_ =
        MemoryLayout(*document.trace, document.summary.model, {area.w, row}, use(frame).arrays);
  };
  const float usual = row_height(frame);
  with(usual);
  const float tight = std::floor(usual * area.h / std::max(1.0F, layout_.height()));
  if (tight < usual && tight >= usual * 0.79F) with(tight);
}

void MemoryView::scroll_to_now(Rect cells, const Frame& frame, Wishes& wishes) {
  const float most = std::max(0.0F, layout_.height() - cells.h);
  if (frame.access != seen_access_) following_ = true;
  seen_access_ = frame.access;
  if (frame.pointer.inside && frame.pointer.wheel != 0 && most > 0) {
    following_ = false;
    scroll_ -= frame.pointer.wheel * 2 * row_;
  }
  const Trace& trace = *frame.document->trace;
  const auto extent = layout_.extent(trace, trace.accesses[frame.access]);
  if (following_ && extent) {
    float target = scroll_;
    if (extent->bottom > target + cells.h) target = extent->bottom - cells.h;
    if (extent->top < target) target = extent->top;
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
  cell.place = *layout_.cell(*frame.document->trace, array, index);
  cell.type = a.type;
  cell.row_start = a.columns > 0 && index % a.columns == 0;
  const auto bytes = static_cast<std::size_t>(a.type.bytes());
  const std::size_t address = a.base + static_cast<std::size_t>(index) * bytes;
  cell.pad = use(frame).is_padding(address);
  const SharedState& state = frame.motion < 1 ? *frame.before : *frame.after;
  if (address + bytes > state.bytes.size() || address / 4 >= state.writer.size()) return cell;
  cell.writer = state.writer[address / 4];
  // Before its first access a launch still sees what the one before left, which is gone.
  if (cell.writer != 0 && !same_launch(*frame.document->trace, cell.writer - 1, frame.access)) {
    cell.writer = 0;
  }
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
  for (std::size_t i = 0; i < layout_.sections().size(); ++i) {
    const MemorySection& section = layout_.sections()[i];
    const float title_y = cells.y + section.title_y - scroll_;
    if (section.title_y > 0 && title_y > cells.y + text_size(frame) / 2 &&
        title_y < cells.bottom() - text_size(frame) / 2) {
      canvas.text({cells.x, title_y},
                  array_text(trace.arrays[static_cast<std::size_t>(section.array)]),
                  {Face::sans_bold, text_size(frame), frame.theme->muted});
    }
    const auto range = layout_.elements(trace, section, scroll_, scroll_ + cells.h);
    const bool digits = values_fit(frame, i);
    std::vector<Cell> visible;
    ShadeRange values;
    for (std::int64_t index = range.first; index < range.end; ++index) {
      Cell& cell = visible.emplace_back(look_at(frame, section.array, index));
      cell.digits = digits;
      for (Rect& piece : cell.place.pieces) {
        piece.x += cells.x;
        piece.y += cells.y - scroll_;
      }
      if (cell.writer != 0) values.add(numeric_value(cell.type, cell.words));
      shade(frame, section.array, index, cell);
    }
    for (Cell& cell : visible) {
      if (frame.cells == CellShade::value && cell.writer != 0) {
        cell.share = values.log_share(numeric_value(cell.type, cell.words));
      }
      draw_cell(canvas, frame, cell);
    }
  }
}

void MemoryView::shade(const Frame& frame, int array, std::int64_t index, Cell& cell) {
  if (frame.cells == CellShade::value || cell.writer == 0) return;
  const auto share = writer_share(*frame.document->trace, frame.cells, array, index,
                                  cell.writer - 1, frame.access);
  cell.shaded = share.has_value();
  cell.share = share.value_or(0);
}

void MemoryView::draw_cell(Canvas& canvas, const Frame& frame, const Cell& cell) const {
  const Theme& theme = *frame.theme;
  const Rect& widest = cell.place.widest();
  const bool known = cell.writer != 0 && !cell.words.empty();
  const bool changed = cell.changed && frame.cells == CellShade::value;
  Tint tint{theme.raised, theme.muted};
  if (known && cell.shaded) tint = shade_tint(theme, frame.cells, cell.share);
  if (known && changed) tint = {theme.now, theme.on_accent};
  const float radius = cell.digits ? 4 : 3;
  for (const Rect& piece : cell.place.rects()) {
    const Rect box = box_of(piece);
    if (cell.pad) {
      draw_hatching(canvas, box, theme.faint);
    } else {
      canvas.fill(box, tint.fill, radius);
      if (known && cell.digits && !changed) canvas.stroke(box, theme.hairline, 1, radius);
    }
  }
  const TextStyle style{Face::mono, text_size(frame), tint.text};
  const std::string text =
      known && cell.digits ? short_value(cell.type, cell.words, room_for_digits(widest.w)) : "";
  if (!text.empty()) canvas.text(widest.center(), text, style, Align::center);
  const bool dotted = !cell.pad && !known && widest.w >= digit_ + 2;
  if (dotted) canvas.text(widest.center(), "·", style, Align::center);
  if (cell.row_start) {
    const Rect& begin = cell.place.pieces[0];
    canvas.fill({begin.x - 1, begin.y + 2, 2, begin.h - 4}, theme.muted);
  }
}

void MemoryView::draw_touched(Canvas& canvas, Rect cells, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Color color = writes(access) ? frame.theme->now : frame.theme->active;
  for (const std::int32_t index : trace.lane_indices(access)) {
    const auto cell = layout_.cell(trace, access.array, index);
    if (!cell) continue;
    for (Rect piece : cell->rects()) {
      piece.x += cells.x;
      piece.y += cells.y - scroll_;
      if (piece.y >= cells.bottom() || piece.bottom() <= cells.y) continue;
      canvas.stroke(box_of(piece), color, piece.w > 8 ? 2.0F : 1.0F, 4);
    }
  }
}

}  // namespace warpscope
