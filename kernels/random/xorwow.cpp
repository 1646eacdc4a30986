#include "kernels/random/xorwow.hpp"

#include <cstddef>

namespace warpscope {
namespace {

using Bits = std::array<std::uint32_t, 5>;
/// What becomes of each bit: the columns of a matrix of 160 × 160 bits.
using BitMatrix = std::array<Bits, 160>;

bool has_bit(const Bits& bits, std::size_t i) { return (bits[i / 32] >> (i % 32) & 1U) != 0; }

Bits times(const BitMatrix& matrix, const Bits& bits) {
  Bits sum{};
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    if (!has_bit(bits, i)) continue;
    for (std::size_t word = 0; word < sum.size(); ++word) sum[word] ^= matrix[i][word];
  }
  return sum;
}

BitMatrix squared(const BitMatrix& matrix) {
  BitMatrix square;
  for (std::size_t i = 0; i < matrix.size(); ++i) square[i] = times(matrix, matrix[i]);
  return square;
}

/// Of one word drawn. It is linear: a bit's column is what becomes of that bit alone.
BitMatrix one_draw() {
  BitMatrix matrix;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    Xorwow alone;
    alone.x[i / 32] = 1U << (i % 32);
    alone.draw();
    matrix[i] = alone.x;
  }
  return matrix;
}

/// From the first word of a thread's sequence to that of the next thread's.
const BitMatrix& next_thread() {
  static const BitMatrix matrix = [] {
    BitMatrix power = one_draw();
    for (int doubling = 0; doubling < 67; ++doubling) power = squared(power);
    return power;
  }();
  return matrix;
}

/// As cuRAND spreads a seed.
Xorwow begun(std::uint64_t seed) {
  const std::uint32_t low = 1099087573U * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49U);
  const std::uint32_t high = 2591861531U * (static_cast<std::uint32_t>(seed >> 32U) ^ 0xf7dcefddU);
  return {{123456789U + low, 362436069U ^ low, 521288629U + high, 88675123U ^ high, 5783321U + low},
          6615241U + high + low};
}

}  // namespace

std::vector<Xorwow> xorwow_states(std::uint64_t seed, std::int64_t threads) {
  std::vector<Xorwow> states;
  states.reserve(static_cast<std::size_t>(threads));
  Xorwow state = begun(seed);
  for (std::int64_t thread = 0; thread < threads; ++thread) {
    states.push_back(state);
    state.x = times(next_thread(), state.x);
  }
  return states;
}

}  // namespace warpscope
