#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// For each line of `before`, counted from 1 at index 1, its number in `after`: where it still
/// stands, else where what came in its place begins, else that of the line behind it. Blanks at the
/// ends of a line do not matter. 0 only at index 0 and if `after` is empty.
[[nodiscard]] std::vector<std::uint32_t> moved_lines(std::string_view before,
                                                     std::string_view after);

/// The accesses of a launch, which are consecutive: the first, and one past the last.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t> accesses_of(const Trace& trace,
                                                                  std::uint32_t launch);

/// The access of `after` that does what `access` does in `before`, a trace of the same program
/// before it was changed: in the same launch of its kernel, on the same line of the source, even if
/// it stands elsewhere now, and there the same occurrence of this warp. The nearest one if that is
/// gone; nullopt if nothing of the launch is left.
[[nodiscard]] std::optional<std::uint32_t> resume_place(const Trace& before, std::uint32_t access,
                                                        const Trace& after);

}  // namespace warpscope
