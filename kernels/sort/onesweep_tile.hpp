#pragma once

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

/// How radix_onesweep lays out its work. Known to the compiler, so that a thread's keys stay in
/// registers.
template <int Threads, int KeysPerThread, int LookBack>
struct OnesweepTile {
  static constexpr int threads = Threads;
  static constexpr int warps = Threads / 32;
  static constexpr int per_thread = KeysPerThread;
  static constexpr int keys = Threads * KeysPerThread;
  static constexpr int look_back = LookBack;  ///< earlier tiles that a thread asks at once
};

/// How radix_digits counts.
template <int Threads, int KeysPerThread, int Copies>
struct DigitsTile {
  static constexpr int threads = Threads;
  static constexpr int per_thread = KeysPerThread;
  static constexpr int keys = Threads * KeysPerThread;
  /// Counters of each digit: lane l of a warp counts in copy l % copies, so that fewer lanes meet.
  static constexpr int copies = Copies;
};

/// One of each for watching, and one for an H200: tried there, see docs/performance.md.
using WatchedTile = OnesweepTile<64, 4, 1>;
using FullSpeedTile = OnesweepTile<448, 22, 3>;
using WatchedDigits = DigitsTile<64, 4, 1>;
using FullSpeedDigits = DigitsTile<1024, 4, 16>;

inline constexpr int digit_bits = 8;
inline constexpr int digits = 1 << digit_bits;
inline constexpr int digit_places = 32 / digit_bits;  ///< of a key, the lowest first

constexpr int digit_of(unsigned key, int place) {
  return static_cast<int>(key >> (place * digit_bits) & (digits - 1U));
}

/// What a tile lets the others know of one digit, in one word that cannot be torn: 0 is nothing
/// yet, −1 − count its own keys alone, 1 + count those of all tiles up to it.
constexpr int own_count(int count) { return -1 - count; }
constexpr int count_so_far(int count) { return 1 + count; }

}  // namespace warpscope
