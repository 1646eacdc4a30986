#include "instrumentation/analysis/element_sum.hpp"

#include <cstring>
#include <type_traits>

namespace warpscope {
namespace {

template <class T>
void add_as(std::uint8_t* cell, const std::uint8_t* operand) {
  T sum, value;
  std::memcpy(&sum, cell, sizeof(T));
  std::memcpy(&value, operand, sizeof(T));
  if constexpr (std::is_integral_v<T>) {
    sum = static_cast<T>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(value));
  } else {
    sum += value;
  }
  std::memcpy(cell, &sum, sizeof(T));
}

void add_scalar(Scalar scalar, std::uint8_t* cell, const std::uint8_t* operand) {
  switch (scalar) {
    case Scalar::i8:
    case Scalar::u8: return add_as<std::uint8_t>(cell, operand);
    case Scalar::i16:
    case Scalar::u16: return add_as<std::uint16_t>(cell, operand);
    case Scalar::i32:
    case Scalar::u32: return add_as<std::uint32_t>(cell, operand);
    case Scalar::i64:
    case Scalar::u64: return add_as<std::uint64_t>(cell, operand);
    case Scalar::f32: return add_as<float>(cell, operand);
    case Scalar::f64: return add_as<double>(cell, operand);
  }
}

}  // namespace

void add_element(ElementType type, std::uint8_t* cell, const std::uint8_t* operand) {
  const int scalar = type.bytes() / type.components;
  for (int at = 0; at < type.bytes(); at += scalar) {
    add_scalar(type.scalar, cell + at, operand + at);
  }
}

}  // namespace warpscope
