#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/analysis/cell_map.hpp"
#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A horizontal line of a network: one element, in whichever array it lies at the moment.
struct NetworkWire {
  std::int32_t array = 0;  ///< where it is mostly kept
  ElementIndex index = 0;  ///< there
  std::uint32_t band = 0;
};

/// Arrays that hand the same elements on: a copy of element i + d of one is always element i of the
/// other, pads left out. The two halves of a double buffer are one as well.
struct NetworkBand {
  std::vector<std::int32_t> arrays;
  std::int32_t first_wire = 0;
  std::int32_t wires = 0;
};

/// Per array the length of a half if its two halves change roles again and again, else 0. An array
/// that is merely filled from its first half to its second does not count.
[[nodiscard]] std::vector<std::int64_t> swapped_halves(const Trace& trace, const Dataflow& flow);

/// The wire of each cell, found from the copies in the dataflow. Cells that are neither stored to
/// nor copied from have none.
class NetworkWires {
 public:
  NetworkWires() = default;
  NetworkWires(const Trace& trace, const Dataflow& flow);

  [[nodiscard]] const std::vector<NetworkBand>& bands() const { return bands_; }
  [[nodiscard]] const std::vector<NetworkWire>& wires() const { return wires_; }
  /// -1 where the cell lies on none. For one thread at a time: remembers where it looked last.
  [[nodiscard]] std::int32_t wire(std::int32_t array, ElementIndex index) const;
  /// Leaves only the bands that are wanted. Gives the new number of every wire, -1 for those gone.
  std::vector<std::int32_t> keep(const std::vector<bool>& wanted);

 private:
  /// An array's cells lie `shift` further in its band.
  struct Place {
    std::int32_t band = -1;
    std::int64_t shift = 0;
    std::int64_t half = 0;  ///< length of a half if it is a double buffer
  };
  void find_bands(const Trace& trace, const Dataflow& flow);
  void find_pads(const Trace& trace, const Dataflow& flow);
  void make_bands(std::vector<std::vector<std::int32_t>> groups);
  void find_wires(const Trace& trace, const Dataflow& flow);
  [[nodiscard]] std::int64_t folded(std::int32_t array, ElementIndex index) const;
  [[nodiscard]] std::optional<std::int32_t> cell(std::int32_t array, ElementIndex index) const;

  std::vector<Place> places_;                        // per array
  std::vector<std::vector<std::int32_t>> unpadded_;  // per array: its cells' places without pads
  mutable std::vector<CellMap> wire_of_cell_;        // per band
  std::vector<NetworkBand> bands_;
  std::vector<NetworkWire> wires_;
};

}  // namespace warpscope
