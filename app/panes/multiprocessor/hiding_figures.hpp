#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "app/panes/multiprocessor/latency_sliders.hpp"
#include "instrumentation/analysis/warp_schedule.hpp"
#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

// What a device record says of warps that hide one another's waiting (`hiding`, `stamps`), and the
// same program in the model: each warp loads a line of global memory, waits for it, does some
// multiply-adds on one another's results, and goes on to the line that the load named.

/// Throughput over resident warps, for one amount of arithmetic.
struct HidingCurve {
  int arithmetic = 0;                       ///< multiply-adds after each load
  std::vector<const HidingFigure*> points;  ///< by warps, rising; never empty
};
/// By arithmetic, rising. Points into the record.
[[nodiscard]] std::vector<HidingCurve> hiding_curves(const DeviceRecord& record);
/// Index of the curve whose arithmetic is nearest, in the ratio of the instructions of a turn.
/// `curves` is not empty.
[[nodiscard]] std::size_t nearest_curve(std::span<const HidingCurve> curves, int arithmetic);
/// The point whose number of warps is nearest.
[[nodiscard]] const HidingFigure& nearest_point(const HidingCurve& curve, int warps);

/// The block with stamps that is nearest in the ratios of both numbers; nullptr: there is none.
[[nodiscard]] const StampedBlock* nearest_stamps(const DeviceRecord& record, int warps,
                                                 int arithmetic);
/// Its warps as the model's are: a load is a wait for global memory; the arithmetic, in which issues
/// and waits cannot be told apart, is `arithmetic`; what lies between stamps is `ended`.
[[nodiscard]] std::vector<std::vector<WarpSpan>> stamped_spans(const StampedBlock& block);
/// Cycles of a load and its arithmetic: the median of all warps' averages; 0 if none has a load.
[[nodiscard]] double stamped_turn(const StampedBlock& block);

/// The model of the device that a record is of: the machine on show if it is of that generation, with
/// the latency of its slider, else that of the table. Unset: that generation is not modelled.
[[nodiscard]] std::optional<MachineModel> machine_of(const DeviceRecord& record,
                                                     const LatencyChoice& choice);
/// Cycles for which a multiply-add of integers takes up a scheduler's pipe, as the record's `operations`
/// say; 0: they do not.
[[nodiscard]] int multiply_add_cycles(const DeviceRecord& record, const MachineModel& machine);
/// Loads of warps in each cycle of a multiprocessor on which so many warps run that program; 0 if the
/// numbers are beyond any multiprocessor. `pipe_cycles` is what a multiply-add takes of a scheduler's pipe.
[[nodiscard]] double modelled_loads(const MachineModel& machine, int arithmetic, int warps,
                                    int pipe_cycles = 0);
inline constexpr double bytes_of_a_warps_load = 128;

/// What the page shows of a record at one position of the sliders.
struct HidingFigures {
  const DeviceRecord* record = nullptr;
  std::vector<HidingCurve> curves;
  std::optional<MachineModel> machine;  ///< unset: only measured figures
  int multiply_add = 0;                 ///< its multiply_add_cycles()
  std::size_t near = 0;                 ///< the curve that the slider is nearest to
  std::vector<double> modelled;         ///< loads a cycle, for each point of that curve
  int warps = 0, arithmetic = 0;        ///< of the sliders
  const StampedBlock* stamps = nullptr;
  std::vector<std::vector<WarpSpan>> spans;  ///< of the stamps
  double modelled_turn = 0;                  ///< cycles of a turn with as many warps and arithmetic

  [[nodiscard]] const HidingCurve& curve() const { return curves[near]; }
  [[nodiscard]] const HidingFigure& point() const { return nearest_point(curve(), warps); }
  /// Of point(), in loads a cycle; 0 if nothing is modelled.
  [[nodiscard]] double modelled_point() const;
  /// Little's law: while nothing is used up, `many` warps load that many times as much as the curve's
  /// first point does. Loads a cycle.
  [[nodiscard]] double little(double many) const;
  /// Loads a cycle at which the multiply-adds use up their pipes, whatever the number of warps; 0:
  /// not known, or there are none.
  [[nodiscard]] double multiplier_limit() const;
  [[nodiscard]] double stamped_cycles() const;  ///< at which the last stamp ends
};
/// Keeps what the choice does not change. A record that lacks a section leaves its part empty.
void prepare_hiding(HidingFigures& figures, const DeviceRecord* record,
                    const LatencyChoice& choice);

}  // namespace warpscope
