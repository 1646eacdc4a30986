#pragma once

#include "instrumentation/block/native.cuh"

namespace warpscope {

// A kernel without its bank conflicts, to see what they cost: the lecture's test "replace the index
// by threadIdx.x", for any kernel. Its result is wrong, but it does everything else that it did.

/// Shared memory in which each lane finds its element in a bank of its own, in the row of 32 banks
/// that the kernel's index lies in. Two instructions an access more than CudaSpan. Values that are
/// wrong by now may make any index: none leaves the array.
template <class T>
class LaneSpan {
 public:
  LaneSpan() = default;
  WS_DEVICE LaneSpan(T* data, int count) : data_(data) {
    constexpr int size = static_cast<int>(sizeof(T));
    constexpr int row = 32 * 4 / size, apart = size < 4 ? 4 / size : 1;
    static_assert((row & (row - 1)) == 0, "an element is 1, 2, 4, 8 or 16 bytes");
    const auto elements = static_cast<unsigned>(count);
    // Less than a row has no conflicts.
    const bool rows = elements >= row;
    own_ = rows ? flat_rank() % 32 * apart % row : 0;
    kept_ = rows ? ~unsigned{row - 1} : ~0U;
    last_ = rows ? (elements / row - 1) * row + own_ : elements - 1;
  }
  template <class U>
  WS_DEVICE explicit LaneSpan(const LaneSpan<U>& other)
      : data_(other.data_), own_(other.own_), kept_(other.kept_), last_(other.last_) {}

  WS_DEVICE T& operator[](Index index) const { return data_[place(index)]; }
  WS_DEVICE LaneSpan<volatile T> as_volatile() const { return LaneSpan<volatile T>(*this); }
  WS_DEVICE std::remove_volatile_t<T> atomic_add(Index index,
                                                 std::remove_volatile_t<T> value) const {
    return atomicAdd(const_cast<std::remove_volatile_t<T>*>(data_) + place(index), value);
  }

 private:
  template <class U>
  friend class LaneSpan;
  WS_DEVICE unsigned place(Index index) const {
    const unsigned in_row = (static_cast<unsigned>(index.value) & kept_) | own_;
    return in_row < last_ ? in_row : last_;
  }

  T* data_;
  unsigned own_, kept_, last_;
};

/// NativeBlock, but for its shared memory.
class ConflictFreeBlock : public NativeBlock {
 public:
  template <FixedString Name, class T>
  WS_DEVICE auto shared(int count, int columns) {
    const auto plain = NativeBlock::template shared<Name, T>(count, columns);
    return LaneSpan<T>(&plain[0], count);
  }
};

/// An index made of wrong values reaches the last element instead of other memory.
template <class T>
class Global<ConflictFreeBlock, T> : public Global<NativeBlock, T> {
  using Plain = Global<NativeBlock, T>;

 public:
  using Plain::Plain;
  WS_DEVICE auto& operator[](Index index) const { return Plain::operator[](within(index)); }
  WS_DEVICE T atomic_add(Index index, T value) const {
    return Plain::atomic_add(within(index), value);
  }
  WS_DEVICE std::remove_const_t<T> load_relaxed(Index index) const {
    return Plain::load_relaxed(within(index));
  }
  WS_DEVICE void store_relaxed(Index index, T value) const {
    Plain::store_relaxed(within(index), value);
  }

 private:
  WS_DEVICE Index within(Index index) const {
    const auto last = static_cast<unsigned>(this->count()) - 1;
    const auto wanted = static_cast<unsigned>(index.value);
    return {static_cast<int>(wanted < last ? wanted : last), index.line};
  }
};

template <class T>
class Constant<ConflictFreeBlock, T> : public Constant<NativeBlock, T> {
 public:
  using Constant<NativeBlock, T>::Constant;
};

}  // namespace warpscope
