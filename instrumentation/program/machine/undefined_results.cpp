// Shifts by too many bits and numbers that do not fit an integer: C++ leaves the result open, and a GPU gives another one
// than this machine. -fsanitize=shift-exponent,float-cast-overflow calls these functions before such an operation.

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/program_machine.hpp"

namespace warpscope {
namespace {

// As the compilers lay it out; clang and gcc agree.
struct CheckedType {
  std::uint16_t kind;  ///< 0: an integer, 1: a floating-point number
  std::uint16_t info;  ///< integer: log2 of its bits, times 2, plus 1 if signed; else the bits
  char name[1];        ///< "'unsigned int'"
  [[nodiscard]] bool is_signed() const { return (info & 1U) != 0; }
  [[nodiscard]] int bits() const { return kind == 0 ? 1 << (info >> 1U) : info; }
};
struct CheckedPlace {
  const char* file;
  std::uint32_t line, column;
};
struct CheckedShift {
  CheckedPlace place;
  const CheckedType *number, *count;
};
struct CheckedTypes {
  const CheckedType *from, *to;
};
struct CheckedCast {
  CheckedPlace place;
  CheckedTypes types;
};

/// Gcc's calls come without a place: then the first member points to a type, and not to the name of a file.
CheckedTypes types_of_cast(const void* data) {
  const unsigned char* first = nullptr;
  std::memcpy(&first, data, sizeof first);
  const bool placeless = first != nullptr && first[0] + first[1] < 2;
  return placeless ? *static_cast<const CheckedTypes*>(data)
                   : static_cast<const CheckedCast*>(data)->types;
}

/// An operand as it is handed over: its bits, or a pointer to a number of more than 64 bits.
std::optional<std::int64_t> integer_of_operand(const CheckedType& type, std::uintptr_t operand) {
  const int bits = type.bits();
  if (type.kind != 0 || bits > 64) return std::nullopt;
  if (bits == 64) return static_cast<std::int64_t>(operand);
  const std::uint64_t value = operand & ((std::uint64_t{1} << bits) - 1);
  const bool negative = type.is_signed() && (value >> (bits - 1)) != 0;
  return static_cast<std::int64_t>(negative ? value | ~std::uint64_t{0} << bits : value);
}

std::optional<double> number_of_operand(const CheckedType& type, std::uintptr_t operand) {
  if (type.kind != 1) return std::nullopt;
  if (type.bits() == 32) {
    float value = 0;
    std::memcpy(&value, &operand, sizeof value);
    return value;
  }
  if (type.bits() != 64) return std::nullopt;
  double value = 0;
  std::memcpy(&value, &operand, sizeof value);
  return value;
}

std::string name_of(const CheckedType& type) {
  const std::string quoted = type.name;
  return quoted.size() > 2 ? quoted.substr(1, quoted.size() - 2) : quoted;
}

/// What a GPU makes of a number that does not fit: it converts to 32 or 64 bits, to the nearest number that there is or, from
/// NaN, to 0 or the least one, and drops upper bits. Nothing if this machine does the same. (An H200 with CUDA 13.0 did so.)
std::optional<std::string> result_on_gpu(double value, const CheckedTypes& types) {
  const int bits = types.to->bits();
  const bool wide = bits > 32, narrow = bits < 32, is_signed = types.to->is_signed();
  const double end = is_signed ? (wide ? 0x1p63 : 0x1p31) : (wide ? 0x1p64 : 0x1p32);
  const double begin = is_signed ? -end : 0;
  std::uint64_t result = 0;
  if (std::isnan(value)) {
    const bool least = wide || types.from->bits() > 32;
    if (least && is_signed) return std::nullopt;  // here too
    result = least ? std::uint64_t{1} << (wide ? 63 : 31) : 0;
  } else if (value >= end) {
    result = is_signed ? (wide ? INT64_MAX : INT32_MAX) : (wide ? UINT64_MAX : UINT32_MAX);
  } else if (value > begin - 1) {
    if (narrow && value < 0x1p31) return std::nullopt;  // upper bits are dropped here too
    result = is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                       : static_cast<std::uint64_t>(value);
  } else if (is_signed) {
    return std::nullopt;  // the least number, as here
  }
  if (bits < 64) result &= (std::uint64_t{1} << bits) - 1;
  if (!is_signed || bits > 64) return std::to_string(result);
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return std::to_string(static_cast<std::int64_t>((result ^ sign) - sign));
}

void report_shift(const void* data, std::uintptr_t count, const void* at) {
  if (!on_device()) return;
  const auto& checked = *static_cast<const CheckedShift*>(data);
  const auto by = integer_of_operand(*checked.count, count);
  report_in_lane(
      FindingKind::undefined_result, at,
      by ? say("shifts a number of {0} bits by {1}: C++ leaves the result open (a GPU "
               "shifts every bit out, this machine does not)",
               checked.number->bits(), *by)
         : say("shifts a number of {} bits by too many: C++ leaves the result open (a GPU "
               "shifts every bit out, this machine does not)",
               checked.number->bits()),
      0);
}

void report_cast(const void* data, std::uintptr_t operand, const void* at) {
  if (!on_device()) return;
  const CheckedTypes types = types_of_cast(data);
  const auto value = number_of_operand(*types.from, operand);
  if (!value || types.to->kind != 0) return;
  const auto there = result_on_gpu(*value, types);
  if (!there) return;
  report_in_lane(FindingKind::undefined_result, at,
                 say("turns {0:g} into {1}: C++ leaves the result open (a GPU gives {2}, this "
                     "machine another number)",
                     *value, name_of(*types.to), *there),
                 0);
}

}  // namespace
}  // namespace warpscope

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {

void __ubsan_handle_shift_out_of_bounds(const void* data, std::uintptr_t number,
                                        std::uintptr_t count) {
  static_cast<void>(number);
  warpscope::report_shift(data, count, __builtin_return_address(0));
}
void __ubsan_handle_float_cast_overflow(const void* data, std::uintptr_t number) {
  warpscope::report_cast(data, number, __builtin_return_address(0));
}

}  // extern "C"
#pragma GCC diagnostic pop
