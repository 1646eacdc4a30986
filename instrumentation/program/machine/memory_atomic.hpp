#pragma once

#include <cstddef>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// As ElementType has it, where each call counts.
[[nodiscard]] constexpr std::size_t scalar_bytes(Scalar scalar) {
  switch (scalar) {
    case Scalar::i8:
    case Scalar::u8:
    case Scalar::b8: return 1;
    case Scalar::i16:
    case Scalar::u16:
    case Scalar::f16:
    case Scalar::bf16: return 2;
    case Scalar::i32:
    case Scalar::u32:
    case Scalar::f32: return 4;
    case Scalar::i64:
    case Scalar::u64:
    case Scalar::f64: break;
  }
  return 8;
}

/// Does an atomic to memory; returns whether the cell has changed. `value` holds the operand and
/// receives what was there.
bool do_atomic(Operation operation, Scalar scalar, std::byte* cell, std::byte* value,
               const std::byte* compare);

}  // namespace warpscope
