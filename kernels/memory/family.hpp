#pragma once

#include <cstdint>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/memory/bank_broadcast.hpp"
#include "kernels/memory/bank_stride.hpp"
#include "kernels/memory/block_shape.hpp"
#include "kernels/memory/branch_divergence.hpp"
#include "kernels/memory/constant_broadcast.hpp"
#include "kernels/memory/global_access.hpp"
#include "kernels/memory/latency_hiding.hpp"
#include "kernels/memory/local_array.hpp"
#include "kernels/memory/vector_aos.cuh"
#include "kernels/memory/vector_soa.cuh"
#include "kernels/memory/vectors.hpp"
#include "kernels/program.hpp"

namespace warpscope {

template <class T, class Machine>
void add_bank_stride(ProgramTable<Machine>& table, std::string_view width) {
  add_program<BankStrideProgram<T>, int>(table, BankStride::info.id, {{"width", width}});
}
template <class Pattern, class Machine>
void add_bank_broadcast(ProgramTable<Machine>& table, std::string_view pattern) {
  add_program<BankBroadcastProgram<Pattern>, int>(table, BankBroadcast::info.id,
                                                  {{"pattern", pattern}});
}
template <class Pattern, class Machine>
void add_branches(ProgramTable<Machine>& table, std::string_view pattern) {
  add_program<BranchDivergenceProgram<Pattern>, int>(table, BranchDivergence::info.id,
                                                     {{"pattern", pattern}});
}
template <class Element, class Machine>
void add_global_stride(ProgramTable<Machine>& table, std::string_view element) {
  add_program<GlobalStrideProgram<Element>, float>(table, GlobalStride::info.id,
                                                   {{"element", element}});
}

struct MemoryFamily {
  static constexpr Family info{.name = "memory", .folder = "memory", .title = tr_noop("Memory")};
  using Kernels =
      KernelList<BankStride, BankBroadcast, VectorAos, VectorSoa, BranchDivergence, GlobalStride,
                 GlobalOffset, BlockShape, ConstantBroadcast, LocalArray, LatencyHiding>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_bank_stride<std::uint8_t>(table, "1");
    add_bank_stride<std::uint16_t>(table, "2");
    add_bank_stride<int>(table, "4");
    add_bank_stride<Vec2<int>>(table, "8");
    add_bank_stride<Vec4<int>>(table, "16");

    add_bank_broadcast<OneWord>(table, "one_word");
    add_bank_broadcast<BytesOfWord>(table, "bytes_of_word");
    add_bank_broadcast<TwoWords>(table, "two_words");
    add_bank_broadcast<TwoRows>(table, "two_rows");
    add_bank_broadcast<OwnWords>(table, "own_words");

    add_program<Vectors<VectorAos, float, false>, float>(table, VectorAos::info.id,
                                                         {{"access", "fields"}});
    add_program<Vectors<VectorAos, Vec4<float>, false>, float>(table, VectorAos::info.id,
                                                               {{"access", "whole"}});
    add_program<Vectors<VectorSoa, float, true>, float>(table, VectorSoa::info.id);

    add_branches<FirstThread>(table, "thread");
    add_branches<OddThreads>(table, "odd");
    add_branches<OddWarps>(table, "warp");

    add_global_stride<float>(table, "float");
    add_global_stride<Vec3<float>>(table, "float3");
    add_global_stride<Vec4<float>>(table, "float4");
    add_program<GlobalOffsetProgram, float>(table, GlobalOffset::info.id);

    add_program<BlockShapeProgram, int>(table, BlockShape::info.id);

    add_program<ConstantBroadcastProgram, int>(table, ConstantBroadcast::info.id);

    add_program<LocalArrayProgram<RuntimeIndex>, int>(table, LocalArray::info.id,
                                                      {{"index", "runtime"}});
    add_program<LocalArrayProgram<ConstantIndex>, int>(table, LocalArray::info.id,
                                                       {{"index", "constant"}});

    add_program<LatencyHidingProgram<DependentLoads>, int>(table, LatencyHiding::info.id,
                                                           {{"order", "dependent"}});
    add_program<LatencyHidingProgram<IndependentLoads>, int>(table, LatencyHiding::info.id,
                                                             {{"order", "independent"}});
  }
};

}  // namespace warpscope
