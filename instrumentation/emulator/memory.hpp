#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Does an atomic operation to the element at `cell`; typed by who makes it.
using AtomicFunction = void (*)(void* cell, const void* operand);

/// Copies an element. Most have four bytes, and a copy of known size is one instruction.
inline void copy_element(void* to, const void* from, std::size_t bytes) {
  if (bytes == 4) {
    std::memcpy(to, from, 4);
  } else {
    std::memcpy(to, from, bytes);
  }
}

/// An array as a block sees it: bounds, contents, and which bytes were ever written.
class EmulatedArray {
 public:
  /// `contents` must outlive the array. Global memory counts as written.
  EmulatedArray(Array description, std::span<std::byte> contents, int trace_id);

  [[nodiscard]] const Array& description() const { return description_; }
  [[nodiscard]] int trace_id() const { return trace_id_; }
  [[nodiscard]] std::size_t element_bytes() const { return bytes_; }
  [[nodiscard]] bool inside(std::int32_t index) const {
    return index >= 0 && index < description_.count;
  }
  [[nodiscard]] bool written(std::int32_t index) const {
    return initialised_.empty() || initialised_[static_cast<std::size_t>(index)] != 0;
  }
  /// Only for indices inside().
  void load(std::int32_t index, std::byte* value) const {
    copy_element(value, contents_.data() + static_cast<std::size_t>(index) * bytes_, bytes_);
  }
  void store(std::int32_t index, const std::byte* value) {
    copy_element(contents_.data() + static_cast<std::size_t>(index) * bytes_, value, bytes_);
    if (!initialised_.empty()) initialised_[static_cast<std::size_t>(index)] = 1;
  }
  /// Leaves the old value in `value`.
  void atomic(std::int32_t index, std::byte* value, AtomicFunction apply);

 private:
  Array description_;
  std::span<std::byte> contents_;
  std::size_t bytes_;                      // per element
  std::vector<std::uint8_t> initialised_;  // per element; empty: all
  int trace_id_;
};

}  // namespace warpscope
