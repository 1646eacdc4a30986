#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/trace/space.hpp"  // IWYU pragma: export

namespace warpscope {

/// Files name them by ElementType::name().
enum class Scalar : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, f16, bf16, b8 };
inline constexpr auto last_scalar = Scalar::b8;
[[nodiscard]] constexpr bool is_real(Scalar scalar) {
  return scalar == Scalar::f32 || scalar == Scalar::f64 || scalar == Scalar::f16 ||
         scalar == Scalar::bf16;
}

/// The type of one array element: `components` scalars side by side (a float4 is {f32, 4}).
struct ElementType {
  Scalar scalar = Scalar::i32;
  std::uint8_t components = 1;

  [[nodiscard]] int bytes() const;
  /// 32-bit words that hold one element in a trace; smaller elements take a whole word.
  [[nodiscard]] int words() const { return (bytes() + 3) / 4; }
  [[nodiscard]] std::string name() const;  ///< as written in CUDA: "int", "float4"
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

/// A number of 16 bits: IEEE half precision, or the upper half of a float.
[[nodiscard]] float half_to_float(std::uint16_t bits);
[[nodiscard]] float bfloat16_to_float(std::uint16_t bits);
/// The nearest one; of two as near, the even one, as the hardware rounds.
[[nodiscard]] std::uint16_t float_to_half(float value);
[[nodiscard]] std::uint16_t float_to_bfloat16(float value);

/// Trace words of one element as a person reads it: "69", "-0.5", "(1, 2, 3, 4)".
[[nodiscard]] std::string format_value(ElementType type, std::span<const std::uint32_t> words);
/// The same as a number, of the first component; for sorting, colouring and comparing.
[[nodiscard]] double numeric_value(ElementType type, std::span<const std::uint32_t> words);
/// Whether two elements are equal bit by bit. Two NaNs are equal whatever their bits: no standard
/// says which of them an operation gives, and CPUs and GPUs differ.
[[nodiscard]] bool same_value(ElementType type, std::span<const std::uint32_t> a,
                              std::span<const std::uint32_t> b);

}  // namespace warpscope
