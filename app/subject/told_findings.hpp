#pragma once

#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"

namespace warpscope {

/// A finding with the launches in which its cause was seen: it is told once.
template <class Seen>
struct ToldOnce {
  Seen finding;               ///< as in the first launch; `times` is of all of them
  std::vector<int> launches;  ///< their numbers in the program, in order; empty: of the host
  Sentence remedy = {};       ///< add_remedies() sets it; empty: the cause is not known
};
/// What is wrong, and beside it what is told without failing.
template <class Seen>
struct ToldLists {
  std::vector<ToldOnce<Seen>> findings, notes;
};
using ToldOfProgram = ToldLists<ProgramFinding>;
using ToldOfTrace = ToldLists<Finding>;

[[nodiscard]] ToldOfProgram told_findings(const ProgramOutcome& outcome);
[[nodiscard]] ToldOfTrace told_findings(const Trace& trace);

}  // namespace warpscope
