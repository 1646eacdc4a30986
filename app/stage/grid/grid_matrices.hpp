#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/patterns/indexed_matrix.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The place of an element in a matrix.
struct MatrixCell {
  std::int64_t row = 0, column = 0;
  friend bool operator==(const MatrixCell&, const MatrixCell&) = default;
};

/// An array that a launch touches, in rows: a matrix as it is declared, any other array folded.
struct GridMatrix {
  int array = 0;
  std::int64_t columns = 1;  ///< of the whole array
  std::int64_t rows = 1;
  bool folded = false;  ///< its rows are not the kernel's own
  /// For memory outside of the block, the part that the launch touches, else all: [first, end).
  MatrixCell first, end;
  std::vector<bool> padding;  ///< per column: a matrix in shared memory that never holds a value
  int level = 0;              ///< 0: made from nothing visible; others lie behind their sources

  /// Of a sparse matrix: where its entries belong, which are the elements of `array`.
  std::shared_ptr<const IndexedMatrix> entries;

  /// What an access touches of it, lane by lane: elements, or entries whose columns, rows or factors it touches.
  [[nodiscard]] std::vector<std::int64_t> touched(const Trace& trace, std::uint32_t access) const;
  /// Outside of the matrix for an element that belongs nowhere in it.
  [[nodiscard]] MatrixCell cell(std::int64_t index) const {
    if (entries == nullptr) return {index / columns, index % columns};
    const IndexedMatrix::Entry* const entry = entries->entry(static_cast<ElementIndex>(index));
    return entry == nullptr ? MatrixCell{-1, -1} : MatrixCell{entry->row, entry->column};
  }
  /// -1 where a sparse matrix has no entry.
  [[nodiscard]] std::int64_t index(MatrixCell at) const {
    if (entries != nullptr) return entries->at(at.row, at.column).value_or(-1);
    return at.row * columns + at.column;
  }
  [[nodiscard]] std::int64_t shown_rows() const { return end.row - first.row; }
  [[nodiscard]] std::int64_t shown_columns() const { return end.column - first.column; }
  [[nodiscard]] bool whole() const { return shown_rows() == rows && shown_columns() == columns; }
  [[nodiscard]] bool is_padding(std::int64_t column) const {
    return !padding.empty() && padding[static_cast<std::size_t>(column)];
  }
};

/// One matrix whose element (i, j) is made from row i of a second and column j of a third.
struct GridProduct {
  std::size_t result = 0, left = 0, above = 0;  ///< into GridLaunch::matrices
  bool left_turned = false;                     ///< a column of `left` feeds row i
  bool above_turned = false;                    ///< a row of `above` feeds column j
};

/// A sparse matrix, and the vectors that it is multiplied by and that it makes.
struct GridSparse {
  std::size_t matrix = 0, factor = 0;  ///< into GridLaunch::matrices
  std::optional<std::size_t> result;
  std::vector<std::size_t> stored;  ///< the arrays that its format keeps it in
};

/// The matrices of one launch.
struct GridLaunch {
  std::vector<GridMatrix> matrices;  ///< in the order in which the launch first touches them
  std::optional<GridProduct> product;
  std::optional<GridSparse> sparse;
  int levels = 1;

  /// Position of an array; nullopt if the launch does not touch it.
  [[nodiscard]] std::optional<std::size_t> find(int array) const;
};

/// Found from the dataflow alone; one per launch. Linear in the trace.
[[nodiscard]] std::vector<GridLaunch> grid_launches(const Trace& trace, const Dataflow& flow);

}  // namespace warpscope
