#pragma once

#include <optional>

#include "app/subject/code_statements.hpp"
#include "app/subject/finding_hints.hpp"
#include "app/subject/race_pair.hpp"

namespace warpscope {

// The causes of races between threads. Each gives the remedy, or nothing if that is not the cause.

/// Threads update one element: an atomic operation.
[[nodiscard]] Sentence shared_update(const CodeStatements& code, const HintSubject& subject);
/// A comparison guards a store to what it compares with: an atomic minimum or maximum.
[[nodiscard]] Sentence compared_store(const CodeStatements& code, const HintSubject& subject);
/// All threads store to one place: only one of them should.
[[nodiscard]] Sentence many_writers(const CodeStatements& code, const HintSubject& subject);
/// The next round of a loop touches what this one does: a barrier at the loop's end.
[[nodiscard]] Sentence next_round(const CodeStatements& code, const HintSubject& subject);
/// Nobody has waited for an asynchronous copy: that.
[[nodiscard]] Sentence copy_not_awaited(const CodeStatements& code, const HintSubject& subject);
/// Where same_moment() or between_statements() miss a barrier; nullopt: neither does.
[[nodiscard]] std::optional<MissingBarrier> missing_barrier(const CodeStatements& code,
                                                            const HintSubject& subject);
/// A statement reads what others write in the same statement: a barrier within it.
[[nodiscard]] Sentence same_moment(const CodeStatements& code, const HintSubject& subject);
/// One statement uses what another one writes: a barrier between.
[[nodiscard]] Sentence between_statements(const CodeStatements& code, const HintSubject& subject);

/// Blocks: what is written before a signal lacks a fence, or the signal does not wait for all threads.
[[nodiscard]] Sentence signal_without_fence(const CodeStatements& code, const HintSubject& subject);
[[nodiscard]] Sentence early_signal(const CodeStatements& code, const HintSubject& subject);

}  // namespace warpscope
