#pragma once

#include <vector>

#include "kernels/problem.hpp"
#include "kernels/solver/tridiagonal.hpp"

namespace warpscope {

/// Host side of the tridiagonal solvers: a system for each block.
template <class Kernel>
struct TridiagonalSolver {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    Tridiagonal<float> all = bands(problem);
    const auto lower = machine.upload("lower", all.a).read_only();
    const auto diagonal = machine.upload("diagonal", all.b).read_only();
    const auto upper = machine.upload("upper", all.c).read_only();
    const auto right_side = machine.upload("right side", all.f).read_only();
    const auto solution = machine.template allocate<float>("solution", problem.size);
    machine.launch(Kernel{}, problem.grid, problem.block,
                   Kernel::shared_count(problem.block) * sizeof(float), lower, diagonal, upper,
                   right_side, solution);
    return machine.download(solution);
  }

  static std::string mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return solution_mismatch(systems(problem), std::vector<double>(output.begin(), output.end()));
  }
  static std::vector<std::string> remarks(const Problem<float>& problem,
                                          const std::vector<float>& output) {
    return solution_remarks(systems(problem), std::vector<double>(output.begin(), output.end()));
  }

  /// Four bands in, the solution out.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return 5 * static_cast<std::uint64_t>(problem.size) * sizeof(float);
  }

 private:
  static std::int64_t equations(const Problem<float>& problem) {
    return std::int64_t{problem.block} * Kernel::info.elements_per_thread;
  }

  /// All systems in one. What would couple a system to the next one is not there.
  static Tridiagonal<float> bands(const Problem<float>& problem) {
    const std::int64_t size = problem.size;
    Tridiagonal<float> all{problem.slice(0, size), problem.slice(size, size),
                           problem.slice(2 * size, size), problem.slice(3 * size, size)};
    const auto n = static_cast<std::size_t>(equations(problem));
    for (std::size_t first = 0; first < all.b.size(); first += n) {
      all.a[first] = 0;
      all.c[first + n - 1] = 0;
    }
    return all;
  }

  static std::vector<Tridiagonal<double>> systems(const Problem<float>& problem) {
    const Tridiagonal<float> all = bands(problem);
    const std::int64_t n = equations(problem);
    const auto part = [&](const std::vector<float>& band, std::int64_t first) {
      return std::vector<double>(band.begin() + first, band.begin() + first + n);
    };
    std::vector<Tridiagonal<double>> each;
    for (std::int64_t first = 0; first < problem.size; first += n) {
      each.push_back(
          {part(all.a, first), part(all.b, first), part(all.c, first), part(all.f, first)});
    }
    return each;
  }
};

}  // namespace warpscope
