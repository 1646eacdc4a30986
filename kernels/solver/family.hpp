#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/program.hpp"
#include "kernels/solver/cyclic_reduction.cuh"
#include "kernels/solver/iterative_solver.hpp"
#include "kernels/solver/jacobi.cuh"
#include "kernels/solver/parallel_cyclic_reduction.cuh"
#include "kernels/solver/pcr_hybrid.cuh"
#include "kernels/solver/power_method.cuh"
#include "kernels/solver/power_solver.hpp"
#include "kernels/solver/simple_iteration.cuh"
#include "kernels/solver/thomas.cuh"
#include "kernels/solver/thomas_solver.hpp"
#include "kernels/solver/tridiagonal_solver.hpp"

namespace warpscope {

struct SolverFamily {
  static constexpr Family info{.name = "solver", .folder = "solver", .title = tr_noop("Solver")};
  using Kernels = KernelList<Thomas, CyclicReduction, ParallelCyclicReduction, PcrHybrid,
                             SimpleIteration, Jacobi, PowerMethod>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_program<ThomasSolver, float>(table, Thomas::info.id);
    add_program<TridiagonalSolver<CyclicReduction>, float>(table, CyclicReduction::info.id);
    add_program<TridiagonalSolver<ParallelCyclicReduction>, float>(
        table, ParallelCyclicReduction::info.id);
    add_program<TridiagonalSolver<PcrHybrid>, float>(table, PcrHybrid::info.id);
    add_program<SimpleIterationSolver, float>(table, SimpleIteration::info.id);
    add_program<JacobiSolver, float>(table, Jacobi::info.id);
    add_program<PowerSolver, float>(table, PowerMethod::info.id);
  }
};

}  // namespace warpscope
