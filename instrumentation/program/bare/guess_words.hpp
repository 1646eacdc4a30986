#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/bare/bare_words.hpp"

namespace warpscope::guess {

[[nodiscard]] std::string lower(std::string_view text);
/// The parts of a name: "numRows" and "num_rows" are num and rows, "d_in" and "h_in" are in.
[[nodiscard]] std::vector<std::string> parts_of_name(std::string_view name);
template <std::size_t Size>
[[nodiscard]] bool has_part(std::string_view name,
                            const std::array<std::string_view, Size>& words) {
  const auto parts = parts_of_name(name);
  return std::ranges::any_of(parts, [&](const std::string& part) {
    return std::ranges::find(words, part) != words.end();
  });
}

inline constexpr std::array<std::string_view, 12> size_words{"n",     "size", "len",      "length",
                                                             "count", "num",  "elements", "total",
                                                             "numel", "end",  "nelem",    "sz"};
inline constexpr std::array<std::string_view, 13> column_words{
    "width", "w",    "cols", "columns", "nx",  "ncols", "col",
    "xdim",  "imgw", "dimx", "pitch",   "lda", "ldb"};
inline constexpr std::array<std::string_view, 10> row_words{
    "height", "h", "rows", "ny", "nrows", "row", "ydim", "imgh", "dimy", "batch"};
inline constexpr std::array<std::string_view, 4> depth_words{"depth", "nz", "zdim", "slices"};
inline constexpr std::array<std::string_view, 6> matrix_words{"m",    "k",   "c",
                                                              "side", "dim", "hidden"};
inline constexpr std::array<std::string_view, 10> result_words{
    "out", "output", "result", "results", "dst", "y", "c", "sum", "res", "odata"};

/// "BLOCK_SIZE", "blockSize", "blocksize", "THREADS_PER_BLOCK", "TILE_DIM"
[[nodiscard]] bool names_a_block(std::string_view name);
[[nodiscard]] bool names_a_tile(std::string_view name);
[[nodiscard]] bool mentions(const BareText& text, std::string_view word);
/// threadIdx . y
[[nodiscard]] bool mentions_side(const BareText& text, std::string_view which,
                                 std::string_view side);
/// Of a number as it is written, of true and of false.
[[nodiscard]] std::optional<std::int64_t> whole_value(std::string_view text);

}  // namespace warpscope::guess
