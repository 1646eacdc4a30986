#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The access at which a run shows its point, computed from the trace: where a kernel opens, and
/// what a picture shows when nobody named an access.
struct Telling {
  /// Why this access. The first that a run has, in this order.
  enum class Reason : std::uint8_t {
    queue,  ///< lanes wait for one another: at a bank, at an element, for a word of constant memory
    spread,   ///< lanes touch more sectors of global memory than their bytes fill
    parted,   ///< lanes idle between lanes that work
    busiest,  ///< none of these: the middle of the step in which most lanes access memory
  };
  std::uint32_t access = 0;
  Reason reason = Reason::busiest;
};

/// Of several accesses that cost the same, the first. Access 0 of a trace without accesses.
[[nodiscard]] Telling telling_access(const Trace& trace, const Summary& summary);

/// What the access shows, then the question that it raises, in "ru" or else in English: "8
/// wavefronts for one access, where 1 would do: lanes of this warp queue at 2 banks. Why?" Empty
/// for a trace without accesses.
[[nodiscard]] std::string telling_text(std::string_view language, const Trace& trace,
                                       const Summary& summary, const Telling& telling);

}  // namespace warpscope
