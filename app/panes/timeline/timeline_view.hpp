#pragma once

#include "app/comparison/comparison.hpp"
#include "app/panes/timeline/timeline_layout.hpp"
#include "app/views/parts/zoom_hand.hpp"
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
      .id = "timeline", .title = tr_noop("Timeline"), .slot = Slot::timeline, .zooms = true};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame&) const override { return ""; }
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  void lay_out(const Canvas& canvas, Rect area, const Frame& frame);
  /// What follows of the part that is in sight.
  void lay_out_part(const Canvas& canvas, const Frame& frame);
  void look(const Frame& frame, Wishes& wishes);
  void draw_axis(Canvas& canvas, const Frame& frame) const;
  /// What the colours mean where bars stand for several accesses.
  void draw_tiers(Canvas& canvas, const Frame& frame, Point right) const;
  /// The bars of one run, and the room that they have.
  struct Row {
    Rect room;
    std::vector<TimelineBar> bars;
  };
  /// In a comparison one row above the other.
  void lay_out_rows(const Frame& frame);
  void draw_row_names(Canvas& canvas, const Frame& frame) const;
  void draw_bars(Canvas& canvas, const Frame& frame, const Row& row) const;
  void draw_worst(Canvas& canvas, const Frame& frame, const Row& row) const;
  /// Whether none of a bar's accesses is what is looked for.
  [[nodiscard]] bool is_faded(const TimelineBar& bar, const Frame& frame, const Row& row) const;
  void draw_track(Canvas& canvas, const Frame& frame) const;
  void draw_steps(Canvas& canvas, const Frame& frame) const;
  /// Where a barrier is to which not all threads come.
  void draw_divergence(Canvas& canvas, const Frame& frame) const;
  void draw_launches(Canvas& canvas, const Frame& frame) const;
  void draw_nests(Canvas& canvas, const Frame& frame) const;
  void draw_flags(Canvas& canvas, const Frame& frame);
  void tell_steps(Rect area, const Frame& frame) const;
  void point(Rect area, const Frame& frame, Wishes& wishes);
  /// What a bar of several accesses stands for.
  [[nodiscard]] std::string bar_text(std::uint32_t access, const Frame& frame) const;
  [[nodiscard]] bool in_sight(float x) const {
    return x >= room_.x - 0.5F && x <= room_.right() + 0.5F;
  }
  [[nodiscard]] static ContextMenu menu_of(std::uint32_t access, const Frame& frame);

  DegreeCounts degrees_;
  int max_degree_ = 1;
  bool dragging_ = false;
  ZoomHand zoom_;

  // For the area, type size and language below; computed again when they change.
  Rect laid_out_;
  int language_ = 0;
  float type_size_ = 0;
  Rect room_;   // of the bars
  Rect names_;  // of the steps, below; empty if there is no room
  TimeScale scale_;
  Rect track_;
  Rect axis_;  // left of the bars, tells the meaning of their height; empty if there is no room
  const Comparison* compared_ = nullptr;  // of the layout: only compared
  bool rival_first_ = false;              // of the layout
  Row own_, rival_;                       // the latter without bars: none is compared
  std::vector<TrackLabel> labels_;
  std::vector<float> ticks_;
  std::vector<LaunchMark> launches_;      // all of them
  std::vector<LaunchMark> launch_names_;  // those in sight
  std::vector<Rect> tags_;                // of frame.flags, in the order of flag_order_
  std::vector<std::size_t> flag_order_;
  Rect launch_strip_;  // for their names, above the bars; empty if there is no room
  std::vector<LaunchNest> nests_;
  std::vector<Step> titled_;              // as the axis names them
  std::vector<std::uint32_t> divergent_;  // steps that end with such a barrier
  Rect nest_strip_;  // for their brackets, below the names; empty if there is no room
};

}  // namespace warpscope
