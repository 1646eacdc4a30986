#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpscope {

/// A moment of a launch: the number of the instruction that was executed last; 0: none was.
using LaunchTime = std::uint32_t;

/// What a warp did, and when.
struct BlockDeed {
  std::uint32_t block = 0;  ///< as begin_block() counts them
  std::uint32_t warp = 0;
  LaunchTime time = 0;
};

/// What orders the blocks of a launch, which otherwise run in any order: one signals by an atomic or a volatile store, with
/// a fence of the device between what it has done and the signal, and another reads the signal by an atomic or a volatile
/// load. That is CUDA's own rule, but for the lanes of a warp, which count as one: a flag that its first lane reads orders
/// all of them. A signal speaks for what its warp has done, and for what other warps had done by the last barrier.
///
/// Blocks run one after another. What a clock keeps is bounded: gave_up() says when there was too much, and then nothing
/// counts as out of order any more.
class BlockClocks {
 public:
  /// Nothing has happened: a launch begins, or all blocks have waited for one another.
  void forget();
  /// The next block begins, with so many warps; those before it have ended.
  void begin_block(std::size_t warps);
  [[nodiscard]] std::uint32_t block() const { return block_; }
  [[nodiscard]] std::size_t warps() const { return warps_.size(); }

  /// All threads of the block have waited for one another.
  void barrier(LaunchTime now);
  /// A warp's fence of the device.
  void fence(std::uint32_t warp, LaunchTime now);
  /// A warp has stored, otherwise than by a signal.
  void wrote(std::uint32_t warp, LaunchTime now) { warps_[warp].wrote = now; }
  /// A warp reads a flag, changes it, or both, by an atomic or a volatile access of `site`.
  void signal(std::uint32_t warp, std::uintptr_t flag, bool reads, bool changes, LaunchTime now,
              std::uint32_t site);

  /// Whether what the warp does from now on comes after what another block did.
  [[nodiscard]] bool follows(std::uint32_t warp, const BlockDeed& deed) const {
    return gave_up_ || covers(known_, deed) || covers(warps_[warp].heard, deed);
  }
  /// It does, but the warp has done no fence since it read the signal: what it loads may be older.
  [[nodiscard]] bool may_be_stale(std::uint32_t warp) const { return warps_[warp].unfenced; }

  struct Signal {
    std::uint32_t block = 0, warp = 0, site = 0;
    LaunchTime time = 0, barrier = 0;  ///< the last barrier before it
  };
  /// What the block that did it has signalled, and this block has read, and what might have been meant to speak for it: a
  /// signal that came later, or one of another warp that did not wait at a barrier for it.
  [[nodiscard]] std::optional<Signal> signal_for(const BlockDeed& deed) const;

  /// A fence of the device was executed: blocks that nobody watches may have passed signals on.
  [[nodiscard]] bool has_fenced() const { return has_fenced_; }
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  static constexpr std::size_t most_flags = std::size_t{1} << 16;  ///< that orders depend on
  /// Entries of clocks that are joined with others, in all: some seconds.
  static constexpr std::uint64_t most_work = std::uint64_t{1} << 30;
  /// Signals that may have been meant to order something, for a better sentence.
  static constexpr std::size_t most_signalled = 4096, most_signals_of_flag = 64;

 private:
  /// What is known to have been done.
  struct Clock {
    std::vector<LaunchTime> blocks;                       // by number: all of each, until then
    std::unordered_map<std::uint64_t, LaunchTime> warps;  // and single warps beyond it
    [[nodiscard]] bool empty() const { return blocks.empty() && warps.empty(); }
  };
  struct Flag {
    Clock clock;
    std::uint64_t changes = 0;  // of the clock
    std::vector<Signal> signals;
  };
  struct Warp {
    Clock heard;                                          // since the block's last barrier
    std::unordered_map<const Flag*, std::uint64_t> read;  // and what `changes` was
    LaunchTime wrote = 0, fenced = 0;
    LaunchTime fenced_block = 0;  // the last barrier before the last fence
    LaunchTime told_block = 0;    // it was fenced until then, by a barrier before now
    bool unfenced = false;
  };

  static std::uint64_t key_of(std::uint32_t block, std::uint32_t warp) {
    return std::uint64_t{block} << 32 | warp;
  }
  [[nodiscard]] static bool covers(const Clock& clock, const BlockDeed& deed);
  bool join(Clock& into, const Clock& from);
  static bool raise(Clock& clock, std::uint32_t block, LaunchTime time);
  static bool raise_warp(Clock& clock, std::uint32_t block, std::uint32_t warp, LaunchTime time);
  void read(Warp& warp, const Flag& flag);
  void change(std::uint32_t number, Flag& flag, LaunchTime now, std::uint32_t site);

  std::unordered_map<std::uintptr_t, Flag> flags_;
  std::vector<const Flag*> heard_;    // that the block has read
  std::vector<LaunchTime> barriers_;  // of all blocks, in ascending order
  Clock known_;                       // to all warps of the block
  std::vector<Warp> warps_;
  std::uint32_t block_ = 0, blocks_ = 0;
  LaunchTime barrier_ = 0;  // the block's last one
  LaunchTime settled_ = 0;  // all that the block did until then was fenced before a barrier
  std::uint64_t work_ = 0;
  bool has_fenced_ = false, gave_up_ = false;
};

}  // namespace warpscope
