#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/matrix/matmul_abt.cuh"
#include "kernels/matrix/matmul_abt_padded.cuh"
#include "kernels/matrix/matmul_naive.cuh"
#include "kernels/matrix/matmul_register_tiled.cuh"
#include "kernels/matrix/matmul_tiled.cuh"
#include "kernels/matrix/product.hpp"
#include "kernels/matrix/transpose_naive.cuh"
#include "kernels/matrix/transpose_padded.cuh"
#include "kernels/matrix/transpose_tiled.cuh"
#include "kernels/matrix/transposition.hpp"
#include "kernels/program.hpp"

namespace warpscope {

using Products = KernelList<MatmulNaive, MatmulTiled, MatmulAbt, MatmulAbtPadded>;
using Transpositions = KernelList<TransposeNaive, TransposeTiled, TransposePadded>;

template <class Machine, class... Kernels>
void add_products(ProgramTable<Machine>& table, KernelList<Kernels...>) {
  (add_program<Product<Kernels>, float>(table, Kernels::info.id), ...);
}
template <class Machine, class... Kernels>
void add_transpositions(ProgramTable<Machine>& table, KernelList<Kernels...>) {
  (add_program<Transposition<Kernels>, int>(table, Kernels::info.id), ...);
}

struct MatrixFamily {
  static constexpr Family info{.name = "matrix", .folder = "matrix", .title = tr_noop("Matrix")};
  using Kernels = KernelList<MatmulNaive, MatmulTiled, MatmulAbt, MatmulAbtPadded,
                             MatmulRegisterTiled, TransposeNaive, TransposeTiled, TransposePadded>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_products(table, Products{});
    add_program<RegisterTiledProduct, float>(table, MatmulRegisterTiled::info.id);
    add_transpositions(table, Transpositions{});
  }
};

}  // namespace warpscope
