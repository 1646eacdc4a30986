#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/panes/timing/log_axis.hpp"
#include "instrumentation/timing/device_record.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A memory's figures side by side.
struct MemoryRow {
  std::string memory;                      ///< as in LatencyFigure
  const LatencyFigure* latency = nullptr;  ///< nullptr: not measured
  const MemoryFigure* bandwidth = nullptr;
  bool footprint = false;  ///< the memory has several rows, told apart by their footprints
};
/// In the order of device_memories(). Global memory has its largest footprint; constant memory its
/// least, and its largest if that differs by more than a tenth. Points into the record.
[[nodiscard]] std::vector<MemoryRow> memory_rows(const DeviceRecord& record);

/// The names of a run's arrays, by the memory that they lie in: "local" of local_array has "counts".
using ArraysByMemory = std::map<std::string, std::vector<std::string>, std::less<>>;
[[nodiscard]] ArraysByMemory arrays_by_memory(const Trace& trace);
/// Brings the rows of memories that a run uses before all others.
void put_used_first(std::vector<MemoryRow>& rows, const ArraysByMemory& used);

/// A load's latency over the bytes that its chain visits, and the levels that can be read from it.
struct FootprintCurve {
  std::vector<const LatencyFigure*> points;         ///< of global memory, by footprint
  std::optional<double> first_level, second_level;  ///< cycles, measured
  double second_level_bytes = 0;                    ///< of the device; 0: unknown
  LogAxis bytes, cycles;
  /// The footprint up to which the latency stays within a tenth of a level's; 0: none does.
  [[nodiscard]] double holds(double level) const;
};
[[nodiscard]] FootprintCurve footprint_curve(const DeviceRecord& record);

/// Where the parts of the page are. Parts without room are empty.
struct MemoryPageLayout {
  Rect names, latency, latency_figures, bandwidth, bandwidth_figures;  ///< columns over all rows
  Rect heads;                                                          ///< above them
  float row = 0;
  Rect curve;                                        ///< with its numbers and its name
  [[nodiscard]] Rect line(std::size_t index) const;  ///< across all columns
};
[[nodiscard]] MemoryPageLayout memory_page_layout(Rect area, std::size_t rows, float text);

}  // namespace warpscope
