#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/layout/series_axis.hpp"
#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A step in which a panel's arrays are written.
struct SeriesMoment {
  std::uint32_t step = 0;
  std::uint32_t first_access = 0;  ///< of those that write
  std::uint32_t last_access = 0;
};

/// A value at a moment.
struct SeriesPoint {
  std::uint32_t moment = 0;
  std::uint32_t access = 0;  ///< that stored it
  std::int32_t array = 0;
  ElementIndex index = 0;
  double value = 0;
};

/// The values of one cell over time; of a sequence, those of all its cells.
struct SeriesLine {
  std::vector<SeriesPoint> points;  ///< in order of time
};

enum class SeriesKind : std::uint8_t {
  sequence,  ///< one new cell at a time, each written once: an iteration's residual
  cells,     ///< cells that are written again and again
  change,    ///< how far a cell has moved at most since it was last written; computed
};

/// One diagram: lines over the moments in which their arrays are written.
struct SeriesPanel {
  SeriesKind kind = SeriesKind::cells;
  std::vector<std::int32_t> arrays;  ///< several where they change roles from launch to launch
  std::vector<SeriesMoment> moments;
  std::vector<SeriesLine> lines;
  std::uint64_t cells = 0;   ///< the lines may show a part of them
  std::uint32_t writes = 0;  ///< of the cell that is written most often
  SeriesAxis axis;
  /// The value whose distance from this panel's another sequence of the trace holds: an estimate's
  /// true value; and that sequence's array.
  struct Goal {
    double value = 0;
    std::int32_t distance = 0;
  };
  std::optional<Goal> goal;
  bool launches = false;  ///< every moment lies in a launch of its own
  bool broken = false;    ///< some value is no finite number
  bool held = false;      ///< some cells keep their value while others are written

  /// The progress of time at an access, in moments: 0 at the first, 1 at the second, between them
  /// by the accesses; -1 before the first begins.
  [[nodiscard]] float moment_at(std::uint32_t access) const;
};

/// Everything that a trace shows over time: the cells that are written again and again, and arrays
/// that get one value after another. Knows no solver: a residual is found by the way it is written.
class SeriesLayout {
 public:
  static constexpr std::size_t most_lines = 48;     ///< in a panel
  static constexpr std::size_t most_points = 4096;  ///< of a line; of more, extremes are kept

  SeriesLayout() = default;
  SeriesLayout(const Trace& trace, const Dataflow& flow);

  /// The most informative first.
  [[nodiscard]] const std::vector<SeriesPanel>& panels() const { return panels_; }
  /// The value at which the iteration would stop, if the trace's parameters say so.
  [[nodiscard]] std::optional<double> tolerance() const { return tolerance_; }

 private:
  std::vector<SeriesPanel> panels_;
  std::optional<double> tolerance_;
};

}  // namespace warpscope
