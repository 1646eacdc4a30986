#include "instrumentation/trace/element.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace warpscope {
namespace {

struct ScalarTraits {
  int bytes;
  std::string_view name;    // on its own
  std::string_view vector;  // before the number of components
};
constexpr std::array<ScalarTraits, 13> scalar_traits{{
    {1, "signed char", "char"},
    {1, "unsigned char", "uchar"},
    {2, "short", "short"},
    {2, "unsigned short", "ushort"},
    {4, "int", "int"},
    {4, "unsigned int", "uint"},
    {8, "long long", "longlong"},
    {8, "unsigned long long", "ulonglong"},
    {4, "float", "float"},
    {8, "double", "double"},
    {2, "half", "half"},
    {2, "nv_bfloat16", "nv_bfloat16"},
    {1, "bool", "bool"},
}};

const ScalarTraits& traits(Scalar scalar) {
  return scalar_traits.at(static_cast<std::size_t>(scalar));
}

/// The bits of one component: components stand side by side in the words, the lowest bytes first.
std::uint64_t component_bits(ElementType type, std::span<const std::uint32_t> words,
                             int component) {
  assert(std::ssize(words) >= type.words());
  const int bytes = traits(type.scalar).bytes;
  const int first_bit = component * bytes * 8;
  const auto word = static_cast<std::size_t>(first_bit / 32);
  if (bytes == 8) return words[word] | std::uint64_t{words[word + 1]} << 32;
  const std::uint32_t shifted = words[word] >> (first_bit % 32);
  return bytes == 4 ? shifted : shifted & ((1U << (bytes * 8)) - 1);
}

/// Calls visit with the component as the C++ type that the kernel saw.
template <class Visit>
auto visit_component(Scalar scalar, std::uint64_t bits, Visit visit) {
  switch (scalar) {
    case Scalar::i8: return visit(static_cast<std::int8_t>(bits));
    case Scalar::u8: return visit(static_cast<std::uint8_t>(bits));
    case Scalar::i16: return visit(static_cast<std::int16_t>(bits));
    case Scalar::u16: return visit(static_cast<std::uint16_t>(bits));
    case Scalar::i32: return visit(static_cast<std::int32_t>(bits));
    case Scalar::u32: return visit(static_cast<std::uint32_t>(bits));
    case Scalar::i64: return visit(static_cast<std::int64_t>(bits));
    case Scalar::f32: return visit(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case Scalar::f64: return visit(std::bit_cast<double>(bits));
    case Scalar::f16: return visit(half_to_float(static_cast<std::uint16_t>(bits)));
    case Scalar::bf16: return visit(bfloat16_to_float(static_cast<std::uint16_t>(bits)));
    case Scalar::b8: return visit(static_cast<std::uint8_t>(bits));
    case Scalar::u64: break;
  }
  return visit(bits);
}

/// The shortest digits that read back as the same number; plain notation where it stays readable.
template <class Float>
std::string format_float(Float value) {
  if (std::isnan(value)) return "nan";
  const Float size = std::fabs(value);
  const bool plain = size == 0 || (size >= Float(1e-4) && size < Float(1e9));
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  return {text.data(), end.ptr};
}

std::string format_component(Scalar scalar, std::uint64_t bits) {
  return visit_component(scalar, bits, [](auto value) -> std::string {
    if constexpr (std::is_floating_point_v<decltype(value)>) {
      return format_float(value);
    } else {
      return std::to_string(value);
    }
  });
}

bool is_nan(Scalar scalar, std::uint64_t bits) {
  return visit_component(scalar, bits, [](auto value) {
    if constexpr (std::is_floating_point_v<decltype(value)>) return std::isnan(value);
    return false;
  });
}

}  // namespace

float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits} >> 15 << 31;
  const std::uint32_t exponent = bits >> 10 & 31U, fraction = bits & 1023U;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000U | fraction << 13);
  const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                   : std::bit_cast<float>((exponent + 112) << 23 | fraction << 13);
  return sign != 0 ? -size : size;
}

float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

std::uint16_t float_to_half(float value) {
  const auto sign = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16 & 0x8000U);
  const float size = std::fabs(value);
  if (std::isnan(value)) return 0x7fff;  // the only NaN that the hardware makes
  if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00U);
  // The distance of neighbours: of numbers below 2^-14 it stays that of the smallest.
  const int exponent = std::max(size > 0 ? std::ilogb(size) : -14, -14);
  const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  // A unit more than fits carries over into the exponent, as it should.
  return static_cast<std::uint16_t>(sign + (static_cast<std::uint32_t>(exponent + 14) << 10) +
                                    units);
}

std::uint16_t float_to_bfloat16(float value) {
  if (std::isnan(value)) return 0x7fff;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16);
}

int ElementType::bytes() const { return traits(scalar).bytes * components; }

std::string ElementType::name() const {
  if (components == 1) return std::string(traits(scalar).name);
  return std::string(traits(scalar).vector) + std::to_string(components);
}

std::string format_value(ElementType type, std::span<const std::uint32_t> words) {
  if (type.components == 1) return format_component(type.scalar, component_bits(type, words, 0));
  std::string text = "(";
  for (int k = 0; k < type.components; ++k) {
    if (k > 0) text += ", ";
    text += format_component(type.scalar, component_bits(type, words, k));
  }
  return text + ")";
}

double numeric_value(ElementType type, std::span<const std::uint32_t> words) {
  return visit_component(type.scalar, component_bits(type, words, 0),
                         [](auto value) { return static_cast<double>(value); });
}

bool same_value(ElementType type, std::span<const std::uint32_t> a,
                std::span<const std::uint32_t> b) {
  if (std::ranges::equal(a, b)) return true;
  for (int k = 0; k < type.components; ++k) {
    const std::uint64_t bits_a = component_bits(type, a, k);
    const std::uint64_t bits_b = component_bits(type, b, k);
    const bool both_nan = is_nan(type.scalar, bits_a) && is_nan(type.scalar, bits_b);
    if (bits_a != bits_b && !both_nan) return false;
  }
  return true;
}

}  // namespace warpscope
