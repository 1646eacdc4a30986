#pragma once

#include <type_traits>

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

/// Elements in memory, reached as plain CUDA reaches them: every word of the vocabulary compiles to
/// what a hand-written kernel has.
template <class T>
class CudaSpan {
 public:
  CudaSpan() = default;
  WS_DEVICE explicit CudaSpan(T* data) : data_(data) {}

  WS_DEVICE T& operator[](Index index) const { return data_[index.value]; }
  /// The compiler must make each access, in this order.
  WS_DEVICE CudaSpan<volatile T> as_volatile() const { return CudaSpan<volatile T>(data_); }
  WS_DEVICE std::remove_volatile_t<T> atomic_add(Index index,
                                                 std::remove_volatile_t<T> value) const {
    return atomicAdd(const_cast<std::remove_volatile_t<T>*>(data_) + index.value, value);
  }

 private:
  T* data_;
};

/// Bits of an element that moves in one indivisible access.
template <class T>
using RelaxedBits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
WS_DEVICE std::remove_const_t<T> load_relaxed(T* from) {
  static_assert(is_relaxed_size<T>);
  RelaxedBits<T> bits;
  if constexpr (sizeof(T) == 4) {
    asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];"
                 : "=r"(bits)
                 : "l"(__cvta_generic_to_global(from))
                 : "memory");
  } else {
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];"
                 : "=l"(bits)
                 : "l"(__cvta_generic_to_global(from))
                 : "memory");
  }
  std::remove_const_t<T> value;
  memcpy(&value, &bits, sizeof(T));
  return value;
}
template <class T>
WS_DEVICE void store_relaxed(T* to, const T& value) {
  static_assert(is_relaxed_size<T>);
  RelaxedBits<T> bits;
  memcpy(&bits, &value, sizeof(T));
  if constexpr (sizeof(T) == 4) {
    asm volatile("st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(__cvta_generic_to_global(to)),
                 "r"(bits)
                 : "memory");
  } else {
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(__cvta_generic_to_global(to)),
                 "l"(bits)
                 : "memory");
  }
}

/// An array of the thread's own.
template <class T, int N>
class CudaLocal {
 public:
  WS_DEVICE CudaLocal() {}
  WS_DEVICE T& operator[](Index index) { return data_[index.value + unknown_zero()]; }

 private:
  /// ptxas joins neighbours to one access of 8 bytes even if they are volatile, but not where it
  /// does not know that they are aligned.
  WS_DEVICE static int unknown_zero() {
    return std::is_volatile_v<T> ? static_cast<int>(blockDim.z) - 1 : 0;
  }

  T data_[N];
};

/// Shared memory of the block; its size is given at the launch.
WS_DEVICE unsigned char* dynamic_shared_memory() {
  extern __shared__ __align__(16) unsigned char memory[];
  return memory;
}

/// Constant memory of this file's kernels; what it holds is set before each launch.
inline constexpr int constant_capacity = 16 * 1024;
static __constant__ __align__(16) unsigned char constant_memory[constant_capacity];

/// The byte at which an array of T begins after `used` bytes of others.
template <class T>
WS_DEVICE int aligned(int used) {
  constexpr int alignment = alignof(T);
  return (used + alignment - 1) & ~(alignment - 1);
}

/// This thread's number in its block, whatever the block's dimensions: warps are made of it.
WS_DEVICE unsigned flat_rank() { return threadIdx.y * blockDim.x + threadIdx.x; }
WS_DEVICE unsigned flat_threads() { return blockDim.x * blockDim.y; }
/// The lanes that this warp has: the last one of a block may be partial.
WS_DEVICE unsigned warp_mask() {
  const unsigned lanes = flat_threads() - flat_rank() / 32 * 32;
  return lanes >= 32 ? full_warp : (1U << lanes) - 1;
}

/// The lanes that are still in a loop. Together, they wait for one another before each turn; else the
/// compiler may make several turns one, and lanes that leave in between finish on their own.
template <bool Together>
class Turns {
 public:
  WS_DEVICE bool go_on(bool condition) {
    if constexpr (Together) lanes_ = __ballot_sync(lanes_, condition);
    return condition;
  }

 private:
  unsigned lanes_ = Together ? warp_mask() : 0;
};

/// The Block of native CUDA. The faithful one makes every shared access of the source, in order:
/// the optimiser may otherwise merge or drop some, and then counters differ from the source. So
/// with local memory.
template <bool Faithful>
class CudaBlock {
 public:
  WS_DEVICE int size() const { return static_cast<int>(blockDim.x); }
  WS_DEVICE int thread_rank() const { return static_cast<int>(threadIdx.x); }
  WS_DEVICE int group_index() const { return static_cast<int>(blockIdx.x); }
  WS_DEVICE int group_count() const { return static_cast<int>(gridDim.x); }
  WS_DEVICE Place2 thread_index() const {
    return {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  }
  WS_DEVICE Place2 block_index() const {
    return {static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y)};
  }
  WS_DEVICE Place2 dim_threads() const {
    return {static_cast<int>(blockDim.x), static_cast<int>(blockDim.y)};
  }
  WS_DEVICE Place2 dim_blocks() const {
    return {static_cast<int>(gridDim.x), static_cast<int>(gridDim.y)};
  }

  template <FixedString Name, class T>
  WS_DEVICE auto shared(int count, int) {
    const int base = aligned<T>(used_);
    T* data = reinterpret_cast<T*>(dynamic_shared_memory() + base);
    used_ = base + count * static_cast<int>(sizeof(T));
    if constexpr (Faithful && std::is_arithmetic_v<T>) {
      return CudaSpan<volatile T>(data);
    } else {
      return CudaSpan<T>(data);
    }
  }

  template <FixedString Name, class T, int N>
  WS_DEVICE auto local() {
    return CudaLocal<std::conditional_t<Faithful, volatile T, T>, N>();
  }

  template <class V = NoValue>
  WS_DEVICE void sync(const char*, V = {}) {
    __syncthreads();
  }
  template <class V = NoValue>
  WS_DEVICE void step(const char*, V = {}) {}
  WS_DEVICE void syncwarp() { __syncwarp(); }
  WS_DEVICE void fence() { __threadfence(); }
  WS_DEVICE auto turns() const { return Turns<Faithful>(); }
  /// The compiler moves equal accesses of two branches in front of them, but not over this.
  WS_DEVICE void reconverge(int) {
    if constexpr (Faithful) __syncwarp();
  }

  template <class T>
  WS_DEVICE T shfl_down(T value, int delta) {
    return __shfl_down_sync(full_warp, value, delta);
  }
  template <class T>
  WS_DEVICE T shfl_up(T value, int delta) {
    return __shfl_up_sync(full_warp, value, delta);
  }
  template <class T>
  WS_DEVICE T shfl(T value, int lane) {
    return __shfl_sync(full_warp, value, lane);
  }
  /// As __ballot_sync, which takes three instructions for the test of a bit instead of one.
  WS_DEVICE unsigned ballot(int predicate) {
    unsigned lanes;
    asm volatile(
        "{ .reg .pred holds; setp.ne.s32 holds, %1, 0;"
        " vote.sync.ballot.b32 %0, holds, 0xffffffff; }"
        : "=r"(lanes)
        : "r"(predicate));
    return lanes;
  }

 private:
  int used_ = 0;  // bytes of shared memory given away
};

using NativeBlock = CudaBlock<false>;
using FaithfulBlock = CudaBlock<true>;

template <bool Faithful, class T>
class Global<CudaBlock<Faithful>, T> {
 public:
  /// Whether the compiler may neither merge nor drop accesses: scalars, if faithful.
  static constexpr bool is_exact = Faithful && std::is_arithmetic_v<T>;
  using Cell = std::conditional_t<is_exact, volatile T, T>;

  __host__ __device__ Global(T* data, int count) : data_(data), count_(count) {}
  WS_DEVICE Cell& operator[](Index index) const { return data_[index.value]; }
  WS_DEVICE int count() const { return count_; }
  WS_DEVICE T atomic_add(Index index, T value) const {
    return atomicAdd(data_ + index.value, value);
  }
  WS_DEVICE std::remove_const_t<T> load_relaxed(Index index) const {
    return warpscope::load_relaxed(data_ + index.value);
  }
  WS_DEVICE void store_relaxed(Index index, T value) const {
    warpscope::store_relaxed(data_ + index.value, value);
  }

 private:
  T* data_;
  int count_;
};

template <bool Faithful, class T>
class Constant<CudaBlock<Faithful>, T> {
 public:
  /// `first`: byte in the constant memory.
  __host__ __device__ explicit Constant(int first) : first_(first) {}
  WS_DEVICE T operator[](Index index) const {
    return reinterpret_cast<const T*>(constant_memory + first_)[index.value];
  }

 private:
  int first_;
};

}  // namespace warpscope
