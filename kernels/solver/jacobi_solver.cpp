#include <fmt/format.h>

#include "instrumentation/language/say.hpp"
#include "kernels/solver/iterative_solver.hpp"

namespace warpscope {

FullSystem JacobiSolver::divided(const Problem<float>& problem) {
  FullSystem system = full_system(problem);
  const std::size_t n = system.f.size();
  for (std::size_t i = 0; i < n; ++i) {
    const float diagonal = system.a[i * n + i];
    for (std::size_t j = 0; j < n; ++j) {
      float& entry = system.a[i * n + j];
      entry = i == j ? 0 : -entry / diagonal;
    }
    system.f[i] /= diagonal;
  }
  return system;
}

Iteration JacobiSolver::iteration(const Problem<float>& problem) {
  const FullSystem system = divided(problem);
  Iteration result{.a = {system.a.begin(), system.a.end()},
                   .f = {system.f.begin(), system.f.end()},
                   .matrix = "B"};
  const std::size_t n = result.size();
  for (std::size_t i = 0; i < n; ++i) result.a[i * n + i] -= 1;
  for (double& value : result.f) value = -value;
  return result;
}

std::vector<Sentence> JacobiSolver::remarks(const Problem<float>& problem,
                                            const std::vector<float>& output) {
  const FullSystem system = full_system(problem);
  const std::size_t n = system.f.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (system.a[i * n + i] != 0) continue;
    return {
        say("Row {} has a zero on the diagonal, by which Jacobi's method divides: what "
            "follows are infinities and values that are no numbers.",
            i)};
  }
  return iteration_remarks(iteration(problem), problem.number("iterations"),
                           std::vector<double>(output.begin(), output.end()));
}

}  // namespace warpscope
