#include "instrumentation/program/machine/launch_findings.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/machine_state.hpp"
#include "instrumentation/program/machine/program_source.hpp"

namespace warpscope {
namespace {

std::string tuple_text(const std::uint32_t* at, const std::uint32_t* extent) {
  if (extent[1] == 1 && extent[2] == 1) return fmt::format("{}", at[0]);
  if (extent[2] == 1) return fmt::format("({}, {})", at[0], at[1]);
  return fmt::format("({}, {}, {})", at[0], at[1], at[2]);
}

std::string tuple_text(const Dim3& at, const std::uint32_t* extent) {
  const std::array numbers{static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y),
                           static_cast<std::uint32_t>(at.z)};
  return tuple_text(numbers.data(), extent);
}

Dim3 thread_of(const SimtLane& lane) {
  const std::uint32_t* const at = lane.place.index;
  return {static_cast<std::int32_t>(at[0]), static_cast<std::int32_t>(at[1]),
          static_cast<std::int32_t>(at[2])};
}

}  // namespace

/// Translators find it as a field: "{0} {1} {2} on {3}" is "Thread 3 reads data[4] on line 5".
Sentence LaunchFindings::verb(Footprint::Does does) {
  return does == Footprint::Does::read    ? say_c("a thread, a part of memory", "reads")
         : does == Footprint::Does::write ? say_c("a thread, a part of memory", "writes")
                                          : say_c("a thread, a part of memory", "updates");
}

std::string LaunchFindings::thread_number(const SimtLane& lane) {
  return tuple_text(lane.place.index, lane.place.block->dim);
}

std::string LaunchFindings::block_number(const SimtLane& lane) const {
  const std::uint32_t* const grid = kernel_.config->grid;
  if (grid[0] == 1 && grid[1] == 1 && grid[2] == 1) return {};
  return tuple_text(lane.place.block->index, lane.place.block->grid_dim);
}

Sentence LaunchFindings::thread_text(const SimtLane& lane) const {
  const std::string block = block_number(lane);
  return block.empty() ? say("Thread {0}", thread_number(lane))
                       : say("Thread {0} of block {1}", thread_number(lane), block);
}

Sentence LaunchFindings::thread_text(const OtherThread& thread) const {
  const ws_launch_config& config = *kernel_.config;
  const Dim3 at = coordinates(thread.rank, dim3_of(config.block)),
             block = coordinates(thread.block, dim3_of(config.grid));
  return say("thread {0} of block {1}", tuple_text(at, config.block),
             tuple_text(block, config.grid));
}

Sentence LaunchFindings::of_block(Sentence threads, const SimtLane& lane) const {
  const std::string block = block_number(lane);
  // Translators: "Threads 0 to 39 (warp 1) of block 2", where the first field is "Threads 0 to 39 (warp 1)".
  return block.empty() ? threads : say("{0} of block {1}", threads, block);
}

ProgramFinding LaunchFindings::finding(const SimtBlock& block, const Wrong& wrong) {
  ProgramFinding finding{.kind = wrong.kind, .launch = kernel_.launch};
  if (const auto& frames = sites_.frames(wrong.site); !frames.empty()) {
    finding.file = shown_path(frames.back().file);
    finding.line = frames.back().line;
  }
  const auto line_of = [&](std::int64_t site) {
    if (site < 0) return std::uint32_t{0};
    const auto& frames = sites_.frames(static_cast<std::uint32_t>(site));
    return frames.empty() ? std::uint32_t{0} : frames.back().line;
  };
  finding.unfenced_signal = line_of(wrong.unfenced_signal);
  finding.early_signal = line_of(wrong.early_signal);
  if (wrong.other_site >= 0) {
    const auto& frames = sites_.frames(static_cast<std::uint32_t>(wrong.other_site));
    if (!frames.empty()) {
      finding.other_file = shown_path(frames.back().file);
      finding.other_line = frames.back().line;
    }
  }
  finding.block = block.index;
  if (wrong.lane != nullptr) finding.thread = thread_of(*wrong.lane);
  if (wrong.other != nullptr) finding.other_thread = thread_of(*wrong.other);
  if (wrong.other_thread) {
    finding.other_thread = coordinates(wrong.other_thread->rank, dim3_of(kernel_.config->block));
    finding.other_block = coordinates(wrong.other_thread->block, dim3_of(kernel_.config->grid));
  }
  if (wrong.region != nullptr) finding.array = wrong.region->name();
  finding.index = wrong.index;
  return finding;
}

void LaunchFindings::keep(const SimtBlock& block, const Wrong& wrong, const ProgramFinding& fresh) {
  const bool recorded = recorder_.records_trace();
  const auto& frames = sites_.frames(wrong.site);
  Found found{.finding = &fresh,
              .path = frames.empty() ? std::string() : frames.back().file,
              .place = {recorded ? wrong.interval.value_or(block.interval) : 0, 0},
              .block = block.number,
              .thread = wrong.lane != nullptr ? wrong.lane->rank : 0,
              .other_thread = wrong.other != nullptr ? wrong.other->rank : -1,
              .arrived = wrong.arrived};
  if (recorded && wrong.region != nullptr) found.array = recorder_.array_of(*wrong.region);
  found_.push_back(found);
}

void LaunchFindings::hand_to_trace() {
  for (const Found& found : found_) {
    const ProgramFinding& from = *found.finding;
    log_.trace.finding(
        found.place,
        {.kind = from.kind,
         .line = from.line,
         .other_line = from.other_line,
         .source = found.path.empty()
                       ? -1
                       : static_cast<std::int32_t>(log_.trace.source(program_source(found.path))),
         .thread = found.thread,
         .other_thread = found.other_thread,
         .block = found.block,
         .array = found.array,
         .index = from.index,
         .times = from.times,
         .message = from.message,
         .arrived = found.arrived});
  }
}

}  // namespace warpscope
