#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Shared memory of the traced block at one moment.
struct SharedState {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t>
      writer;  ///< per 4-byte word: the access that last wrote it + 1; 0: never
};

/// Random access to the state: keeps a key frame at most every `interval` accesses (fewer if frames
/// of a large block's memory would fill 256 MiB). Each launch begins with zeroed memory.
class Replay {
 public:
  static constexpr std::uint32_t interval = 2048;
  explicit Replay(const Trace& trace);  // `trace` must outlive it
  /// Shared memory after the first `count` accesses of the trace (0: before the first of launch 0).
  [[nodiscard]] SharedState at(std::uint32_t count) const;
  /// Moves `state` from `from` accesses to `to`; cheap for small steps forward.
  void seek(SharedState& state, std::uint32_t from, std::uint32_t to) const;

 private:
  void play(SharedState& state, std::uint32_t from, std::uint32_t to) const;
  const Trace* trace_;
  std::uint32_t spacing_ = interval;  // accesses between key frames
  std::vector<SharedState> frames_;   // frame i: after i × spacing_ accesses
};

/// The replay invariant: the stores between two snapshots turn the first into the second, for bytes
/// that were written. Empty when it holds, else a sentence about the first difference.
[[nodiscard]] std::string replay_violation(const Trace& trace);

}  // namespace warpscope
