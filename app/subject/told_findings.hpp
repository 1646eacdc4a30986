#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"

namespace warpscope {

/// Another place at which the cause of a finding showed, in the same file.
struct ToldPlace {
  std::uint32_t line = 0, other_line = 0;  ///< as the finding's
  std::string array;                       ///< empty: none
  friend bool operator==(const ToldPlace&, const ToldPlace&) = default;
};

/// What the remedy of a finding is made of, where its kind does not tell that already.
enum class RemedyWay : std::uint8_t {
  other,
  atomic,      ///< one atomic operation; of a race: no barrier helps
  one_thread,  ///< only one thread does it
};

/// A finding with the launches in which its cause was seen: it is told once.
template <class Seen>
struct ToldOnce {
  Seen finding;                      ///< as in the first launch; `times` is of all of them
  std::vector<int> launches;         ///< their numbers in the program, in order; empty: of the host
  std::vector<ToldPlace> more = {};  ///< add_remedies() joins findings of one cause here
  Sentence remedy = {};              ///< add_remedies() sets it; empty: the cause is not known
  RemedyWay way = RemedyWay::other;  ///< likewise
};
/// What is wrong, and beside it what is told without failing.
template <class Seen>
struct ToldLists {
  std::vector<ToldOnce<Seen>> findings, notes;
};
using ToldOfProgram = ToldLists<ProgramFinding>;
using ToldOfTrace = ToldLists<Finding>;

/// "19 more places of the same cause, up to line 17"; empty: there are none.
[[nodiscard]] std::string more_places_text(const std::vector<ToldPlace>& more);

[[nodiscard]] ToldOfProgram told_findings(const ProgramOutcome& outcome);
[[nodiscard]] ToldOfTrace told_findings(const Trace& trace);

}  // namespace warpscope
