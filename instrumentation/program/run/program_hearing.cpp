#include "instrumentation/program/run/program_hearing.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <functional>
#include <set>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/protocol/ending_sentence.hpp"
#include "instrumentation/program/protocol/log_fields.hpp"
#include "instrumentation/trace/operation.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

using End = ProgramOutcome::End;

constexpr std::int64_t most_single = 10'000;  // launches that are told one by one
constexpr std::size_t most_folded = 10'000;   // kinds of launches behind them
constexpr std::size_t most_findings = 100'000;
constexpr std::size_t most_counted = 1000;   // kernels whose launches are counted apart
constexpr std::size_t most_parts = 500'000;  // of what memory held after each launch
constexpr std::size_t most_contents = std::size_t{64} << 20;
constexpr std::size_t most_trace_bytes = std::size_t{512} << 20;

void see_word(TypeGuess& guess, std::uint32_t word) {
  if (word == 0) return;
  // Small integers of either sign, or the exponent of a number that is neither tiny nor huge.
  const auto exponent = static_cast<int>(word >> 23U & 0xffU) - 127;
  if (word < 1U << 24U || word >= 0xff000000U) {
    ++guess.integers;
  } else if (exponent > -64 && exponent < 64) {
    ++guess.floats;
  }
}

bool add_finding(std::vector<ProgramFinding>& list, FieldReader& read) {
  ProgramFinding finding;
  read(finding);
  if (!read.done() || list.size() >= most_findings) return false;
  list.push_back(std::move(finding));
  return true;
}

bool count_again(std::vector<ProgramFinding>& list, FieldReader& read) {
  std::uint32_t number = 0;
  read(number);
  if (!read.done() || number >= list.size()) return false;
  ++list[number].times;
  return true;
}

Sentence message_of(const LoggedEnding& ending, const ProgramOptions& options,
                    const Sentence& place) {
  switch (static_cast<End>(ending.end)) {
    case End::crashed:
      return crash_sentence({.signal = ending.signal,
                             .is_fault = ending.is_fault != 0,
                             .address = ending.address,
                             .is_write = ending.is_write != 0,
                             .is_known_access = ending.is_known_access != 0,
                             .stack_bytes = ending.stack_bytes},
                            place);
    case End::time_limit: return time_limit_sentence(options.time_limit, place);
    case End::memory_limit: return memory_limit_sentence(options.memory_limit, place);
    case End::returned:
    case End::cancelled:
    case End::not_loaded: break;
  }
  return {};
}

}  // namespace

void TypeGuess::see(std::span<const std::uint32_t> words) {
  for (const std::uint32_t word : words) see_word(*this, word);
}

ProgramHearing::ProgramHearing(const ProgramOptions& options)
    : options_(options),
      builder_({.title = {},
                .machine = "emulator",
                .device = "emulator",
                .highest_lane_wins = options.highest_lane_wins}) {}

void ProgramHearing::hear(LogKind kind, std::span<const std::byte> bytes) {
  FieldReader read(bytes);
  bool fits = true;
  switch (kind) {
    case LogKind::launch_begins: fits = hear_launch(read, false); break;
    case LogKind::launch_ends: fits = hear_launch(read, true); break;
    case LogKind::totals: fits = hear_totals(read); break;
    case LogKind::finding: fits = add_finding(outcome_.findings, read); break;
    case LogKind::finding_again: fits = count_again(outcome_.findings, read); break;
    case LogKind::note: fits = add_finding(outcome_.notes, read); break;
    case LogKind::note_again: fits = count_again(outcome_.notes, read); break;
    case LogKind::module: {
      const std::string path(read.raw_text());
      LoadedModule module;
      read(module);
      fits = read.done();
      if (fits) places_.add(path, module);
      break;
    }
    case LogKind::memory_state: fits = hear_memory(read); break;
    case LogKind::memory_part: fits = hear_contents(read); break;
    case LogKind::last_writer: {
      LastWriter writer;
      read(writer);
      fits = read.done();
      if (fits) outcome_.last_writer = std::move(writer);
      break;
    }
    case LogKind::stream:
    case LogKind::stream_call:
    case LogKind::stream_launch:
    case LogKind::stream_clash:
    case LogKind::streams_cut: fits = hear_streams(kind, read); break;
    case LogKind::uncaught: read(uncaught_), fits = read.done(); break;
    case LogKind::not_loaded: read(not_loaded_), fits = read.done(); break;
    case LogKind::none: fits = false; break;
    default:
      trace_bytes_ += bytes.size();
      fits = trace_bytes_ <= most_trace_bytes && hear_trace(kind, read);
  }
  if (!fits) ++damaged_;
  if (fits && kind <= LogKind::note_again) ++revision_;
}

bool ProgramHearing::hear_memory(FieldReader& read) {
  LaunchMemory memory;
  read(memory);
  if (!read.done()) return false;
  outcome_.memory_cut = outcome_.memory_cut || memory_parts_ + memory.parts.size() > most_parts;
  if (outcome_.memory_cut) return true;
  memory_parts_ += memory.parts.size();
  outcome_.memory.push_back(std::move(memory));
  return true;
}

bool ProgramHearing::hear_contents(FieldReader& read) {
  std::uint64_t offset = 0, size = 0;
  MemoryContents part;
  read(offset), read(size), read(part);
  if (!read.done() || size > most_contents || offset > size || part.bytes.size() > size - offset ||
      part.bytes.size() != part.written.size()) {
    return false;
  }
  MemoryContents& all = outcome_.contents ? *outcome_.contents : outcome_.contents.emplace();
  if (offset != all.bytes.size()) return false;
  all.name = part.name;
  all.type = part.type;
  all.bytes.insert(all.bytes.end(), part.bytes.begin(), part.bytes.end());
  all.written.insert(all.written.end(), part.written.begin(), part.written.end());
  return true;
}

bool ProgramHearing::hear_streams(LogKind kind, FieldReader& read) {
  StreamStory& story = outcome_.streams;
  const auto add = [&](auto& list) {
    auto& added = list.emplace_back();
    read(added);
    if (read.done() && is_sound(story)) return true;
    list.pop_back();
    return false;
  };
  switch (kind) {
    case LogKind::stream: return add(story.streams);
    case LogKind::stream_call: return add(story.calls);
    case LogKind::stream_clash: return add(story.clashes);
    case LogKind::stream_launch: {
      std::uint32_t call = 0;
      int number = 0;
      std::string kernel;
      read(call), read(number), read(kernel);
      if (!read.done() || call >= story.calls.size() || number < 1) return false;
      if (story.calls[call].launch > 0) return true;  // a graph has several
      story.calls[call].launch = number;
      story.calls[call].kernel = std::move(kernel);
      return true;
    }
    default: ++story.left_out; return read.done();
  }
}

ProgramLaunch* ProgramHearing::find_launch(int number) {
  if (open_ && open_->number == number) return &*open_;
  const auto found = std::ranges::find(outcome_.launches.rbegin(), outcome_.launches.rend(), number,
                                       &ProgramLaunch::number);
  return found == outcome_.launches.rend() ? nullptr : &*found;
}

bool ProgramHearing::hear_launch(FieldReader& read, bool ends) {
  ProgramLaunch launch;
  read(launch);
  if (!read.done()) return false;
  if (ends) {
    ProgramLaunch* const begun = find_launch(launch.number);
    if (begun == nullptr) return false;
    count_ended(launch);
    launch.trace_launch = begun->trace_launch;  // as it began
    *begun = std::move(launch);
    if (begun->trace_launch < 0) ++outcome_.launches_not_recorded;
    if (open_ && begun == &*open_) fold();
    return true;
  }
  fold();  // one that never ended
  ++launches_;
  count_begun(launch);
  if (launches_ > most_single && launch.trace_launch < 0) {
    open_ = std::move(launch);
    return true;
  }
  outcome_.launches.push_back(std::move(launch));
  if (options_.all_blocks) outcome_.totals.emplace_back();
  return true;
}

void ProgramHearing::count_begun(const ProgramLaunch& launch) {
  newest_ = launch;
  newest_runs_ = true;
  const auto found = launches_of_.find(launch.kernel);
  if (found != launches_of_.end()) {
    ++found->second;
  } else if (launches_of_.size() < most_counted) {
    launches_of_.emplace(launch.kernel, 1);
  }
}

void ProgramHearing::count_ended(const ProgramLaunch& launch) {
  ++ended_;
  if (newest_ && newest_->number == launch.number) newest_runs_ = false;
  if (!launch.error.empty()) failed_ = launch;
}

RunProgress ProgramHearing::progress() const {
  RunProgress now{.begun = launches_,
                  .ended = ended_,
                  .newest = newest_,
                  .newest_runs = newest_runs_,
                  .failed = failed_,
                  .findings = std::ssize(outcome_.findings),
                  .notes = std::ssize(outcome_.notes)};
  std::vector<RunProgress::Kernel> kernels;
  kernels.reserve(launches_of_.size());
  for (const auto& [name, launches] : launches_of_) kernels.push_back({name, launches});
  std::ranges::stable_sort(kernels, std::ranges::greater(), &RunProgress::Kernel::launches);
  if (kernels.size() > RunProgress::most_kernels) kernels.resize(RunProgress::most_kernels);
  now.kernels = std::move(kernels);
  now.other_launches = launches_;
  for (const RunProgress::Kernel& kernel : now.kernels) now.other_launches -= kernel.launches;

  std::set<int> named;
  const auto copy = [&](const std::vector<ProgramFinding>& from, std::vector<ProgramFinding>& to) {
    const std::size_t count = std::min(from.size(), RunProgress::most_findings);
    to.assign(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
    for (const ProgramFinding& finding : to) named.insert(finding.launch);
  };
  copy(outcome_.findings, now.found.findings);
  copy(outcome_.notes, now.found.notes);
  if (named.empty()) return now;
  for (const ProgramLaunch& launch : outcome_.launches) {
    if (named.contains(launch.number)) now.found.launches.push_back(launch);
  }
  if (open_ && named.contains(open_->number)) now.found.launches.push_back(*open_);
  return now;
}

void ProgramHearing::fold() {
  if (!open_) return;
  const ProgramLaunch launch = *std::exchange(open_, std::nullopt);
  const Totals totals = std::exchange(open_totals_, {});
  const Dim3 &grid = launch.grid, &block = launch.block;
  const Kind kind{launch.kernel,
                  {grid.x, grid.y, grid.z, block.x, block.y, block.z},
                  launch.shared_bytes,
                  launch.error};
  if (folded_.size() >= most_folded && !folded_.contains(kind)) {
    ++outcome_.launches_left_out;
    return;
  }
  const auto [at, fresh] = folded_.try_emplace(kind, outcome_.launches.size());
  if (fresh) {
    outcome_.launches.push_back(launch);
    if (options_.all_blocks) outcome_.totals.push_back(totals);
    return;
  }
  ProgramLaunch& all = outcome_.launches[at->second];
  ++all.times;
  all.checked_blocks += launch.checked_blocks;
  all.checked_all = all.checked_all && launch.checked_all;
  if (options_.all_blocks) warpscope::add(outcome_.totals[at->second], totals);
}

bool ProgramHearing::hear_totals(FieldReader& read) {
  int number = 0;
  Totals totals;
  read(number), read(totals);
  if (!read.done() || !options_.all_blocks) return false;
  if (open_ && open_->number == number) {
    warpscope::add(open_totals_, totals);
    return true;
  }
  const ProgramLaunch* const launch = find_launch(number);
  if (launch == nullptr) return false;
  const auto at = static_cast<std::size_t>(launch - outcome_.launches.data());
  warpscope::add(outcome_.totals[at], totals);
  return true;
}

bool ProgramHearing::hear_trace(LogKind kind, FieldReader& read) {
  const Trace& told = builder_.told();
  const bool in_launch = !told.launches.empty();
  switch (kind) {
    case LogKind::trace_source: {
      SourceFile file;
      read(file);
      return read.done() && builder_.source(file) + 1 == told.sources.size();
    }
    case LogKind::trace_launch: {
      Launch launch;
      std::uint32_t source = 0;
      read(launch), read(source);
      if (!read.done() || source >= told.sources.size()) return false;
      builder_.begin_launch(std::move(launch), told.sources[source]);
      return true;
    }
    case LogKind::trace_location: {
      CodeLocation location;
      read(location);
      if (!read.done() || location.caller >= std::ssize(told.locations)) return false;
      return builder_.location(location) + 1 == told.locations.size();
    }
    case LogKind::trace_host: {
      Sentence text;
      read(text);
      if (read.done()) builder_.host(std::move(text));
      return read.done();
    }
    case LogKind::trace_structure: {
      Structure structure;
      read(structure);
      return read.done() && builder_.structure(structure) + 1 == std::ssize(told.structures);
    }
    case LogKind::trace_array: {
      Array array;
      read(array);
      if (!read.done() || told.arrays.size() >= max_arrays) return false;
      return builder_.array(array) + 1 == std::ssize(told.arrays);
    }
    case LogKind::trace_names: {
      int array = 0;
      std::vector<ArrayName> names;
      read(array), read(names);
      if (!read.done() || !in_launch || array < 0 || array >= std::ssize(told.arrays)) return false;
      builder_.call_array(array, names);
      return true;
    }
    case LogKind::trace_shared: {
      std::uint32_t bytes = 0;
      read(bytes);
      if (!read.done() || !in_launch) return false;
      builder_.shared_bytes(bytes);
      return true;
    }
    case LogKind::trace_access: return in_launch && hear_access(read);
    case LogKind::trace_step: {
      int warp = 0;
      std::uint32_t interval = 0;
      std::string name;
      read(warp), read(interval), read(name);
      if (!read.done() || !in_launch) return false;
      builder_.name_step(warp, {interval, 0}, name, std::nullopt, true);
      return true;
    }
    case LogKind::trace_snapshot: {
      std::uint32_t interval = 0;
      read(interval);
      const auto bytes = read.raw(read.left());
      if (!read.done() || !in_launch || bytes.size() > max_shared_bytes) return false;
      const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
      builder_.snapshot(interval, {first, first + bytes.size()});
      return true;
    }
    case LogKind::trace_finding: {
      std::uint32_t interval = 0;
      Finding finding;
      read(interval), read(finding);
      if (!read.done() || !in_launch) return false;
      builder_.finding({interval, 0}, std::move(finding));
      return true;
    }
    default: return false;
  }
}

bool ProgramHearing::hear_access(FieldReader& read) {
  LoggedAccess logged;
  const auto head = read.raw(sizeof logged);
  if (!read.good()) return false;
  std::memcpy(static_cast<void*>(&logged), head.data(), head.size());
  const Trace& told = builder_.told();
  const bool is_known =
      logged.mask != 0 && logged.location < told.locations.size() && logged.array >= 0 &&
      logged.array < std::ssize(told.arrays) && logged.operation < operation_traits.size() &&
      logged.elements >= 1 && logged.elements <= 16 &&
      (logged.has_result == 0 || is_atomic(static_cast<Operation>(logged.operation)));
  if (!is_known) return false;
  const Access access{.location = logged.location,
                      .mask = logged.mask,
                      .warp = logged.warp,
                      .array = logged.array,
                      .operation = static_cast<Operation>(logged.operation),
                      .elements = logged.elements,
                      .has_result = logged.has_result != 0};
  const auto lanes = static_cast<std::size_t>(access.active());
  if (logged.words != lanes * told.lane_words(access)) return false;
  indices_.resize(lanes);
  words_.resize(logged.words);
  const auto indices = read.raw(lanes * sizeof(ElementIndex));
  const auto words = read.raw(words_.size() * sizeof(std::uint32_t));
  if (!read.done()) return false;
  std::memcpy(indices_.data(), indices.data(), indices.size());
  if (!words.empty()) std::memcpy(words_.data(), words.data(), words.size());
  if (logged.guess_type != 0) guesses_[logged.array].see(words_);
  builder_.access({logged.interval, 0}, access, indices_, words_);
  return true;
}

std::optional<Trace> ProgramHearing::take_trace() {
  if (builder_.told().launches.empty()) return std::nullopt;
  Trace trace = builder_.build();
  trace.header.program_launches = launches_;
  trace.streams = outcome_.streams;
  for (const auto& [array, guess] : guesses_) {
    ElementType& type = trace.arrays[static_cast<std::size_t>(array)].type;
    if (guess.is_float() && type.scalar == Scalar::i32) type.scalar = Scalar::f32;
  }
  const auto fault = find_fault(trace);
  if (!fault) return trace;
  trace_fault_ = *fault;
  return std::nullopt;
}

ProgramOutcome ProgramHearing::take_outcome(const std::optional<LoggedEnding>& told) {
  const LoggedEnding ending = told.value_or(LoggedEnding());
  const ProgramLaunch* const launch = ending.launch > 0 ? find_launch(ending.launch) : nullptr;
  const std::string kernel = launch == nullptr ? std::string() : launch->kernel;
  fold();
  outcome_.end =
      static_cast<End>(std::clamp(ending.end, 0, static_cast<std::int32_t>(End::not_loaded)));
  outcome_.exit_status = ending.exit_status;
  outcome_.signal = std::clamp(ending.signal, 0, 64);
  outcome_.seconds = std::isfinite(ending.seconds) ? std::max(ending.seconds, 0.0) : 0;
  if (outcome_.end == End::not_loaded) {
    outcome_.message = not_loaded_;
  } else if (outcome_.end == End::crashed && outcome_.signal == SIGABRT && !uncaught_.empty()) {
    outcome_.message = uncaught_;
  } else if (told && outcome_.end != End::returned) {
    outcome_.message = message_of(ending, options_, places_.describe(ending, kernel));
  }
  if (outcome_.end == End::time_limit) outcome_.stopped = places_.stop(ending);
  return std::move(outcome_);
}

}  // namespace warpscope
