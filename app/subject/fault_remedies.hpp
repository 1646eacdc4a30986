#pragma once

#include <optional>

#include "app/subject/code_statements.hpp"
#include "app/subject/finding_hints.hpp"
#include "app/subject/race_pair.hpp"

namespace warpscope {

// The causes of other findings than races of threads. Each gives the remedy, or nothing if that is not the cause.

/// A comparison that lets one index too many through.
[[nodiscard]] Sentence one_too_many(const CodeStatements& code, const HintSubject& subject);
/// Threads beyond the end of an array: the guard that they need, or, if it is there, a longer array.
[[nodiscard]] Sentence index_beyond(const CodeStatements& code, const HintSubject& subject);
/// A barrier that not all threads reach: where it belongs.
[[nodiscard]] Sentence barrier_in_branch(const CodeStatements& code, const HintSubject& subject);
/// Counters that nobody has cleared.
[[nodiscard]] Sentence not_cleared(const CodeStatements& code, const HintSubject& subject);
/// A value that another thread writes, with no barrier between: that.
[[nodiscard]] Sentence read_too_early(const CodeStatements& code, const HintSubject& subject);
/// Where that barrier is missing.
[[nodiscard]] std::optional<MissingBarrier> barrier_before_read(const CodeStatements& code,
                                                                const HintSubject& subject);
/// Work of two streams: the event between.
[[nodiscard]] Sentence between_streams(const CodeStatements& code, const HintSubject& subject);
/// The host, which does not wait for a stream.
[[nodiscard]] Sentence host_too_early(const CodeStatements& code, const HintSubject& subject);

}  // namespace warpscope
