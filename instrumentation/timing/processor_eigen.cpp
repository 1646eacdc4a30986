#include "instrumentation/timing/processor_sparse.hpp"
#if __has_include(<eigen3/Eigen/SparseCore>)
#define WARPSCOPE_EIGEN 1
#include <eigen3/Eigen/SparseCore>
#endif

namespace warpscope {

#if WARPSCOPE_EIGEN
namespace {

using EigenVector = Eigen::VectorXf;

/// The arrays as they are: Eigen copies nothing.
Eigen::Map<const Eigen::SparseMatrix<float, Eigen::RowMajor>> eigen_matrix(const SparseMatrix& a) {
  return {a.rows(), a.rows(), a.entries(), a.row_begin.data(), a.column.data(), a.value.data()};
}

}  // namespace

bool has_eigen() { return true; }

void eigen_multiply(const SparseMatrix& a, std::span<const float> x, std::span<float> y) {
  Eigen::Map<EigenVector>(y.data(), a.rows()).noalias() =
      eigen_matrix(a) * Eigen::Map<const EigenVector>(x.data(), a.rows());
}

void eigen_solve(const SparseMatrix& lower, std::span<const float> b, std::span<float> x) {
  Eigen::Map<EigenVector> solution(x.data(), lower.rows());
  solution = Eigen::Map<const EigenVector>(b.data(), lower.rows());
  eigen_matrix(lower).triangularView<Eigen::Lower>().solveInPlace(solution);
}

#else

bool has_eigen() { return false; }
void eigen_multiply(const SparseMatrix&, std::span<const float>, std::span<float>) {}
void eigen_solve(const SparseMatrix&, std::span<const float>, std::span<float>) {}

#endif

}  // namespace warpscope
