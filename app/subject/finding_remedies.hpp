#pragma once

#include <cstddef>
#include <vector>

#include "app/subject/finding_hints.hpp"
#include "app/subject/told_findings.hpp"

namespace warpscope {

/// The remedy for the cause of a finding, if its source tells the cause; else empty. The causes are a table: of those of the
/// finding's kind the first that fits counts.
[[nodiscard]] Sentence finding_remedy(const HintSubject& subject);

/// Findings of one cause.
struct JoinedCause {
  std::vector<std::size_t> findings;  ///< into the subjects, in their order
  Sentence remedy;  ///< for all of them; empty: the cause is not known, and it is one finding
  RemedyWay way = RemedyWay::other;
};
/// Finds which findings have one cause: those that one remedy mends, and races on neighbouring lines that lack barriers in
/// one list of statements, such as a warp's sum that relies on lockstep. In the order of their first findings.
[[nodiscard]] std::vector<JoinedCause> joined_causes(const std::vector<HintSubject>& subjects);

}  // namespace warpscope
