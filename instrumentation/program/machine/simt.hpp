#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "instrumentation/emulator/fiber.hpp"
#include "instrumentation/program/abi/warpscope_abi.h"
#include "instrumentation/program/machine/call_context.hpp"
#include "instrumentation/program/machine/lane_paths.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

class Simt;
struct SimtLane;

/// A stack on which lanes run, one after another.
struct alignas(64) SimtWorker {
  FiberStack stack;
  SimtWorker* next_idle = nullptr;
  bool idle = true;
  bool ready = false;        ///< idle, and its fiber stands where it takes the next lane
  SimtLane* lane = nullptr;  ///< that it is to begin
  Simt* simt = nullptr;
  Fiber fiber;
  [[nodiscard]] std::byte* top() const { return stack.bottom + stack.bytes; }
};

/// How far a lane's clock is ahead of what its block has executed. Another block's lane begins anew.
struct LaneClock {
  std::int64_t launch = 0, block = 0;  ///< whose lane it was at its last read
  std::uintptr_t at = 0;               ///< of the last read
  std::uint64_t steps = 0;             ///< of the block by then
  std::uint64_t ahead = 0, gain = 0;   ///< in cycles; by the next read
  int reads = 0;                       ///< at one place, one after another
};

/// One thread of a program's kernel. What is touched at speed lies in its first line of the cache.
struct alignas(64) SimtLane {
  enum class Waits : std::uint8_t {
    unstarted,
    nothing,
    more_steps,  ///< the list of its steps is full
    memory,      ///< a load or a store, which the lane does itself when it goes on
    atomic,
    active_mask,
    syncwarp,
    shuffle,
    ballot,
    match,
    reduce,
    syncthreads,
    grid_sync,
    end
  };

  ws_thread place{};             ///< ws_this_thread points here
  SimtWorker* worker = nullptr;  ///< set once it has waited; see Simt::own_worker()
  CallContext* context = nullptr;
  int rank = 0;  ///< in its block
  Waits waits = Waits::end;
  Operation operation = Operation::load;
  std::uint8_t bytes = 0;         ///< of the access
  bool is_volatile = false;       ///< the access is
  bool copies = false;            ///< it loads what an asynchronous copy writes at once
  bool is_atomic = false;         ///< the load or store is: no race with what is atomic, too
  bool of_warp = false;           ///< the atomic is done by one lane for all
  bool is_uncached = false;       ///< the load asks past the first cache, for what others wrote
  bool storing = false;           ///< it was let go to store, and nobody has seen yet what
  std::uint8_t stored_bytes = 0;  ///< of its last store
  std::uint32_t runs = 0;  ///< of straight code: a branch, a fence, a word of the warp ends one
  Scalar scalar = Scalar::i32;  ///< of atomics, shuffles and reductions
  Fiber* next = nullptr;        ///< goes on when this lane waits
  void* barrier_stack =
      nullptr;            ///< it waits in ws_syncthreads(), which has saved its registers here
  std::uintptr_t at = 0;  ///< return address of the call into the machine
  std::byte* address = nullptr;
  std::byte* stored_address =
      nullptr;  ///< of its last store: `address` is the next access's by then
  alignas(16) std::array<std::byte, 16> value{};   ///< operand of an atomic or shuffle, then its
                                                   ///< result
  alignas(16) std::array<std::byte, 16> stored{};  ///< what its last store left
  std::array<std::byte, 8> compare{};              ///< of compare-and-swap
  std::uint32_t mask = 0;                          ///< of a word of the warp: who is to meet
  int source = 0;              ///< of a shuffle; predicate of a ballot or barrier
  std::uint64_t argument = 0;  ///< of a match
  std::uint32_t result = 0;
  LaneClock clock;

  // The beginnings of basic blocks through which it came to where it waits. A lane passes them at once, and is
  // taken to stand at the first of them: nothing happens there but that lanes which parted meet.
  std::uint32_t first_step = 0, end_step = 0;
  std::array<CodePlace, 32> steps{};

  [[nodiscard]] int lane() const { return rank % warp_lanes; }
  [[nodiscard]] bool walks() const { return first_step != end_step; }
  [[nodiscard]] CodePlace place_in_code() const {
    return walks() ? steps[first_step] : CodePlace{at, context};
  }
};

/// Where the lanes of a watched warp have come by.
struct WarpWay {
  LanePaths::Places passed{};  ///< the last place, by lane
  std::uint32_t ended = 0;     ///< those that the block's barriers know to have ended
  std::uint32_t parted = 0;    ///< those that ended, as the warp's own barriers know
};
/// Who has waited at a barrier in this block.
struct BarrierVisits {
  LanePaths::Node barrier = LanePaths::start;
  LanePaths::Lanes lanes;
};

/// One block of a program's kernel, in the middle of its run. It stays where it is.
struct SimtBlock {
  SimtBlock() = default;
  SimtBlock(const SimtBlock&) = delete;
  SimtBlock& operator=(const SimtBlock&) = delete;
  ~SimtBlock() = default;

  Dim3 index{0, 0, 0};
  std::int64_t number = 0;
  ws_block place{};             ///< that of its lanes points here
  std::vector<SimtLane> lanes;  ///< between two runs all of them have ended
  bool begun = false;
  std::uint32_t interval = 0;
  std::uint64_t first_step = 0;  ///< Simt::steps() when it began
  std::uint64_t turns = 0;       ///< that have ended before it did
  int warps = 0;
  std::vector<WarpWay> ways;            ///< of a watched block, by warp
  std::vector<BarrierVisits> barriers;  ///< of a watched block
  [[nodiscard]] std::span<SimtLane> lanes_of(int warp);
};

/// What the lanes of a block that waits for the whole grid have on their stacks.
struct SimtStacks {
  struct Part {
    SimtWorker* worker = nullptr;
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
  };
  std::vector<Part> parts;
  std::vector<std::byte> contents;
};

/// A lane of a ring. The layout is known to ws_syncthreads().
struct RingPlace {
  void* stack_pointer = nullptr;  ///< where it has saved its registers, unless it runs
  SimtLane* lane = nullptr;       ///< null: it has ended
  std::uint32_t stands[4] = {};   ///< its threadIdx, and the block's blockIdx.x, which lies behind
};

/// A place where a stack goes on: on top lie either the registers that ws_syncthreads() has saved, or, of a fiber, the
/// address of its code.
struct StackPlace {
  void* stack_pointer = nullptr;
  enum class Kind : std::uint64_t { barrier, fiber, lane } kind = Kind::barrier;
};

// Of this thread of the processor, and plain variables for ws_syncthreads(): the place of the lane that runs, and that of the
// ring's last lane. Those before have come to the barrier, those behind have left the one before it. Both are null
// without a ring, and as long as a block's lanes begin; then those of ws_next_thread follow.
extern "C" {
extern constinit thread_local RingPlace *ws_ring_place, *ws_ring_last;
}

/// A fence, or an atomic of the compiler's at `address`, which is a fence as well; or a word about asynchronous copies.
struct LaneTelling {
  enum class Copies : std::uint8_t { none, commit, wait };
  const void* address = nullptr;  ///< null: a fence
  bool of_device = true;          ///< not only of the block
  Copies copies =
      Copies::none;  ///< a group of them ends, or the thread waits for all but its last `groups`
  std::uint64_t groups = 0;
};

/// What looks at every access of a block that is checked.
class SimtWatch {
 public:
  virtual ~SimtWatch() = default;
  /// `lanes` execute a load, a store or an atomic; on return `count` says how many of them, from
  /// the first, did: the others touch another array and stay. Atomics are done here. False: the
  /// launch ends.
  virtual bool execute(SimtBlock& block, int warp, std::span<SimtLane*> lanes,
                       std::size_t& count) = 0;
  /// They have done the stores that they were let go for.
  virtual void stored(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) = 0;
  virtual void shuffled(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) = 0;
  /// Lanes of a warp that wait for one another by syncwarp go on.
  virtual void synchronised(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) = 0;
  /// All lanes that have not ended wait at a barrier of the block.
  virtual void barrier(SimtBlock& block) = 0;
  /// A lane waits for others of its mask that will never come.
  virtual void stuck(SimtBlock& block, const SimtLane& lane, const SimtLane& other) = 0;
  /// A lane has done a fence, or an atomic that execute() has not seen, or what LaneTelling has else.
  virtual void told(const SimtLane& lane, const LaneTelling& what) = 0;
  /// A lane executes a word of its warp with a mask that does not name it.
  virtual void unnamed(SimtBlock& block, const SimtLane& lane) = 0;
  /// A lane's shuffle takes the value of lane `lane.source`, which does not take part.
  virtual void nobody_gives(SimtBlock& block, int warp, const SimtLane& lane) = 0;
  /// Where the lanes of checked blocks come by.
  [[nodiscard]] virtual LanePaths& paths() = 0;
};

/// Runs blocks of threads on this thread of the processor. Watched, the lanes of a warp go in lockstep, one
/// instruction after another; unwatched each runs until it must wait for others. As long as what they wait
/// for is the block's barrier, unwatched lanes stand in a ring and hand over to one another: nobody is asked who
/// has come, since all others stand between the last that came and the next that goes.
class Simt {
 public:
  struct Launch {
    const ws_launch_config* config = nullptr;
    void (*thunk)(void*) = nullptr;
    void* arguments = nullptr;
    void (*thunk_at_speed)(void*) =
        nullptr;  ///< of blocks that nobody watches; null: as the others
    void* arguments_at_speed = nullptr;
    std::optional<std::uint64_t> schedule_seed{};
    bool highest_lane_wins = false;
    int number = 0;            ///< ProgramLaunch::number
    std::uint64_t begins = 0;  ///< cycles of the device's clock
  };
  enum class End : std::uint8_t {
    finished,
    grid_sync,
    aborted,
    turn_over,  ///< as Turn asks for
    waiting     ///< its warps have only looked, for some time, whether others have done something
  };
  /// How far a block runs at once.
  struct Turn {
    std::uint64_t instructions = 0;  ///< of warps; 0: until it ends, whatever it waits for
    bool to_barrier = false;         ///< not beyond a barrier of the block
    int most_yields = 0;             ///< warps may find so often that they only wait
  };

  Simt();
  ~Simt();
  Simt(const Simt&) = delete;
  Simt& operator=(const Simt&) = delete;
  /// That of this thread of the processor.
  static Simt& here();
  /// The lane that runs on this thread; null: the host.
  static SimtLane* running();

  void begin_block(SimtBlock& block, const Launch& launch, Dim3 index, std::int64_t number) const;
  /// Runs until all lanes have ended, wait for the whole grid, or the launch is aborted. `watch`
  /// null: at speed.
  [[nodiscard]] End run(SimtBlock& block, const Launch& launch, SimtWatch* watch) {
    return run(block, launch, watch, {});
  }
  /// The same of a watched block, for a turn. Another run() goes on with it.
  [[nodiscard]] End run(SimtBlock& block, const Launch& launch, SimtWatch* watch, Turn turn);
  /// Lets the lanes that wait for the grid go on.
  static void release_grid(SimtBlock& block);
  /// A block waits for the grid: puts away what its lanes have on their stacks, so that other blocks run on them. Throws
  /// bad_alloc, and then the block cannot go on.
  void put_away(SimtBlock& block, SimtStacks& stacks);
  /// Puts it back before the block goes on. No other block may be in the middle of its run.
  void take_back(const SimtStacks& stacks);
  /// Forgets the lanes that are in the middle of their work.
  void abandon();
  /// True if lanes of the last block have waited in a loop for what others do.
  [[nodiscard]] bool has_spun() const { return has_spun_; }

  // On a lane.

  /// Called before a load or store of a watched lane.
  // What returns after a switch is mispredicted: as few functions as possible lie between it and
  // the program, so these are inlined.
  void access(std::byte* address, std::size_t bytes, Operation operation, std::uintptr_t at);
  /// At the beginning of a basic block.
  void step(std::uintptr_t at);
  void enter(std::uintptr_t call);
  void leave();
  /// Keeps what the running lane has stored last, before anything else is put into `value`.
  static void settle() { settle(*running()); }
  /// At a barrier without a vote, when nobody is next in the ring. Says who goes on.
  [[nodiscard]] StackPlace wait_for_block(void* stack_pointer) {
#if defined(WARPSCOPE_OWN_SWITCH)
    if (in_ring_) return wait_in_ring(stack_pointer);
#endif
    return wait_alone(stack_pointer);
  }
  /// A lane of a block at speed, from its beginning to its end, and those that follow as long as none waits. Says who
  /// goes on.
  [[nodiscard]] StackPlace run_lane();
  /// The lane's request has been filled in: waits until it is executed.
  void wait(SimtLane::Waits what, std::uintptr_t at);
  /// On a watched lane: it has done a fence, or the like, after all of its accesses so far.
  void tell(const LaneTelling& what) {
    ++running()->runs;
    watch_->told(*running(), what);
  }
  /// On a watched lane: it leaves its function before the end.
  void leave_early(std::uintptr_t at);
  /// Ends the launch, from a lane; never returns.
  [[noreturn]] void abort_launch();
  /// Ends the running lane only.
  [[noreturn]] void end_lane();
  /// On the running lane's stack, or on this thread's if none runs.
  [[nodiscard]] bool on_stack(const void* address) const;
  [[nodiscard]] bool near_stack_end(const void* address) const;
  /// True if the running lane, standing at `here` on its stack, has left less than the machine itself needs there.
  [[nodiscard]] bool has_little_stack(const void* here) const;
  /// Where the running lane's stack begins.
  [[nodiscard]] std::uintptr_t stack_top() const;
  /// What clock64() says to the running lane: four cycles for each instruction of its block that touches memory or waits,
  /// and some for the read itself. Reads that only wait for time to pass give it more and more.
  [[nodiscard]] std::uint64_t read_clock(std::uintptr_t at);
  /// The running lane sleeps.
  void sleep(std::uint64_t cycles);

  static constexpr std::size_t stack_bytes = std::size_t{512} << 10;
  static constexpr std::size_t own_stack_bytes = std::size_t{96} << 10;  ///< of them, the machine's

 private:
  static void settle(SimtLane& lane) {
    if (lane.storing) std::memcpy(lane.stored.data(), lane.address, lane.bytes);
    lane.storing = false;
  }
  using Group = std::span<SimtLane* const>;

  [[nodiscard]] LaneClock& clock_of_lane();
  [[nodiscard]] SimtWorker& idle_worker() {
    if (idle_ == nullptr) make_worker();
    SimtWorker& worker = *idle_;
    idle_ = worker.next_idle;
    worker.idle = false;
    return worker;
  }
  void make_worker();
  void resume(Group lanes);
  void enter_lanes(Fiber& first);
  [[nodiscard]] bool begin_ring(SimtBlock& block);
  [[nodiscard]] bool continue_ring(SimtBlock& block);
  [[nodiscard]] bool end_ring();
  void leave_ring();
  [[nodiscard]] StackPlace wait_in_ring(void* stack_pointer);
  void fit_stacks(const void* stack_pointer);
  [[nodiscard]] StackPlace wait_alone(void* stack_pointer);
  void take_place(void* stack_pointer, SimtLane& lane);
  [[nodiscard]] RingPlace* pass_barrier();
  [[nodiscard]] RingPlace* next_of_ring();
  [[nodiscard]] SimtWorker& begin_next_lane();
  [[nodiscard]] Fiber& fiber_of_next_lane();
  [[nodiscard]] Fiber& after_the_end(const SimtLane& lane);
  [[nodiscard]] SimtWorker& own_worker() const;
  void call_kernel() const;
  /// Executes one instruction of a warp; false if none of its lanes can go on.
  bool advance(SimtBlock& block, int warp);
  /// `members`: the lanes of the group.
  void execute_memory(SimtBlock& block, int warp, std::span<SimtLane*> group,
                      std::uint32_t members);
  /// Watched lanes of a warp have done something together.
  void pass(SimtBlock& block, int warp, Group group);
  /// Those that have ended pass what they had still to pass.
  void pass_to_end(SimtBlock& block, int warp);
  /// Lets the lanes of a warp that stand at the beginning of a basic block go on.
  void step_together(SimtBlock& block, int warp, CodePlace place);
  void execute_collective(SimtBlock& block, int warp, Group group);
  [[nodiscard]] bool can_meet(const SimtBlock& block, int warp, const SimtLane& lane) const;
  void run_to_barrier(SimtBlock& block);
  [[nodiscard]] bool is_turn_over() const {
    return turn_end_ != 0 && (steps_ >= turn_end_ || yields_ > most_yields_);
  }
  bool force(SimtBlock& block);
  void release_barrier(SimtBlock& block);
  void note_spin(const SimtLane& leader, bool changed);
  static Fiber& work(void* worker);
  void give_back(SimtWorker& worker) {
    worker.idle = true;
    worker.next_idle = std::exchange(idle_, &worker);
  }
  /// From here on threadIdx is the lane's.
  static void stand(const SimtLane& lane);

  Fiber scheduler_;
  std::deque<SimtWorker> workers_;
  SimtWorker* idle_ = nullptr;  // the first of a list
  std::vector<SimtLane*> group_;
  std::vector<int> runnable_;
  SimtBlock* block_ = nullptr;
  const Launch* launch_ = nullptr;
  SimtWatch* watch_ = nullptr;
  LanePaths* paths_ = nullptr;  // of the watch
  CallContext root_;
  std::optional<std::mt19937_64> random_;
  bool aborted_ = false, in_ring_ = false;
  std::vector<RingPlace> ring_;
  std::size_t ring_count_ = 0;       // of them, those that are taken
  bool ring_has_gaps_ = false;       // some of these lanes have ended
  std::uintptr_t stack_shift_ = 0;   // bytes that a ring's lanes begin below their stacks' tops
  SimtWorker* beginning_ = nullptr;  // whose stack runs while a ring's lanes begin, else null
  std::uint64_t steps_ = 0;
  std::uint64_t turn_end_ = 0;        // in steps_; 0: none
  int yields_ = 0, most_yields_ = 0;  // of the block's warps in this turn
  // A loop that only looks: the same load of the same place again and again.
  std::uintptr_t spin_at_ = 0;
  const std::byte* spin_address_ = nullptr;
  int spins_ = 0;
  std::uint64_t spin_seen_ = 0;
  bool has_spun_ = false, yield_ = false;
};

/// The machine of this thread while one of its lanes runs, else null; the second one only if the lane's block is
/// watched.
extern constinit thread_local Simt* running_simt;
extern constinit thread_local Simt* watching_simt;

inline SimtLane* Simt::running() {
  // The place is the lane's first member.
  return const_cast<SimtLane*>(reinterpret_cast<const SimtLane*>(ws_this_thread));
}

[[gnu::always_inline]] inline void Simt::stand(const SimtLane& lane) {
  ws_this_thread = &lane.place;
  std::memcpy(ws_stands.thread, lane.place.index, sizeof ws_stands.thread);
}

/// Whose stack the running lane is on.
inline SimtWorker& Simt::own_worker() const {
  return beginning_ != nullptr ? *beginning_ : *running()->worker;
}

[[gnu::always_inline]] inline void Simt::call_kernel() const {
  if (watch_ == nullptr && launch_->thunk_at_speed != nullptr) {
    launch_->thunk_at_speed(launch_->arguments_at_speed);
  } else {
    launch_->thunk(launch_->arguments);
  }
}

[[gnu::always_inline]] inline void Simt::wait(SimtLane::Waits what, std::uintptr_t at) {
  if (in_ring_) leave_ring();
  SimtLane& lane = *running();
  settle(lane);
  if (what != SimtLane::Waits::memory) ++lane.runs;
  lane.waits = what;
  lane.at = at;
  lane.worker->fiber.switch_to(*lane.next);
  stand(lane);
}

[[gnu::always_inline]] inline void Simt::step(std::uintptr_t at) {
  SimtLane& lane = *running();
  ++lane.runs;
  lane.steps[lane.end_step++] = {at, lane.context};
  if (lane.end_step == lane.steps.size()) wait(SimtLane::Waits::more_steps, at);
}

[[gnu::always_inline]] inline void Simt::access(std::byte* address, std::size_t bytes,
                                                Operation operation, std::uintptr_t at) {
  SimtLane& lane = *running();
  const std::byte* const bottom = lane.worker->stack.bottom;
  if (address >= bottom && address < bottom + stack_bytes) return;
  const auto* const stands = reinterpret_cast<const std::byte*>(&ws_stands);
  if (address >= stands && address < stands + sizeof ws_stands) return;  // threadIdx, by reference
  settle(lane);
  lane.address = address;
  lane.bytes = static_cast<std::uint8_t>(bytes);
  lane.operation = operation;
  wait(SimtLane::Waits::memory, at);
}

}  // namespace warpscope
