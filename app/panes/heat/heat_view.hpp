#pragma once

#include <array>

#include "app/panes/heat/heat_layout.hpp"
#include "app/panes/heat/heat_rows.hpp"
#include "app/panes/heat/word_map.hpp"
#include "app/views/parts/zoom_hand.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The whole trace in one picture: time from left to right, downwards the banks with their
/// wavefronts, or the words of shared memory with the warps that use them. A click goes to an access.
class HeatView final : public View {
 public:
  static constexpr std::array options{
      option_of<HeatRows>({.id = "heat",
                           .about = tr_noop("What the heat map shows"),
                           .title = tr_noop("Heat map:"),
                           .next_command = "heat.next",
                           .next_title = tr_noop("Heat map: banks, or words"),
                           .next_key = "Shift+A"})};
  static constexpr ViewInfo info{
      .id = "heat",
      .title = tr_noop("Heat map"),
      .slot = Slot::memory,
      .keys = {"Alt+H"},
      .tells_all = Told::costs | Told::lanes | Told::counts | Told::memories,
      .zooms = true,
      .options = options};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

  [[nodiscard]] HeatWindow window() const { return window_; }

 private:
  void lay_out(const Canvas& canvas, Rect area, const Frame& frame);
  void look(const Frame& frame, Wishes& wishes);
  void draw_map(Canvas& canvas, const Frame& frame);
  /// Pales the accesses that the user does not follow.
  void pale_rest(Canvas& canvas, const Frame& frame) const;
  void draw_numbers(Canvas& canvas, const Frame& frame) const;
  void draw_names(Canvas& canvas, const Frame& frame) const;
  void draw_banks(Canvas& canvas, const Frame& frame) const;
  void draw_playhead(Canvas& canvas, const Frame& frame) const;
  void draw_axes(Canvas& canvas, const Frame& frame, Wishes& wishes) const;
  void draw_legend(Canvas& canvas, const Frame& frame, Wishes& wishes) const;
  /// What is shown, at the right end of the legend; a click goes on to the next. Cuts its room off.
  void draw_switch(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes) const;
  void draw_scale(Canvas& canvas, Rect row, const Frame& frame) const;
  void offer_next(Canvas& canvas, Rect button, const Frame& frame, Wishes& wishes) const;
  void point(Canvas& canvas, const Frame& frame, Wishes& wishes);
  void tell_stops(const Frame& frame) const;  ///< to the keys' cursor

  [[nodiscard]] HeatRows rows_of(const Frame& frame) const;
  /// The meaning of a map's cells, as colours and words.
  [[nodiscard]] Color color_of(const Theme& theme, int value) const;
  [[nodiscard]] std::string number_of(int value) const;
  [[nodiscard]] const HeatMap& map() const { return maps_[static_cast<std::size_t>(rows_)]; }
  [[nodiscard]] bool of_banks() const { return rows_ == HeatRows::banks; }

  std::array<HeatMap, heat_rows.size()> maps_;  // by HeatRows
  HeatRows rows_ = HeatRows::banks;             // the rows that are shown
  WordRows words_;
  int warps_ = 1;  // of the largest block
  HeatWindow window_;
  HeatCut cut_;
  ZoomHand zoom_;

  // For the area and type size below; computed again when they change.
  HeatLayout layout_;
  int language_ = 0;  // that it is laid out for
  Rect laid_out_;
  float type_size_ = 0;
  std::vector<TrackLabel> steps_;
  std::vector<LaunchMark> launches_;
};

}  // namespace warpscope
