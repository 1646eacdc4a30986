#pragma once

#include <cstring>
#include <type_traits>

#include "instrumentation/block/element_of.hpp"
#include "instrumentation/block/vocabulary.hpp"
#include "instrumentation/emulator/block_emulator.hpp"
#include "instrumentation/trace/local_memory.hpp"

namespace warpscope {

/// An element that is named but not yet touched: reading it is a load, assigning a store.
template <class T>
class EmulatedElement {
 public:
  EmulatedElement(Lane& lane, int array, Index index) : lane_(lane), array_(array), index_(index) {}

  // Inlined for the reason that Fiber::switch_to gives.
  [[gnu::always_inline]] operator T() const {  // NOLINT(google-explicit-constructor)
    T value;
    lane_.memory(Operation::load, array_, index_, reinterpret_cast<std::byte*>(&value));
    return value;
  }
  [[gnu::always_inline]] const EmulatedElement& operator=(T value) const {
    lane_.memory(Operation::store, array_, index_, reinterpret_cast<std::byte*>(&value));
    return *this;
  }
  [[gnu::always_inline]] const EmulatedElement& operator=(const EmulatedElement& other) const {
    return *this = static_cast<T>(other);
  }
  EmulatedElement(const EmulatedElement&) = default;
  [[gnu::always_inline]] const EmulatedElement& operator+=(T value) const {
    return *this = static_cast<T>(*this) + value;
  }

 private:
  Lane& lane_;
  int array_;
  Index index_;
};

/// A shared or global array on the emulator.
template <class T>
class EmulatedSpan {
 public:
  EmulatedSpan(Lane& lane, int array) : lane_(&lane), array_(array) {}

  auto operator[](Index index) const {
    const EmulatedElement<std::remove_const_t<T>> element(*lane_, array_, index);
    if constexpr (std::is_const_v<T>) {
      return static_cast<std::remove_const_t<T>>(element);
    } else {
      return element;
    }
  }
  [[nodiscard]] int count() const {
    return static_cast<int>(lane_->machine().array(array_).description().count);
  }
  [[nodiscard]] EmulatedSpan as_volatile() const { return *this; }
  [[gnu::always_inline]] T atomic_add(Index index, T value) const {
    lane_->memory(Operation::atomic_add, array_, index, reinterpret_cast<std::byte*>(&value),
                  [](void* cell, const void* operand) {
                    T sum, more;
                    std::memcpy(&sum, cell, sizeof(T));
                    std::memcpy(&more, operand, sizeof(T));
                    sum = Add<T>{}(sum, more);
                    std::memcpy(cell, &sum, sizeof(T));
                  });
    return value;
  }

 private:
  Lane* lane_;
  int array_;
};

/// An array of the thread's own on the emulator, which keeps those of a block in one.
template <class T, int N>
class EmulatedLocal {
 public:
  EmulatedLocal(Lane& lane, int array) : lane_(&lane), array_(array) {}

  EmulatedElement<T> operator[](Index index) const { return {*lane_, array_, place(index)}; }

 private:
  /// An index out of bounds is as far out of bounds of the array that holds all threads' elements.
  [[nodiscard]] Index place(Index index) const {
    const int element = index.value;
    const int all = local_index(
        N, (lane_->machine().geometry().threads + local_lanes - 1) / local_lanes * local_lanes, 0);
    const int at = element < 0    ? element
                   : element >= N ? all + element - N
                                  : local_index(N, lane_->thread_rank(), element);
    return {at, index.line};
  }

  Lane* lane_;
  int array_;
};

/// The Block of the emulator; see vocabulary.hpp for what its words mean.
class EmulatedBlock {
 public:
  explicit EmulatedBlock(Lane& lane) : lane_(lane) {}

  [[nodiscard]] int size() const { return lane_.machine().geometry().threads; }
  [[nodiscard]] int thread_rank() const { return lane_.thread_rank(); }
  [[nodiscard]] int group_index() const { return lane_.machine().geometry().group_index; }
  [[nodiscard]] int group_count() const { return lane_.machine().geometry().group_count; }

  [[nodiscard]] Place2 thread_index() const {
    return place(lane_.thread_rank(), lane_.machine().geometry().thread_columns);
  }
  [[nodiscard]] Place2 block_index() const {
    return place(group_index(), lane_.machine().geometry().group_columns);
  }
  [[nodiscard]] Place2 dim_threads() const {
    return extent(size(), lane_.machine().geometry().thread_columns);
  }
  [[nodiscard]] Place2 dim_blocks() const {
    return extent(group_count(), lane_.machine().geometry().group_columns);
  }

  template <FixedString Name, class T>
  auto shared(int count, int columns) {
    return EmulatedSpan<T>(lane_,
                           lane_.shared_array(Name.text, ElementOf<T>::type, count, columns));
  }

  template <FixedString Name, class T, int N>
  auto local() {
    return EmulatedLocal<T, N>(lane_, lane_.local_array(Name.text, ElementOf<T>::type, N));
  }

  template <class V = NoValue>
  [[gnu::always_inline]] void sync(const char* name, V value = {}, int line = __builtin_LINE()) {
    lane_.sync({name, number(value)}, line);
  }
  template <class V = NoValue>
  void step(const char* name, V value = {}) {
    lane_.step({name, number(value)});
  }
  void syncwarp(int line = __builtin_LINE()) { lane_.syncwarp(line); }
  void reconverge(int line) { lane_.reconverge(line); }
  /// Blocks run one after another, each access when it is made: nothing is left to be put in order.
  void fence() {}
  /// The lanes of a warp make each turn together anyway.
  [[nodiscard]] static auto turns() {
    struct Turns {
      static bool go_on(bool condition) { return condition; }
    };
    return Turns{};
  }

  template <class T>
  T shfl_down(T value, int delta, int line = __builtin_LINE()) {
    return shuffle(value, lane_.thread_rank() % warp_lanes + delta, line);
  }
  template <class T>
  T shfl_up(T value, int delta, int line = __builtin_LINE()) {
    return shuffle(value, lane_.thread_rank() % warp_lanes - delta, line);
  }
  template <class T>
  T shfl(T value, int lane, int line = __builtin_LINE()) {
    return shuffle(value, lane, line);
  }
  [[nodiscard]] unsigned ballot(bool predicate, int line = __builtin_LINE()) {
    return lane_.ballot(predicate, line);
  }

 private:
  static Place2 place(int rank, int columns) {
    return columns == 0 ? Place2{rank, 0} : Place2{rank % columns, rank / columns};
  }
  static Place2 extent(int count, int columns) {
    return columns == 0 ? Place2{count, 1} : Place2{columns, count / columns};
  }
  static std::optional<std::int64_t> number(NoValue) { return std::nullopt; }
  static std::optional<std::int64_t> number(std::int64_t value) { return value; }
  template <class T>
  T shuffle(T value, int source, int line) {
    lane_.shuffle(reinterpret_cast<std::byte*>(&value), ElementOf<T>::type, source, line);
    return value;
  }

  Lane& lane_;
};

template <class T>
class Global<EmulatedBlock, T> : public EmulatedSpan<T> {
 public:
  using EmulatedSpan<T>::EmulatedSpan;

  // Blocks run one after another: nothing can come between.
  [[nodiscard]] std::remove_const_t<T> load_relaxed(Index index) const {
    static_assert(is_relaxed_size<T>);
    return (*this)[index];
  }
  void store_relaxed(Index index, T value) const {
    static_assert(is_relaxed_size<T>);
    (*this)[index] = value;
  }
};

template <class T>
class Constant<EmulatedBlock, T> : public EmulatedSpan<const T> {
 public:
  using EmulatedSpan<const T>::EmulatedSpan;
};

}  // namespace warpscope
