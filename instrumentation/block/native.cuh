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

/// Shared memory of the block; its size is given at the launch.
WS_DEVICE unsigned char* dynamic_shared_memory() {
  extern __shared__ __align__(16) unsigned char memory[];
  return memory;
}

/// The Block of native CUDA. The faithful one makes every shared access of the source, in order:
/// the optimiser may otherwise merge or drop some, and then counters differ from the source.
template <bool Faithful>
class CudaBlock {
 public:
  WS_DEVICE int size() const { return static_cast<int>(blockDim.x); }
  WS_DEVICE int thread_rank() const { return static_cast<int>(threadIdx.x); }
  WS_DEVICE int group_index() const { return static_cast<int>(blockIdx.x); }
  WS_DEVICE int group_count() const { return static_cast<int>(gridDim.x); }

  template <FixedString Name, class T>
  WS_DEVICE auto shared(int count) {
    T* data = reinterpret_cast<T*>(dynamic_shared_memory() + used_);
    used_ += count * static_cast<int>(sizeof(T));
    if constexpr (Faithful) {
      return CudaSpan<volatile T>(data);
    } else {
      return CudaSpan<T>(data);
    }
  }

  template <class V = NoValue>
  WS_DEVICE void sync(const char*, V = {}) {
    __syncthreads();
  }
  template <class V = NoValue>
  WS_DEVICE void step(const char*, V = {}) {}
  WS_DEVICE void syncwarp() { __syncwarp(); }
  WS_DEVICE void reconverge(int) {}

  template <class T>
  WS_DEVICE T shfl_down(T value, int delta) {
    return __shfl_down_sync(full_warp, value, delta);
  }
  template <class T>
  WS_DEVICE T shfl_up(T value, int delta) {
    return __shfl_up_sync(full_warp, value, delta);
  }
  WS_DEVICE unsigned ballot(bool predicate) { return __ballot_sync(full_warp, predicate); }

 private:
  int used_ = 0;  // bytes of shared memory given away; arrays of one type need no alignment
};

using NativeBlock = CudaBlock<false>;
using FaithfulBlock = CudaBlock<true>;

template <bool Faithful, class T>
class Global<CudaBlock<Faithful>, T> {
 public:
  __host__ __device__ Global(T* data, int count) : data_(data), count_(count) {}
  WS_DEVICE T& operator[](Index index) const { return data_[index.value]; }
  WS_DEVICE int count() const { return count_; }
  WS_DEVICE T atomic_add(Index index, T value) const {
    return atomicAdd(data_ + index.value, value);
  }

 private:
  T* data_;
  int count_;
};

}  // namespace warpscope
