#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

class CodeStatements;

/// A line where a function is called on the way from a kernel to an access.
struct HintLine {
  const CodeStatements* code = nullptr;  ///< of its file
  std::uint32_t line = 0;
  std::string callee;  ///< the function, with template arguments; empty: it is the access itself
  friend bool operator==(const HintLine&, const HintLine&) = default;
};

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
  /// The calls that led to the accesses, the kernel's first; empty: it is the kernel itself, or they are not known.
  std::vector<HintLine> calls = {}, other_calls = {};
  const CodeStatements* other_code = nullptr;  ///< of a race: of another file; null: the same
  std::optional<bool> writes = {}, other_writes = {};  ///< what the accesses do; unset: not known
  /// Of a race in a loop: both accesses are of one round; unset: not known.
  std::optional<bool> one_round = {};
};

/// What to do about a finding, in a sentence or two. Where the source tells the cause, it is the one remedy for that, with
/// the source's names and lines: "Put __syncthreads() at the end of the loop of line 11, behind line 13." Else it says what
/// holds for whatever the finding of that kind says.
[[nodiscard]] Sentence finding_hint(const HintSubject& subject);
/// The latter, whatever the source tells.
[[nodiscard]] Sentence general_hint(const HintSubject& subject);

}  // namespace warpscope
