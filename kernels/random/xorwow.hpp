#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope {

/// The state of Marsaglia's XORWOW: five words that are shifted and mixed, and one that counts on.
struct Xorwow {
  std::array<std::uint32_t, 5> x{};
  std::uint32_t count = 0;

  /// The next word.
  constexpr std::uint32_t draw() {
    const std::uint32_t oldest = x[0] ^ (x[0] >> 2U);
    for (std::size_t i = 0; i < 4; ++i) x[i] = x[i + 1];
    x[4] = (x[4] ^ (x[4] << 4U)) ^ (oldest ^ (oldest << 1U));
    count += 362437;
    return x[4] + count;
  }
  friend bool operator==(const Xorwow&, const Xorwow&) = default;
};

/// The states of the first threads, as cuRAND's curand_init(seed, thread, 0) makes them: each begins
/// 2^67 words after the one before, so that no two sequences meet. The five words go there by a
/// matrix of 160 × 160 bits, squared 67 times; the sixth comes round to where it was.
[[nodiscard]] std::vector<Xorwow> xorwow_states(std::uint64_t seed, std::int64_t threads);

/// What a word says a sensor reads: from -50 to 49.
constexpr int reading_of(std::uint32_t word) { return static_cast<int>(word % 100) - 50; }

}  // namespace warpscope
