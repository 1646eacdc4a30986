#include "instrumentation/analysis/warp_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpscope {
namespace {

using Cycle = std::int64_t;
constexpr std::uint64_t most_times_issues = 8;
constexpr Cycle never = std::numeric_limits<Cycle>::max();

/// Why a warp does not issue, until when.
struct Wait {
  Cycle until = 0;
  WarpState state = WarpState::ready;
  Space space = Space::shared;
};

/// A resident warp on its way through its stream.
struct Runner {
  const std::vector<WarpInstruction>* stream = nullptr;
  std::vector<Cycle> values;           // when each instruction's value is there
  std::vector<Wait> waits;             // since the last issue, in order
  std::size_t block = 0;               // place
  WarpState rests = WarpState::ready;  // the reason if it may not issue at all
  std::size_t next = 0;                // in the stream
  int arithmetic_done = 0;             // of those before `next`
  Cycle ready = 0;                     // when `next`, or its arithmetic, may issue
  Cycle since = 0;                     // up to here its cycles are recorded
  Cycle chain = 0;                     // when the result of its last arithmetic is there
  Cycle last_value = 0;                // when all its values are there

  [[nodiscard]] const WarpInstruction& instruction() const { return (*stream)[next]; }
};

/// The way to a memory, which one access takes at a time.
struct Pipe {
  double free = 0;  // when it is
  Cycle since = 0;  // it is taken without a break from here on

  [[nodiscard]] Cycle next() const { return static_cast<Cycle>(std::ceil(free)); }
  void take(Cycle now, double cycles) {
    if (now > next()) since = now;
    // Less than a cycle ago it was still taken: the fraction is not lost.
    const auto start = static_cast<double>(now);
    free = (start - free < 1 ? free : start) + cycles;
  }
};

/// The place of a block among those that are resident.
struct Place {
  std::size_t first = 0, count = 0;  // warps
  std::size_t arrived = 0, ended = 0;
  std::uint32_t round = 0;
  Cycle began = 0, last_end = 0;
};

class Multiprocessor {
 public:
  Multiprocessor(const BlockStream& stream, const MachineModel& machine,
                 const ScheduleRequest& request, std::vector<std::vector<WarpSpan>>* spans)
      : stream_(stream), machine_(machine), request_(request), spans_(spans) {
    const std::size_t block = stream.warps.size();
    const auto all = static_cast<std::size_t>(std::max(1, request.warps));
    warps_.resize(all);
    for (std::size_t w = 0; w < all; ++w) {
      if (w % block == 0) places_.push_back({.first = w, .count = std::min(block, all - w)});
      warps_[w].stream = &stream.warps[w % block];
      warps_[w].block = places_.size() - 1;
      warps_[w].values.resize(warps_[w].stream->size());
    }
    free_.resize(static_cast<std::size_t>(machine.schedulers));
    arithmetic_free_.resize(free_.size());
    if (spans_ != nullptr) spans_->resize(all);
    for (std::size_t p = 0; p < places_.size(); ++p) begin_round(p, 0);
  }

  /// Issues what can be issued in the next cycle in which anything can. Returns whether there was.
  bool step() {
    Cycle now = never;
    for (std::size_t w = 0; w < warps_.size(); ++w) now = std::min(now, candidate(w));
    if (now == never) return false;
    const std::size_t count = free_.size();
    // Whoever comes first has the pipes; it is another one each time.
    for (std::size_t i = 0; i < count; ++i) issue_one((i + turn_) % count, now);
    turn_ = (turn_ + 1) % count;
    return true;
  }
  /// Ends all records in the cycle in which the last issue ends.
  void finish() {
    for (std::size_t w = 0; spans_ != nullptr && w < warps_.size(); ++w) {
      record_waits(w, end_);
      record_pipe(w, end_);
      const bool rests = warps_[w].ready == never;
      const WarpState state = rests ? warps_[w].rests : WarpState::ready;
      if (warps_[w].since < end_) record(w, end_, {.state = state});
    }
  }

  [[nodiscard]] Cycle end() const { return end_; }
  [[nodiscard]] std::uint64_t issues() const { return issues_; }
  [[nodiscard]] double loaded_bytes() const { return loaded_bytes_; }
  [[nodiscard]] double byte_cycles() const { return byte_cycles_; }
  [[nodiscard]] Cycle first_round() const { return first_round_; }
  /// Rounds that every place has ended.
  [[nodiscard]] std::uint32_t rounds() const {
    std::uint32_t least = places_.front().round;
    for (const Place& place : places_) least = std::min(least, place.round);
    return least;
  }

 private:
  [[nodiscard]] bool is_arithmetic(const Runner& warp) const {
    return !warp.instruction().is_barrier() && warp.arithmetic_done < request_.arithmetic;
  }
  [[nodiscard]] Pipe& pipe_of(Space space) { return pipes_[static_cast<std::size_t>(space)]; }
  [[nodiscard]] Cycle candidate(std::size_t w) {
    Runner& warp = warps_[w];
    if (warp.ready == never) return never;
    const Cycle at = std::max(warp.ready, free_[w % free_.size()]);
    if (is_arithmetic(warp)) return std::max(at, arithmetic_free_[w % free_.size()]);
    if (warp.instruction().is_barrier()) return at;
    return std::max(at, pipe_of(warp.instruction().space).next());
  }

  /// Takes the oldest of the scheduler's warps that can issue.
  void issue_one(std::size_t s, Cycle now) {
    if (free_[s] > now) return;
    std::size_t oldest = warps_.size();
    for (std::size_t w = s; w < warps_.size(); w += free_.size()) {
      const bool older =
          oldest == warps_.size() || began(w) < began(oldest);  // else the lower number
      if (older && candidate(w) <= now) oldest = w;
    }
    if (oldest == warps_.size()) return;
    free_[s] = now + machine_.issue_cycles;
    issue(oldest, now);
  }
  [[nodiscard]] Cycle began(std::size_t w) const { return places_[warps_[w].block].began; }

  void issue(std::size_t w, Cycle now) {
    Runner& warp = warps_[w];
    const WarpInstruction& instruction = warp.instruction();
    const bool arithmetic = is_arithmetic(warp);
    const bool access = !arithmetic && !instruction.is_barrier();
    ++issues_;
    end_ = std::max(end_, now + machine_.issue_cycles);
    record_before(w, now);
    record(w, now + machine_.issue_cycles,
           {.access = access ? instruction.access : WarpInstruction::no_access,
            .state = WarpState::issue,
            .space = instruction.space,
            .barrier = instruction.is_barrier()});
    const Cycle after = now + machine_.issue_cycles;
    if (arithmetic) {
      ++warp.arithmetic_done;
      arithmetic_free_[w % free_.size()] = now + request_.arithmetic_cycles;
      warp.chain = now + std::max(machine_.issue_cycles, machine_.arithmetic_latency);
      return prepare(w, after);
    }
    warp.arithmetic_done = 0;
    if (access) {
      begin_access(warp, instruction, now);
      ++warp.next;
      return prepare(w, after);
    }
    arrive(w, after);
  }

  void begin_access(Runner& warp, const WarpInstruction& instruction, Cycle now) {
    const MemoryTiming& memory = machine_.memory(instruction.space);
    pipe_of(instruction.space).take(now, instruction.units * memory.pipe_cycles);
    if (!instruction.gives) return;
    const auto further = std::ceil((instruction.units - 1) * memory.pipe_cycles);
    const Cycle latency = std::max(memory.latency, machine_.issue_cycles);
    const Cycle value = now + latency + static_cast<Cycle>(further);
    warp.values[warp.next] = value;
    warp.last_value = std::max(warp.last_value, value);
    if (instruction.space != Space::global) return;
    const double bytes = 32.0 * instruction.units;
    loaded_bytes_ += bytes;
    byte_cycles_ += bytes * static_cast<double>(value - now);
  }

  /// The warp comes to a barrier; the last one releases all.
  void arrive(std::size_t w, Cycle after) {
    Place& place = places_[warps_[w].block];
    warps_[w].ready = never;
    warps_[w].rests = WarpState::barrier;
    if (++place.arrived < place.count) return;
    place.arrived = 0;
    for (std::size_t i = place.first; i < place.first + place.count; ++i) {
      warps_[i].waits.push_back({after, WarpState::barrier});
      ++warps_[i].next;
      prepare(i, after);
    }
  }

  /// Says when the warp's next instruction may issue, at `after` at the earliest, and why not before.
  void prepare(std::size_t w, Cycle after) {
    Runner& warp = warps_[w];
    if (warp.next == warp.stream->size()) return end(w, after);
    const WarpInstruction& next = warp.instruction();
    const bool arithmetic = is_arithmetic(warp);
    Wait wait{after};
    if (warp.arithmetic_done > 0 && warp.chain > wait.until) {
      wait = {warp.chain, WarpState::arithmetic};
    }
    const bool free = arithmetic && (warp.arithmetic_done > 0 || !request_.arithmetic_waits);
    for (const std::uint32_t need : stream_.needs_of(next)) {
      if (free || warp.values[need] <= wait.until) continue;
      wait = {warp.values[need], WarpState::memory, (*warp.stream)[need].space};
    }
    warp.ready = wait.until;
    if (wait.until > after) warp.waits.push_back(wait);
  }

  void end(std::size_t w, Cycle after) {
    Runner& warp = warps_[w];
    Place& place = places_[warp.block];
    const Cycle at = std::max(after, warp.last_value);
    // Which memory the last value comes from hardly matters; it is the slowest one.
    if (at > after) warp.waits.push_back({at, WarpState::memory, Space::global});
    warp.ready = never;
    warp.rests = WarpState::ended;
    place.last_end = std::max(place.last_end, at);
    if (++place.ended == place.count) {
      ++place.round;
      if (place.round == 1) first_round_ = std::max(first_round_, place.last_end);
      begin_round(warp.block, place.last_end);
    }
  }

  /// All warps of the place begin. One without work ends as it begins; a place of such warps only
  /// stays empty.
  void begin_round(std::size_t p, Cycle at) {
    Place& place = places_[p];
    place.ended = place.arrived = 0;
    place.began = at;
    for (std::size_t i = place.first; i < place.first + place.count; ++i) {
      Runner& warp = warps_[i];
      warp.next = 0;
      warp.arithmetic_done = 0;
      warp.chain = warp.last_value = 0;
      warp.ready = never;
      warp.rests = WarpState::ended;
      if (warp.stream->empty()) ++place.ended;
    }
    if (place.ended == place.count) place.round = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t i = place.first; i < place.first + place.count; ++i) {
      if (warps_[i].stream->empty()) continue;
      if (at > 0) warps_[i].waits.push_back({at, WarpState::ended});
      prepare(i, at);
    }
  }

  /// Records what the warp waited for until it issues.
  void record_before(std::size_t w, Cycle now) {
    if (spans_ == nullptr) return warps_[w].waits.clear();
    record_waits(w, now);
    record_pipe(w, now);
    if (warps_[w].since < now) record(w, now, {.state = WarpState::ready});
  }
  /// The pipe that the warp needs was taken without a break from some cycle on.
  void record_pipe(std::size_t w, Cycle now) {
    const Runner& warp = warps_[w];
    if (warp.ready == never || is_arithmetic(warp) || warp.instruction().is_barrier()) return;
    const Pipe& pipe = pipe_of(warp.instruction().space);
    const Cycle until = std::min(pipe.next(), now);
    if (until <= std::max(warp.since, pipe.since)) return;
    if (warp.since < pipe.since) record(w, pipe.since, {.state = WarpState::ready});
    record(w, until, {.state = WarpState::memory, .space = warp.instruction().space});
  }
  void record_waits(std::size_t w, Cycle now) {
    for (const Wait& wait : warps_[w].waits) {
      const Cycle until = std::min(wait.until, now);
      if (until <= warps_[w].since) continue;
      record(w, until, {.state = wait.state, .space = wait.space});
    }
    warps_[w].waits.clear();
  }
  void record(std::size_t w, Cycle until, WarpSpan span) {
    Runner& warp = warps_[w];
    if (spans_ == nullptr) return;
    span.begin = static_cast<std::uint32_t>(warp.since);
    span.end = static_cast<std::uint32_t>(until);
    span.round = places_[warp.block].round;
    (*spans_)[w].push_back(span);
    warp.since = until;
  }

  const BlockStream& stream_;
  const MachineModel& machine_;
  const ScheduleRequest& request_;
  std::vector<std::vector<WarpSpan>>* spans_;
  std::vector<Runner> warps_;
  std::vector<Place> places_;
  std::vector<Cycle> free_;             // when each scheduler is
  std::vector<Cycle> arithmetic_free_;  // when its arithmetic pipe is
  std::array<Pipe, static_cast<std::size_t>(last_space) + 1> pipes_{};
  std::size_t turn_ = 0;
  std::uint64_t issues_ = 0;
  Cycle end_ = 0, first_round_ = 0;
  double loaded_bytes_ = 0, byte_cycles_ = 0;
};

bool has_work(const BlockStream& stream, const ScheduleRequest& request) {
  const std::size_t warps = std::min<std::size_t>(
      stream.warps.size(), static_cast<std::size_t>(std::max(1, request.warps)));
  return std::any_of(stream.warps.begin(),
                     stream.warps.begin() + static_cast<std::ptrdiff_t>(warps),
                     [](const auto& warp) { return !warp.empty(); });
}

Throughput counted_in(const Multiprocessor& run, const MachineModel& machine) {
  const auto cycles = static_cast<double>(run.end());
  const double slots = cycles * machine.schedulers / machine.issue_cycles;
  return {.busy = static_cast<double>(run.issues()) / slots,
          .bytes_under_way = run.byte_cycles() / cycles,
          .bytes_per_cycle = run.loaded_bytes() / cycles,
          .issues = run.issues(),
          .cycles = static_cast<std::uint64_t>(run.end())};
}

}  // namespace

WarpSchedule schedule_warps(const BlockStream& stream, const MachineModel& machine,
                            const ScheduleRequest& request) {
  WarpSchedule result;
  if (!has_work(stream, request)) return result;
  Multiprocessor run(stream, machine, request, &result.warps);
  while (run.rounds() < request.rounds) {
    if (run.issues() >= request.most_issues) {
      result.cut = true;
      break;
    }
    if (!run.step()) break;
  }
  run.finish();
  result.cycles = static_cast<std::uint32_t>(run.end());
  result.first_round = static_cast<std::uint32_t>(run.first_round());
  result.issues = run.issues();
  return result;
}

Throughput throughput(const BlockStream& stream, const MachineModel& machine,
                      const ScheduleRequest& request, std::uint32_t issues) {
  if (!has_work(stream, request)) return {};
  Multiprocessor run(stream, machine, request, nullptr);
  while (run.issues() < issues && run.step()) {
  }
  return counted_in(run, machine);
}

Throughput throughput_of_blocks(const BlockStream& stream, const MachineModel& machine,
                                const ScheduleRequest& request, std::uint32_t issues) {
  if (!has_work(stream, request)) return {};
  Multiprocessor run(stream, machine, request, nullptr);
  const std::uint64_t most = std::uint64_t{issues} * most_times_issues;
  while (run.issues() < most && (run.issues() < issues || run.rounds() == 0)) {
    if (!run.step()) break;
  }
  return counted_in(run, machine);
}

LittleLine little_line(const BlockStream& stream, const MachineModel& machine,
                       const ScheduleRequest& request) {
  ScheduleRequest alone = request;
  alone.warps = 1;
  LittleLine line{.per_warp = throughput(stream, machine, alone, 2'000).busy};
  const int arithmetic_cycles = std::max(machine.issue_cycles, request.arithmetic_cycles);
  double slots = 0, arithmetic = 0;
  std::array<double, static_cast<std::size_t>(last_space) + 1> pipes{};
  for (const auto& warp : stream.warps) {
    for (const WarpInstruction& each : warp) {
      const int instructions = each.is_barrier() ? 1 : 1 + request.arithmetic;
      slots += static_cast<double>(instructions) * machine.issue_cycles / machine.schedulers;
      if (each.is_barrier()) continue;
      arithmetic +=
          static_cast<double>(request.arithmetic) * arithmetic_cycles / machine.schedulers;
      pipes[static_cast<std::size_t>(each.space)] +=
          each.units * machine.memory(each.space).pipe_cycles;
    }
  }
  if (arithmetic > slots) line.most = slots / arithmetic;
  for (std::size_t i = 0; i < pipes.size(); ++i) {
    if (pipes[i] <= 0 || slots / pipes[i] >= line.most) continue;
    line.most = slots / pipes[i];
    line.limit = Space(i);
  }
  return line;
}

}  // namespace warpscope
