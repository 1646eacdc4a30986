#pragma once

#include <utility>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/solver/thomas.cuh"
#include "kernels/solver/tridiagonal_solver.hpp"

namespace warpscope {

/// Host side of the Thomas algorithm: lays the systems out as the kernel is to read them.
struct ThomasSolver : TridiagonalSolver<Thomas> {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    Tridiagonal<float> all = bands(problem, problem.size);
    const bool interleaved = problem.choice("layout") == "interleaved";
    const auto systems = static_cast<int>(problem.size / Thomas::equations);
    const int row = interleaved ? systems : Thomas::equations;
    const auto upload = [&](const char* name, std::vector<float>& band) {
      if (interleaved) band = transposed(band, systems, Thomas::equations);
      return machine.template upload<float>(
          name, Problem<float>{.input = std::move(band), .count = problem.size}, row);
    };
    const auto lower = upload("lower", all.a);
    const auto diagonal = upload("diagonal", all.b);
    const auto upper = upload("upper", all.c);
    const auto right_side = upload("right side", all.f);
    const auto reduced_upper = machine.template allocate<float>("reduced upper", problem.size, row);
    const auto solution = machine.template allocate<float>("solution", problem.size, row);
    machine.launch(Thomas{}, problem.grid, problem.block, 0, lower, diagonal, upper, right_side,
                   reduced_upper, solution, interleaved ? 1 : Thomas::equations,
                   interleaved ? systems : 1);
    std::vector<float> x = machine.download(solution);
    if (interleaved && !x.empty()) x = transposed(x, Thomas::equations, systems);
    return x;
  }

 private:
  /// A matrix of so many rows and columns, column by column.
  static std::vector<float> transposed(const std::vector<float>& matrix, int rows, int columns) {
    std::vector<float> result;
    result.reserve(matrix.size());
    for (int column = 0; column < columns; ++column) {
      for (int row = 0; row < rows; ++row) {
        result.push_back(matrix[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                                static_cast<std::size_t>(column)]);
      }
    }
    return result;
  }
};

}  // namespace warpscope
