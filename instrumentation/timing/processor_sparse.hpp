#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/timing/processor_tasks.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#include "kernels/sparse/triangular_system.hpp"

namespace warpscope {

/// A sparse matrix times a vector, row by row: a task of processors, as processor_tasks.hpp says.
class ProcessorSpmv {
 public:
  ProcessorSpmv(const RivalInput& input, const std::string& rows)
      : a_(sparse_matrix(rows, input.count)), x_(whole_array<float>(input)), y_(x_.size()) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    team.run([&](int member) {
      const Share entries = share_of(a_.entries(), member, team.size());
      multiply(row_of(entries.first), row_of(entries.last));
    });
  }
  [[nodiscard]] std::vector<double> output() const { return {y_.begin(), y_.end()}; }

 private:
  /// The first row that begins at this entry or after it.
  [[nodiscard]] std::size_t row_of(std::int64_t entry) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(a_.row_begin, entry) -
                                    a_.row_begin.begin());
  }
  void multiply(std::size_t first, std::size_t last) {
    auto k = static_cast<std::size_t>(a_.row_begin[first]);
    for (std::size_t row = first; row < last; ++row) {
      float sum = 0;
      for (const auto end = static_cast<std::size_t>(a_.row_begin[row + 1]); k < end; ++k) {
        sum += a_.value[k] * x_[static_cast<std::size_t>(a_.column[k])];
      }
      y_[row] = sum;
    }
  }

  SparseMatrix a_;
  std::vector<float> x_, y_;
};

/// L x = b, unknown after unknown: a task of one thread.
class ProcessorSptrsv {
 public:
  ProcessorSptrsv(const RivalInput& input, const std::string& rows)
      : system_(triangular_system(rows, whole_array<float>(input))) {}
  void prepare() {}
  void run(ThreadTeam&) { x_ = forward_substitution(system_); }
  [[nodiscard]] std::vector<double> output() const { return {x_.begin(), x_.end()}; }

 private:
  TriangularSystem system_;
  std::vector<float> x_;
};

// What Eigen makes of them, on one thread.

/// Whether this program was built with Eigen.
[[nodiscard]] bool has_eigen();
/// y = A x.
void eigen_multiply(const SparseMatrix& a, std::span<const float> x, std::span<float> y);
/// x = L^-1 b. b and x may be one array.
void eigen_solve(const SparseMatrix& lower, std::span<const float> b, std::span<float> x);

class EigenSpmv {
 public:
  EigenSpmv(const RivalInput& input, const std::string& rows)
      : a_(sparse_matrix(rows, input.count)), x_(whole_array<float>(input)), y_(x_.size()) {}
  void prepare() {}
  void run(ThreadTeam&) { eigen_multiply(a_, x_, y_); }
  [[nodiscard]] std::vector<double> output() const { return {y_.begin(), y_.end()}; }

 private:
  SparseMatrix a_;
  std::vector<float> x_, y_;
};

class EigenSptrsv {
 public:
  EigenSptrsv(const RivalInput& input, const std::string& rows)
      : system_(triangular_system(rows, whole_array<float>(input))),
        x_(system_.right_side.size()) {}
  void prepare() {}
  void run(ThreadTeam&) { eigen_solve(system_.lower, system_.right_side, x_); }
  [[nodiscard]] std::vector<double> output() const { return {x_.begin(), x_.end()}; }

 private:
  TriangularSystem system_;
  std::vector<float> x_;
};

}  // namespace warpscope
