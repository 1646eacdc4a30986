#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/follow/landmark.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// One access of an element: a warp's instruction, and the lanes that use the element in it.
struct CellAccess {
  std::uint32_t access = 0;
  std::uint32_t lanes = 0;
  friend bool operator==(const CellAccess&, const CellAccess&) = default;
};

/// All accesses of an element, in order: of global and constant memory over the whole run, of other memory in
/// the launch of access `now`, since it is another memory in the next one. Looks through the trace: off the frame
/// thread if that is long.
[[nodiscard]] std::vector<CellAccess> cell_accesses(const Trace& trace, const CellPlace& cell,
                                                    std::uint32_t now);

/// The value that a lane, which uses the element, read or wrote; of an atomic its operands, and behind an arrow
/// what it returned, if that is recorded: "3 → 7".
[[nodiscard]] std::string cell_access_value(const Trace& trace, const CellPlace& cell,
                                            const CellAccess& access, int lane);

/// A table of them for a spreadsheet (RFC 4180): a record for each lane.
[[nodiscard]] std::string cell_accesses_csv(const Trace& trace, const CellPlace& cell,
                                            const std::vector<CellAccess>& accesses);

}  // namespace warpscope
