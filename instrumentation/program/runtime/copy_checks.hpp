#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"

namespace warpscope {

/// What is copied: rows of `width` bytes, `height` of them in each of `depth` slices; pitches and slices in bytes.
struct CopyBox {
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t to_pitch = 0, to_slice = 0;
  std::size_t from_pitch = 0, from_slice = 0;
  [[nodiscard]] bool empty() const { return width == 0 || height == 0 || depth == 0; }
  /// Not to be asked before the box has been checked: sizes may overflow.
  [[nodiscard]] std::size_t bytes() const { return width * height * depth; }
};

/// One side of a copy. `argument`: its number in the call, from 0; -1: not an argument of its own.
struct CopySide {
  HostCall call;
  const void* pointer = nullptr;
  int argument = 0;
  PointerPlace place;
  bool symbol_named = false;  ///< a variable of the device is meant, not a pointer
  bool captured = false;      ///< the copy is done by a graph later, whose own memory may sleep now
  [[nodiscard]] Sentence name() const { return name_in_call(call, argument, pointer, place); }
};

/// Bytes from the first to behind the last that the box reaches on one side; none if that is no size_t.
[[nodiscard]] std::optional<std::size_t> reach(const CopyBox& box, bool target);

/// Checks a copy as CUDA does, and reports what is wrong with both arrays' names. An address of
/// a variable of the device counts as a pointer only after allow_symbol_pointer().
[[nodiscard]] cudaError_t check_copy(const CopySide& to, const CopySide& from, const CopyBox& box,
                                     cudaMemcpyKind kind);
/// The same for a memset.
[[nodiscard]] cudaError_t check_set(const CopySide& to, const CopyBox& box);

/// The program was given the address of this variable, by cudaGetSymbolAddress.
void allow_symbol_pointer(const void* symbol);

/// "cudaMemcpyHostToDevice"
[[nodiscard]] std::string kind_name(cudaMemcpyKind kind);

}  // namespace warpscope
