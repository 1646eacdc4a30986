#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// When a warp waits for what it has loaded. A trace holds accesses and no registers, so this is a
/// model.
enum class LoadWait : std::uint8_t {
  /// An instruction waits for the values that it uses, so that loads may be under way together. It
  /// uses what the dataflow says (dataflow.hpp), and the values that are its indices: those of one
  /// of the warp's last four loads, if they are equal lane by lane.
  use,
  /// Each load is waited for before anything else happens: the warp of the book's arithmetic.
  each,
};

/// A warp's access or barrier.
struct WarpInstruction {
  static constexpr std::uint32_t no_access = 0xffffffffU;
  std::uint32_t access = no_access;  ///< into Trace::accesses; no_access: a barrier of the block
  std::uint32_t first_need = 0;      ///< into BlockStream::needs
  std::uint16_t need_count = 0;
  std::uint16_t units = 1;  ///< wavefronts, sectors or passes; at least 1
  Space space = Space::shared;
  bool gives = false;  ///< a value that others may wait for
  [[nodiscard]] bool is_barrier() const { return access == no_access; }
};

/// What each warp of one block does, in its order.
struct BlockStream {
  std::vector<std::vector<WarpInstruction>> warps;
  std::vector<std::uint32_t> needs;  ///< positions of instructions of the same warp, all before
  std::uint32_t first_access = 0, end_access = 0;  ///< of the launch, into Trace::accesses
  std::uint32_t accesses = 0;                      ///< that it holds
  bool cut = false;        ///< the launch has more of them; warps end after the same step
  bool needs_cut = false;  ///< some need more than `needs` says: see FlowNode::cut

  [[nodiscard]] std::span<const std::uint32_t> needs_of(const WarpInstruction& instruction) const {
    return std::span(needs).subspan(instruction.first_need, instruction.need_count);
  }
};

/// The block that a launch recorded. Takes whole steps until one warp has `most` / warps accesses,
/// and within the last step no more than that of each.
[[nodiscard]] BlockStream block_stream(const Trace& trace, const Summary& summary,
                                       const Dataflow& flow, std::uint32_t launch, LoadWait wait,
                                       std::uint32_t most = 50'000);

/// How often a warp must wait for a value, however long that takes: an instruction needs what was
/// loaded after the last wait.
[[nodiscard]] std::uint64_t value_waits(const BlockStream& stream, std::size_t warp);

/// A block of one warp that loads `loads` times from global memory, a sector each; each load needs
/// the one before.
[[nodiscard]] BlockStream load_chain(std::uint32_t loads);

}  // namespace warpscope
