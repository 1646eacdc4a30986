#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The access at which a run shows its point, computed from the trace. A kernel opens there, and a
/// picture shows it if nobody named an access.
struct Telling {
  /// Why this access: the first reason that holds for the run, in this order.
  enum class Reason : std::uint8_t {
    queue,   ///< lanes wait for one another: at a bank, an element, or for words of constant memory
    spread,  ///< more sectors of global memory are lost than wavefronts taken: here most
    handed,  ///< the block reads what others of its launch have left for it
    parted,  ///< lanes wait between lanes that work, or for the other arm of a branch
    busiest,  ///< none of these: the middle of the step in which lanes access most
  };
  std::uint32_t access = 0;
  Reason reason = Reason::busiest;
};

/// Looks at the launches of the kernel that the trace is named after, if there are any. A queue or spread is
/// shown at the costliest access of the lines that lose at least half as much by it in all as the dearest. Of several
/// accesses that cost the same it takes those at which most lanes work, and of these the middle
/// one, when a part of the picture is done. Access 0 for a trace without accesses.
[[nodiscard]] Telling telling_access(const Trace& trace, const Summary& summary);

/// Says what the access shows and asks the question that it raises: "This warp waits for 8 wavefronts where 1 would do. Why?" Empty for a trace without accesses.
[[nodiscard]] std::string telling_text(const Trace& trace, const Summary& summary,
                                       const Telling& telling);
/// The text without its question: "This warp waits for 8 wavefronts where 1 would do."
[[nodiscard]] std::string_view without_question(std::string_view telling_text);

}  // namespace warpscope
