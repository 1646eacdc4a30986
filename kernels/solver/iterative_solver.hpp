#pragma once

#include <utility>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/solver/iteration.hpp"
#include "kernels/solver/jacobi.cuh"
#include "kernels/solver/residual_norm.cuh"
#include "kernels/solver/simple_iteration.cuh"

namespace warpscope {

/// Matrix and right side of the input: n × n numbers, then n.
struct FullSystem {
  std::vector<float> a, f;
};
inline FullSystem full_system(const Problem<float>& problem) {
  const std::int64_t n = problem.size;
  return {problem.slice(0, n * n), problem.slice(n * n, n)};
}

/// What both methods do on the host: launch, take the norm, let the two vectors change roles.
struct IterativeSolver {
  /// `launch_step(x0, x1, r)` launches one iteration.
  template <class Machine, class LaunchStep>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem,
                                const LaunchStep& launch_step) {
    const int count = problem.number("iterations");
    auto x0 = machine.template allocate<float>("x0", problem.size);
    auto x1 = machine.template allocate<float>("x1", problem.size);
    const auto r = machine.template allocate<float>("r", problem.size);
    const auto residual = machine.template allocate<float>("residual", count);
    machine.clear(x0);
    for (int k = 0; k < count; ++k) {
      launch_step(x0.read_only(), x1, r);
      machine.launch(ResidualNorm{}, 1, problem.block,
                     ResidualNorm::shared_count(problem.block) * sizeof(float), r.read_only(),
                     residual, k);
      std::swap(x0, x1);
    }
    return machine.download(x0);
  }

  /// The matrix once per iteration; the vectors are small beside it.
  static std::uint64_t bytes(const Problem<float>& problem) {
    const auto n = static_cast<std::uint64_t>(problem.size);
    return static_cast<std::uint64_t>(problem.number("iterations")) * (n * n + 3 * n) *
           sizeof(float);
  }
};

/// Host side of the simple iteration.
struct SimpleIterationSolver : IterativeSolver {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const FullSystem system = full_system(problem);
    const auto a = machine.upload("A", system.a, problem.size).read_only();
    const auto f = machine.upload("f", system.f).read_only();
    const auto alpha = static_cast<float>(problem.real("alpha"));
    return IterativeSolver::run(machine, problem, [&](auto x0, auto x1, auto r) {
      machine.launch(SimpleIteration{}, problem.grid, problem.block, 0, a, f, alpha, x0, x1, r);
    });
  }
  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return iteration_mismatch(iteration(problem), problem.number("iterations"),
                              {output.begin(), output.end()});
  }
  static std::vector<Sentence> remarks(const Problem<float>& problem,
                                       const std::vector<float>& output) {
    return iteration_remarks(iteration(problem), problem.number("iterations"),
                             std::vector<double>(output.begin(), output.end()));
  }

 private:
  static Iteration iteration(const Problem<float>& problem) {
    const FullSystem system = full_system(problem);
    return {.a = {system.a.begin(), system.a.end()},
            .f = {system.f.begin(), system.f.end()},
            .alpha = static_cast<double>(static_cast<float>(problem.real("alpha"))),
            .matrix = "E + alpha A"};
  }
};

/// Host side of Jacobi's method.
struct JacobiSolver : IterativeSolver {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const FullSystem system = divided(problem);
    const auto b = machine.upload("B", system.a, problem.size).read_only();
    const auto g = machine.upload("g", system.f).read_only();
    return IterativeSolver::run(machine, problem, [&](auto x0, auto x1, auto r) {
      machine.launch(Jacobi{}, problem.grid, problem.block, 0, b, g, x0, x1, r);
    });
  }
  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return iteration_mismatch(iteration(problem), problem.number("iterations"),
                              {output.begin(), output.end()});
  }
  static std::vector<Sentence> remarks(const Problem<float>& problem,
                                       const std::vector<float>& output);

 private:
  /// B = E - D⁻¹A and g = D⁻¹f, with the diagonal D of A.
  static FullSystem divided(const Problem<float>& problem);
  /// As a simple iteration: A = B - E, f = -g.
  static Iteration iteration(const Problem<float>& problem);
};

}  // namespace warpscope
