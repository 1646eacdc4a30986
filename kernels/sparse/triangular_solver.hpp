#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/sparse/rivals.hpp"
#include "kernels/sparse/spmv_scalar.cuh"
#include "kernels/sparse/sptrsv_levels.cuh"
#include "kernels/sparse/triangular_system.hpp"
#include "kernels/sparse/upload_list.hpp"

namespace warpscope {

/// Host side of sptrsv_levels: finds the levels. The input is the solution of the systems that have
/// no right side of their own, which so is known.
struct TriangularSolver {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const TriangularSystem all = system(problem);
    const LevelSets sets = level_sets(all.lower);
    const auto level_begin = upload_list(machine, "level_begin", sets.level_begin);
    const auto level_row = upload_list(machine, "level_row", sets.row);
    const auto row_begin = upload_list(machine, "row_begin", all.lower.row_begin);
    const auto column = upload_list(machine, "column", all.lower.column);
    const auto value = upload_list(machine, "value", all.lower.value);
    const auto right_side = upload_list(machine, "right side", all.right_side);
    const auto solution = machine.template allocate<float>("solution", problem.size);
    const int unknowns = SptrsvLevels::shared_count(static_cast<int>(problem.size));
    machine.launch(SptrsvLevels{}, 1, problem.block,
                   static_cast<std::size_t>(unknowns) * sizeof(float), level_begin, level_row,
                   row_begin, column, value, right_side, solution);
    if (problem.choice("check") == "yes") {
      const auto product = machine.template allocate<float>("L x", problem.size);
      const auto grid = static_cast<int>((problem.size + problem.block - 1) / problem.block);
      machine.launch(SpmvScalar{}, grid, problem.block, 0, row_begin, column, value,
                     solution.read_only(), product);
    }
    return machine.download(solution);
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    const std::vector<float> x = forward_substitution(system(problem));
    return mismatch_of(output, Reference{{x.begin(), x.end()}});
  }

  static std::uint64_t bytes(const Problem<float>& problem) {
    return sptrsv_work(problem.choice("rows"), problem.size).bytes;
  }
  static std::uint64_t operations(const Problem<float>& problem) {
    return sptrsv_work(problem.choice("rows"), problem.size).operations;
  }

 private:
  static TriangularSystem system(const Problem<float>& problem) {
    return triangular_system(problem.choice("rows"), problem.slice(0, problem.size));
  }
};

}  // namespace warpscope
