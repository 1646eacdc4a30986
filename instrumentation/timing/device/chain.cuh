#pragma once

#include "instrumentation/timing/device/warp_spans.hpp"

namespace warpscope {

// The one way in which an operation is measured: every thread applies it to several chains of
// values, each result the next operand, and every warp reads its multiprocessor's clock before and
// after. One warp with one chain gives the latency; a multiprocessor full of warps with several
// chains each gives the throughput.
//
// An operation is a struct with
//   using Value = …                                     one chain
//   static Value first(const Given&, unsigned seed, const unsigned* words)
//       its start; `seed` is the thread's number in the block + 256 * the chain's; `words`: chain_words
//   static void apply(Value&, const Given&)             one operation, or `operations` of them
//   static unsigned bits(Value)                         what depends on all of them
//   static constexpr int operations                     that one apply() makes, each on the last's result
//   static constexpr int latency_threads                if the latency is not that of one warp
//   static constexpr int steps                          of four chains in one turn of the loop

inline constexpr int chain_threads = 256;
inline constexpr int most_chains = 4;

/// Applies to each chain in one turn of the loop: as much code for one chain as for four.
template <class Operation, int Chains>
inline constexpr int unrolled_steps = Operation::steps* most_chains / Chains;

/// Words of shared memory that each block has, for the operations that want some. Word w holds its
/// own shared address, so that a load gives its own operand.
inline constexpr int chain_words = 1024;

/// Operands that the compiler cannot know, and places where memory operations work.
struct Given {
  float factor = 0.75F, summand = 0.375F;
  double wide_factor = 0.75, wide_summand = 0.375;
  int one = 1, zero = 0, seven = 7, large = 2'000'000'011;
  unsigned never = 0;  ///< what the threads' sum is not
  void* memory = nullptr;
  unsigned long long texture = 0;  ///< a cudaTextureObject_t
};

__device__ inline unsigned this_multiprocessor() {
  unsigned id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}
__device__ inline unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

template <class Operation, int Chains>
__global__ void __launch_bounds__(chain_threads)
    run_chains(Given given, int rounds, ClockedSpan* spans, unsigned* sink) {
  __shared__ unsigned words[chain_words];
  for (unsigned w = threadIdx.x; w < chain_words; w += blockDim.x) {
    words[w] = shared_address(words + w);
  }
  typename Operation::Value chain[Chains];
#pragma unroll
  for (int c = 0; c < Chains; ++c) {
    chain[c] =
        Operation::first(given, threadIdx.x + static_cast<unsigned>(chain_threads * c), words);
  }
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < unrolled_steps<Operation, Chains>; ++step) {
#pragma unroll
      for (int c = 0; c < Chains; ++c) Operation::apply(chain[c], given);
    }
  }
  const long long end = clock64();
  unsigned sum = 0;
#pragma unroll
  for (int c = 0; c < Chains; ++c) sum += Operation::bits(chain[c]);
  if (sum == given.never) *sink = sum;
  if (threadIdx.x % 32 == 0) {
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    spans[warp] = {this_multiprocessor(), begin, end};
  }
}

}  // namespace warpscope
