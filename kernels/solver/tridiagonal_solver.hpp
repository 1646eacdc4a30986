#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/kernel_element.hpp"
#include "kernels/problem.hpp"
#include "kernels/solver/tridiagonal.hpp"

namespace warpscope {

/// Host side of the tridiagonal solvers: systems of Kernel::info.system(block), one after another.
template <class Kernel>
struct TridiagonalSolver {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    using Element = KernelElement<Kernel, float>;
    Tridiagonal<float> all = bands(problem, std::min(problem.size, period(problem)));
    const auto upload = [&](const char* name, std::vector<float>& band) {
      return machine.template upload<Element>(
          name, Problem<float>{.input = std::move(band), .count = problem.size});
    };
    const auto lower = upload("lower", all.a);
    const auto diagonal = upload("diagonal", all.b);
    const auto upper = upload("upper", all.c);
    const auto right_side = upload("right side", all.f);
    const auto solution = machine.template allocate<Element>(
        "solution", problem.size * static_cast<std::int64_t>(sizeof(float)) /
                        static_cast<std::int64_t>(sizeof(Element)));
    machine.launch(Kernel{}, problem.grid, problem.block,
                   Kernel::shared_count(problem.block) * sizeof(Element), lower, diagonal, upper,
                   right_side, solution);
    return numbers_of<float>(machine.download(solution));
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return solution_mismatch(systems(problem), std::vector<double>(output.begin(), output.end()));
  }
  static std::vector<Sentence> remarks(const Problem<float>& problem,
                                       const std::vector<float>& output) {
    return solution_remarks(systems(problem), std::vector<double>(output.begin(), output.end()));
  }

  /// Four bands in, the solution out.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return 5 * static_cast<std::uint64_t>(problem.size) * sizeof(float);
  }
  /// Of the Thomas algorithm, which needs the fewest: 8 for each equation.
  static std::uint64_t operations(const Problem<float>& problem) {
    return 8 * static_cast<std::uint64_t>(problem.size);
  }

 protected:
  /// Equations after which those of the input repeat.
  static std::int64_t period(const Problem<float>& problem) {
    return std::ssize(problem.input) / 4;
  }

  /// So many equations of all systems in one. What would couple a system to the next one is not there.
  static Tridiagonal<float> bands(const Problem<float>& problem, std::int64_t count) {
    const auto held = static_cast<std::size_t>(period(problem));
    const auto band = [&](std::size_t first) {
      std::vector<float> numbers(static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = problem.input[first * held + i % held];
      }
      return numbers;
    };
    Tridiagonal<float> all{band(0), band(1), band(2), band(3)};
    const auto n = static_cast<std::size_t>(equations(problem));
    for (std::size_t first = 0; first < all.b.size(); first += n) {
      all.a[first] = 0;
      all.c[first + n - 1] = 0;
    }
    return all;
  }

 private:
  static std::int64_t equations(const Problem<float>& problem) {
    return Kernel::info.system(problem.block);
  }

  static std::vector<Tridiagonal<double>> systems(const Problem<float>& problem) {
    const Tridiagonal<float> all = bands(problem, problem.size);
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
