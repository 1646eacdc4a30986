#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#include "kernels/sparse/upload_list.hpp"

namespace warpscope {

/// Host side of y = A x: the input is x, the parameter `rows` says which matrix.
template <class Kernel>
struct Spmv {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const SparseMatrix a = matrix(problem);
    const auto row_begin = upload_list(machine, "row_begin", a.row_begin);
    const auto column = upload_list(machine, "column", a.column);
    const auto value = upload_list(machine, "value", a.value);
    const auto x = machine.template upload<float>("x", problem);
    const auto y = machine.template allocate<float>("y", problem.size);
    machine.launch(Kernel{}, problem.grid, problem.block, 0, row_begin, column, value, x, y);
    return machine.download(y);
  }

  /// Exact: see longest_row.
  static std::string mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    const SparseMatrix a = matrix(problem);
    Reference reference;
    std::size_t k = 0;
    for (int row = 0; row < a.rows(); ++row) {
      double sum = 0;
      for (const std::size_t end = k + static_cast<std::size_t>(a.length(row)); k < end; ++k) {
        sum += static_cast<double>(a.value[k]) * static_cast<double>(problem.at(a.column[k]));
      }
      reference.values.push_back(sum);
    }
    return mismatch_of(output, reference);
  }

  /// The matrix with where its rows begin, x once, and y.
  static std::uint64_t bytes(const Problem<float>& problem) {
    const auto n = static_cast<std::uint64_t>(problem.size);
    return entries(problem) * (sizeof(int) + sizeof(float)) + (n + 1) * sizeof(int) +
           2 * n * sizeof(float);
  }
  static std::uint64_t operations(const Problem<float>& problem) { return 2 * entries(problem); }

 private:
  static SparseMatrix matrix(const Problem<float>& problem) {
    return sparse_matrix(problem.choice("rows"), problem.size);
  }
  static std::uint64_t entries(const Problem<float>& problem) {
    return static_cast<std::uint64_t>(matrix(problem).entries());
  }
};

}  // namespace warpscope
