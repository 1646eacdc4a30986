#pragma once

#include <string>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/solver/eigenproblem.hpp"
#include "kernels/solver/power_method.cuh"

namespace warpscope {

/// Host side of the power method. The result: the vector, the eigenvalue, the iterations made.
struct PowerSolver {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const int most = problem.number("iterations");
    const auto n = static_cast<std::size_t>(problem.size);
    const auto a = machine.upload("A", of(problem).matrix, problem.size).read_only();
    const auto v = machine.upload("v", std::vector<float>(n, 1));
    const auto w = machine.template allocate<float>("w", problem.size);
    const auto lambda = machine.template allocate<float>("lambda", most);
    const auto moved = machine.template allocate<float>("moved", most);
    const auto done = machine.template allocate<int>("done", 1);
    machine.clear(done);
    for (int k = 0; k < most; ++k) {
      machine.launch(PowerMethod{}, problem.grid, problem.block, 0, a, v.read_only(),
                     done.read_only(), w);
      machine.launch(PowerScale{}, 1, problem.block,
                     PowerScale::shared_count(problem.block) * sizeof(float), w.read_only(), v,
                     lambda, moved, done, k);
    }
    std::vector<float> result = machine.download(v);
    const std::vector<float> values = machine.download(lambda);
    const std::vector<int> made = machine.download(done);
    if (result.empty()) return result;  // it is being timed
    const int count = made[0] == 0 ? most : made[0];
    result.push_back(values[static_cast<std::size_t>(count) - 1]);
    result.push_back(static_cast<float>(count));
    return result;
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return power_mismatch(of(problem), problem.number("iterations"),
                          {output.begin(), output.end()});
  }
  static std::vector<Sentence> remarks(const Problem<float>& problem,
                                       const std::vector<float>& output) {
    return power_remarks(of(problem), problem.number("iterations"), {output.begin(), output.end()});
  }

  /// The matrix once per iteration, of the most that are made; the vectors are small beside it.
  static std::uint64_t bytes(const Problem<float>& problem) {
    const auto n = static_cast<std::uint64_t>(problem.size);
    return static_cast<std::uint64_t>(problem.number("iterations")) * (n * n + 3 * n) *
           sizeof(float);
  }

 private:
  static Eigenproblem of(const Problem<float>& problem) {
    return eigenproblem(problem.slice(0, problem.size), problem.real("ratio"));
  }
};

}  // namespace warpscope
