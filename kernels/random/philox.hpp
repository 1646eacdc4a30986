#pragma once

#include <cstdint>
#include <type_traits>

namespace warpscope {

/// 128 bits: a counter, or what Philox makes of it.
struct Words4 {
  std::uint32_t x, y, z, w;
  friend bool operator==(const Words4&, const Words4&) = default;
};

/// The upper half of a 64-bit product.
constexpr std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
#ifdef __CUDA_ARCH__
  // Of a 64-bit product, nvcc 13 makes 64-bit arithmetic, which costs Philox 18 % of its time.
  if (!std::is_constant_evaluated()) return __umulhi(a, b);
#endif
  return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32U);
}

/// Philox4x32-10: four random words of a counter and a seed, without any state (J. Salmon et al.,
/// Parallel random numbers: as easy as 1, 2, 3, 2011). Ten rounds of two multiplications, whose upper
/// and lower halves are mixed and swapped.
constexpr Words4 philox(Words4 counter, std::uint64_t seed) {
  auto key_x = static_cast<std::uint32_t>(seed);
  auto key_y = static_cast<std::uint32_t>(seed >> 32U);
  for (int round = 0; round < 10; ++round) {
    constexpr std::uint32_t of_x = 0xD2511F53U, of_z = 0xCD9E8D57U;
    counter = {multiply_high(of_z, counter.z) ^ counter.y ^ key_x, of_z * counter.z,
               multiply_high(of_x, counter.x) ^ counter.w ^ key_y, of_x * counter.x};
    key_x += 0x9E3779B9U;
    key_y += 0xBB67AE85U;
  }
  return counter;
}

/// The `block`-th four words of a thread's sequence: those of cuRAND after curand_init(seed, thread,
/// 4 block).
constexpr Words4 philox_of_thread(std::uint64_t seed, std::uint32_t thread, std::uint32_t block) {
  return philox({block, 0, thread, 0}, seed);
}

/// A word as a number above 0 and up to 1, as curand_uniform() gives it. The product is exact.
constexpr float uniform_of(std::uint32_t word) {
  constexpr float unit = 1.0F / 4294967296.0F;
  return static_cast<float>(word) * unit + unit / 2;
}

}  // namespace warpscope
