#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/panes/multiprocessor/machine_page.hpp"
#include "app/panes/multiprocessor/occupancy_scene.hpp"
#include "app/panes/multiprocessor/occupancy_sliders.hpp"
#include "app/views/parts/slider_track.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// How many blocks and warps of a launch one multiprocessor holds at a time, and what limits them.
/// Modelled: see instrumentation/analysis/occupancy.hpp.
class OccupancyPage final : public MachinePage {
 public:
  static constexpr std::array sliders{
      occupancy_look_slider<OccupancySlider::capability>(
          {.id = "capability",
           .about = tr_noop("compute capability"),
           .high = static_cast<int>(capability_names.size()) - 1,
           .names = capability_names}),
      occupancy_look_slider<OccupancySlider::threads>(
          {.id = "threads", .about = tr_noop("threads of a block"), .low = 1, .high = 1024}),
      occupancy_look_slider<OccupancySlider::registers>(
          {.id = "registers", .about = tr_noop("registers of a thread"), .low = 1, .high = 255}),
      occupancy_look_slider<OccupancySlider::shared>(
          {.id = "shared",
           .about = tr_noop("bytes of shared memory of a block"),
           .high = 227 * 1024}),
      occupancy_look_slider<OccupancySlider::split>(
          {.id = "split",
           .about =
               tr_noop("shared memory against L1 cache: 0 as the driver chooses, 1 the least …"),
           .high = 10}),
  };
  [[nodiscard]] std::string_view title() const override;
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Asked {
    const MultiprocessorLimits* machine = nullptr;
    OccupancyRequest request;
    friend bool operator==(const Asked&, const Asked&) = default;
  };
  void ask(const OccupancyChoice& choice);
  [[nodiscard]] const OccupancyCurve& chosen_curve(const Frame& frame) const;

  SliderRows rows_;
  std::optional<OccupancySlider> held_curve_;  // the mouse went down on it
  // What was asked last, and the answers.
  std::optional<Asked> asked_;
  Occupancy found_;
  std::array<OccupancyCurve, 3> curves_;
};

}  // namespace warpscope
