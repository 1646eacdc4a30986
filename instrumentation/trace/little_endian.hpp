#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace warpscope {

/// Writes an integer to sizeof(T) bytes, the lowest first. Compilers make one store of it.
template <std::integral T>
void store_little_endian(std::byte* to, T value) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (std::size_t k = 0; k < sizeof(T); ++k) to[k] = static_cast<std::byte>(bits >> (8 * k));
}

/// The integer that store_little_endian wrote.
template <std::integral T>
[[nodiscard]] T load_little_endian(const std::byte* from) {
  using Bits = std::make_unsigned_t<T>;
  Bits bits = 0;
  for (std::size_t k = 0; k < sizeof(T); ++k) {
    bits = static_cast<Bits>(bits | std::to_integer<Bits>(from[k]) << (8 * k));
  }
  return static_cast<T>(bits);
}

}  // namespace warpscope
