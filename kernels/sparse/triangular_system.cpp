#include "kernels/sparse/triangular_system.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

namespace {

constexpr int four = 4;

/// A system of four unknowns, row by row; only what is not zero is kept.
struct FourUnknowns {
  std::array<std::array<float, four>, four> lower;
  std::array<float, four> right_side;
};

/// Unknowns 1 and 2 both need 0, and 3 needs both: x = (3, 2, 5, 7).
constexpr FourUnknowns diamond{{{{2, 0, 0, 0}, {1, 4, 0, 0}, {3, 0, 2, 0}, {0, 5, 1, 4}}},
                               {6, 11, 19, 43}};
/// Every unknown needs all before it: x = (70, 0, -35/3, -105).
constexpr FourUnknowns slide{{{{1, 0, 0, 0}, {2, 3, 0, 0}, {4, 5, 6, 0}, {7, 8, 9, 1}}},
                             {70, 140, 210, 280}};

TriangularSystem repeated(const FourUnknowns& unit, int n) {
  TriangularSystem system;
  for (int row = 0; row < n; ++row) {
    const auto own = static_cast<std::size_t>(row % four);
    for (std::size_t j = 0; j <= own; ++j) {
      const float entry = unit.lower[own][j];
      if (entry != 0) system.lower.add(row / four * four + static_cast<int>(j), entry);
    }
    system.lower.end_row();
    system.right_side.push_back(unit.right_side[own]);
  }
  return system;
}

/// The entries below the diagonal, and a diagonal.
SparseMatrix lower_part(const SparseMatrix& matrix) {
  SparseMatrix lower;
  std::size_t k = 0;
  for (int row = 0; row < matrix.rows(); ++row) {
    for (const std::size_t end = k + static_cast<std::size_t>(matrix.length(row)); k < end; ++k) {
      if (matrix.column[k] < row) lower.add(matrix.column[k], matrix.value[k]);
    }
    constexpr std::array<float, 3> pivots{1, 2, 4};
    lower.add(row, pivots[static_cast<std::size_t>(row) % pivots.size()]);
    lower.end_row();
  }
  return lower;
}

std::vector<float> product(const SparseMatrix& matrix, const std::vector<float>& x) {
  std::vector<float> y;
  std::size_t k = 0;
  for (int row = 0; row < matrix.rows(); ++row) {
    float sum = 0;
    for (const std::size_t end = k + static_cast<std::size_t>(matrix.length(row)); k < end; ++k) {
      sum += matrix.value[k] * x[static_cast<std::size_t>(matrix.column[k])];
    }
    y.push_back(sum);
  }
  return y;
}

}  // namespace

TriangularSystem triangular_system(std::string_view kind, const std::vector<float>& solution) {
  const auto n = static_cast<int>(solution.size());
  if (kind == "diamond") return repeated(diamond, n);
  if (kind == "slide") return repeated(slide, n);
  TriangularSystem system{lower_part(sparse_matrix(kind, n)), {}};
  system.right_side = product(system.lower, solution);
  return system;
}

std::int64_t triangular_entries(std::string_view kind, std::int64_t n) {
  return triangular_system(kind, std::vector<float>(static_cast<std::size_t>(n))).lower.entries();
}

LevelSets level_sets(const SparseMatrix& lower) {
  std::vector<int> level_of(static_cast<std::size_t>(lower.rows()));
  std::vector<int> rows_in;
  std::size_t k = 0;
  for (int row = 0; row < lower.rows(); ++row) {
    int level = 0;
    for (const std::size_t end = k + static_cast<std::size_t>(lower.length(row)); k < end; ++k) {
      if (lower.column[k] == row) continue;
      level = std::max(level, level_of[static_cast<std::size_t>(lower.column[k])] + 1);
    }
    level_of[static_cast<std::size_t>(row)] = level;
    rows_in.resize(std::max(rows_in.size(), static_cast<std::size_t>(level) + 1));
    ++rows_in[static_cast<std::size_t>(level)];
  }
  LevelSets sets;
  for (const int rows : rows_in) sets.level_begin.push_back(sets.level_begin.back() + rows);
  sets.row.resize(level_of.size());
  std::vector<int> next = sets.level_begin;
  for (int row = 0; row < lower.rows(); ++row) {
    const int level = level_of[static_cast<std::size_t>(row)];
    sets.row[static_cast<std::size_t>(next[static_cast<std::size_t>(level)]++)] = row;
  }
  return sets;
}

std::vector<float> forward_substitution(const TriangularSystem& system) {
  const SparseMatrix& lower = system.lower;
  std::vector<float> x;
  std::size_t k = 0;
  for (int row = 0; row < lower.rows(); ++row) {
    float sum = system.right_side[static_cast<std::size_t>(row)];
    const std::size_t diagonal = k + static_cast<std::size_t>(lower.length(row)) - 1;
    for (; k < diagonal; ++k) {
      sum = multiply_add(-lower.value[k], x[static_cast<std::size_t>(lower.column[k])], sum);
    }
    x.push_back(sum / lower.value[k++]);
  }
  return x;
}

}  // namespace warpscope
