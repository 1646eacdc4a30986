#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

class CodeStatements;

/// What there is to know of a finding for a hint.
struct HintSubject {
  FindingKind kind = FindingKind::race;
  std::uint32_t line = 0, other_line = 0;  ///< of a race: of the later and the earlier access
  bool same_file = true;                   ///< both lines are of one file
  bool host = false;                       ///< the host's code is at fault, not a kernel
  bool cuda = true;                        ///< plain CUDA; else a kernel of the catalogue
  const CodeStatements* code = nullptr;    ///< of the file that the line is of; null: not known
  std::string array = {};                  ///< empty: none
  std::int64_t index = 0;                  ///< of the element
  bool one_warp = false;                   ///< of a race: both threads are of one warp
  bool between_blocks = false;             ///< of a race: the threads are of different blocks
  std::uint32_t unfenced_signal = 0, early_signal = 0;  ///< see ProgramFinding
  /// Of a race in a loop: both accesses are of one round; unset: not known.
  std::optional<bool> one_round = {};
};

/// What to do about a finding, in a sentence or two. Where the source tells the cause, it is the one remedy for that, with
/// the source's names and lines: "Put __syncthreads() at the end of the loop of line 11, behind line 13." Else it says what
/// holds for whatever the finding of that kind says.
[[nodiscard]] Sentence finding_hint(const HintSubject& subject);

}  // namespace warpscope
