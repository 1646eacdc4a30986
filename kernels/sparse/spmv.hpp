#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/sparse/rivals.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#include "kernels/sparse/spmv_coo.cuh"
#include "kernels/sparse/upload_list.hpp"

namespace warpscope {

/// What the products y = A x have in common: the input is x, the parameter `rows` says which matrix.
struct SpmvResult {
  static SparseMatrix matrix(const Problem<float>& problem) {
    return sparse_matrix(problem.choice("rows"), problem.size);
  }

  /// Exact: see longest_row.
  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
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

  /// The matrix with where its rows begin, x once, and y: what CSR takes, which COO is held to, too.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return spmv_work(problem.choice("rows"), problem.size).bytes;
  }
  static std::uint64_t operations(const Problem<float>& problem) {
    return spmv_work(problem.choice("rows"), problem.size).operations;
  }
};

/// Host side of the kernels that take rows.
template <class Kernel>
struct Spmv : SpmvResult {
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
};

/// Host side of spmv_coo.
struct CoordinateSpmv : SpmvResult {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const SparseMatrix a = matrix(problem);
    const auto row = upload_list(machine, "row", a.entry_rows());
    const auto column = upload_list(machine, "column", a.column);
    const auto value = upload_list(machine, "value", a.value);
    const auto x = machine.template upload<float>("x", problem);
    const auto y = machine.template allocate<float>("y", problem.size);
    machine.clear(y);
    machine.launch(SpmvCoo{}, problem.grid, problem.block, 0, row, column, value, x, y);
    return machine.download(y);
  }
};

}  // namespace warpscope
