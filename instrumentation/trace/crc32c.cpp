#include "instrumentation/trace/crc32c.hpp"

#include <array>

namespace warpscope {
namespace {

constexpr std::uint32_t polynomial = 0x82f63b78;  // bits reversed, as the table shifts right

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t value = 0; value < table.size(); ++value) {
    std::uint32_t remainder = value;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? polynomial : 0);
    }
    table[value] = remainder;
  }
  return table;
}
constexpr auto table = make_table();

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) {
  std::uint32_t remainder = ~0U;
  for (const std::byte byte : bytes) {
    remainder = (remainder >> 8) ^ table[(remainder ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
  }
  return ~remainder;
}

}  // namespace warpscope
