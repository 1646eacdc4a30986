// Searching, folding, and moving the code sideways.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/look/source_reading.hpp"
#include "app/panes/source/source_lines.hpp"
#include "app/panes/source/source_view.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float notch = 8;  // columns
constexpr float pan_bar_height = 8, thumb_height = 4, least_thumb = 24;

/// The thumb of a bar: what is in sight of all columns.
Rect thumb_of(Rect bar, int pan, int most, float shown) {
  const float all = shown + static_cast<float>(most);
  const float width = std::min(bar.w, std::max(least_thumb, bar.w * shown / all));
  const float way = bar.w - width;
  const float x = bar.x + way * static_cast<float>(pan) / static_cast<float>(std::max(1, most));
  return {x, bar.y + (bar.h - thumb_height) / 2, width, thumb_height};
}

}  // namespace

void SourceView::follow_reading(const Frame& frame) {
  const SourceReading* reading = frame.ask<SourceReading>();
  added_ = {};
  if (reading == nullptr) return;
  // A view that is new has missed what was asked of the one before it.
  const SourceReading before = std::exchange(heard_, *reading).value_or(*reading);
  added_ = {.turns = reading->turns - before.turns,
            .columns = reading->columns - before.columns,
            .folds = reading->folds - before.folds,
            .folds_of_others = reading->folds_of_others - before.folds_of_others,
            .unfolds = reading->unfolds - before.unfolds,
            .put_back = reading->put_back,
            .put_backs = reading->put_backs - before.put_backs};
}

SourceView::MatchedAt SourceView::matched_at(const Frame& frame) {
  const FilePlace* reads = frame.ask<FilePlace>();
  return {frame.access, reads == nullptr ? std::nullopt : std::optional(*reads)};
}

const SourceHit* SourceView::match_in_sight(const Frame& frame) const {
  if (!sought_ || !match_ || sought_->twin || matched_at_ != matched_at(frame)) return nullptr;
  return &matches_.all()[*match_];
}

void SourceView::search(const Frame& frame, Wishes& wishes) {
  const SourceReading* reading = frame.ask<SourceReading>();
  if (reading == nullptr || !reading->searching) {
    // What was found stays in sight.
    const SourceHit* match = match_in_sight(frame);
    const auto files = files_of(frame);
    if (match != nullptr && match->file < files.size()) {
      wishes.read =
          place_of(frame, files[match->file].name, static_cast<std::uint32_t>(match->line) + 1);
    }
    sought_.reset();
    match_.reset();
    return;
  }
  const bool twin = shows_twin(frame);
  if (!sought_) {
    sought_from_ = {0, static_cast<int>(twin_scroll_)};
    if (!twin) {
      const SourceSpot spot = spot_of(frame);
      const bool same = placed_ && spot.listing == spot_.listing && spot.source == spot_.source;
      sought_from_ = {spot.source, same ? page().folds.line_at(static_cast<int>(scroll_)) : 0};
    }
  }
  Sought now{reading->text, reading->match_case, twin, reads_};
  bool turned = false;
  if (sought_ != now) {
    std::vector<const std::vector<SourceLine>*> files;
    if (twin) files.push_back(&twin_.lines);
    for (const SourcePage& page : shows_listing(frame) ? listing_ : pages_) {
      if (!twin) files.push_back(&page.lines);
    }
    // A save moves nothing that is not sought anew.
    const bool other_words =
        !sought_ || sought_->text != now.text || sought_->match_case != now.match_case;
    const bool held = match_in_sight(frame) != nullptr;
    matches_ = SourceHits(files, now.text, now.match_case);
    match_ = matches_.first_from(sought_from_.first, sought_from_.second);
    sought_ = std::move(now);
    turned = match_ && (other_words || held);
  }
  if (match_ && added_.turns != 0) {
    const auto count = static_cast<std::int64_t>(matches_.all().size());
    const std::int64_t next = (static_cast<std::int64_t>(*match_) + added_.turns) % count;
    match_ = static_cast<std::size_t>((next + count) % count);
    const SourceHit& match = matches_.all()[*match_];
    sought_from_ = {match.file, match.line};
    turned = true;
  }
  if (!turned) return;
  matched_at_ = matched_at(frame);
  following_ = true;
  wishes.animate = true;  // the title tells the file
}

void SourceView::pan(SourceColumns& at, const SourcePage& page, const SourcePart& part,
                     const Frame& frame) {
  const Pointer& pointer = frame.pointer;
  const float shown = std::max(1.0F, std::floor((at.area.right() - at.text) / at.advance));
  most_pan_ = std::max(0, page.longest - part.common_indent - static_cast<int>(shown));
  if (frame.access != followed_ && !pan_held_)
    pan_ = 0;  // the playhead's line begins at its beginning
  pan_ += added_.columns;
  if (pointer.inside) {
    const float sideways = pointer.wheel_x - (pointer.shift ? pointer.wheel : 0);
    pan_ += static_cast<int>(std::lround(notch * sideways));
  }
  pan_bar_ = {};
  if (most_pan_ > 0)
    pan_bar_ = {at.text, at.area.bottom() - pan_bar_height, at.area.right() - at.text,
                pan_bar_height};
  if (!pointer.down || most_pan_ == 0) pan_held_.reset();
  const Rect thumb = thumb_of(pan_bar_, std::clamp(pan_, 0, most_pan_), most_pan_, shown);
  if (pointer.inside && pointer.pressed && pan_bar_.contains(pointer.at)) {
    const bool on_thumb = pointer.at.x >= thumb.x && pointer.at.x < thumb.right();
    pan_held_ = on_thumb ? pointer.at.x - thumb.x : thumb.w / 2;
  }
  if (pan_held_) {
    const float way = std::max(1.0F, pan_bar_.w - thumb.w);
    const float share = (pointer.at.x - *pan_held_ - pan_bar_.x) / way;
    pan_ = static_cast<int>(
        std::lround(std::clamp(share, 0.0F, 1.0F) * static_cast<float>(most_pan_)));
  }
  pan_ = std::clamp(pan_, 0, most_pan_);
  at.pan = pan_;
}

void SourceView::draw_pan(Canvas& canvas, const SourceColumns& at, const Frame& frame) const {
  const bool near = frame.pointer.inside && at.area.contains(frame.pointer.at);
  if (pan_bar_.w <= 0 || (!near && pan_ == 0 && !pan_held_)) return;
  const float shown = std::max(1.0F, std::floor((at.area.right() - at.text) / at.advance));
  const Theme& theme = *frame.theme;
  const bool over = pan_held_ || (near && pan_bar_.contains(frame.pointer.at));
  canvas.fill(thumb_of(pan_bar_, pan_, most_pan_, shown), theme.muted.alpha(over ? 0.9F : 0.5F),
              thumb_height / 2);
}

void SourceView::fold(Wishes& wishes) {
  if (added_.put_backs != 0 && added_.put_back.file == file_) {
    page().folds.fold_only(added_.put_back.heads);
    following_ = true;
  }
  const int line = std::max(0, spot_.line);
  const bool one = added_.folds % 2 != 0;
  if (!one && added_.folds_of_others == 0 && added_.unfolds == 0) return;
  change_folds(wishes, [&](SourceFolds& folds) {
    if (added_.unfolds != 0) folds.unfold();
    if (added_.folds_of_others != 0) folds.fold_others(line);
    if (one) static_cast<void>(folds.toggle(line));
  });
  following_ = true;
}

bool SourceView::hover_fold(Canvas& canvas, const SourceColumns& at, int line, Rect row,
                            const Frame& frame, Wishes& wishes) {
  const SourceBlock* block = page().folds.headed_by(line);
  const Rect mark = fold_mark(at, row.y);
  if (block == nullptr || !mark.contains(frame.pointer.at)) return false;
  const bool folded = page().folds.folded_at(line) != nullptr;
  canvas.fill({row.x - source_bleed, row.y, row.w + 2 * source_bleed, row.h}, frame.theme->raised);
  wishes.about = row;
  const std::int64_t lines = block->end - block->head - 1;
  wishes.tooltip =
      folded ? tr_n("click to show its {1} line", "click to show its {1} lines", lines, lines)
             : tr_n("click to fold its {1} line", "click to fold its {1} lines", lines, lines);
  if (frame.pointer.pressed) toggled_ = line;
  return true;
}

}  // namespace warpscope
