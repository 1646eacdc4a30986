#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What there is to know of a finding for a hint.
struct HintSubject {
  FindingKind kind = FindingKind::race;
  std::uint32_t line = 0, other_line = 0;  ///< of a race: of the later and the earlier access
  bool same_file = true;                   ///< both lines are of one file
  bool host = false;                       ///< the host's code is at fault, not a kernel
  bool cuda = true;                        ///< plain CUDA; else a kernel of the catalogue
};

/// What to do about a finding, in a sentence or two: "Put __syncthreads() between line 21 and line
/// 30." Holds for whatever the finding of that kind says.
[[nodiscard]] std::string finding_hint(const HintSubject& subject);

}  // namespace warpscope
