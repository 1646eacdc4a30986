#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/multiprocessor/hiding_figures.hpp"
#include "app/panes/multiprocessor/latency_figures.hpp"
#include "app/panes/multiprocessor/latency_layout.hpp"
#include "app/panes/multiprocessor/latency_sliders.hpp"
#include "app/panes/multiprocessor/machine_page.hpp"
#include "app/panes/multiprocessor/measured_records.hpp"
#include "app/views/parts/slider_track.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// How resident warps hide one another's waiting: what each does, cycle by cycle, and how busy that
/// keeps the issue slots. Modelled: see instrumentation/analysis/warp_schedule.hpp. Beside it, if a
/// record has them, the stamps of real warps and measured throughput: see hiding_figures.hpp.
class LatencyPage final : public MachinePage {
 public:
  static constexpr std::array sliders{
      latency_look_slider<LatencySlider::resident>(
          {.id = "resident", .about = tr_noop("resident warps"), .low = 1, .high = 64}),
      latency_look_slider<LatencySlider::arithmetic>(
          {.id = "between",
           .about = tr_noop("arithmetic instructions assumed before each access"),
           .high = 256}),
      latency_look_slider<LatencySlider::latency>(
          {.id = "latency",
           .about = tr_noop("cycles that a load from global memory takes"),
           .low = 20,
           .high = 1000}),
      latency_look_slider<LatencySlider::waiting>(
          {.id = "waits",
           .about = tr_noop(
               "what a warp waits for: the values that it uses, each load, or as the book's "
               "warps do"),
           .high = static_cast<int>(warp_waiting_names.size()) - 1,
           .names = warp_waiting_names}),
  };
  /// Draws measurements of these records, or of those that are present when it draws.
  explicit LatencyPage(TimingsPtr timings = nullptr);
  [[nodiscard]] std::string_view title() const override;
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
  /// The cycles in sight.
  [[nodiscard]] const CycleWindow& window() const { return window_; }

 private:
  void prepare(const Frame& frame);
  void take_records();
  void lay_out(Rect area, const Frame& frame);
  void move(const Frame& frame);
  void follow_playhead(const Frame& frame);
  void draw_head(Canvas& canvas, const Frame& frame, Wishes& wishes) const;
  void draw_part(Canvas& canvas, Rect& head, const Frame& frame, Wishes& wishes) const;
  [[nodiscard]] std::string measured_head(const Frame& frame) const;
  void draw_model(Canvas& canvas, const Frame& frame);
  void draw_busy(Canvas& canvas, const Frame& frame) const;
  void draw_rows(Canvas& canvas, const Frame& frame);
  void draw_playhead(Canvas& canvas, const Frame& frame) const;
  void draw_ticks(Canvas& canvas, const Frame& frame) const;
  void draw_legend(Canvas& canvas, const Frame& frame) const;
  void draw_facts(Canvas& canvas, const Frame& frame, Wishes& wishes) const;
  void point(const Frame& frame, Wishes& wishes);
  /// All that can be brought into sight.
  [[nodiscard]] double cycles() const {
    return std::max<double>(figures_.schedule().cycles, hiding_.stamped_cycles());
  }
  [[nodiscard]] CycleScale scale() const { return {layout_.rows.x, layout_.rows.w, window_}; }

  LatencyChoice choice_;
  LatencyFigures figures_;
  MeasuredRecords records_;
  HidingFigures hiding_;
  LatencyLayout layout_;
  CycleWindow window_, fitted_;  // in sight; and as it is unless the user moves it
  int shown_version_ = 0;        // of the figures that the window fits
  std::uint32_t shown_access_ = 0;
  SliderRows rows_;
  // What the mouse drags.
  std::optional<Point> grip_;
  CycleWindow held_;
  bool dragged_ = false;
};

}  // namespace warpscope
