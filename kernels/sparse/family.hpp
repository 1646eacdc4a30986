#pragma once

#include "kernels/program.hpp"
#include "kernels/sparse/spmv.hpp"
#include "kernels/sparse/spmv_scalar.cuh"
#include "kernels/sparse/spmv_warp.cuh"

namespace warpscope {

struct SparseFamily {
  static constexpr Family info{.name = "sparse", .folder = "sparse"};
  using Kernels = KernelList<SpmvScalar, SpmvWarp>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_program<Spmv<SpmvScalar>, float>(table, SpmvScalar::info.id);
    add_program<Spmv<SpmvWarp>, float>(table, SpmvWarp::info.id);
  }
};

}  // namespace warpscope
