#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/bins/bins_scene.hpp"
#include "app/ui/paling_canvas.hpp"
#include "instrumentation/analysis/bank_meeting.hpp"

namespace warpscope {

/// The picture of counters at one moment.
class CountersPainter {
 public:
  static constexpr float highest_bar = 0.62F;  ///< of the plot: lanes that queue stand above

  CountersPainter(Canvas& canvas, const BinsScene& scene, Rect area);
  void draw();
  /// All bins as a map, where the scene has one; goes where it is clicked.
  void draw_map(Wishes& wishes);
  void hover(Wishes& wishes) const;
  /// Pixels of a bin whose count can be read.
  [[nodiscard]] static float least_large_pitch(const BinsScene& scene);

 private:
  [[nodiscard]] std::vector<double> counts_at(std::uint32_t moment) const;
  [[nodiscard]] Rect lane_box(int lane) const;
  void frame_lane(Rect box, Color edge, float width, bool tight);
  [[nodiscard]] float share(double count) const {
    return static_cast<float>(count / counters_.most) * highest_bar;
  }
  [[nodiscard]] float top(std::int64_t bin) const;
  [[nodiscard]] Point resting_place(const FallingLane& lane, int of) const;
  /// What the model says that the counting access takes.
  void take_cost(std::uint32_t target);
  [[nodiscard]] bool costly() const;
  [[nodiscard]] std::string verdict() const;
  [[nodiscard]] std::string verdict_on_store(const Crowd& crowd, const std::string& text) const;
  /// Of an atomic in shared memory, as the banks judge it: "2-way conflict: bins 7, 39 share bank 7".
  [[nodiscard]] std::string verdict_on_banks(const Crowd& crowd, const std::string& text) const;
  /// The bins that meet in the busiest bank, as a list that may be cut: "7, 39".
  [[nodiscard]] std::string meeting_bins() const;
  /// Whether lanes that want one bin cost something: they take turns, or all but one are lost.
  [[nodiscard]] bool crowds_cost() const { return !cost_.together; }
  /// Whether something is pinned, and not this lane, or nothing of this bin.
  [[nodiscard]] bool lane_fades(int lane) const;
  [[nodiscard]] bool bin_fades(std::int64_t bin) const;
  void draw_head(Rect head);
  void draw_lanes();
  void draw_bins();
  void draw_counts();
  void draw_falling();
  /// The values that the lanes bring: the last that their warp loaded from elsewhere in this step.
  [[nodiscard]] const Access* carried() const;
  [[nodiscard]] bool values_fit(const Access* load) const;
  [[nodiscard]] float token_radius() const;
  void draw_token(const FallingLane& lane, Point at);
  /// How many lanes stand above one another, if there is room to say it.
  void place_queues();
  [[nodiscard]] bool meets_queue(Rect box) const;
  void draw_queues();

  PalingCanvas canvas_;
  const BinsScene& scene_;
  const Counters& counters_;
  Rect lanes_area_;
  BarsLayout bars_;
  std::vector<double> before_, after_;
  std::optional<std::uint32_t> target_;  // the access that counts
  std::vector<FallingLane> lanes_;
  struct Cost {
    int actual = 0, ideal = 0;  // wavefronts; in global memory sectors
    int degree = 1;             // of the conflict
    bool together = false;      // lanes that want one word do not take turns
    std::string text;           // "32 sectors"
    BankMeeting met;            // in shared memory
  };
  Cost cost_;
  struct Queue {
    Rect box;
    std::string text;
  };
  std::vector<Queue> queues_;
  std::map<std::int64_t, int> in_bin_;  // lanes of each bin
  bool now_ = false;                    // the present access counts
};

}  // namespace warpscope
