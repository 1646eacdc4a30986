#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/sparse/sparse_matrix.hpp"

namespace warpscope {

/// L x = b. Each row of L ends with its entry on the diagonal.
struct TriangularSystem {
  SparseMatrix lower;
  std::vector<float> right_side;
};

/// A system with as many unknowns as `solution` has values:
///   banded, random, power_law   what sparse_matrix has below the diagonal, with 1, 2 or 4 on it; for
///                               whole numbers up to 99 the solution, and every sum, is exact
///   diamond, slide              one system of four unknowns again and again, with a right side of
///                               its own, whatever `solution` is
[[nodiscard]] TriangularSystem triangular_system(std::string_view kind,
                                                 const std::vector<float>& solution);

/// Entries of the matrix of such a system.
[[nodiscard]] std::int64_t triangular_entries(std::string_view kind, std::int64_t n);

/// The rows of a triangular matrix by levels: a row is one level after the last of those that it
/// needs, so that the rows of a level need nothing of one another.
struct LevelSets {
  std::vector<int> level_begin{0};  ///< where each level begins in `row`; the end is the last
  std::vector<int> row;             ///< rising within a level

  [[nodiscard]] int levels() const { return static_cast<int>(level_begin.size()) - 1; }
};
[[nodiscard]] LevelSets level_sets(const SparseMatrix& lower);

/// Row after row, rounded as the kernel rounds.
[[nodiscard]] std::vector<float> forward_substitution(const TriangularSystem& system);

}  // namespace warpscope
