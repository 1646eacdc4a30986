#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/machine_state.hpp"
#include "instrumentation/program/machine/program_outcome.hpp"
#include "instrumentation/program/machine/program_source.hpp"

namespace warpscope {

ProgramOutcome program_outcome_so_far() {
  ProgramOutcome outcome;
  if (the_machine == nullptr) return outcome;
  const ProgramLog& log = the_machine->log;
  outcome.launches = log.launches;
  outcome.totals = log.totals;
  outcome.findings.assign(log.findings.begin(), log.findings.end());
  outcome.notes.assign(log.notes.begin(), log.notes.end());
  outcome.launches_not_recorded = log.launches_not_recorded;
  return outcome;
}

std::optional<Trace> take_program_trace() {
  if (the_machine == nullptr || the_machine->log.recorded_launches == 0) return std::nullopt;
  Trace trace = the_machine->log.trace.build();
  trace.header.program_launches = std::ssize(the_machine->log.launches);
  for (const auto& [array, guess] : the_machine->log.type_guesses) {
    ElementType& type = trace.arrays[static_cast<std::size_t>(array)].type;
    if (guess.is_float() && type.scalar == Scalar::i32) type.scalar = Scalar::f32;
  }
  return trace;
}

Sentence describe_place(const void* instruction) {
  const SimtLane* lane = Simt::running();
  // Between two lanes: one that has begun and not ended stands for all.
  if (lane == nullptr && the_machine != nullptr && the_machine->watch != nullptr &&
      the_machine->block != nullptr) {
    const auto& lanes = the_machine->block->lanes;
    const auto found = std::ranges::find_if(lanes, [](const SimtLane& of) {
      return of.waits != SimtLane::Waits::unstarted && of.waits != SimtLane::Waits::end;
    });
    if (found != lanes.end()) lane = &*found;
  }
  const auto at = reinterpret_cast<std::uintptr_t>(instruction) + 1;
  Sentence text;
  const auto tell = [&](std::uintptr_t where) {
    CodeMap* const code = CodeMap::of(reinterpret_cast<const void*>(where));
    if (code == nullptr) return;
    // A library may have debug information of its own, but what runs there was called by the kernel.
    const bool in_launch = the_machine != nullptr && the_machine->watch != nullptr;
    if (in_launch && code != the_machine->watch->kernel().code) return;
    const auto& frames = code->frames(where);
    if (frames.empty()) return;
    HostPlace place{shown_path(frames.front().file), frames.front().line};
    text = say("at {0}:{1}", place.file, place.line);
    if (the_machine != nullptr) the_machine->last_place = std::move(place);
  };
  tell(at);
  if (text.empty() && lane != nullptr) tell(lane->at);
  if (lane == nullptr && the_machine != nullptr && the_machine->watch == nullptr) {
    const void* waiting = nullptr;
    const Sentence host_function = unfinished_host_function(&waiting);
    if (text.empty() && waiting != nullptr) tell(reinterpret_cast<std::uintptr_t>(waiting));
    if (host_function.empty()) return text;
    return text.empty() ? host_function : say("{0}, {1}", text, host_function);
  }
  if (lane == nullptr || the_machine == nullptr || the_machine->log.launches.empty()) return text;
  const ProgramLaunch& launch = the_machine->log.launches.back();
  the_machine->stands = lane->place;
  const auto coordinates_text = [](const std::uint32_t* p) {
    return fmt::format("({}, {}, {})", p[0], p[1], p[2]);
  };
  const Sentence thread =
      say("in thread {0} of block {1} of launch {2} ({3})", coordinates_text(lane->place.index),
          coordinates_text(lane->place.block->index), launch.number, launch.kernel);
  // Translators: "at sum.cu:41", "in thread (3, 0, 0) of block (0, 0, 0) of launch 2 (sum)".
  return text.empty() ? thread : say("{0}, {1}", text, thread);
}

std::optional<ProgramStop> place_of_stop() {
  if (the_machine == nullptr) return std::nullopt;
  ProgramStop stop{.file = the_machine->last_place.file, .line = the_machine->last_place.line};
  if (the_machine->watch == nullptr) {
    return stop.line == 0 ? std::nullopt : std::optional(std::move(stop));
  }
  const WatchedKernel& kernel = the_machine->watch->kernel();
  stop.launch = kernel.launch;
  if (the_machine->stands) {
    stop.block = dim3_of(the_machine->stands->block->index);
    stop.thread = dim3_of(the_machine->stands->index);
  } else if (kernel.function != nullptr) {
    // Its blocks run on threads of the processor that nobody has asked.
    stop.file = shown_path(kernel.function->file);
    stop.line = kernel.function->line;
  }
  return stop;
}

}  // namespace warpscope
