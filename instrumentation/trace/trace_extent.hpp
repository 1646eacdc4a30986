#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The elements of an array by index, the outermost first: {2, 16, 128} of As[2][16][128]. Of a matrix
/// whose declaration is not known its rows and columns, else all elements. Of structures: their cells.
[[nodiscard]] std::vector<std::int64_t> extents_of(const Array& array);
[[nodiscard]] std::vector<std::int64_t> extents_of(const Array& array,
                                                   const std::vector<std::int64_t>& declared);
/// "2 × 16 × 128"
[[nodiscard]] std::string extents_text(const std::vector<std::int64_t>& extents);

/// Bytes of memory that a trace takes, about.
[[nodiscard]] std::uint64_t memory_of(const Trace& trace);

}  // namespace warpscope
