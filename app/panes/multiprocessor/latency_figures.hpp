#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/panes/multiprocessor/latency_sliders.hpp"

namespace warpscope {

/// Utilisation with so many resident warps.
struct UtilisationPoint {
  int warps = 0;
  double busy = 0;
};

/// What the latency page shows of a choice, kept until the choice is another one.
class LatencyFigures {
 public:
  void forget() { *this = {}; }
  /// Computes what the choice changes.
  void prepare(const Document& document, const LatencyChoice& choice);

  [[nodiscard]] const BlockStream& stream() const { return stream_; }
  [[nodiscard]] const WarpSchedule& schedule() const { return schedule_; }
  [[nodiscard]] const MachineModel& machine() const { return machine_; }
  [[nodiscard]] const Throughput& present() const { return present_; }  ///< in the long run
  [[nodiscard]] const std::vector<UtilisationPoint>& curve() const { return curve_; }
  [[nodiscard]] const LittleLine& little() const { return little_; }
  /// Shares of all warps' cycles up to the end of the schedule, by WarpState.
  [[nodiscard]] const std::array<double, warp_states>& states() const { return states_; }
  /// Those that there are, the largest share first.
  [[nodiscard]] std::vector<WarpState> states_by_share() const;
  /// The warp row and the span in which an access issues first; unset: the schedule lacks it.
  struct Place {
    std::size_t warp = 0, span = 0;
  };
  [[nodiscard]] std::optional<Place> place_of(std::uint32_t access, const Trace& trace) const;
  /// Counts the times that anything changed.
  [[nodiscard]] int version() const { return version_; }

 private:
  void draw_curve(const LatencyChoice& choice);
  void sum_states();

  std::optional<LatencyChoice> choice_;
  MachineModel machine_;
  BlockStream stream_;
  WarpSchedule schedule_;
  Throughput present_;
  std::vector<UtilisationPoint> curve_;
  LittleLine little_;
  std::array<double, warp_states> states_{};
  int version_ = 0;
};

}  // namespace warpscope
