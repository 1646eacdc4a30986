#pragma once

#include "app/subject/finding_hints.hpp"

namespace warpscope {

/// The remedy for the cause of a finding, if its source tells the cause; else empty. The causes are a table: of those of the
/// finding's kind the first that fits counts.
[[nodiscard]] Sentence finding_remedy(const HintSubject& subject);

}  // namespace warpscope
