#pragma once

#include "app/comparison/comparison.hpp"
#include "app/panes/timeline/timeline_layout.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"
#include "instrumentation/patterns/launch_nesting.hpp"

namespace warpscope {

/// The scrubber: cost over time, launches, the kernel's own step names, and the playhead. An access
/// that an open question is about, and those behind it, show no cost. In a comparison both runs have a row of bars,
/// on the time axis of the left one.
class TimelineView final : public View {
 public:
  static constexpr ViewInfo info{
      .id = "timeline", .title = tr_noop("Timeline"), .slot = Slot::timeline};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame&) const override { return ""; }
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  void lay_out(const Canvas& canvas, Rect area, const Frame& frame);
  void draw_axis(Canvas& canvas, const Frame& frame) const;
  void draw_bars(Canvas& canvas, const Frame& frame) const;
  void draw_row(Canvas& canvas, const Frame& frame, const std::vector<TimelineBar>& bars) const;
  /// In a comparison, the bars of both runs, one row above the other on one axis.
  void lay_out_rows(Rect rest, const Frame& frame);
  void draw_track(Canvas& canvas, const Frame& frame) const;
  void draw_steps(Canvas& canvas, const Frame& frame) const;
  void draw_launches(Canvas& canvas, const Frame& frame) const;
  void draw_nests(Canvas& canvas, const Frame& frame) const;
  void draw_flags(Canvas& canvas, const Frame& frame);
  void tell_steps(Rect area, const Frame& frame) const;
  void point(Rect area, const Frame& frame, Wishes& wishes);
  [[nodiscard]] static ContextMenu menu_of(std::uint32_t access, const Frame& frame);

  MaxPyramid degrees_;
  int max_degree_ = 1;
  bool dragging_ = false;

  // For the area, type size and language below; computed again when they change.
  Rect laid_out_;
  int language_ = 0;
  float type_size_ = 0;
  TimeScale scale_;
  Rect track_;
  Rect axis_;  // left of the bars, tells the meaning of their height; empty if there is no room
  std::vector<TimelineBar> bars_;
  const Comparison* compared_ = nullptr;  // of the layout: only compared
  std::vector<TimelineBar> rival_bars_;   // of the right run; empty: none is compared
  std::vector<TrackLabel> labels_;
  std::vector<float> ticks_;
  std::vector<LaunchMark> launches_;
  std::vector<Rect> tags_;  // of frame.flags, in the order of flag_order_
  std::vector<std::size_t> flag_order_;
  Rect launch_strip_;  // for their names, above the bars; empty if there is no room
  std::vector<LaunchNest> nests_;
  Rect nest_strip_;  // for their brackets, below the names; empty if there is no room
};

}  // namespace warpscope
