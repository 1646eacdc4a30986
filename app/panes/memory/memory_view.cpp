#include "app/panes/memory/memory_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/panes/memory/memory_shade.hpp"
#include "app/ui/paling_canvas.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/strokes.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

float text_size(const Frame& frame) { return type_scale(frame.lecture).small; }
float row_height(const Frame& frame) { return frame.lecture ? 36.0F : 24.0F; }
Rect word_box(Rect cell) { return cell.inset(cell.w > 12 ? 1.5F : 0.5F); }

}  // namespace

const MemoryUse& MemoryView::use(const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const MemoryUse& shared = use_[trace.steps[trace.accesses[frame.access].step].launch];
  return shared.arrays.empty() ? global_.at(frame.access) : shared;
}

std::string MemoryView::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || frame.document->trace->accesses.empty()) return {};
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const std::string called = name_in_source(trace, access).name;
  std::string text;
  // Launches with and without shared memory share a title.
  if (of_several_spaces_) text = std::string(spaces_text(frame)) + ": ";
  const std::size_t named = text.size();
  // What is in sight comes first: the others are left out where there is no room.
  std::vector<int> arrays = use(frame).arrays;
  const auto first = std::ranges::find(arrays, array_in_sight(frame));
  if (first != arrays.end()) std::rotate(arrays.begin(), first, first + 1);
  for (const int id : arrays) {
    if (text.size() > named) text += ",  ";
    const std::string array = array_text(trace, launch_of(frame), id);
    const bool known = is_name_in(trace, launch_of(frame), id, called);
    // Translators: {0} is an array and its size, {1} its name in the present function.
    text += id == access.array && !known ? tr("{0} (now “{1}”)", array, called) : array;
  }
  if (seen_height_ <= 0 || layout_.height() <= seen_height_ + 0.5F) return text;
  const auto row = [this](float y) { return std::to_string(std::lround(y / row_)); };
  return text + ",  " +
         tr("rows {0} … {1} of {2}", row(scroll_ + row_), row(scroll_ + seen_height_),
            row(layout_.height()));
}

int MemoryView::array_in_sight(const Frame& frame) const {
  const auto& arrays = use(frame).arrays;
  const int now = frame.document->trace->accesses[frame.access].array;
  const bool follows = following_ || frame.access != seen_access_;
  if (follows && std::ranges::count(arrays, now) > 0) return now;
  const MemorySection* top = section_at(scroll_);
  return top == nullptr ? -1 : top->array;
}

const MemorySection* MemoryView::section_at(float y) const {
  const MemorySection* found = nullptr;
  for (const MemorySection& section : layout_.sections()) {
    const float begin = section.title_y > 0 ? section.title_y - row_ / 2 : section.first_row_y;
    if (found == nullptr || begin <= y + 0.5F) found = &section;
  }
  return found;
}

void MemoryView::on_document(const Document& document) {
  use_ = memory_use(*document.trace);
  global_ = GlobalUse(*document.trace, use_);
  const bool shared =
      std::ranges::any_of(use_, [](const MemoryUse& u) { return !u.arrays.empty(); });
  const bool local = std::ranges::count(document.trace->arrays, Space::local, &Array::space) > 0;
  of_several_spaces_ = !global_.empty() && (shared || local);
  title_ = global_.empty()      ? tr_noop("Shared memory")
           : of_several_spaces_ ? tr_noop("Memory")
                                : tr_noop("Global memory");
  const auto small = [](const Array& array) {
    return array.space == Space::shared && array.type.bytes() < 4;
  };
  small_elements_ = std::ranges::any_of(document.trace->arrays, small);
  const bool needed = !global_.empty() || small_elements_;
  history_ = needed ? document.cell_history() : CellHistory();
  overwritten_.clear();
  followed_ = 0;
  scroll_ = 0;
  placed_ = false;
  following_ = true;
}

TableText MemoryView::table(const Frame& frame, std::size_t i) const {
  const MemoryUse& use_now = use(frame);
  const Array& array = frame.document->trace->arrays[static_cast<std::size_t>(use_now.arrays[i])];
  const float width = layout_.byte_width() * static_cast<float>(array.type.bytes());
  return table_text(use_now.values[i], room_for_digits(width));
}

void MemoryView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || frame.document->trace->accesses.empty() ||
      use(frame).arrays.empty()) {
    const bool there = frame.document != nullptr && !frame.document->trace->accesses.empty();
    const bool several = there && frame.document->trace->launches.size() > 1;
    draw_placeholder(canvas, area, *frame.theme,
                     several ? tr("Arrays in memory appear here. This launch uses none.")
                     : there ? tr("Arrays in memory appear here. This kernel uses none.")
                             : tr("Arrays in memory appear here, once a kernel has run."));
    return;
  }
  const float size = text_size(frame);
  digit_ = canvas.width("0", {Face::mono, size, {}});
  const Rect legend = area.cut_bottom(size + 8);
  Rect header = area.cut_top(size + 6);
  area.h -= 4;
  const float numbers = gutter(area, frame);
  header.cut_left(numbers);
  area.cut_left(numbers);
  if (use(frame).global() || small_elements_) follow_history(frame);
  lay_out(canvas, area, frame);
  area.h = std::max(1.0F, std::floor(area.h / row_)) * row_;
  // The header of a narrow pane has no room for names.
  pinned_ = layout_.sections().size() > 1 && area.h >= 3 * row_ - 0.5F ? row_ : 0;
  scroll_to_now(area, frame, wishes);
  hover(area, frame, wishes);
  draw_header(canvas, header, frame);
  seen_height_ = area.h;
  draw_pinned_title(canvas, area, frame);
  {
    const Clip clip(canvas,
                    {area.x - numbers, area.y + pinned_, area.w + numbers, area.h - pinned_});
    if (numbers > 0) draw_row_numbers(canvas, area, frame);
    draw_cells(canvas, area, frame);
    if (use(frame).global()) draw_sectors(canvas, area, frame);
    draw_touched(canvas, area, frame);
    draw_fault(canvas, area, frame);
    draw_pinned(canvas, area, frame);
    draw_marks(canvas, area, frame);
  }
  draw_scroll_mark(canvas, area, scroll_ / row_, area.h / row_, layout_.height() / row_,
                   *frame.theme);
  draw_legend(canvas, legend, frame, wishes);
}

bool MemoryView::all_values_fit(const Frame& frame, bool whole) const {
  for (std::size_t i = 0; i < layout_.sections().size(); ++i) {
    const TableText text = table(frame, i);
    if (whole ? !text.whole() : !text.fits) return false;
  }
  return true;
}

/// Where values have no room in a row of all banks, rows are folded, or digits are smaller. Rows are
/// folded only if all are in sight then, or if there are few words.
void MemoryView::lay_out(Canvas& canvas, Rect area, const Frame& frame) {
  struct Way {
    float smaller;  // digits, in pixels
    int folds;
  };
  constexpr Way ways[] = {{0, 1}, {0, 2}, {1, 1}, {2, 1}, {1, 2}, {2, 2}, {0, 4}, {2, 4}};
  constexpr std::size_t few_words = 64;
  const MemoryUse& shown = use(frame);
  const bool few = shown.words.size() <= few_words && area.h >= 2.5F * row_height(frame);
  const auto take = [&](const Way& way) {
    text_ = text_size(frame) - way.smaller;
    digit_ = canvas.width("0", {Face::mono, text_, {}});
    return lay_out(area, frame, way.folds) || way.folds == 1;
  };
  for (const bool whole : {true, false}) {
    for (const Way& way : ways) {
      if (way.folds > 1 && shown.global()) continue;
      if (take(way) && all_values_fit(frame, whole)) return;
    }
  }
  for (const Way& way : ways) {
    if (!few || shown.global() || way.folds > 2) continue;
    (void)take(way);
    if (all_values_fit(frame, false)) return;
  }
  (void)take(ways[0]);
}

/// Rows may lose some air if all of them are in sight then.
bool MemoryView::lay_out(Rect area, const Frame& frame, int folds) {
  const Document& document = *frame.document;
  const auto with = [&](float row) {
    row_ = row;
    const MemoryMetrics metrics{area.w, row, folds};
    const MemoryUse& shown = use(frame);
    layout_ = shown.global()
                  ? MemoryLayout(metrics, shown)
                  : MemoryLayout(*document.trace, document.summary.model, metrics, shown.arrays);
  };
  const float usual = row_height(frame);
  with(usual);
  const float tight = std::floor(usual * area.h / std::max(1.0F, layout_.height()));
  if (tight < usual && tight >= usual * 0.79F) with(tight);
  return layout_.height() <= area.h + 0.5F;
}

void MemoryView::continue_from(const View& before) {
  const auto* old = dynamic_cast<const MemoryView*>(&before);
  if (old == nullptr) return;
  keyed_ = old->keyed_;
  if (old->following_) return;
  scroll_ = old->scroll_;
  following_ = false;
  continued_ = true;
}

void MemoryView::scroll_to_now(Rect cells, const Frame& frame, Wishes& wishes) {
  const float most = std::max(0.0F, layout_.height() - cells.h);
  if (!std::exchange(continued_, false) && frame.access != seen_access_) following_ = true;
  if (frame.scrolled.cells != keyed_ && most > 0) {
    following_ = false;
    scroll_ += static_cast<float>(frame.scrolled.cells - keyed_) * row_;
  }
  keyed_ = frame.scrolled.cells;
  seen_access_ = frame.access;
  if (frame.pointer.inside && frame.pointer.wheel != 0 && most > 0) {
    following_ = false;
    scroll_ -= frame.pointer.wheel * 2 * row_;
  }
  const auto extent = wanted(frame);
  if (following_ && extent) {
    float target = scroll_;
    if (extent->bottom > target + cells.h) target = extent->bottom - cells.h;
    if (extent->top - pinned_ < target) target = extent->top - pinned_;
    target = std::clamp(target, 0.0F, most);
    scroll_ += (target - scroll_) * (placed_ ? frame.glide(10) : 1);
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
  if (a.space == Space::shared) {
    look_at_shared(frame, array, index, cell);
  } else {
    look_at_global(frame, array, index, cell);
  }
  return cell;
}

void MemoryView::draw_cells(Canvas& canvas, Rect cells, const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  const Followed* const pinned = pinned_in(frame);
  values_ = {};
  tables_.clear();
  any_padding_ = any_unwritten_ = any_idle_ = any_same_ = any_raced_ = false;
  std::vector<std::vector<Cell>> visible(layout_.sections().size());
  for (std::size_t i = 0; i < visible.size(); ++i) {
    const MemorySection& section = layout_.sections()[i];
    const TableText text = tables_.emplace_back(table(frame, i));
    const auto look = [&](std::int64_t index) {
      Cell& cell = visible[i].emplace_back(look_at(frame, section.array, index));
      cell.digits = text.fits;
      cell.text = text;
      cell.pale = pinned != nullptr && !pinned->is_cell(section.array, index) &&
                  !pinned->uses(frame.access, section.array, index);
      for (Rect& piece : cell.place.pieces) {
        piece.x += cells.x;
        piece.y += cells.y - scroll_;
      }
      if (cell.known) values_.add(numeric_value(cell.type, cell.words));
      any_padding_ = any_padding_ || cell.pad;
      any_idle_ = any_idle_ || cell.idle;
      any_raced_ = any_raced_ || cell.raced;
      any_same_ = any_same_ || (cell.written && !cell.changed);
      any_unwritten_ = any_unwritten_ || (!cell.pad && !cell.idle && !cell.known);
      shade(frame, section.array, index, cell);
    };
    const float bottom = scroll_ + cells.h - 0.5F;
    for (const auto& range : layout_.elements(trace, section, scroll_ + pinned_, bottom)) {
      for (std::int64_t index = range.first; index < range.end; ++index) look(index);
    }
  }
  for (std::size_t i = 0; i < visible.size(); ++i) {
    for (Cell& cell : visible[i]) {
      if (frame.look.get<CellShade>() == CellShade::value && cell.known) {
        const bool equal = values_.low == values_.high;
        cell.share = equal ? equal_share : values_.log_share(numeric_value(cell.type, cell.words));
      }
    }
    draw_section(canvas, cells, frame, visible[i], layout_.sections()[i]);
  }
}

std::string MemoryView::section_title(const Frame& frame, const MemorySection& section) const {
  const auto i = static_cast<std::size_t>(&section - layout_.sections().data());
  const std::string note = table(frame, i).note();
  return array_text(*frame.document->trace, launch_of(frame), section.array) +
         (note.empty() ? "" : ",  " + note);
}

void MemoryView::draw_section(Canvas& canvas, Rect cells, const Frame& frame,
                              std::span<const Cell> visible, const MemorySection& section) const {
  const float size = text_size(frame);
  const float y = cells.y + section.title_y - scroll_;
  const bool titled = section.title_y > 0;
  if (titled && y > cells.y + pinned_ + size / 2 && y < cells.bottom() - size / 2) {
    canvas.text_fit({cells.x, y}, section_title(frame, section),
                    {Face::sans_bold, size, frame.theme->muted}, cells.w);
  }
  PalingCanvas pale(canvas, *frame.theme);
  for (const Cell& cell : visible) {
    draw_cell(cell.pale ? static_cast<Canvas&>(pale) : canvas, frame, cell);
  }
}

/// The title of the array whose rows are at the top, which may have scrolled out of sight.
void MemoryView::draw_pinned_title(Canvas& canvas, Rect cells, const Frame& frame) const {
  const MemorySection* top = pinned_ > 0 ? section_at(scroll_) : nullptr;
  if (top == nullptr) return;
  canvas.text_fit({cells.x, cells.y + pinned_ / 2}, section_title(frame, *top),
                  {Face::sans_bold, text_size(frame), frame.theme->muted}, cells.w);
}

void MemoryView::shade(const Frame& frame, int array, std::int64_t index, Cell& cell) {
  if (frame.look.get<CellShade>() == CellShade::value) return;
  cell.shaded = cell.writer != 0;
  if (!cell.shaded) return;
  const auto share = writer_share(*frame.document->trace, frame.look.get<CellShade>(), array, index,
                                  cell.writer - 1, frame.access);
  cell.shaded = share.has_value();
  cell.share = share.value_or(0);
}

void MemoryView::draw_cell(Canvas& canvas, const Frame& frame, const Cell& cell) const {
  const Theme& theme = *frame.theme;
  const Rect& widest = cell.place.widest();
  const bool known = cell.known;
  const bool changed = cell.changed && frame.look.get<CellShade>() == CellShade::value;
  const bool same =
      cell.written && !cell.changed && frame.look.get<CellShade>() == CellShade::value;
  Tint tint{theme.raised, theme.muted};
  if (known && cell.shaded) tint = shade_tint(theme, frame.look.get<CellShade>(), cell.share);
  if (known && same) tint = {same_tint(theme), theme.text};
  if (known && changed) tint = {theme.now, theme.on_accent};
  if (cell.raced) tint = {mix(theme.panel, theme.costly, 0.35F), theme.text};
  const float radius = cell.digits ? 4 : 3;
  for (const Rect& piece : cell.place.rects()) {
    const Rect box = word_box(piece);
    if (cell.pad) {
      draw_hatching(canvas, box, theme.faint);
    } else if (cell.idle) {
      canvas.fill(box, mix(theme.panel, theme.raised, 0.4F), radius);
    } else {
      canvas.fill(box, tint.fill, radius);
      if (known && cell.digits && !changed) canvas.stroke(box, theme.hairline, 1, radius);
    }
  }
  const TextStyle style{Face::mono, text_, tint.text};
  TableText table = cell.text;
  table.room = room_for_digits(widest.w);  // an element may lie in two rows
  const std::string text = known && cell.digits ? table.write(cell.type, cell.words) : "";
  if (!text.empty()) canvas.text(widest.center(), text, style, Align::center);
  const bool dotted = !cell.pad && !cell.idle && !known && widest.w >= digit_ + 2;
  if (dotted) canvas.text(widest.center(), "·", style, Align::center);
  if (cell.row_start) {
    const Rect& begin = cell.place.pieces[0];
    canvas.fill({begin.x - 1, begin.y + 2, 2, begin.h - 4}, theme.muted);
  }
}

void MemoryView::draw_touched(Canvas& canvas, Rect cells, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Followed* const pinned = pinned_in(frame);
  for_each_element(trace, access, [&](ElementIndex index) {
    const auto cell = layout_.cell(trace, access.array, index);
    if (!cell) return;
    const bool faint = pinned != nullptr && !pinned->uses(frame.access, access.array, index);
    const Color color = faint ? faded(*frame.theme, frame.theme->now) : frame.theme->now;
    for (Rect piece : cell->rects()) {
      piece.x += cells.x;
      piece.y += cells.y - scroll_;
      if (piece.y >= cells.bottom() || piece.bottom() <= cells.y) continue;
      canvas.keep_free(piece);
      // Two digits must be read inside the frame.
      const bool tight = piece.w < 2 * digit_ + 8;
      canvas.stroke(tight ? piece.inset(0.5F) : word_box(piece), color, tight ? 1.0F : 2.0F, 4);
    }
  });
}

}  // namespace warpscope
