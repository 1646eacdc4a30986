#pragma once

#include <optional>

#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The most elements between two unused ones that is worth asking for.
inline constexpr int max_pad = 1024;

/// The same run as if its shared arrays were declared with one unused element after each `every`
/// elements (i becomes i + i / every), and matrices with one more column. Indices, counts, the
/// arrays' places, snapshots and findings move; lines, lanes and values stay. The header's
/// parameter "padded" says so. `every` lies between 1 and max_pad. Fails if a block would need more
/// shared memory than it can have.
[[nodiscard]] Result<Trace> pad_shared(const Trace& trace, int every);

/// Whether pad_shared() succeeds; errors as its own. Moves nothing.
[[nodiscard]] Status possible_padding(const Trace& trace, int every);

/// The `every` of pad_shared, as the header says it; nullopt of a trace that was not padded so.
[[nodiscard]] std::optional<int> padding_of(const Trace& trace);

/// Undoes pad_shared: elements get the indices with which the kernel declares its arrays. Arrays
/// still begin at the bytes where padding put them. nullopt for a trace without padding.
[[nodiscard]] std::optional<Trace> without_padding(const Trace& trace);

}  // namespace warpscope
