#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/machine/access_recorder.hpp"
#include "instrumentation/program/machine/footprint.hpp"
#include "instrumentation/program/machine/launch_sites.hpp"
#include "instrumentation/program/machine/program_log.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/watched_kernel.hpp"
#include "instrumentation/program/machine/watched_memory.hpp"

namespace warpscope {

/// What is found wrong in a launch, on its way into the program's log and into the trace.
class LaunchFindings {
 public:
  /// A thread of a block that does not run now: its number in the block, and the block's in the grid.
  struct OtherThread {
    std::int64_t block = 0;
    std::int32_t rank = 0;
  };
  struct Wrong {
    FindingKind kind = FindingKind::race;
    const SimtLane* lane = nullptr;
    std::uint32_t site = 0;
    MemoryRegion* region = nullptr;
    std::int64_t index = 0;
    const SimtLane* other = nullptr;
    std::int64_t other_site = -1;
    std::optional<std::uint32_t> interval{};    ///< of the block, if it was not this moment
    std::optional<OtherThread> other_thread{};  ///< instead of `other`: of another block
    std::int64_t unfenced_signal = -1, early_signal = -1;  ///< sites; see ProgramFinding
    std::vector<std::uint32_t> arrived{};                  ///< see Finding
  };

  LaunchFindings(const WatchedKernel& kernel, ProgramLog& log, LaunchSites& sites,
                 AccessRecorder& recorder)
      : kernel_(kernel), log_(log), sites_(sites), recorder_(recorder) {}

  /// `message()` makes the sentence; it is only asked for one that was not found before.
  template <class Message>
  void report(const SimtBlock& block, const Wrong& wrong, Message message) {
    const auto [known, fresh] = log_.report(finding(block, wrong), message);
    if (fresh) keep(block, wrong, *known);
  }
  /// The same of what is not wrong.
  template <class Message>
  void note(const SimtBlock& block, const Wrong& wrong, Message message) {
    log_.note(finding(block, wrong), message);
  }
  /// Hands the findings to the trace, as what was found in the launch that is recorded last.
  void hand_to_trace();

  /// `Thread 3 of block (1, 2)`, or only the thread if there is one block.
  [[nodiscard]] Sentence thread_text(const SimtLane& lane) const;
  /// `thread 3 of block (1, 2)`, within a sentence.
  [[nodiscard]] Sentence thread_text(const OtherThread& thread) const;
  /// `Threads 3 and 4 of block (1, 2)`, or only the threads if there is one block; the lane is one of them.
  [[nodiscard]] Sentence of_block(Sentence threads, const SimtLane& lane) const;
  /// `reads`, `writes` or `updates`.
  [[nodiscard]] static Sentence verb(Footprint::Does does);
  /// `3`, or `(3, 4)` in a block of two dimensions.
  [[nodiscard]] static std::string thread_number(const SimtLane& lane);

 private:
  /// Of the lane; empty if there is one block.
  [[nodiscard]] std::string block_number(const SimtLane& lane) const;
  [[nodiscard]] ProgramFinding finding(const SimtBlock& block, const Wrong& wrong);
  /// For the trace of the launch.
  void keep(const SimtBlock& block, const Wrong& wrong, const ProgramFinding& fresh);

  struct Found {
    const ProgramFinding* finding = nullptr;
    std::string path;  ///< of its file; empty: not known
    Place place;
    std::int64_t block = 0;
    std::int32_t thread = 0, other_thread = -1;
    int array = -1;
    std::vector<std::uint32_t> arrived{};
  };

  const WatchedKernel& kernel_;
  ProgramLog& log_;
  LaunchSites& sites_;
  AccessRecorder& recorder_;
  std::vector<Found> found_;
};

}  // namespace warpscope
