// The kernel as plain CUDA, in place of the source that the trace was recorded from.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/lesson/lesson_place.hpp"
#include "app/panes/source/source_lines.hpp"
#include "app/panes/source/source_view.hpp"
#include "app/subject/cuda_twin.hpp"
#include "app/views/parts/context_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float twin_note_height = 24;

/// Below the lines: what they are, in the longest words that fit.
void draw_twin_note(Canvas& canvas, Rect row, const Frame& frame, const TypeScale& type,
                    Wishes& wishes) {
  const TextStyle style{Face::sans, type.small, frame.theme->muted};
  const std::string whole =
      tr("The same algorithm by hand, for int and sums. Steps and costs stand beside our source.");
  if (frame.pointer.inside && row.contains(frame.pointer.at)) {
    wishes.about = row;
    wishes.tooltip = whole;
  }
  const float y = row.bottom() - type.small * 0.6F;
  for (const std::string& text :
       {whole, std::string(tr("The same algorithm by hand: no steps, no costs")),
        std::string(tr("by hand: no costs"))}) {
    if (canvas.width(text, style) > row.w) continue;
    canvas.text({row.x, y}, text, style);
    return;
  }
}

/// The line with which the first kernel begins, its comment with it; the first of all if that leaves
/// nothing of weight out of sight.
std::size_t kernel_of_twin(std::span<const SourceLine> lines) {
  constexpr std::size_t light = 2;
  const auto kernel = std::ranges::find_if(
      lines, [](const SourceLine& line) { return line.text.starts_with("__global__"); });
  auto home = static_cast<std::size_t>(kernel - lines.begin());
  while (home > 0 && !lines[home - 1].text.empty()) --home;
  return home > light ? home : 0;
}

}  // namespace

View::Link SourceView::link(const Frame& frame) const {
  if (!has_twin(frame)) return {};
  // Translators: words of one click: the source as CUDA, or the one that the run was traced with.
  return {std::string(shows_twin(frame) ? tr("as traced") : tr("as in CUDA")), "source.cuda"};
}

void SourceView::prepare_twin(const Frame& frame) {
  const std::string& kernel = frame.document->trace->header.kernel;
  if (twin_of_ == kernel) return;
  twin_of_ = kernel;
  twin_.read(cuda_twin(kernel));
  twin_scroll_ = static_cast<float>(kernel_of_twin(twin_.lines));
  twin_pointed_.clear();
  ++reads_;
}

void SourceView::draw_twin(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const TypeScale type = type_scale(frame.lecture);
  if (area.h > 6 * type.row) {
    draw_twin_note(canvas, area.cut_bottom(twin_note_height), frame, type, wishes);
  }
  const SourcePart all{0, static_cast<int>(twin_.lines.size()), 0};
  const SourceSpot nowhere{.listing = true};
  const SourceHit* match = match_ ? &matches_.all()[*match_] : nullptr;
  const SourceScene scene{.page = twin_,
                          .part = all,
                          .spot = nowhere,
                          .frame = frame,
                          .type = type,
                          .matches = sought_ ? &matches_ : nullptr,
                          .match = match};
  SourceColumns at = source_columns(canvas, area, scene);
  // No costs, so no room for them.
  const auto digits = static_cast<float>(std::to_string(twin_.lines.size()).size());
  const float moved = at.line - canvas.width("0", at.number) * digits - area.x;
  at.line -= moved;
  at.text -= moved;
  const float rows = std::max(1.0F, std::floor(area.h / at.row));  // whole ones only
  at.area.h = rows * at.row;
  point_in_twin(at, rows, frame);
  const float most = std::max(0.0F, static_cast<float>(twin_.lines.size()) - rows);
  pan(at, twin_, all, frame);
  followed_ = frame.access;
  if (frame.pointer.inside && !frame.pointer.shift) twin_scroll_ -= 3 * frame.pointer.wheel;
  if (std::exchange(following_, false) && match != nullptr) {
    twin_scroll_ = static_cast<float>(match->line) - std::floor(rows / 3);
  }
  twin_scroll_ = std::round(std::clamp(twin_scroll_, 0.0F, most));
  const Rect& shown = at.area;
  const Clip clip(canvas, {shown.x - source_bleed, shown.y, shown.w + 2 * source_bleed, shown.h});
  const int first = static_cast<int>(twin_scroll_);
  const int end = std::min(static_cast<int>(twin_.lines.size()), first + static_cast<int>(rows));
  for (int i = first; i < end; ++i) {
    const Rect row{shown.x, shown.y + static_cast<float>(i - first) * at.row, shown.w, at.row};
    if (frame.pointer.inside && row.contains(frame.pointer.at)) {
      hover_twin(canvas, at, i, row, frame, wishes);
    }
    draw_source_line(canvas, at, i, row.y, scene, wishes);
  }
  draw_pan(canvas, at, frame);
  draw_scroll_mark(canvas, shown, twin_scroll_, rows, static_cast<float>(twin_.lines.size()),
                   *frame.theme);
}

void SourceView::point_in_twin(SourceColumns& at, float rows, const Frame& frame) {
  const FoundMarks* const marks = frame.ask<FoundMarks>();
  const std::string_view part = marks == nullptr ? std::string_view() : marks->cuda;
  at.pointed.clear();
  for (std::size_t i = 0; i < twin_.lines.size() && !part.empty(); ++i) {
    if (twin_.lines[i].text.find(part) != std::string::npos)
      at.pointed.push_back(static_cast<int>(i));
  }
  // The user may have scrolled since; in a pane that became lower the line may be out of sight.
  if (twin_pointed_ == part && twin_rows_ == rows) return;
  twin_pointed_ = part;
  twin_rows_ = rows;
  if (at.pointed.empty()) return;
  // As much of the kernel's beginning as leaves the line in sight.
  twin_scroll_ = std::max(static_cast<float>(kernel_of_twin(twin_.lines)),
                          static_cast<float>(at.pointed.front()) + 1 - std::ceil(rows * 2 / 3));
}

void SourceView::hover_twin(Canvas& canvas, const SourceColumns& at, int line, Rect row,
                            const Frame& frame, Wishes& wishes) const {
  const SourceLine& source = twin_.lines[static_cast<std::size_t>(line)];
  canvas.fill({row.x - source_bleed, row.y, row.w + 2 * source_bleed, row.h}, frame.theme->raised);
  const float code_end = at.text + at.advance * static_cast<float>(source.columns);
  if (code_end > at.area.right()) {
    wishes.about = row;
    wishes.tooltip = source.text;
  }
  if (!frame.pointer.menu) return;
  const std::size_t first = std::min(source.text.find_first_not_of(' '), source.text.size());
  wishes.menu = {tr("line {}", line + 1),
                 {copy_action(tr("Copy the line"), source.text.substr(first)),
                  copy_action(tr("Copy all of the source"), cuda_twin(twin_of_))}};
}

}  // namespace warpscope
