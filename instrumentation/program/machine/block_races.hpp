#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "instrumentation/program/machine/block_clocks.hpp"
#include "instrumentation/program/machine/footprint.hpp"

namespace warpscope {

/// Finds two blocks of a launch that touch the same bytes of global memory, at least one of them writing, without what
/// BlockClocks knows as an order. Blocks run one after another, and each is compared with those that were watched before.
///
/// What is kept of memory has a fixed size, for every word, or for every byte where narrower accesses came: the last write,
/// the last atomics and the last reads of two blocks. When it becomes too much, all of it is forgotten.
class BlockRaces {
 public:
  using Does = Footprint::Does;
  /// An access of a block before, which is not in order with the one that touch() was told of.
  struct Race {
    Does does = Does::read;  ///< what the other one did
    std::uint32_t block = 0, site = 0;
    std::int32_t thread = 0;
    LaunchTime time = 0;
    /// Of its block, and read by this one; yet it does not speak for what was done.
    std::optional<BlockClocks::Signal> signal;
    /// It is in order, but no fence stands between the signal that was read and this load.
    bool stale = false;
    /// What was done came before the signal: but for a fence it would speak for it.
    [[nodiscard]] bool lacks_fence() const;
  };

  /// A block with so many warps begins; those before it have ended. `number`: whatever names it.
  void begin_block(std::int64_t number, std::size_t warps);
  /// All blocks of the grid have waited for one another.
  void grid_barrier();
  /// Blocks have run that nobody watched.
  void skipped();
  void barrier() { clocks_.barrier(now()); }
  void fence(int warp) { clocks_.fence(static_cast<std::uint32_t>(warp), now()); }
  /// A warp reads or changes a flag, by an atomic or a volatile access, which begin_instruction() was told of.
  void signal(int warp, const void* flag, bool reads, bool changes, std::uint32_t site);

  /// Lanes of a warp access memory: touch() says which, and where. A volatile access is an update.
  void begin_instruction(int warp, std::uint32_t site, Does does);
  /// Returns what is not in order with it, if there is something, and remembers this one.
  [[nodiscard]] std::optional<Race> touch(const void* address, std::size_t bytes, int lane);

  /// Whatever begin_block() was told for a Race's block or a Signal's.
  [[nodiscard]] std::int64_t number_of(std::uint32_t block) const { return blocks_[block]; }
  [[nodiscard]] std::int64_t number() const { return blocks_.back(); }

  static constexpr std::size_t page_bytes = 256;
  static constexpr std::size_t most_cells = std::size_t{12} << 20;  ///< 240 MiB
  static constexpr std::size_t most_instructions = std::size_t{1} << 24;

 private:
  /// An instruction's number times 32, and a lane; 0: none.
  using Mark = std::uint32_t;
  struct Instruction {
    std::uint32_t block = 0, site = 0, warp = 0;
  };
  struct Cell {
    Mark write = 0;
    // The last one, and the last of another block before it.
    std::array<Mark, 2> updates{}, reads{};
  };
  struct Page {
    std::vector<Cell> cells;  // of a word each, or of a byte
    [[nodiscard]] bool of_bytes() const { return cells.size() == page_bytes; }
  };

  [[nodiscard]] LaunchTime now() const { return static_cast<LaunchTime>(instructions_.size() - 1); }
  std::span<Cell> cells_of(std::uintptr_t at, std::size_t bytes);
  void forget();
  [[nodiscard]] std::optional<Race> conflict(Mark mark, Does then) const;
  [[nodiscard]] std::optional<Race> conflict(const std::array<Mark, 2>& marks, Does then) const;
  [[nodiscard]] std::optional<Race> look(const Cell& cell) const;
  void remember(Cell& cell, Mark mark) const;

  BlockClocks clocks_;
  std::vector<std::int64_t> blocks_;           // their numbers, as BlockClocks counts them
  std::vector<Instruction> instructions_{{}};  // none is at 0
  Mark begin_ = 1;                             // of the block's first instruction
  Does does_ = Does::read;
  std::unordered_map<std::uintptr_t, Page> pages_;
  std::size_t cells_ = 0;
  std::uintptr_t last_number_ = 0;
  Page* last_ = nullptr;
};

}  // namespace warpscope
