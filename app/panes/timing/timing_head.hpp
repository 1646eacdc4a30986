#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/panes/timing/timing_parts.hpp"
#include "app/panes/timing/timing_picture.hpp"

namespace warpscope {

/// A record that can be drawn.
struct TimingOffer {
  std::size_t record = 0;  ///< place among all
  std::string name;        ///< "H200, 2026-11-22"
  std::string source;      ///< "recorded", "measured here", "the lectures' table"
  std::string tooltip;
  bool slides = false;  ///< a table without sizes: a column of the ladder
  bool shown = false;
};
/// A check mark for each record, with the kind of line that it has. Returns the one that was
/// clicked. Says how many records found no room.
std::optional<std::size_t> draw_offers(Canvas& canvas, Rect row,
                                       std::span<const TimingOffer> offers, const Frame& frame,
                                       Wishes& wishes);

/// Something that a reader of the figures must know.
struct TimingRemark {
  std::string text, tooltip;
  bool bad = false;
};
/// At the right end of `row`, which shrinks.
void draw_remarks(Canvas& canvas, Rect& row, std::span<const TimingRemark> remarks,
                  const Frame& frame, Wishes& wishes);

/// The pictures to choose from, at the left of `row`, which shrinks; those with a `why_not` have
/// nothing to show.
struct TimingChoice {
  TimingPicture picture = TimingPicture::ladder;
  std::string why_not;
};
void draw_choices(Canvas& canvas, Rect& row, std::span<const TimingChoice> choices,
                  const Frame& frame, Wishes& wishes);

}  // namespace warpscope
