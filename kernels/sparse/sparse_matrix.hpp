#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope {

/// A square matrix of which only the entries that are not zero are kept, row after row: compressed
/// sparse rows (CSR).
struct SparseMatrix {
  std::vector<int> row_begin{0};  ///< where each row begins in the other two; the end is the last
  std::vector<int> column;        ///< of each entry, rising within a row
  std::vector<float> value;

  [[nodiscard]] int rows() const { return static_cast<int>(row_begin.size()) - 1; }
  [[nodiscard]] int entries() const { return row_begin.back(); }
  [[nodiscard]] int length(int row) const {
    const auto at = static_cast<std::size_t>(row);
    return row_begin[at + 1] - row_begin[at];
  }
  /// The row of each entry: with it, and without row_begin, they are coordinates (COO).
  [[nodiscard]] std::vector<int> entry_rows() const;
  /// Appended to the row that end_row() has not yet ended.
  void add(int at_column, float entry);
  void end_row() { row_begin.push_back(static_cast<int>(column.size())); }
};

/// The longest row of a matrix that is made: so many products of whole numbers up to 9 and 99 have a
/// sum that a float holds exactly.
inline constexpr int longest_row = 4096;

/// The n × n matrix of a kind, always the same, with whole numbers from 1 to 9:
///   banded     the diagonal and four places on either side of it
///   random     4 to 12 entries in a row, anywhere
///   power_law  the r-th longest row has n / r entries, anywhere; rows of all lengths are mixed
[[nodiscard]] SparseMatrix sparse_matrix(std::string_view kind, std::int64_t n);

/// Entries of such a matrix, without making it.
[[nodiscard]] std::int64_t sparse_entries(std::string_view kind, std::int64_t n);

}  // namespace warpscope
