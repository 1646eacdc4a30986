#pragma once

#include <optional>

#include "app/layout/heat_layout.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Banks by time: the wavefronts of the whole trace in one picture. The wheel zooms about the
/// pointer, dragging moves, a double click shows everything, a click goes to an access.
class HeatView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "heat"; }
  [[nodiscard]] std::string_view title() const override { return "Heat map"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

  [[nodiscard]] HeatWindow window() const { return window_; }

 private:
  void lay_out(const Canvas& canvas, Rect area, const Frame& frame);
  void move(const Frame& frame);
  void draw_map(Canvas& canvas, const Frame& frame);
  void draw_numbers(Canvas& canvas, const Frame& frame) const;
  void draw_names(Canvas& canvas, const Frame& frame) const;
  void draw_banks(Canvas& canvas, const Frame& frame) const;
  void draw_playhead(Canvas& canvas, const Frame& frame) const;
  void draw_legend(Canvas& canvas, const Frame& frame) const;
  void point(Canvas& canvas, const Frame& frame, Wishes& wishes);

  HeatMap map_;
  HeatWindow window_;
  HeatCut cut_;
  std::optional<Point> grip_;  ///< where the mouse took hold of the map
  HeatWindow held_;            ///< the window then
  bool dragged_ = false;

  // For what is below; computed again when it changes.
  HeatLayout layout_;
  Rect laid_out_;
  float type_size_ = 0;
  std::vector<StepLabel> steps_;
  std::vector<LaunchMark> launches_;
};

}  // namespace warpscope
