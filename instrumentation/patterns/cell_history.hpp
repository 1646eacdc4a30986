#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/patterns/cell_versions.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The last read and the last version of every cell that a trace touches, in memory of every space,
/// at any moment. A step forward costs what the access touches; a jump at most a part of the trace.
class CellHistory {
 public:
  CellHistory() = default;
  /// Both must outlive it.
  CellHistory(const Trace& trace, const Dataflow& flow);
  /// The same, with what was made of them before.
  CellHistory(const Trace& trace, const Dataflow& flow,
              std::shared_ptr<const CellVersions> versions);

  /// Moves to the moment after the trace's first `count` accesses.
  void seek(std::uint32_t count);
  [[nodiscard]] std::uint32_t moment() const { return now_.moment; }
  /// The cell as the launch of the last access sees it: shared memory and registers of earlier
  /// launches are gone.
  [[nodiscard]] CellState at(int array, std::int64_t index) const;
  /// The version that comes after the present one; FlowEdge::no_node if there is none.
  [[nodiscard]] std::uint32_t next(int array, std::int64_t index) const;
  /// The words that the cell is known to hold; empty if nothing has been seen of it.
  [[nodiscard]] std::span<const std::uint32_t> value(int array, std::int64_t index) const;

 private:
  static constexpr std::uint32_t no_slot = CellVersions::no_slot;
  [[nodiscard]] std::uint32_t slot(int array, std::int64_t index) const;
  [[nodiscard]] bool gone(int array, std::uint32_t access) const;

  const Trace* trace_ = nullptr;
  const Dataflow* flow_ = nullptr;
  std::shared_ptr<const CellVersions> versions_;
  CellMoment now_;
};

}  // namespace warpscope
