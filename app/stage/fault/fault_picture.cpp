#include "app/stage/fault/fault_picture.hpp"

#include <algorithm>
#include <string_view>

#include "app/layout/text_wrap.hpp"
#include "app/stage/fault/fault_scene.hpp"
#include "app/subject/letter_case.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float line_share = 1.45F;  // a line's height, of its type size

/// Draws a sentence from the bottom of `area`, which shrinks, on at most `lines` lines.
void draw_below(Canvas& canvas, Rect& area, std::string_view text, const TextStyle& style,
                int lines) {
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  const auto rows = wrap_text(text, area.w, lines, measure);
  Rect block = area.cut_bottom(static_cast<float>(rows.size()) * style.size * line_share);
  for (const std::string_view line : rows) {
    const Rect row = block.cut_top(style.size * line_share);
    canvas.text_fit({row.x, row.center().y}, line, style, row.w);
  }
}

/// "race: cache[16], 159 times".
std::string heading_of(const Trace& trace, const FaultStory& story) {
  std::string heading = with_capital(std::string(tr(name(story.kind))));
  if (story.array >= 0) {
    heading += ": " + cell_text(trace, story.launch, story.array, story.index);
  }
  if (story.times > 1) {
    heading += ", " + tr_n("{1} time", "{1} times", story.times, count_text(story.times));
  }
  return heading;
}

/// What is not recorded cannot be gone to: offers to record it.
void draw_block_offer(Canvas& canvas, Rect& area, const FaultScene& scene, Wishes& wishes) {
  if (scene.story.recorded) return;
  const Launch& launch = scene.trace().launches[scene.story.launch];
  const TextStyle style{Face::sans_bold, scene.type.small, {}};
  const std::string text =
      tr("Record block {}, in which it happens ▸", count_text(scene.story.block));
  Rect row = area.cut_top(scene.type.small + 12);
  area.cut_top(6);
  const Rect button = row.cut_left(std::min(row.w, chip_width(canvas, text, style)));
  draw_chip(canvas, button, text, style, scene.theme().active, scene.theme());
  if (!scene.frame.pointer.over_control(button)) return;
  wishes.about = button;
  wishes.tooltip = std::string(
      tr("The accesses of another block are recorded: these lanes are not among them."));
  if (scene.frame.pointer.pressed) {
    wishes.record_block = coordinates(scene.story.block, launch.grid);
  }
}

void draw_body(Canvas& canvas, Rect area, const FaultScene& scene, Wishes& wishes) {
  switch (scene.story.kind) {
    case FindingKind::race:
    case FindingKind::undefined_order:
      if (!scene.story.touches.empty()) return draw_fault_history(canvas, area, scene, wishes);
      break;
    case FindingKind::out_of_bounds:
      if (scene.story.array >= 0 && !scene.story.wanted.empty()) {
        return draw_fault_beyond(canvas, area, scene, wishes);
      }
      break;
    case FindingKind::barrier_divergence:
      if (scene.story.thread >= 0) return draw_fault_barrier(canvas, area, scene);
      break;
    default: break;
  }
  draw_fault_cell(canvas, area, scene);
}

}  // namespace

std::string FaultPicture::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || stories_.empty()) return {};
  const std::size_t at = story_at(stories_, frame.access).value_or(shown_);
  return stories_.size() < 2
             ? std::string()
             : tr("finding {0} of {1}", std::min(at, stories_.size() - 1) + 1, stories_.size());
}

void FaultPicture::on_document(const Document& document) {
  stories_ = fault_stories(*document.trace);
  shown_ = 0;
  seen_.reset();
}

void FaultPicture::draw_choice(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes) {
  if (stories_.size() < 2) return;
  const TextStyle style{Face::mono, type_scale(frame.lecture).small, {}};
  for (std::size_t k = std::min<std::size_t>(stories_.size(), 9); k-- > 0;) {
    const std::string number = std::to_string(k + 1);
    const float width = chip_width(canvas, number, style);
    if (row.w < 4 * width) return;
    const Rect chip = row.cut_right(width);
    row.cut_right(4);
    draw_chip(canvas, chip, number, style, k == shown_ ? frame.theme->costly : frame.theme->muted,
              *frame.theme);
    if (!frame.pointer.over_control(chip)) continue;
    wishes.about = chip;
    wishes.tooltip = stories_[k].message.text();
    if (!frame.pointer.pressed) continue;
    shown_ = k;
    if (stories_[k].access) wishes.seek = stories_[k].access;
  }
}

void FaultPicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || stories_.empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("What is wrong with a program appears here: the cell, the lanes and their "
                        "order."));
    return;
  }
  if (!frame.untold.allows(Told::races)) {
    draw_placeholder(canvas, area, *frame.theme, untold_text());
    return;
  }
  if (seen_ != frame.access) shown_ = story_at(stories_, frame.access).value_or(shown_);
  seen_ = frame.access;
  const FaultScene scene{frame, stories_[shown_], type_scale(frame.lecture)};
  Rect head = area.cut_top(scene.type.body + 10);
  draw_choice(canvas, head, frame, wishes);
  canvas.text_fit({head.x, head.center().y}, heading_of(scene.trace(), scene.story),
                  {Face::sans_bold, scene.type.body, scene.theme().costly}, head.w);
  const bool low = area.h < 12 * scene.type.small;
  if (!scene.story.remedy.empty() && area.h >= 8 * scene.type.small) {
    draw_below(canvas, area, scene.story.remedy.text(), scene.words(scene.theme().free),
               low ? 1 : 2);
  }
  if (!low) {
    draw_below(canvas, area, scene.story.message.text(), scene.words(scene.theme().text), 3);
    area.cut_bottom(4);
  }
  draw_block_offer(canvas, area, scene, wishes);
  draw_body(canvas, area, scene, wishes);
}

}  // namespace warpscope
