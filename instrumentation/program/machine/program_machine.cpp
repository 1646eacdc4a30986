#include "instrumentation/program/machine/program_machine.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/program/machine/block_queue.hpp"
#include "instrumentation/program/machine/launch_watch.hpp"
#include "instrumentation/program/machine/program_source.hpp"
#include "instrumentation/program/machine/watched_kernel.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/runtime.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr int error_illegal_address = 700, error_launch_failure = 719,
              error_cooperative_too_large = 720;
constexpr std::size_t most_host_steps = 1000;

/// The program that runs in this process.
struct Machine {
  explicit Machine(const ProgramOptions& options) : log(options) {}
  ProgramLog log;
  std::recursive_mutex mutex;  ///< a program may launch from several threads: one after another
  std::mutex faults;           ///< of blocks that run side by side
  std::size_t host_steps = 0;
  std::atomic<std::uint64_t> longest_wait = 0;  ///< of a lane of the launch that runs, in cycles
  LaunchWatch* watch = nullptr;                 ///< of the launch that runs
  SimtBlock* block = nullptr;                   ///< that is watched
  bool aborted_launch = false;
  HostPlace last_place;             ///< that describe_place() has found
  std::optional<ws_thread> stands;  ///< the thread that stood there; unset: not known
};

// Never destroyed: the program's own destructors may still call the machine.
Machine* the_machine = nullptr;
Machine& machine() {
  if (the_machine == nullptr) begin_program({});
  return *the_machine;
}

Dim3 dim3_of(const std::uint32_t* extent) {
  return {static_cast<std::int32_t>(extent[0]), static_cast<std::int32_t>(extent[1]),
          static_cast<std::int32_t>(extent[2])};
}

std::string readable(const std::string& name) {
  // "void reduce<int>(int*)" as a compiler prints it: the name alone.
  std::string text = name.substr(0, name.find('('));
  if (text.starts_with("void ")) text.erase(0, 5);
  return text.empty() ? "kernel" : text;
}

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
  LaunchRun(Machine& machine, const WatchedKernel& kernel, const Simt::Launch& launch,
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
    records_ =
        machine_.log.recorded_launches < options.record_launches &&
        machine_.log.recorded_of_kernel[told_.kernel] < options.record_of_kernel &&
        static_cast<std::int64_t>(machine_.log.trace.access_count()) < options.record_accesses;
    told_.shared_bytes = watch_.shared_bytes();
    if (records_) begin_trace();
    machine_.watch = &watch_;
    machine_.longest_wait = 0;
    if (launch_.config->cooperative != 0) {
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
    watch_.end_launch(told_.trace_launch);
    if (!records_) ++machine_.log.launches_not_recorded;
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
  void begin_trace() {
    told_.trace_launch = machine_.log.recorded_launches++;
    ++machine_.log.recorded_of_kernel[told_.kernel];
    told_.recorded_block = traced_;
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
      block = end;
    }
  }

  void run_watched(std::int64_t number) {
    Simt& simt = Simt::here();
    begin_watched(block_, number);
    const bool goes_on = simt.run(block_, launch_, &watch_) != Simt::End::aborted;
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
    const std::size_t at = static_cast<std::size_t>(told_.number - 1);
    machine_.log.totals.resize(std::max(machine_.log.totals.size(), at + 1));
    add(machine_.log.totals[at], summarize(trace, machine_.log.options.banks).totals);
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
    spun_ = spun_ || simt.has_spun();
    if (at.watched) {
      if (end == Simt::End::grid_sync) watch_.barrier(block);
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

  void tell_too_large() {
    ProgramFinding finding{.kind = FindingKind::wrong_call, .launch = told_.number};
    if (kernel_.function != nullptr) {
      finding.file = shown_path(kernel_.function->file);
      finding.line = kernel_.function->line;
    }
    const auto [known, fresh] = machine_.log.report(std::move(finding));
    if (fresh) {
      known->message = fmt::format(
          "The cooperative launch of {} has {} blocks, and there is not enough memory for all of "
          "them "
          "to wait for one another: launch fewer, or raise --memory-limit.",
          kernel_.name, grouped(static_cast<std::uint64_t>(grid_.count())));
    }
    watch_.set_error(error_cooperative_too_large);
    aborted_ = true;
  }

  Machine& machine_;
  WatchedKernel kernel_;
  const Simt::Launch& launch_;
  ProgramLaunch& told_;
  Dim3 grid_;
  LaunchWatch watch_;
  CheckPlan plan_;
  SimtBlock block_;
  std::optional<TraceBuilder> counted_;
  std::int64_t traced_ = 0, checked_ = 0, before_ = 0;
  bool records_ = false, aborted_ = false, spun_ = false;
};

/// A launch for blocks at speed: its thunk's counterpart, and a copy of its arguments with that of the kernel.
class LaunchAtSpeed {
 public:
  LaunchAtSpeed(const LaunchCall& call, const void* kernel, const ws_parameter* parameters,
                int parameter_count)
      : thunk_(call.thunk_at_speed), arguments_(call.arguments_at_speed) {
    if (thunk_ != nullptr) return;
    const void* const thunk = function_at_speed(reinterpret_cast<const void*>(call.thunk));
    const void* const function = kernel == nullptr ? nullptr : function_at_speed(kernel);
    if (thunk == nullptr || (kernel != nullptr && function == nullptr)) return;
    thunk_ = reinterpret_cast<void (*)(void*)>(const_cast<void*>(thunk));
    arguments_ = call.arguments;
    if (kernel == nullptr) return;
    // The kernel comes first, see launch_frame in ws/launch.h.
    const auto* const begin = static_cast<const std::byte*>(call.arguments);
    std::size_t bytes = sizeof(void*);
    for (const ws_parameter& parameter :
         std::span(parameters, static_cast<std::size_t>(parameter_count))) {
      const auto* const at = static_cast<const std::byte*>(parameter.address);
      bytes = std::max(bytes, static_cast<std::size_t>(at - begin) + parameter.bytes);
    }
    copy_.resize(bytes / sizeof(Chunk) + 1);
    std::memcpy(copy_.data(), begin, bytes);
    std::memcpy(copy_.data(), &function, sizeof function);
    arguments_ = copy_.data();
  }
  void add_to(Simt::Launch& launch) const {
    launch.thunk_at_speed = thunk_;
    launch.arguments_at_speed = arguments_;
  }

 private:
  struct alignas(128) Chunk {
    std::array<std::byte, 128> bytes;
  };
  void (*thunk_)(void*);
  void* arguments_;
  std::vector<Chunk> copy_;
};

}  // namespace

const void* function_at_speed(const void* function) {
  const CodeMap* const code = CodeMap::of(function);
  return code == nullptr ? nullptr : code->at_speed(function);
}

void begin_program(const ProgramOptions& options) {
  if (the_machine == nullptr) the_machine = new Machine(options);
  DeviceMemory::the();
}

int run_launch(const ws_launch_config& config, const void* kernel, const char* name,
               const LaunchCall& call, const ws_parameter* parameters, int parameter_count) {
  Machine& m = machine();
  const std::scoped_lock lock(m.mutex);
  const void* const code_address =
      kernel != nullptr ? kernel : reinterpret_cast<const void*>(call.thunk);
  WatchedKernel facts{.code = CodeMap::of(code_address),
                      .config = &config,
                      .parameters = parameters,
                      .parameter_count = parameter_count,
                      .launch = static_cast<int>(m.log.launches.size()) + 1};
  if (facts.code != nullptr && kernel != nullptr) facts.function = facts.code->function(kernel);
  facts.name =
      facts.function != nullptr ? facts.function->name : readable(name != nullptr ? name : "");
  m.log.launches.push_back({.number = facts.launch,
                            .kernel = facts.name,
                            .grid = dim3_of(config.grid),
                            .block = dim3_of(config.block)});
  Simt::Launch launch{.config = &config,
                      .thunk = call.thunk,
                      .arguments = call.arguments,
                      .schedule_seed = m.log.options.schedule_seed,
                      .highest_lane_wins = m.log.options.highest_lane_wins,
                      .number = facts.launch,
                      .begins = modelled_cycles()};
  const LaunchAtSpeed at_speed(call, kernel, parameters, parameter_count);
  at_speed.add_to(launch);
  ProgramLaunch told = m.log.launches.back();
  LaunchRun run(m, facts, launch, told);
  const int error = run.run();
  if (error != 0) told.error = error_name(error);
  m.log.launches[static_cast<std::size_t>(told.number - 1)] = told;
  return error;
}

bool all_launches_ran_through() { return !machine().aborted_launch; }

bool on_device() { return ws_this_thread != nullptr; }

HostPlace host_place(const void* return_address) {
  CodeMap* const code = CodeMap::of(return_address);
  if (code == nullptr) return {};
  const auto& frames = code->frames(reinterpret_cast<std::uintptr_t>(return_address));
  if (frames.empty()) return {};
  return {shown_path(frames.front().file), frames.front().line};
}

void report_host(FindingKind kind, const void* return_address, std::string message) {
  Machine& m = machine();
  const std::scoped_lock lock(m.mutex);
  HostPlace place = host_place(return_address);
  ProgramFinding finding{.kind = kind, .file = std::move(place.file), .line = place.line};
  finding.array = message;  // calls of one line that fail differently are told apart
  const auto [known, fresh] = m.log.report(std::move(finding));
  if (!fresh) return;
  known->array.clear();
  known->message = std::move(message);
}

void tell_host(std::string text) {
  Machine& m = machine();
  const std::scoped_lock lock(m.mutex);
  if (m.host_steps++ < most_host_steps) m.log.trace.host(std::move(text));
}

std::string name_of_memory(const void* address) {
  const auto* const allocation = std::as_const(DeviceMemory::the()).find(address);
  if (allocation == nullptr) return {};
  return allocation->name.empty() ? fmt::format("memory {}", allocation->number) : allocation->name;
}

std::optional<SymbolPlace> find_symbol(const void* address) {
  CodeMap* const code = CodeMap::of(address);
  if (code == nullptr) return std::nullopt;
  const ProgramVariable* const variable = code->variable_at(address);
  if (variable == nullptr || !variable->section.starts_with("ws_")) return std::nullopt;
  return SymbolPlace{variable->name, code->address_of(*variable),
                     static_cast<std::size_t>(variable->bytes)};
}

// Faults ------------------------------------------------------------------------------------------

namespace {

[[noreturn]] void end_launch_after_fault() { Simt::here().abort_launch(); }

}  // namespace

namespace {

/// The block that a lane is in: the one that is watched, else its place alone. Valid until the next call.
const SimtBlock& block_of(const SimtLane& lane) {
  if (the_machine->block != nullptr) return *the_machine->block;
  static SimtBlock block;
  block.index = dim3_of(lane.place.block->index);
  const Dim3 grid = dim3_of(lane.place.block->grid_dim);
  block.number = (std::int64_t{block.index.z} * grid.y + block.index.y) * grid.x + block.index.x;
  return block;
}

}  // namespace

void report_in_lane(FindingKind kind, const void* at, const std::string& what, int error) {
  Machine& m = machine();
  SimtLane* const lane = Simt::running();
  if (m.watch == nullptr || lane == nullptr) return;
  const std::scoped_lock lock(m.faults);
  m.watch->report_lane(block_of(*lane), *lane, kind, reinterpret_cast<std::uintptr_t>(at), what);
  m.watch->set_error(error);
}

void note_kernel_wait(std::uint64_t cycles) {
  std::atomic<std::uint64_t>& longest = machine().longest_wait;
  std::uint64_t known = longest.load(std::memory_order_relaxed);
  while (known < cycles && !longest.compare_exchange_weak(known, cycles)) {
  }
}

namespace {

void report_little_stack(const void* at) {
  report_in_lane(FindingKind::out_of_bounds, at,
                 fmt::format("needs more than the {} KiB of stack that a thread has here: its "
                             "local arrays or its recursion are too large",
                             (Simt::stack_bytes - Simt::own_stack_bytes) / 1024),
                 error_launch_failure);
}

}  // namespace

// A fault would do, but not while the machine itself holds the heap's lock.
void end_lane_without_stack(const void* return_address) {
  report_little_stack(return_address);
  Simt::here().abort_launch();
}

bool handle_device_fault(int signal, void* siginfo, void* ucontext) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr || the_machine == nullptr || the_machine->watch == nullptr) return false;
  auto& context = *static_cast<ucontext_t*>(ucontext);
#if defined(__x86_64__)
  const auto at = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
  const bool writes = (context.uc_mcontext.gregs[REG_ERR] & 2) != 0;
#elif defined(__aarch64__)
  const std::uintptr_t at = context.uc_mcontext.pc;
  const bool writes = false;
#endif
  // The way out itself failed: the program has taken the stack away.
  if (at - reinterpret_cast<std::uintptr_t>(&end_launch_after_fault) < 64) return false;
  Simt& simt = Simt::here();
  auto* address = static_cast<std::byte*>(static_cast<siginfo_t*>(siginfo)->si_addr);
  if (signal == SIGSEGV || signal == SIGBUS) {
    if (simt.near_stack_end(address)) {
      report_little_stack(reinterpret_cast<void*>(at + 1));
    } else {
      // The shadow of memory faults where the memory itself would.
      const auto number = reinterpret_cast<std::uintptr_t>(address);
      constexpr std::uintptr_t shadow = DeviceMemory::base() + DeviceMemory::reserved_bytes;
      std::uintptr_t instruction = at + 1;
      if (number >= shadow && number - shadow < DeviceMemory::reserved_bytes) {
        address -= DeviceMemory::reserved_bytes;
        if (lane->at != 0) instruction = lane->at;
      }
      const std::scoped_lock lock(the_machine->faults);
      if (the_machine->watch->fault(block_of(*lane), *lane, address, writes, instruction)) {
        return true;
      }
      the_machine->watch->set_error(error_illegal_address);
    }
  } else {
    report_in_lane(FindingKind::assertion, reinterpret_cast<void*>(at + 1),
                   signal == SIGFPE
                       ? "divides an integer by zero, which a GPU does in silence with a "
                         "result that means nothing"
                       : "executes an instruction that ends the program",
                   error_launch_failure);
  }
#if defined(__x86_64__)
  // Below what the interrupted function may keep under its stack pointer, aligned as for a call.
  context.uc_mcontext.gregs[REG_RSP] = ((context.uc_mcontext.gregs[REG_RSP] - 256) & ~15LL) - 8;
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&end_launch_after_fault);
#elif defined(__aarch64__)
  context.uc_mcontext.sp = (context.uc_mcontext.sp - 256) & ~std::uintptr_t{15};
  context.uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(&end_launch_after_fault);
#endif
  if (simt.near_stack_end(address)) {
    // There is no room below: the lane is forgotten, so its stack may be used from the top.
    const auto top = simt.stack_top();
#if defined(__x86_64__)
    context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>((top & ~std::uintptr_t{15}) - 8);
#elif defined(__aarch64__)
    context.uc_mcontext.sp = top & ~std::uintptr_t{15};
#endif
  }
  return true;
}

// What is known -----------------------------------------------------------------------------------

ProgramOutcome program_outcome_so_far() {
  ProgramOutcome outcome;
  if (the_machine == nullptr) return outcome;
  const ProgramLog& log = the_machine->log;
  outcome.launches = log.launches;
  outcome.totals = log.totals;
  outcome.findings.assign(log.findings.begin(), log.findings.end());
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

std::string describe_place(const void* instruction) {
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
  std::string text;
  const auto tell = [&](std::uintptr_t where) {
    CodeMap* const code = CodeMap::of(reinterpret_cast<const void*>(where));
    if (code == nullptr) return;
    // A library may have debug information of its own, but what runs there was called by the kernel.
    const bool in_launch = the_machine != nullptr && the_machine->watch != nullptr;
    if (in_launch && code != the_machine->watch->kernel().code) return;
    const auto& frames = code->frames(where);
    if (frames.empty()) return;
    HostPlace place{shown_path(frames.front().file), frames.front().line};
    text = fmt::format("at {}:{}", place.file, place.line);
    if (the_machine != nullptr) the_machine->last_place = std::move(place);
  };
  tell(at);
  if (text.empty() && lane != nullptr) tell(lane->at);
  if (lane == nullptr || the_machine == nullptr || the_machine->log.launches.empty()) return text;
  const ProgramLaunch& launch = the_machine->log.launches.back();
  the_machine->stands = lane->place;
  const auto coordinates_text = [](const std::uint32_t* p) {
    return fmt::format("({}, {}, {})", p[0], p[1], p[2]);
  };
  return fmt::format("{}{}in thread {} of block {} of launch {} ({})", text,
                     text.empty() ? "" : ", ", coordinates_text(lane->place.index),
                     coordinates_text(lane->place.block->index), launch.number, launch.kernel);
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
