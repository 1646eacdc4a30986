#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/panes/console/stream_schedule.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The work of a program's streams, a lane each, over time: what stands above one another may run at the same time, arrows
/// and the host's waiting say what orders the rest, and two pieces that touch the same memory without an order are red.
class StreamsPicture {
 public:
  /// Another story; it must stay while it is drawn.
  void show(const StreamStory* story);
  [[nodiscard]] bool empty() const { return story_ == nullptr || story_->empty(); }
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes);

 private:
  /// Where all lies, in pixels.
  struct Place;
  [[nodiscard]] Place lay_out(const Canvas& canvas, Rect area, const Frame& frame);
  void scroll(Place& place, const Frame& frame);
  /// The clash that is told: that of the call at the mouse, else the first.
  [[nodiscard]] const StreamClash* told_clash(const Place& place, const Frame& frame) const;
  void draw_lanes(Canvas& canvas, const Place& place, const Frame& frame) const;
  void draw_waits(Canvas& canvas, const Place& place, const Frame& frame, Wishes& wishes) const;
  void draw_arrows(Canvas& canvas, const Place& place, const Frame& frame) const;
  void draw_calls(Canvas& canvas, const Place& place, const Frame& frame, Wishes& wishes) const;
  void draw_clash(Canvas& canvas, const Place& place, const StreamClash& clash,
                  const Frame& frame) const;
  void draw_words(Canvas& canvas, Rect row, const Place& place, const StreamClash* clash,
                  const Frame& frame) const;
  void point(const Place& place, std::uint32_t at, Rect box, const Frame& frame,
             Wishes& wishes) const;
  [[nodiscard]] bool clashes(std::uint32_t call) const;

  const StreamStory* story_ = nullptr;
  StreamSchedule schedule_;
  float left_ = 0;                         // in pieces of work
  float top_ = 0;                          // in lanes
  std::optional<std::uint32_t> followed_;  // call of the playhead's launch
};

}  // namespace warpscope
