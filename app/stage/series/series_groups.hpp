#pragma once

#include <cstdint>
#include <vector>

#include "app/stage/series/series_layout.hpp"
#include "instrumentation/analysis/cell_map.hpp"

namespace warpscope {

/// Arrays whose cells are the same unknowns: those that one line stores to in different launches,
/// because the host swaps them.
struct SeriesGroup {
  std::vector<std::int32_t> arrays;
  Space space = Space::shared;
  std::vector<SeriesMoment> moments;
  std::vector<ElementIndex> cells;    ///< in the order in which they were first written
  CellMap place;                      ///< cell -> where in `cells`
  std::vector<std::uint32_t> writes;  ///< per cell: moments in which it is written
  std::vector<std::uint32_t> last;    ///< per cell: the last of them
  std::uint32_t most = 0;             ///< of `writes`
  std::uint64_t stores = 0;
  bool iterated = false;  ///< some value is made from an earlier one of the group
  bool ascending = true;  ///< cells are written in order of their index
};

/// Groups of a trace's arrays with the writes to them, and the group of each array.
struct SeriesGroups {
  std::vector<SeriesGroup> groups;
  std::vector<std::int32_t> group_of;  ///< per array; -1: nothing is stored to it
  std::vector<std::int64_t> half_of;   ///< per array: length of a half of a double buffer, else 0

  [[nodiscard]] ElementIndex cell(std::int32_t array, ElementIndex index) const {
    return half_of[array] > 0 ? index % half_of[array] : index;
  }
};
[[nodiscard]] SeriesGroups find_series_groups(const Trace& trace, const Dataflow& flow);

}  // namespace warpscope
