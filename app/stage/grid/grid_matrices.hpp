#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
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

  [[nodiscard]] MatrixCell cell(std::int64_t index) const {
    return {index / columns, index % columns};
  }
  [[nodiscard]] std::int64_t index(MatrixCell at) const { return at.row * columns + at.column; }
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

/// The matrices of one launch.
struct GridLaunch {
  std::vector<GridMatrix> matrices;  ///< in the order in which the launch first touches them
  std::optional<GridProduct> product;
  int levels = 1;

  /// Position of an array; nullopt if the launch does not touch it.
  [[nodiscard]] std::optional<std::size_t> find(int array) const;
};

/// Found from the dataflow alone; one per launch. Linear in the trace.
[[nodiscard]] std::vector<GridLaunch> grid_launches(const Trace& trace, const Dataflow& flow);

}  // namespace warpscope
