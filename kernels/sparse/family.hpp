#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/program.hpp"
#include "kernels/sparse/spmv.hpp"
#include "kernels/sparse/spmv_coo.cuh"
#include "kernels/sparse/spmv_scalar.cuh"
#include "kernels/sparse/spmv_warp.cuh"
#include "kernels/sparse/sptrsv_levels.cuh"
#include "kernels/sparse/triangular_solver.hpp"

namespace warpscope {

struct SparseFamily {
  static constexpr Family info{.name = "sparse", .folder = "sparse", .title = tr_noop("Sparse")};
  using Kernels = KernelList<SpmvScalar, SpmvWarp, SpmvCoo, SptrsvLevels>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_program<Spmv<SpmvScalar>, float>(table, SpmvScalar::info.id);
    add_program<Spmv<SpmvWarp>, float>(table, SpmvWarp::info.id);
    add_program<CoordinateSpmv, float>(table, SpmvCoo::info.id);
    add_program<TriangularSolver, float>(table, SptrsvLevels::info.id);
  }
};

}  // namespace warpscope
