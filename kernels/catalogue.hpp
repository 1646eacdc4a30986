#pragma once

#include <span>

#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduce_divergent.cuh"
#include "kernels/reduce/reduce_first_add.cuh"
#include "kernels/reduce/reduce_sequential.cuh"
#include "kernels/reduce/reduce_shuffle.cuh"
#include "kernels/reduce/reduce_strided.cuh"
#include "kernels/reduce/reduce_unrolled.cuh"
#include "kernels/reduce/reduce_unrolled_syncwarp.cuh"
#include "kernels/reduce/reduce_vectorized.cuh"
#include "kernels/scan/scan_blelloch.cuh"
#include "kernels/scan/scan_hillis_steele.cuh"
#include "kernels/scan/scan_padded16.cuh"
#include "kernels/scan/scan_padded16_twice.cuh"
#include "kernels/scan/scan_padded32.cuh"

namespace warpscope {

template <class... Kernels>
struct KernelList {};

/// THE list: what Warpscope knows, by family, in the order in which it is offered.
using Reductions =
    KernelList<ReduceDivergent, ReduceStrided, ReduceSequential, ReduceFirstAdd, ReduceUnrolled,
               ReduceUnrolledSyncwarp, ReduceShuffle, ReduceVectorized>;
using Scans =
    KernelList<ScanHillisSteele, ScanBlelloch, ScanPadded16, ScanPadded16Twice, ScanPadded32>;

/// The same as data, all families after one another.
[[nodiscard]] std::span<const KernelInfo* const> catalogue();

}  // namespace warpscope
