#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "instrumentation/program/protocol/compared_run.hpp"

namespace warpscope {

/// Says which block of a launch goes on next, in a chosen order. A block that waits for another one, or whose turn is over,
/// stands aside; so whatever blocks wait for, as long as one of them can go on, it comes to its turn.
class BlockTurns {
 public:
  /// `together`: all blocks may wait for one another (a cooperative launch), so none waits to begin.
  BlockTurns(const ComparedRun& run, std::int64_t blocks, bool together);

  /// How a block's turn ended.
  enum class Ending : std::uint8_t {
    finished,
    grid,    ///< it waits for the whole grid
    over,    ///< its turn was long enough
    waiting  ///< it only looks whether others have done something
  };
  /// Who goes on; none: all have finished or wait for the grid.
  [[nodiscard]] std::optional<std::int64_t> next();
  /// How the turn of the block that next() gave has ended.
  void ended(Ending ending);
  /// So many instructions of warps its turn has.
  [[nodiscard]] std::uint64_t turn_length();
  /// A turn ends at each barrier of the block, too, and as soon as a warp only waits.
  [[nodiscard]] bool are_short() const { return order_ == BlockOrder::interleaved; }

  /// Blocks that stand at the barrier of the grid.
  [[nodiscard]] std::int64_t at_grid() const { return static_cast<std::int64_t>(at_grid_.size()); }
  [[nodiscard]] std::int64_t finished() const { return finished_; }
  /// Those go on.
  void release_grid();

  /// So many blocks at most stand aside before those of low index have to begin, as on a GPU whose multiprocessors are
  /// all taken.
  static constexpr std::size_t most_aside = 32;

 private:
  [[nodiscard]] std::int64_t place(std::int64_t number) const;
  [[nodiscard]] bool can_begin() const { return begun_ < blocks_; }
  std::int64_t begin(std::int64_t block);
  std::int64_t begin_next();
  std::int64_t begin_lowest();
  std::int64_t ask(std::size_t aside) { return aside_[current_ = aside].block; }
  [[nodiscard]] bool is_crowded() const { return !together_ && aside_.size() >= most_aside; }
  std::int64_t ask_any();
  std::int64_t begin_pass();

  BlockOrder order_;
  std::int64_t blocks_;
  bool together_;
  std::mt19937_64 random_;
  std::vector<std::int64_t> shuffled_;   // the order, if it has few enough blocks to be listed
  std::int64_t factor_ = 1, shift_ = 0;  // else factor * k + shift
  std::vector<bool> taken_;              // which blocks have begun
  std::int64_t begun_ = 0, finished_ = 0, position_ = 0, lowest_ = 0;
  struct Aside {
    std::int64_t block = 0;
    int waited = 0;  ///< so many turns in a row it has only waited
    int rests = 0;   ///< so often it is passed over
  };
  std::vector<Aside> aside_;  // have begun, and can go on; oldest first
  std::vector<std::int64_t> at_grid_;
  std::size_t current_ = 0;  // in aside_: whose turn it is
  std::size_t pass_ = 0;     // those before it are still to be asked
  // A pass costs a turn of each block that stands aside. After one in which nobody has finished, more others
  // begin before the next one.
  std::int64_t to_next_pass_ = 0, between_passes_ = 1;
  bool pass_helped_ = true, in_pass_ = false;
  std::size_t in_vain_ = 0;  // turns in a row in which a block only waited
  std::size_t width_ = 16;   // blocks that take turns
};

}  // namespace warpscope
