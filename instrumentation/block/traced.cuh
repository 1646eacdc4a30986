#pragma once

#include <type_traits>

#include "instrumentation/block/element_of.hpp"
#include "instrumentation/block/native.cuh"
#include "instrumentation/block/trace_sink.hpp"
#include "instrumentation/trace/local_memory.hpp"
#include "instrumentation/trace/operation.hpp"

namespace warpscope {

/// The words of one element on their way into a record.
struct ValueWords {
  std::uint32_t word[4];
};

template <class T>
WS_DEVICE ValueWords value_words(const T& value) {
  static_assert(sizeof(T) <= sizeof(ValueWords) && std::is_trivially_copyable_v<T>);
  ValueWords words{};
  memcpy(&words, &value, sizeof(T));
  return words;
}

/// A traced thread's own place and the sink that all threads share.
class TraceRecorder {
 public:
  WS_DEVICE explicit TraceRecorder(const TraceSink& sink) : sink_(sink) {}

  /// One warp instruction: the lanes that arrive together share a record. Not inlined, so that
  /// recording does not blow up the kernel and its registers.
  __device__ __noinline__ void access(std::uint32_t operation, std::uint32_t array, int line,
                                      int index, ValueWords value, std::uint32_t width) {
    const unsigned mask = __activemask();
    const unsigned lane = flat_rank() % 32;
    const unsigned lanes = __popc(mask);
    const int leader = __ffs(static_cast<int>(mask)) - 1;
    const std::uint32_t length = header_words + lanes * (1 + width);
    unsigned long long at = 0;
    if (static_cast<int>(lane) == leader) {
      at = take(length);
      if (fits(at, length)) {
        header(at, RecordKind::access, length, array << 8 | operation,
               static_cast<std::uint32_t>(line), mask);
      }
    }
    at = __shfl_sync(mask, at, leader);
    if (!fits(at, length)) return;
    const unsigned k = __popc(mask & ((1U << lane) - 1));
    sink_.words[at + header_words + k] = static_cast<std::uint32_t>(index);
    for (std::uint32_t w = 0; w < width; ++w) {
      sink_.words[at + header_words + lanes + k * width + w] = value.word[w];
    }
  }

  /// Names the step that the lanes leave, and goes on to the next.
  __device__ __noinline__ void name_step(const char* name, int value, bool has_value,
                                         bool barrier) {
    const unsigned mask = __activemask();
    if (static_cast<int>(flat_rank() % 32) == __ffs(static_cast<int>(mask)) - 1) {
      std::uint32_t characters = 0;
      while (name[characters] != '\0') ++characters;
      const std::uint32_t length = header_words + (characters + 3) / 4;
      const unsigned long long at = take(length);
      if (fits(at, length)) {
        header(at, barrier ? RecordKind::barrier : RecordKind::step, length,
               static_cast<std::uint32_t>(value), has_value ? 1 : 0, characters);
        characters_into(at + header_words, name, characters);
      }
    }
    if (barrier) {
      ++interval_;
      ordinal_ = 0;
    } else {
      ++ordinal_;
    }
  }

  /// `kind`: shared or local, which says what the numbers mean (trace_sink.hpp).
  __device__ __noinline__ void declare(RecordKind kind, std::uint32_t id, std::uint32_t scalar,
                                       std::uint32_t components, int count, int base, int columns,
                                       const char* name) {
    if (flat_rank() != 0) return;
    std::uint32_t characters = 0;
    while (name[characters] != '\0') ++characters;
    const std::uint32_t length = header_words + 2 + (characters + 3) / 4;
    const unsigned long long at = take(length);
    if (!fits(at, length)) return;
    header(at, kind, length, id << 16 | scalar << 8 | components, static_cast<std::uint32_t>(count),
           static_cast<std::uint32_t>(base));
    sink_.words[at + header_words] = characters;
    sink_.words[at + header_words + 1] = static_cast<std::uint32_t>(columns);
    characters_into(at + header_words + 2, name, characters);
  }

  /// To be called by all threads right after a barrier: they copy shared memory themselves.
  WS_DEVICE void snapshot() {
    const std::uint32_t number = interval_ - 1;
    if (flat_rank() == 0) atomicMax(sink_.barriers, interval_);
    if (sink_.snapshots != nullptr && number < sink_.snapshot_count) {
      const auto* shared = reinterpret_cast<const std::uint32_t*>(dynamic_shared_memory());
      for (std::uint32_t i = flat_rank(); i < sink_.snapshot_words; i += flat_threads()) {
        sink_.snapshots[static_cast<std::size_t>(number) * sink_.snapshot_words + i] = shared[i];
      }
    }
  }

  WS_DEVICE const TraceSink& sink() const { return sink_; }

 private:
  WS_DEVICE unsigned long long take(std::uint32_t length) {
    return atomicAdd(sink_.used, static_cast<unsigned long long>(length));
  }
  WS_DEVICE bool fits(unsigned long long at, std::uint32_t length) const {
    return sink_.words != nullptr && at + length <= sink_.capacity;
  }
  WS_DEVICE void header(unsigned long long at, RecordKind kind, std::uint32_t length,
                        std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t* to = sink_.words + at;
    to[0] = static_cast<std::uint32_t>(kind);
    to[1] = length;
    to[2] = flat_rank() / 32;
    to[3] = interval_;
    to[4] = ordinal_;
    to[5] = a;
    to[6] = b;
    to[7] = c;
  }
  WS_DEVICE void characters_into(unsigned long long at, const char* name,
                                 std::uint32_t characters) {
    for (std::uint32_t i = 0; i < characters; i += 4) {
      std::uint32_t word = 0;
      for (std::uint32_t j = i; j < characters && j < i + 4; ++j) {
        word |= static_cast<std::uint32_t>(static_cast<unsigned char>(name[j])) << (8 * (j - i));
      }
      sink_.words[at + i / 4] = word;
    }
  }

  TraceSink sink_;
  std::uint32_t interval_ = 0;
  std::uint32_t ordinal_ = 0;
};

template <class T>
WS_DEVICE void record_access(TraceRecorder& recorder, Operation operation, std::uint32_t array,
                             Index index, const T& value) {
  recorder.access(static_cast<std::uint32_t>(operation), array, index.line, index.value,
                  value_words(value), (sizeof(T) + 3) / 4);
}

/// An element that is named but not yet touched: reading it is a load, assigning a store.
template <class T>
class TracedElement {
 public:
  WS_DEVICE TracedElement(TraceRecorder& recorder, T* cell, std::uint32_t array, Index index)
      : recorder_(recorder), cell_(cell), array_(array), index_(index) {}

  WS_DEVICE operator T() const {  // NOLINT(google-explicit-constructor)
    T value;
    if constexpr (std::is_arithmetic_v<T>) {
      value = *const_cast<const volatile T*>(cell_);
    } else {
      value = *cell_;
    }
    record(Operation::load, value);
    return value;
  }
  WS_DEVICE const TracedElement& operator=(T value) const {
    record(Operation::store, value);
    if constexpr (std::is_arithmetic_v<T>) {
      *const_cast<volatile T*>(cell_) = value;
    } else {
      *cell_ = value;
    }
    return *this;
  }
  WS_DEVICE const TracedElement& operator=(const TracedElement& other) const {
    return *this = static_cast<T>(other);
  }
  TracedElement(const TracedElement&) = default;
  WS_DEVICE const TracedElement& operator+=(T value) const {
    return *this = static_cast<T>(*this) + value;
  }

 private:
  WS_DEVICE void record(Operation operation, const T& value) const {
    record_access(recorder_, operation, array_, index_, value);
  }

  TraceRecorder& recorder_;
  T* cell_;
  std::uint32_t array_;
  Index index_;
};

template <class T>
class TracedSpan {
 public:
  WS_DEVICE TracedSpan(TraceRecorder& recorder, T* data, int count, std::uint32_t array)
      : recorder_(&recorder), data_(data), count_(count), array_(array) {}

  WS_DEVICE auto operator[](Index index) const {
    using Value = std::remove_const_t<T>;
    const TracedElement<Value> element(*recorder_, const_cast<Value*>(data_) + index.value, array_,
                                       index);
    if constexpr (std::is_const_v<T>) {
      return static_cast<Value>(element);
    } else {
      return element;
    }
  }
  WS_DEVICE int count() const { return count_; }
  WS_DEVICE TracedSpan as_volatile() const { return *this; }
  WS_DEVICE T atomic_add(Index index, T value) const {
    record_access(*recorder_, Operation::atomic_add, array_, index, value);
    return atomicAdd(data_ + index.value, value);
  }

 protected:
  TraceRecorder* recorder_;
  T* data_;
  int count_;
  std::uint32_t array_;
};

/// An array of the thread's own, which records where each of its words lies beside other threads'.
template <class T, int N>
class TracedLocal {
 public:
  WS_DEVICE TracedLocal(TraceRecorder& recorder, std::uint32_t array)
      : recorder_(recorder), array_(array) {}

  WS_DEVICE TracedElement<T> operator[](Index index) {
    const int place = local_index(N, static_cast<int>(flat_rank()), index.value);
    return {recorder_, data_ + index.value, array_, {place, index.line}};
  }

 private:
  TraceRecorder& recorder_;
  std::uint32_t array_;
  T data_[N];
};

/// The Block of traced CUDA: the same words, and each leaves a record.
class TracedBlock {
 public:
  /// `first_shared_id`: how many global arrays are bound before.
  WS_DEVICE TracedBlock(TraceRecorder& recorder, std::uint32_t first_shared_id)
      : recorder_(recorder), next_id_(first_shared_id) {
    // The same start as the emulator's, so that snapshots can be compared byte for byte.
    auto* shared = reinterpret_cast<std::uint32_t*>(dynamic_shared_memory());
    for (std::uint32_t i = flat_rank(); i < recorder_.sink().shared_capacity / 4;
         i += flat_threads())
      shared[i] = 0;
    __syncthreads();
  }

  WS_DEVICE int size() const { return static_cast<int>(blockDim.x); }
  WS_DEVICE int thread_rank() const { return static_cast<int>(threadIdx.x); }
  WS_DEVICE int group_index() const { return static_cast<int>(blockIdx.x); }
  WS_DEVICE int group_count() const { return static_cast<int>(gridDim.x); }
  WS_DEVICE Place2 thread_index() const { return native_.thread_index(); }
  WS_DEVICE Place2 block_index() const { return native_.block_index(); }
  WS_DEVICE Place2 dim_threads() const { return native_.dim_threads(); }
  WS_DEVICE Place2 dim_blocks() const { return native_.dim_blocks(); }

  template <FixedString Name, class T>
  WS_DEVICE auto shared(int count, int columns) {
    constexpr ElementType type = ElementOf<T>::type;
    const int base = aligned<T>(used_);
    T* data = reinterpret_cast<T*>(dynamic_shared_memory() + base);
    recorder_.declare(RecordKind::array, next_id_, static_cast<std::uint32_t>(type.scalar),
                      type.components, count, base, columns, Name.text);
    used_ = base + count * static_cast<int>(sizeof(T));
    if (flat_rank() == 0)
      atomicMax(recorder_.sink().shared_bytes, static_cast<std::uint32_t>(used_));
    return TracedSpan<T>(recorder_, data, count, next_id_++);
  }

  template <FixedString Name, class T, int N>
  WS_DEVICE auto local() {
    constexpr ElementType type = ElementOf<T>::type;
    recorder_.declare(RecordKind::local_array, next_id_, static_cast<std::uint32_t>(type.scalar),
                      type.components, N, 0, 0, Name.text);
    return TracedLocal<T, N>(recorder_, next_id_++);
  }

  template <class V = NoValue>
  WS_DEVICE void sync(const char* name, V value = {}) {
    name_step(name, value, true);
    __syncthreads();
    recorder_.snapshot();
    __syncthreads();
  }
  template <class V = NoValue>
  WS_DEVICE void step(const char* name, V value = {}) {
    name_step(name, value, false);
  }
  WS_DEVICE void syncwarp() { __syncwarp(); }
  WS_DEVICE void fence() { __threadfence(); }
  WS_DEVICE auto turns() const { return Turns<true>(); }
  WS_DEVICE void reconverge(int) { __syncwarp(warp_mask()); }

  template <class T>
  WS_DEVICE T shfl_down(T value, int delta, int line = __builtin_LINE()) {
    record_shuffle(value, static_cast<int>(flat_rank() % 32) + delta, line);
    return __shfl_down_sync(full_warp, value, delta);
  }
  template <class T>
  WS_DEVICE T shfl_up(T value, int delta, int line = __builtin_LINE()) {
    record_shuffle(value, static_cast<int>(flat_rank() % 32) - delta, line);
    return __shfl_up_sync(full_warp, value, delta);
  }
  template <class T>
  WS_DEVICE T shfl(T value, int lane, int line = __builtin_LINE()) {
    record_shuffle(value, lane, line);
    return __shfl_sync(full_warp, value, lane);
  }
  WS_DEVICE unsigned ballot(bool predicate) { return __ballot_sync(full_warp, predicate); }

 private:
  WS_DEVICE void name_step(const char* name, NoValue, bool barrier) {
    recorder_.name_step(name, 0, false, barrier);
  }
  WS_DEVICE void name_step(const char* name, int value, bool barrier) {
    recorder_.name_step(name, value, true, barrier);
  }
  template <class T>
  WS_DEVICE void record_shuffle(const T& value, int source, int line) {
    constexpr ElementType type = ElementOf<T>::type;
    const int lane = static_cast<int>(flat_rank() % 32);
    const int from = source >= 0 && source < 32 ? source : lane;
    __syncwarp();  // a shuffle is a meeting of the whole warp
    recorder_.access(
        static_cast<std::uint32_t>(Operation::shuffle),
        registers_id + (static_cast<std::uint32_t>(type.scalar) << 4) + type.components, line,
        static_cast<int>(flat_rank()) - lane + from, value_words(value), (sizeof(T) + 3) / 4);
  }

  TraceRecorder& recorder_;
  NativeBlock native_;
  std::uint32_t next_id_;
  int used_ = 0;
};

template <class T>
class Global<TracedBlock, T> : public TracedSpan<T> {
 public:
  using TracedSpan<T>::TracedSpan;

  WS_DEVICE std::remove_const_t<T> load_relaxed(Index index) const {
    const auto value = warpscope::load_relaxed(this->data_ + index.value);
    record_access(*this->recorder_, Operation::load, this->array_, index, value);
    return value;
  }
  WS_DEVICE void store_relaxed(Index index, T value) const {
    record_access(*this->recorder_, Operation::store, this->array_, index, value);
    warpscope::store_relaxed(this->data_ + index.value, value);
  }
};

template <class T>
class Constant<TracedBlock, T> {
 public:
  WS_DEVICE Constant(TraceRecorder& recorder, int first, std::uint32_t array)
      : recorder_(&recorder), cells_(first), array_(array) {}

  WS_DEVICE T operator[](Index index) const {
    const T value = cells_[index];
    record_access(*recorder_, Operation::load, array_, index, value);
    return value;
  }

 private:
  TraceRecorder* recorder_;
  Constant<NativeBlock, T> cells_;
  std::uint32_t array_;
};

}  // namespace warpscope
