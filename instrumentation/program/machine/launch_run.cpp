#include "instrumentation/program/machine/launch_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <new>
#include <optional>
#include <utility>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/block_queue.hpp"
#include "instrumentation/program/machine/block_turns.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/memory_states.hpp"
#include "instrumentation/program/machine/program_source.hpp"
#include "instrumentation/program/protocol/log_telling.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// Which blocks of a launch are checked: the first and the last ones, as many as the limit allows.
class CheckPlan {
 public:
  CheckPlan(std::int64_t blocks, std::int64_t left) : blocks_(blocks), budget_(left / 2) {
    if (left <= 0) first_ = last_ = 0;
  }
  [[nodiscard]] bool wants(std::int64_t block) const {
    return block < first_ || block >= blocks_ - last_;
  }
  /// The first block has cost so many accesses.
  void learn(std::int64_t accesses) {
    if (first_ == 0) return;
    take(budget_ / std::max<std::int64_t>(accesses, 1));
  }
  /// Blocks wait for one another. The first has cost so many accesses up to now, all of them `spent`; what is ahead may
  /// cost as much again.
  void shrink(std::int64_t accesses, std::int64_t spent) {
    if (first_ == 0) return;
    take(std::min((budget_ - spent) / std::max<std::int64_t>(accesses, 1), first_ + last_));
  }

 private:
  void take(std::int64_t affordable) {
    const std::int64_t all = std::min(std::max<std::int64_t>(affordable, 2), blocks_);
    first_ = (all + 1) / 2;
    last_ = all / 2;
  }

  std::int64_t blocks_, budget_;
  std::int64_t first_ = 1, last_ = 1;
};

/// One launch, from its first block to its last.
class LaunchRun {
 public:
  LaunchRun(ProgramMachine& machine, const WatchedKernel& kernel, const Simt::Launch& launch,
            ProgramLaunch& told)
      : machine_(machine),
        kernel_(kernel),
        launch_(launch),
        told_(told),
        grid_(dim3_of(launch.config->grid)),
        watch_(kernel, machine.log),
        plan_(grid_.count(), machine.log.options.check_limit - machine.log.checked_accesses) {}

  int run() {
    const ProgramOptions& options = machine_.log.options;
    const Dim3 wanted = options.traced_block;
    const Dim3 traced{std::min(wanted.x, grid_.x - 1), std::min(wanted.y, grid_.y - 1),
                      std::min(wanted.z, grid_.z - 1)};
    traced_ = (std::int64_t{traced.z} * grid_.y + traced.y) * grid_.x + traced.x;
    records_ = machine_.log.recorded_launches < options.record_launches &&
               machine_.log.recorded_of_kernel[told_.kernel] < options.record_of_kernel &&
               !machine_.log.is_full();
    machine_.log.was_cut = false;
    told_.shared_bytes = watch_.shared_bytes();
    if (records_) prepare_trace();
    machine_.log.launch_begins(told_);
    if (records_) begin_trace();
    machine_.watch = &watch_;
    machine_.longest_wait = 0;
    if (options.compared) {
      run_in_turns(*options.compared);
    } else if (launch_.config->cooperative != 0) {
      run_together();
    } else {
      run_in_order();
    }
    machine_.watch = nullptr;
    machine_.aborted_launch = machine_.aborted_launch || aborted_;
    DeviceMemory::the().close_guards();
    told_.checked_blocks = checked_;
    told_.checked_all = checked_ == grid_.count();
    told_.shared_bytes = watch_.shared_bytes();
    tell_work();
    if (options.all_blocks) tell_log(LogKind::totals, told_.number, totals_);
    watch_.end_launch(told_.trace_launch);
    if (options.compared) tell_memory(*options.compared);
    told_.cut = machine_.log.was_cut;
    return watch_.error();
  }

 private:
  /// For the modelled times between events: as if blocks that were not counted did what the others did.
  void tell_work() const {
    model_kernel_wait(machine_.longest_wait);
    if (checked_ == 0) return;
    constexpr std::int64_t instructions_of_access = 4, bytes_of_access = 4;
    const std::int64_t accesses = static_cast<std::int64_t>(static_cast<double>(watch_.accesses()) /
                                                            static_cast<double>(checked_) *
                                                            static_cast<double>(grid_.count()));
    model_kernel_work(accesses / 32 * instructions_of_access, accesses * bytes_of_access);
  }
  void prepare_trace() {
    told_.trace_launch = machine_.log.recorded_launches++;
    ++machine_.log.recorded_of_kernel[told_.kernel];
    told_.recorded_block = traced_;
  }
  void begin_trace() {
    SourceFile source{.name = "unknown source", .text = {}};
    if (kernel_.function != nullptr && !kernel_.function->file.empty()) {
      source = program_source(kernel_.function->file);
    }
    machine_.log.trace.begin_launch(shape(), source);
    machine_.log.trace.shared_bytes(static_cast<std::uint32_t>(watch_.shared_bytes()));
  }
  [[nodiscard]] Launch shape() const {
    return {.kernel = kernel_.name,
            .grid = grid_,
            .block = dim3_of(launch_.config->block),
            .traced_block = traced_,
            .number = told_.number};
  }
  [[nodiscard]] Dim3 index_of(std::int64_t block) const { return coordinates(block, grid_); }
  [[nodiscard]] bool watches(std::int64_t block) const {
    return machine_.log.options.all_blocks || (records_ && block == traced_) ||
           plan_.wants(block) || watch_.relies_on_lockstep() || spun_;
  }

  void run_in_order() {
    const std::int64_t blocks = grid_.count();
    for (std::int64_t block = 0; block < blocks && !aborted_;) {
      if (watches(block)) {
        run_watched(block++);
        continue;
      }
      std::int64_t end = block + 1;
      while (end < blocks && !watches(end)) ++end;
      if (!run_blocks_at_speed(launch_, grid_, block, end)) {
        watch_.set_error(error_launch_failure);
        aborted_ = true;
      }
      watch_.skipped();
      block = end;
    }
  }

  void run_watched(std::int64_t number) {
    Simt& simt = Simt::here();
    begin_watched(block_, number);
    const bool goes_on = simt.run(block_, launch_, &watch_) != Simt::End::aborted;
    if (goes_on) watch_.end_block(block_);
    end_watched(number);
    aborted_ = !goes_on;
    spun_ = spun_ || simt.has_spun();
  }
  void begin_watched(SimtBlock& block, std::int64_t number) {
    Simt::here().begin_block(block, launch_, index_of(number), number);
    machine_.block = &block;
    begin_counting();
    before_ = watch_.accesses();
    watch_.begin_block(block, records_ && number == traced_, counted_ ? &*counted_ : nullptr);
  }
  void end_watched(std::int64_t number) {
    machine_.block = nullptr;
    watch_.end_accesses(block_);
    ++checked_;
    if (number == 0) plan_.learn(watch_.accesses() - before_);
    end_counting();
  }
  void begin_counting() {
    counted_.reset();
    if (!machine_.log.options.all_blocks) return;
    counted_.emplace(TraceHeader{.highest_lane_wins = machine_.log.options.highest_lane_wins});
    counted_->begin_launch(shape(), {.name = "counted", .text = {}});
  }
  void end_counting() {
    if (!counted_) return;
    const Trace trace = counted_->build();
    add(totals_, summarize(trace, machine_.log.options.banks).totals);
  }

  static constexpr std::int64_t barriers_expected = 4;  // of a grid

  /// One of the blocks that wait for one another.
  struct Suspended {
    std::optional<SimtBlock> block;  ///< from its beginning to its end
    SimtStacks stacks;
    WatchedMemory::Shared memory;
    std::int64_t accesses = 0;  ///< that were checked
    bool watched = false, ended = false;
  };

  /// Each runs to the grid's barrier in turn, with its own shared memory and stacks put back into their places.
  void run_together() {
    std::int64_t done = 0;
    std::deque<Suspended> blocks;
    try {
      blocks.resize(static_cast<std::size_t>(grid_.count()));
      while (!aborted_ && done < grid_.count()) {
        const std::int64_t before = done;
        const Suspended* waiting = nullptr;
        watch_.begin_grid_barrier();
        for (std::size_t k = 0; k < blocks.size() && !aborted_; ++k) {
          if (blocks[k].ended) continue;
          run_to_grid_barrier(blocks[k], static_cast<std::int64_t>(k));
          done += blocks[k].ended ? 1 : 0;
          if (waiting == nullptr && !blocks[k].ended) waiting = &blocks[k];
        }
        if (waiting != nullptr && done > before && !aborted_) {
          watch_.grid_stuck(*waiting->block);
          watch_.set_error(error_launch_failure);
          aborted_ = true;
        }
      }
    } catch (const std::bad_alloc&) {
      machine_.block = nullptr;
      Simt::here().abandon();
      tell_too_large();
    }
    checked_ = std::ranges::count(blocks, true, &Suspended::watched);
  }

  void run_to_grid_barrier(Suspended& at, std::int64_t number) {
    Simt& simt = Simt::here();
    const bool first = !at.block;
    SimtBlock& block = first ? at.block.emplace() : *at.block;
    const bool recorded = records_ && number == traced_;
    if (first) {
      at.watched = watches(number);
      simt.begin_block(block, launch_, index_of(number), number);
    } else {
      simt.take_back(at.stacks);
      watch_.memory().take_back(at.memory);
      Simt::release_grid(block);
      at.watched = at.watched && watches(number);
    }
    const std::int64_t before = watch_.accesses();
    if (at.watched) {
      machine_.block = &block;
      begin_counting();
      if (first) {
        watch_.begin_block(block, recorded, counted_ ? &*counted_ : nullptr);
      } else {
        watch_.resume_block(block, recorded, counted_ ? &*counted_ : nullptr);
      }
    }
    const Simt::End end = simt.run(block, launch_, at.watched ? &watch_ : nullptr);
    if (!at.watched) watch_.skipped();
    spun_ = spun_ || simt.has_spun();
    if (at.watched) {
      watch_.end_accesses(block);
      if (end == Simt::End::grid_sync) watch_.barrier(block);
      if (end == Simt::End::finished) watch_.end_block(block);
      machine_.block = nullptr;
      at.accesses += watch_.accesses() - before;
      end_counting();
    }
    if (number == 0 && first) {
      plan_.learn(barriers_expected * at.accesses);
    } else if (number == 0) {
      plan_.shrink(at.accesses, watch_.accesses());
    }
    aborted_ = end == Simt::End::aborted;
    at.ended = end != Simt::End::grid_sync;
    if (at.ended) {
      at.block.reset();
      at.stacks = {};
      at.memory = {};
    } else {
      ++block.interval;
      simt.put_away(block, at.stacks);
      watch_.memory().put_away(at.memory, at.watched);
    }
  }

  /// As BlockTurns says. All of them are watched: only such a block can stand aside.
  void run_in_turns(const ComparedRun& compared) {
    if (compared.told_offset >= 0 && told_.number <= compared.told_launch) {
      if (std::byte* const memory = address_of_memory(kernel_, compared.told))
        watch_.follow(memory + compared.told_offset);
    }
    BlockTurns turns(compared, grid_.count(), launch_.config->cooperative != 0);
    std::map<std::int64_t, Suspended> begun;
    try {
      watch_.begin_grid_barrier();
      while (!aborted_) {
        const std::optional<std::int64_t> number = turns.next();
        if (number) {
          Suspended& at = begun[*number];
          const BlockTurns::Ending ending = run_turn(at, *number, turns);
          turns.ended(ending);
          if (ending == BlockTurns::Ending::finished) begun.erase(*number);
          continue;
        }
        if (turns.at_grid() == 0) break;
        if (turns.finished() > 0) {
          watch_.grid_stuck(*begun.begin()->second.block);
          watch_.set_error(error_launch_failure);
          aborted_ = true;
          break;
        }
        watch_.begin_grid_barrier();
        for (auto& [index, at] : begun) Simt::release_grid(*at.block);
        turns.release_grid();
      }
    } catch (const std::bad_alloc&) {
      machine_.block = nullptr;
      Simt::here().abandon();
      tell_too_large();
    }
    checked_ = turns.finished();
  }

  BlockTurns::Ending run_turn(Suspended& at, std::int64_t number, BlockTurns& turns) {
    Simt& simt = Simt::here();
    const bool first = !at.block;
    SimtBlock& block = first ? at.block.emplace() : *at.block;
    if (first) {
      simt.begin_block(block, launch_, index_of(number), number);
    } else {
      simt.take_back(at.stacks);
      watch_.memory().take_back(at.memory);
    }
    machine_.block = &block;
    if (first) {
      watch_.begin_block(block, false, nullptr);
    } else {
      watch_.resume_block(block, false, nullptr);
    }
    const Simt::End end = simt.run(block, launch_, &watch_,
                                   {.instructions = turns.turn_length(),
                                    .to_barrier = turns.are_short(),
                                    .most_yields = turns.are_short() ? 0 : block.warps + 1});
    watch_.end_accesses(block);
    if (end == Simt::End::grid_sync) watch_.barrier(block);
    if (end == Simt::End::finished) watch_.end_block(block);
    machine_.block = nullptr;
    aborted_ = end == Simt::End::aborted;
    if (aborted_ || end == Simt::End::finished) return BlockTurns::Ending::finished;
    if (end == Simt::End::grid_sync) ++block.interval;
    simt.put_away(block, at.stacks);
    watch_.memory().put_away(at.memory, true);
    return end == Simt::End::grid_sync ? BlockTurns::Ending::grid
           : end == Simt::End::waiting ? BlockTurns::Ending::waiting
                                       : BlockTurns::Ending::over;
  }

  void tell_memory(const ComparedRun& compared) {
    if (compared.told_launch == 0) return machine_.memory_states.tell(kernel_);
    if (told_.number > compared.told_launch) return;
    if (told_.number == compared.told_launch)
      tell_memory_contents(kernel_, watch_.memory(), compared.told);
    if (const auto& writer = watch_.last_writer()) tell_log(LogKind::last_writer, *writer);
  }

  void tell_too_large() {
    ProgramFinding finding{.kind = FindingKind::wrong_call, .launch = told_.number};
    if (kernel_.function != nullptr) {
      finding.file = shown_path(kernel_.function->file);
      finding.line = kernel_.function->line;
    }
    machine_.log.report(finding, [&] {
      return say(
          "The cooperative launch of {0} has {1} blocks, and there is not enough memory for all of "
          "them to wait for one another: launch fewer, or raise the memory limit.",
          kernel_.name, Grouped(grid_.count()));
    });
    watch_.set_error(error_cooperative_too_large);
    aborted_ = true;
  }

  ProgramMachine& machine_;
  WatchedKernel kernel_;
  const Simt::Launch& launch_;
  ProgramLaunch& told_;
  Dim3 grid_;
  LaunchWatch watch_;
  CheckPlan plan_;
  SimtBlock block_;
  std::optional<TraceBuilder> counted_;
  Totals totals_;  // of the blocks that were counted
  std::int64_t traced_ = 0, checked_ = 0, before_ = 0;
  bool records_ = false, aborted_ = false, spun_ = false;
};

}  // namespace

int run_blocks(ProgramMachine& machine, const WatchedKernel& kernel, const Simt::Launch& launch,
               ProgramLaunch& told) {
  return LaunchRun(machine, kernel, launch, told).run();
}

}  // namespace warpscope
