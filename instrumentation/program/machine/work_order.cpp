#include "instrumentation/program/machine/work_order.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/machine_state.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constinit thread_local const WorkTicket* current_work = nullptr;

void join(WorkClock& clock, const WorkClock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t k = 0; k < other.size(); ++k) clock[k] = std::max(clock[k], other[k]);
}

bool is_before(const WorkTicket& ticket, const WorkClock& clock) {
  return ticket.stream < clock.size() && clock[ticket.stream] >= ticket.number;
}

/// The first bytes that both have.
std::optional<ByteRange> common(const std::vector<ByteRange>& a, const std::vector<ByteRange>& b) {
  for (auto at = a.begin(), other = b.begin(); at != a.end() && other != b.end();) {
    const ByteRange both{std::max(at->begin, other->begin), std::min(at->end, other->end)};
    if (both.begin < both.end) return both;
    if (at->end <= other->end) {
      ++at;
    } else {
      ++other;
    }
  }
  return std::nullopt;
}

/// As the host's code calls it; else as a kernel does.
Sentence name_of(const void* address) {
  std::string name = host_name_of(address);
  if (!name.empty()) return name;
  const std::scoped_lock names(machine().mutex);  // a launch's to change
  return name_of_memory(address);
}

/// "byte 4 of d", "bytes 0 to 1,023 of d".
Sentence bytes_of(const ByteRange& bytes) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): they are addresses
  const auto* const begin = reinterpret_cast<const std::byte*>(bytes.begin);
  const auto* const allocation = std::as_const(DeviceMemory::the()).find(begin);
  const std::uint64_t first =
      allocation == nullptr ? bytes.begin : static_cast<std::uint64_t>(begin - allocation->begin);
  const std::uint64_t last = first + (bytes.end - bytes.begin) - 1;
  return first == last
             ? say("byte {0} of {1}", Grouped(first), name_of(begin))
             : say("bytes {0} to {1} of {2}", Grouped(first), Grouped(last), name_of(begin));
}

/// A finding at a place of the host's code, with the work that it races with.
void report_race(const void* at, const WorkTicket& other, const ByteRange& bytes,
                 const Sentence& message) {
  const HostPlace here = host_place(at), there = host_place(other.place);
  ProgramFinding finding{.kind = FindingKind::race, .file = here.file, .line = here.line};
  finding.other_file = there.file;
  finding.other_line = there.line;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): they are addresses
  finding.array = name_of(reinterpret_cast<const void*>(bytes.begin)).english();
  finding.index = -1;  // the message names the bytes: of what type they are, no call says
  ProgramMachine& m = machine();
  const std::scoped_lock lock(m.mutex);
  m.log.report(finding, [&] { return message; });
}

/// Translators find it as a field: "fill writes", "which fill writes".
Sentence verb(bool writes) {
  return writes ? say_c("a piece of work, memory", "writes")
                : say_c("a piece of work, memory", "reads");
}

}  // namespace

WorkOrder& WorkOrder::the() {
  static auto* const order = new WorkOrder;  // the program's destructors may still use streams
  return *order;
}

WorkOrder::Known* WorkOrder::known(const Stream& stream) {
  if (const auto found = streams_.find(stream.key); found != streams_.end()) return &found->second;
  if (streams_.size() >= most_streams) {
    // What passes through a stream that is not known would seem to have no order.
    off_ = true;
    work_.clear();
    pending_ = 0;
  }
  if (off_) return nullptr;
  if (!stream.legacy) several_ = true;
  teller_.stream({.legacy = stream.legacy, .name = stream.name});
  if (!streams_.empty()) teller_.begin();
  Known& made = streams_[stream.key];
  made.number = streams_.size() - 1;
  made.legacy = stream.legacy;
  made.blocking = stream.blocking;
  return &made;
}

WorkTicket WorkOrder::begin(const Stream& stream, const void* place, const char* function,
                            StreamCallKind kind) {
  const std::scoped_lock lock(mutex_);
  WorkTicket ticket{.stream = 0, .number = 0, .clock = {}, .place = place, .function = function};
  Known* const own = known(stream);
  if (own == nullptr) return ticket;
  join(own->clock, host_);
  for (const auto& [key, other] : streams_) {
    const bool waits = (own->legacy && other.blocking) || (other.legacy && own->blocking);
    if (waits && &other != own) join(own->clock, other.clock);
  }
  if (own->clock.size() <= own->number) own->clock.resize(own->number + 1);
  ticket.stream = own->number;
  ticket.number = ++own->clock[own->number];
  ticket.clock = own->clock;
  ticket.told = teller_.call({.kind = kind,
                              .stream = static_cast<std::int32_t>(ticket.stream),
                              .number = ticket.number,
                              .clock = ticket.clock,
                              .function = function},
                             place);
  return ticket;
}

void WorkOrder::launches(int number, const std::string& kernel) {
  if (current_work == nullptr) return;
  const std::scoped_lock lock(mutex_);
  teller_.launch(current_work->told, number, kernel);
}

void WorkOrder::stream_waits(const Stream& stream, const WorkClock& event) {
  const std::scoped_lock lock(mutex_);
  if (Known* const own = known(stream)) join(own->clock, event);
}

void WorkOrder::host_waits(const WorkClock& clock, const WaitingCall& call) {
  const std::scoped_lock lock(mutex_);
  const WorkClock before = host_;
  join(host_, clock);
  host_knows(before, call);
}

void WorkOrder::host_waits(const Stream& stream, const WaitingCall& call) {
  const std::scoped_lock lock(mutex_);
  const WorkClock before = host_;
  for (const auto& [key, other] : streams_) {
    if (key == stream.key || (stream.legacy && other.blocking)) join(host_, other.clock);
  }
  host_knows(before, call);
}

void WorkOrder::host_waits_for_all(const WaitingCall& call) {
  const std::scoped_lock lock(mutex_);
  const WorkClock before = host_;
  for (const auto& [key, other] : streams_) join(host_, other.clock);
  host_knows(before, call);
}

void WorkOrder::host_knows(const WorkClock& before, const WaitingCall& call) {
  // A call that asks again and again, such as cudaEventQuery, is told once.
  if (*call.function != '\0' && host_ != before) {
    teller_.call({.kind = StreamCallKind::host_waits, .clock = host_, .function = call.function},
                 call.place);
  }
  forget_what_ended();
}

void WorkOrder::forget_what_ended() {
  std::erase_if(work_, [&](const Pending& each) { return is_before(each.ticket, host_); });
  pending_ = work_.size();
  ++revision_;
}

void WorkOrder::forget(const void* begin, std::size_t bytes) {
  if (pending_ == 0) return;
  const std::scoped_lock lock(mutex_);
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const auto cut = [&](std::vector<ByteRange>& ranges) {
    std::erase_if(ranges, [&](const ByteRange& range) {
      return range.begin >= first && range.begin < first + bytes;
    });
  };
  for (Pending& each : work_) {
    cut(each.use.reads);
    cut(each.use.writes);
    cut(each.use.updates);
  }
  std::erase_if(work_, [](const Pending& each) { return each.use.empty(); });
  pending_ = work_.size();
  ++revision_;
}

void WorkOrder::reset() {
  const std::scoped_lock lock(mutex_);
  teller_.end();
  streams_.clear();
  host_.clear();
  work_.clear();
  pending_ = 0;
  ++revision_;
  several_ = host_memory_ = off_ = false;
}

WorkOrder::Scope::Scope(const WorkTicket& ticket) : outer_(std::exchange(current_work, &ticket)) {}
WorkOrder::Scope::~Scope() { current_work = outer_; }

std::optional<WorkOrder::Clash> WorkOrder::clash_of(const UsedBytes& use, const UsedBytes& other) {
  const auto first = [](const std::vector<ByteRange>& a, const std::vector<ByteRange>& b,
                        bool writes, bool other_writes) -> std::optional<Clash> {
    const auto both = common(a, b);
    if (!both) return std::nullopt;
    return Clash{*both, writes, other_writes};
  };
  if (auto found = first(use.writes, other.writes, true, true)) return found;
  if (auto found = first(use.writes, other.reads, true, false)) return found;
  if (auto found = first(use.writes, other.updates, true, true)) return found;
  if (auto found = first(use.reads, other.writes, false, true)) return found;
  if (auto found = first(use.reads, other.updates, false, true)) return found;
  if (auto found = first(use.updates, other.writes, true, true)) return found;
  return first(use.updates, other.reads, true, false);
}

void WorkOrder::use(UsedBytes use, Sentence what) {
  if (current_work == nullptr || current_work->number == 0 || use.empty() || off_) return;
  const WorkTicket& ticket = *current_work;
  if (what.empty()) what = std::string(ticket.function);
  std::optional<std::pair<Pending, Clash>> race;
  {
    const std::scoped_lock lock(mutex_);
    for (const Pending& other : work_) {
      if (is_before(other.ticket, ticket.clock)) continue;
      if (const auto clash = clash_of(use, other.use)) {
        race.emplace(Pending{other.ticket, other.what, {}}, *clash);
        break;
      }
    }
    // What the same stream has done to the same memory before, this has done again.
    std::erase_if(work_, [&](const Pending& other) {
      return other.ticket.stream == ticket.stream && other.use == use;
    });
    if (work_.size() == most_pending) work_.pop_front();
    work_.push_back({ticket, what, std::move(use)});
    pending_ = work_.size();
    ++revision_;
  }
  if (!race) return;
  const auto& [other, clash] = *race;
  tell_clash(ticket.told, clash.writes, other.ticket.told, clash.other_writes, clash.bytes);
  report_race(
      ticket.place, other.ticket, clash.bytes,
      // Translators: "cudaMemcpyAsync reads bytes 0 to 1,023 of d, which the launch of fill writes in another
      // stream, …".
      say("{0} {1} {2}, which {3} {4} in another stream, and nothing orders the two: let "
          "this stream wait for an event that is recorded behind the other "
          "(cudaEventRecord, cudaStreamWaitEvent), or put both into one stream.",
          what, verb(clash.writes), bytes_of(clash.bytes), other.what, verb(clash.other_writes)));
}

std::int32_t WorkOrder::tell_host_use(const void* at) {
  const std::scoped_lock lock(mutex_);
  return teller_.call({.kind = StreamCallKind::host_uses, .clock = host_}, at);
}

void WorkOrder::tell_clash(std::int32_t call, bool writes, std::int32_t other, bool other_writes,
                           const ByteRange& bytes) {
  if (call < 0 || other < 0) return;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): they are addresses
  std::string memory = name_of(reinterpret_cast<const void*>(bytes.begin)).english();
  const std::scoped_lock lock(mutex_);
  // Work that is kept for later may be done in another order than the host asked for it.
  const bool turned = other > call;
  teller_.clash({.later = static_cast<std::uint32_t>(turned ? other : call),
                 .earlier = static_cast<std::uint32_t>(turned ? call : other),
                 .later_writes = turned ? other_writes : writes,
                 .earlier_writes = turned ? writes : other_writes,
                 .memory = std::move(memory)});
}

void WorkOrder::check_host(const void* address, std::size_t bytes, Operation operation,
                           const void* at) {
  // Between two pieces of memory that are in use host code may do what it likes.
  struct Free {
    std::uint64_t revision = 0;
    std::uintptr_t begin = 0, end = 0;
  };
  thread_local Free free;
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const ByteRange own{first, first + bytes};
  if (free.revision == revision_ && own.begin >= free.begin && own.end <= free.end) return;
  thread_local Free told;  // once is enough: a loop may come by a million times
  if (told.revision == revision_ && told.begin == reinterpret_cast<std::uintptr_t>(at)) return;
  const bool writes = operation != Operation::load;
  std::optional<std::pair<Pending, bool>> race;
  {
    const std::scoped_lock lock(mutex_);
    Free found{revision_, 0, UINTPTR_MAX};
    const auto look = [&](const Pending& work, const std::vector<ByteRange>& ranges, bool written) {
      const auto next = std::ranges::upper_bound(ranges, own.begin, std::less<>(), &ByteRange::end);
      if (next != ranges.begin()) found.begin = std::max(found.begin, std::prev(next)->end);
      if (next == ranges.end()) return;
      if (next->begin >= own.end) {
        found.end = std::min(found.end, next->begin);
        return;
      }
      found.end = found.begin;
      if (!race && (writes || written)) race.emplace(Pending{work.ticket, work.what, {}}, written);
    };
    for (const Pending& work : work_) {
      look(work, work.use.reads, false);
      look(work, work.use.writes, true);
      look(work, work.use.updates, true);
    }
    free = found;
  }
  if (!race) return;
  told = {free.revision, reinterpret_cast<std::uintptr_t>(at), 0};
  const auto& [other, other_writes] = *race;
  tell_clash(tell_host_use(at), writes, other.ticket.told, other_writes, own);
  report_race(at, other.ticket, own,
              // Translators: "Host code reads byte 4 of d, which the launch of fill writes".
              say("Host code {0} {1}, which {2} {3}, and has not waited for that: call "
                  "cudaDeviceSynchronize, or cudaStreamSynchronize of its stream, before.",
                  verb(writes), bytes_of(own), other.what, verb(other_writes)));
}

}  // namespace warpscope
