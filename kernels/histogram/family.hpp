#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/histogram/histogram.hpp"
#include "kernels/histogram/histogram256_tagged.cuh"
#include "kernels/histogram/histogram64_bin_major.cuh"
#include "kernels/histogram/histogram64_permuted16.cuh"
#include "kernels/histogram/histogram64_permuted32.cuh"
#include "kernels/histogram/histogram64_thread_major.cuh"
#include "kernels/histogram/histogram_global_atomic.cuh"
#include "kernels/histogram/histogram_merge.cuh"
#include "kernels/histogram/histogram_privatized.cuh"
#include "kernels/histogram/histogram_shared_atomic.cuh"
#include "kernels/program.hpp"

namespace warpscope {

using ByteCounterHistograms = KernelList<Histogram64ThreadMajor, Histogram64BinMajor,
                                         Histogram64Permuted16, Histogram64Permuted32>;

template <class Machine, class... Kernels>
void add_byte_counter_histograms(ProgramTable<Machine>& table, KernelList<Kernels...>) {
  (add_program<ByteCounterHistogram<Kernels>, std::uint8_t>(table, Kernels::info.id), ...);
}

struct HistogramFamily {
  static constexpr Family info{
      .name = "histogram", .folder = "histogram", .title = tr_noop("Histogram")};
  using Kernels = KernelList<HistogramGlobalAtomic, HistogramSharedAtomic, Histogram64ThreadMajor,
                             Histogram64BinMajor, Histogram64Permuted16, Histogram64Permuted32,
                             Histogram256Tagged, HistogramMerge, HistogramPrivatized>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_program<GlobalAtomicHistogram, std::uint8_t>(table, HistogramGlobalAtomic::info.id);
    add_program<SharedAtomicHistogram<1>, std::uint8_t>(table, HistogramSharedAtomic::info.id,
                                                        {{"weight", "1"}});
    add_program<SharedAtomicHistogram<2>, std::uint8_t>(table, HistogramSharedAtomic::info.id,
                                                        {{"weight", "2"}});
    add_byte_counter_histograms(table, ByteCounterHistograms{});
    add_program<TaggedHistogram, std::uint8_t>(table, Histogram256Tagged::info.id);
    add_program<TaggedHistogram, std::uint8_t>(table, HistogramMerge::info.id);
    add_program<PrivatizedHistogram, std::uint8_t>(table, HistogramPrivatized::info.id);
  }
};

}  // namespace warpscope
