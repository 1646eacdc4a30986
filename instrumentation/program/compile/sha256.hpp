#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope {

/// SHA-256 (FIPS 180-4) of several texts, each with its length, so that "ab", "c" is not "a", "bc".
/// A build is found again by it: two builds must never share a name by chance.
class Sha256 {
 public:
  void add(std::string_view text);
  /// As 64 hexadecimal digits. The last call.
  [[nodiscard]] std::string hex();
  /// Of one text, without its length.
  [[nodiscard]] static std::string of(std::string_view text);

 private:
  void take(std::string_view bytes);
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_{};
  std::uint64_t taken_ = 0;  // bytes
};

}  // namespace warpscope
