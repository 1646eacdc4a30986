#pragma once

#include <cstdint>

#include "app/panes/heat/heat_map.hpp"
#include "app/panes/heat/heat_rows.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The words of shared memory that a row of the heat map stands for: enough to keep the map small.
struct WordRows {
  int rows = 0;             ///< 0: the trace has no shared memory
  std::uint32_t words = 1;  ///< of each row, a power of two

  [[nodiscard]] std::uint32_t first_word(int row) const {
    return static_cast<std::uint32_t>(row) * words;
  }
};
[[nodiscard]] WordRows word_rows(const Trace& trace);

/// The age of a word that was written just now; warps above it share its colour.
inline constexpr int youngest = 32;

/// The meaning of a cell of such a map: the state of a row after an access; every launch begins
/// with 0. HeatRows:: use: one of these. writer: 1 + the warp that last wrote there. age: youngest
/// if it was written just now, less on a logarithmic scale, 1 if that was as long ago as possible.
struct WordUse {
  static constexpr std::uint8_t unwritten = 0, holds = 1, read = 2, written = 3;
};

/// Shared memory over time, words from top to bottom; `kind` is not HeatRows::banks. Linear in the
/// trace and in the size of the map.
[[nodiscard]] HeatMap word_map(const Trace& trace, HeatRows kind, WordRows rows);

}  // namespace warpscope
