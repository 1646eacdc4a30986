#pragma once

#include "instrumentation/timing/device/arithmetic_chains.cuh"

namespace warpscope {

// Loads whose result is their own address, and atomics: see chain.cuh. A chain hits the same word
// again and again, so that it stays in the memory that is meant.

/// Shared memory; `Ways` lanes of a warp want different words of one bank.
template <int Ways>
struct SharedLoad : OnInt<short_steps> {
  __device__ static unsigned first(const Given&, unsigned seed, const unsigned* words) {
    // `Ways` rows of 32 words a warp; the chains take other words of the same rows.
    const unsigned word = (seed % 32 * Ways + seed / chain_threads) % chain_words;
    return shared_address(words + word);
  }
  __device__ static void apply(unsigned& x, const Given&) {
    asm volatile("ld.shared.u32 %0, [%0];" : "+r"(x));
  }
};
/// Each lane at a bank of its own; the old value is the next summand.
struct SharedAtomicAdd : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given&) {
    __shared__ unsigned sums[chain_threads];
    asm volatile("atom.shared.add.u32 %0, [%1], %0;"
                 : "+r"(x)
                 : "r"(shared_address(sums + threadIdx.x)));
  }
};
/// All lanes at one word.
struct SharedAtomicAddOneWord : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    __shared__ unsigned sums[chain_threads];
    // If the compiler knew that it is one word, the lanes would add their summands up before.
    const unsigned word = threadIdx.x * static_cast<unsigned>(given.zero);
    asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(shared_address(sums + word)));
  }
};

/// Chains of one thread lie one grid apart: `memory` has a pointer for each of them.
struct OnPointer {
  using Value = unsigned long long;
  static constexpr int operations = 1, steps = short_steps;
  __device__ static unsigned long long first(const Given& given, unsigned seed, const unsigned*) {
    const unsigned chain = seed / chain_threads;
    const std::size_t slot =
        (std::size_t{chain} * gridDim.x + blockIdx.x) * chain_threads + threadIdx.x;
    return reinterpret_cast<unsigned long long>(static_cast<unsigned long long*>(given.memory) +
                                                slot);
  }
  __device__ static unsigned bits(unsigned long long x) {
    return static_cast<unsigned>(x ^ (x >> 32U));
  }
};
struct FirstLevelLoad : OnPointer {
  __device__ static void apply(unsigned long long& x, const Given&) {
    asm volatile("ld.global.u64 %0, [%0];" : "+l"(x));
  }
};
struct SecondLevelLoad : OnPointer {
  __device__ static void apply(unsigned long long& x, const Given&) {
    asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(x));
  }
};
/// Each thread at a word of its own.
struct GlobalAtomicAdd : OnInt<short_steps / 4> {
  __device__ static void apply(unsigned& x, const Given& given) {
    const std::size_t slot = std::size_t{blockIdx.x} * chain_threads + threadIdx.x;
    asm volatile("atom.global.add.u32 %0, [%1], %0;"
                 : "+r"(x)
                 : "l"(__cvta_generic_to_global(static_cast<unsigned*>(given.memory) + slot)));
  }
};

__device__ inline unsigned local_address(const unsigned* word) {
  return static_cast<unsigned>(__cvta_generic_to_local(word));
}
/// Where a thread keeps what its registers do not hold; a word holds its own address.
struct LocalLoad : OnInt<short_steps> {
  __device__ static unsigned first(const Given& given, unsigned seed, const unsigned*) {
    // A run-time index keeps the array out of registers. It ends with this function, but its place in
    // the frame stays, because the chain calls nothing.
    unsigned words[8];
#pragma unroll 1
    for (int w = 0; w < 8; ++w) {
      asm volatile("st.local.u32 [%0], %0;" ::"r"(local_address(words + w)) : "memory");
    }
    return local_address(words + (seed / chain_threads + static_cast<unsigned>(given.zero)) % 8);
  }
  __device__ static void apply(unsigned& x, const Given&) {
    asm volatile("ld.local.u32 %0, [%0];" : "+r"(x));
  }
};

/// 48 KiB; word w holds w * 4, its own offset in bytes, unless a measurement filled it otherwise.
inline constexpr int constant_words = 12 * 1024;
static __constant__ unsigned constant_chain[constant_words];

/// All lanes read one word, which is what constant memory is for.
struct ConstantLoad : OnInt<short_steps> {
  __device__ static unsigned first(const Given& given, unsigned seed, const unsigned*) {
    // The same for all lanes, which the compiler must not know.
    return seed / chain_threads * 4 + threadIdx.x * static_cast<unsigned>(given.zero);
  }
  __device__ static void apply(unsigned& x, const Given&) {
    x = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(constant_chain) + x);
  }
};

/// Texel t of a one-dimensional texture holds t.
struct TextureLoad : OnInt<short_steps> {
  __device__ static unsigned first(const Given&, unsigned seed, const unsigned*) { return seed; }
  __device__ static void apply(unsigned& x, const Given& given) {
    x = tex1Dfetch<unsigned>(given.texture, static_cast<int>(x));
  }
};

}  // namespace warpscope
