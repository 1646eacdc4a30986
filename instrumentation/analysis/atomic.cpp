#include "instrumentation/analysis/atomic.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <type_traits>

namespace warpscope {
namespace {

template <class T>
T added(T old, T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::uint64_t>(old) + static_cast<std::uint64_t>(value));
  } else {
    return old + value;
  }
}

template <class T>
T subtracted(T old, T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::uint64_t>(old) - static_cast<std::uint64_t>(value));
  } else {
    return old - value;
  }
}

template <class T>
using WordOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// The new bytes of a cell whose operation looks at the bits alone.
template <class T>
T combined(Operation operation, T old, T value) {
  const auto bits = std::bit_cast<WordOf<T>>(old), more = std::bit_cast<WordOf<T>>(value);
  const auto both = operation == Operation::atomic_and  ? bits & more
                    : operation == Operation::atomic_or ? bits | more
                                                        : bits ^ more;
  return std::bit_cast<T>(static_cast<WordOf<T>>(both));
}

template <class T>
WordOf<T> bits_of(T value) {
  return std::bit_cast<WordOf<T>>(value);
}

template <class T>
T result_of(Operation operation, T old, const T* operands) {
  const T value = operands[0];
  switch (operation) {
    case Operation::atomic_add: return added(old, value);
    case Operation::atomic_sub: return subtracted(old, value);
    case Operation::atomic_exchange: return value;
    case Operation::atomic_min: return std::min(old, value);
    case Operation::atomic_max: return std::max(old, value);
    case Operation::atomic_inc: return old >= value ? T{} : added(old, T{1});
    case Operation::atomic_dec: return old == T{} || old > value ? value : subtracted(old, T{1});
    case Operation::atomic_and:
    case Operation::atomic_or:
    case Operation::atomic_xor: return combined(operation, old, value);
    case Operation::atomic_cas:
      // The hardware compares bits: a NaN equals itself, and 0 is not -0.
      return bits_of(old) == bits_of(value) ? operands[1] : old;
    default: break;
  }
  assert(false && "no atomic");
  return old;
}

template <class T>
void apply_as(Operation operation, std::uint8_t* cell, const std::uint8_t* first,
              const std::uint8_t* second) {
  T old, operands[2]{};
  std::memcpy(&old, cell, sizeof(T));
  std::memcpy(&operands[0], first, sizeof(T));
  if (second != nullptr) std::memcpy(&operands[1], second, sizeof(T));
  const T now = result_of(operation, old, operands);
  std::memcpy(cell, &now, sizeof(T));
}

/// Computes in floats, which hold every sum of two such numbers exactly enough to be rounded once
/// more. Operations that look at bits alone use the 16 bits as they are.
void apply_narrow(Operation operation, std::uint8_t* cell, const std::uint8_t* first,
                  const std::uint8_t* second, float (*widen)(std::uint16_t),
                  std::uint16_t (*narrow)(float)) {
  const bool arithmetic = operation == Operation::atomic_add ||
                          operation == Operation::atomic_sub ||
                          operation == Operation::atomic_min || operation == Operation::atomic_max;
  if (!arithmetic) return apply_as<std::uint16_t>(operation, cell, first, second);
  std::uint16_t old, operand;
  std::memcpy(&old, cell, sizeof old);
  std::memcpy(&operand, first, sizeof operand);
  const float value = widen(operand);
  old = narrow(result_of(operation, widen(old), &value));
  std::memcpy(cell, &old, sizeof old);
}

}  // namespace

void apply_atomic(Operation operation, Scalar scalar, std::uint8_t* cell, const std::uint8_t* first,
                  const std::uint8_t* second) {
  switch (scalar) {
    case Scalar::i8: return apply_as<std::int8_t>(operation, cell, first, second);
    case Scalar::u8: return apply_as<std::uint8_t>(operation, cell, first, second);
    case Scalar::i16: return apply_as<std::int16_t>(operation, cell, first, second);
    case Scalar::u16: return apply_as<std::uint16_t>(operation, cell, first, second);
    case Scalar::i32: return apply_as<std::int32_t>(operation, cell, first, second);
    case Scalar::u32: return apply_as<std::uint32_t>(operation, cell, first, second);
    case Scalar::i64: return apply_as<std::int64_t>(operation, cell, first, second);
    case Scalar::u64: return apply_as<std::uint64_t>(operation, cell, first, second);
    case Scalar::f32: return apply_as<float>(operation, cell, first, second);
    case Scalar::f64: return apply_as<double>(operation, cell, first, second);
    case Scalar::f16:
      return apply_narrow(operation, cell, first, second, half_to_float, float_to_half);
    case Scalar::bf16:
      return apply_narrow(operation, cell, first, second, bfloat16_to_float, float_to_bfloat16);
    case Scalar::b8: return apply_as<std::uint8_t>(operation, cell, first, second);
  }
}

void apply_atomic(Operation operation, ElementType type, std::uint8_t* cell,
                  const std::uint8_t* operands) {
  const int scalar = type.bytes() / type.components;
  // In a trace an operand takes whole words.
  const auto apart = static_cast<std::size_t>(type.words()) * 4;
  for (int at = 0; at < type.bytes(); at += scalar) {
    const std::uint8_t* const first = operands + at;
    const bool two = traits_of(operation).operands > 1;
    apply_atomic(operation, type.scalar, cell + at, first, two ? first + apart : nullptr);
  }
}

}  // namespace warpscope
