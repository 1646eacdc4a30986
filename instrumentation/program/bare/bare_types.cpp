#include "instrumentation/program/bare/bare_types.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace warpscope {
namespace {

struct NumberType {
  std::string_view name;
  std::int64_t bytes;
  bool whole;
};
constexpr std::array number_types{
    NumberType{"char", 1, true},
    NumberType{"signed char", 1, true},
    NumberType{"unsigned char", 1, true},
    NumberType{"bool", 1, true},
    NumberType{"int8_t", 1, true},
    NumberType{"uint8_t", 1, true},
    NumberType{"uchar", 1, true},
    NumberType{"short", 2, true},
    NumberType{"short int", 2, true},
    NumberType{"unsigned short", 2, true},
    NumberType{"unsigned short int", 2, true},
    NumberType{"int16_t", 2, true},
    NumberType{"uint16_t", 2, true},
    NumberType{"ushort", 2, true},
    NumberType{"int", 4, true},
    NumberType{"signed", 4, true},
    NumberType{"signed int", 4, true},
    NumberType{"unsigned", 4, true},
    NumberType{"unsigned int", 4, true},
    NumberType{"int32_t", 4, true},
    NumberType{"uint32_t", 4, true},
    NumberType{"uint", 4, true},
    NumberType{"long", 8, true},
    NumberType{"long int", 8, true},
    NumberType{"unsigned long", 8, true},
    NumberType{"unsigned long int", 8, true},
    NumberType{"long long", 8, true},
    NumberType{"long long int", 8, true},
    NumberType{"unsigned long long", 8, true},
    NumberType{"unsigned long long int", 8, true},
    NumberType{"int64_t", 8, true},
    NumberType{"uint64_t", 8, true},
    NumberType{"size_t", 8, true},
    NumberType{"ptrdiff_t", 8, true},
    NumberType{"float", 4, false},
    NumberType{"double", 8, false},
    NumberType{"half", 2, false},
    NumberType{"__half", 2, false},
    NumberType{"half2", 4, false},
    NumberType{"__half2", 4, false},
    NumberType{"__nv_bfloat16", 2, false},
    NumberType{"cuComplex", 8, false},
    NumberType{"cuFloatComplex", 8, false},
    NumberType{"cuDoubleComplex", 16, false},
};

const NumberType* number_type(std::string type) {
  if (type.starts_with("std::")) type.erase(0, 5);
  const auto* const found = std::ranges::find(number_types, type, &NumberType::name);
  return found == number_types.end() ? nullptr : found;
}

/// "float4": 4 of 4 bytes; 0: it is no vector.
std::int64_t vector_bytes(const std::string& type) {
  if (type.empty() || type.back() < '1' || type.back() > '4') return 0;
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 12> bases{{{"char", 1},
                                                                             {"uchar", 1},
                                                                             {"short", 2},
                                                                             {"ushort", 2},
                                                                             {"int", 4},
                                                                             {"uint", 4},
                                                                             {"long", 8},
                                                                             {"ulong", 8},
                                                                             {"longlong", 8},
                                                                             {"ulonglong", 8},
                                                                             {"float", 4},
                                                                             {"double", 8}}};
  const std::string_view base = std::string_view(type).substr(0, type.size() - 1);
  for (const auto& [name, bytes] : bases) {
    if (name == base) return bytes * (type.back() - '0');
  }
  return 0;
}

}  // namespace

std::int64_t bare_type_bytes(const std::string& type) {
  if (const NumberType* const known = number_type(type)) return known->bytes;
  return vector_bytes(type);
}

bool is_whole_number_type(const std::string& type) {
  const NumberType* const known = number_type(type);
  return known != nullptr && known->whole;
}

bool is_number_type(const std::string& type) { return number_type(type) != nullptr; }

}  // namespace warpscope
