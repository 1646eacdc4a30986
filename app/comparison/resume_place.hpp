#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The accesses of a launch, which are consecutive: the first, and one past the last.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t> launch_accesses(const Trace& trace,
                                                                      std::uint32_t launch);

/// Whether two traces are of one kernel of the catalogue, at one size and in the same launches: they differ in
/// the input's values, or where they were recorded.
[[nodiscard]] bool same_but_for_values(const Trace& before, const Trace& after);

/// The access of `after` that does what `access` does in `before`, a trace of the same program
/// before it was changed: in the same launch of its kernel, on the same line of the source, even if
/// it stands elsewhere now, and there the same occurrence of this warp. The nearest one if that is
/// gone; nullopt if nothing of the launch is left.
[[nodiscard]] std::optional<std::uint32_t> resume_place(const Trace& before, std::uint32_t access,
                                                        const Trace& after);

}  // namespace warpscope
