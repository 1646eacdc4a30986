#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string_view>
#include <tuple>
#include <vector>

#include "instrumentation/emulator/fiber.hpp"
#include "instrumentation/emulator/lane.hpp"
#include "instrumentation/emulator/memory.hpp"
#include "instrumentation/emulator/race_detector.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// The choices that CUDA leaves to the hardware.
struct EmulatorOptions {
  /// If set, any warp may execute the next instruction; otherwise a warp runs until it waits, in
  /// order.
  std::optional<std::uint64_t> schedule_seed{};
  /// If several lanes store to one element in one instruction, the highest lane's value survives,
  /// not that of the lane that wins on an H200.
  bool highest_lane_wins = false;
  /// If not 0, nobody waits at the barriers of this source line. They still end a step.
  int drop_barrier = 0;
};

/// A kernel asks for what no block can have; the message is a sentence. Anything it does wrong with
/// what it has becomes a finding of the trace instead.
struct KernelFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs blocks of threads as a GPU does: the lanes of a warp in lockstep, diverged groups one after
/// another, warps interleaved between barriers. Everything wrong becomes a finding of the trace.
class BlockEmulator {
 public:
  struct Geometry {
    int group_index = 0;
    int group_count = 1;
    int threads = 0;
    int group_columns = 0;   ///< of a two-dimensional grid, else 0
    int thread_columns = 0;  ///< of a two-dimensional block, else 0
  };

  BlockEmulator() = default;

  /// Runs `body` once per thread. Global arrays keep their position as id. Records into `trace` if
  /// given; otherwise only the effects on memory remain. Returns false when stopped: each access
  /// and each wait checks for that, so a thread that loops without either cannot be stopped. An
  /// exception of `body`, or a KernelFault, ends the other threads and then the run.
  bool run(const Geometry& geometry, std::vector<EmulatedArray> globals,
           const std::function<void(Lane&)>& body, TraceBuilder* trace,
           const EmulatorOptions& options, std::stop_token stop);

  [[nodiscard]] const Geometry& geometry() const { return geometry_; }
  [[nodiscard]] const EmulatedArray& array(int id) const {
    return arrays_[static_cast<std::size_t>(id)];
  }

  /// Whether any thread has reached the dropped barrier, in any run so far.
  [[nodiscard]] bool dropped() const { return dropped_; }

  /// Shared memory that a block can have, if it asks, on every GPU that CUDA 13 knows: those of
  /// compute capability 7.5 have the least.
  static constexpr std::size_t shared_capacity = 64 * 1024;
  /// Throws KernelFault if a block cannot have that many bytes of shared memory.
  static void check_shared(std::size_t bytes);

 private:
  friend class Lane;
  // The lanes that execute an instruction together, in lane order
  using Group = std::span<Lane* const>;

  void start_lanes();
  void run_to_barrier();
  void release_barrier();
  void check_barrier();
  /// Lanes that wait at the barrier of a line, by warp; see Finding::arrived.
  [[nodiscard]] std::vector<std::uint32_t> waiting_on(int line) const;
  void run_lanes(std::span<Lane> lanes);
  bool advance(int warp);

  void execute_memory(int warp, Group group);
  void perform(Group group, EmulatedArray& array);
  [[nodiscard]] static bool rises(Group group);
  void settle_same_element(Group group, EmulatedArray& array);
  void check_same_element(Group group, const EmulatedArray& array);
  void execute_collective(int warp, Group group);
  void check_collective(int warp, Group group);
  void shuffle(int warp, Group group);

  [[nodiscard]] static std::uint32_t mask_of(Group group);
  void pack(Group group, std::size_t element_bytes);
  void record(int warp, Group group, int array);
  void name_step(const Lane& lane, const StepLabel& label);

  void report_out_of_bounds(const Lane& lane, const EmulatedArray& array);
  void report_uninitialised(const Lane& lane, const EmulatedArray& array);
  void report_race(const Lane& lane, const EmulatedArray& array, const RaceDetector::Race& race);
  void report_undefined_order(const Lane& lane, const Lane& later, const EmulatedArray& array);
  /// `message` makes the sentence of the first sighting.
  template <class Message>
  void report(const Lane& lane, const Finding& finding, Message message);

  int add_shared_array(Lane& lane, std::string_view name, ElementType type, int count, int columns);
  int add_local_array(Lane& lane, std::string_view name, ElementType type, int count);
  [[nodiscard]] int warps() const { return (geometry_.threads + warp_lanes - 1) / warp_lanes; }
  [[nodiscard]] std::span<Lane> lanes_of(int warp);

  Geometry geometry_;
  Fiber scheduler_;
  std::vector<Lane> lanes_;
  std::vector<std::uint32_t> named_;  // per warp: steps that it has named since the barrier
  std::vector<EmulatedArray> arrays_;
  std::vector<int> shared_ids_;  // positions in arrays_, in order of declaration
  std::vector<int> local_ids_;   // the same of local arrays
  std::vector<std::byte> shared_;
  std::deque<std::vector<std::byte>> locals_;  // the contents of each
  std::size_t shared_used_ = 0;
  const std::function<void(Lane&)>* body_ = nullptr;
  TraceBuilder* trace_ = nullptr;
  std::optional<RaceDetector> races_;
  std::optional<std::mt19937_64> random_;
  bool highest_lane_wins_ = false;
  int dropped_line_ = 0;  // nobody waits at its barriers
  bool dropped_ = false;
  std::stop_token stop_;
  bool cancelled_ = false;
  std::exception_ptr failure_;         // what a thread threw
  std::vector<int> runnable_;          // warps that have not reached the barrier
  std::vector<ElementIndex> indices_;  // of the access being recorded, packed
  std::vector<std::uint32_t> words_;
  using FindingKey = std::tuple<FindingKind, std::uint32_t, std::uint32_t, std::int32_t>;
  std::map<FindingKey, std::pair<Place, Finding>> findings_;
};

template <class Message>
void BlockEmulator::report(const Lane& lane, const Finding& finding, Message message) {
  if (trace_ == nullptr) return;
  const FindingKey key{finding.kind, std::min(finding.line, finding.other_line),
                       std::max(finding.line, finding.other_line), finding.array};
  const auto [entry, fresh] = findings_.try_emplace(key, lane.place_, finding);
  Finding& known = entry->second.second;
  if (fresh) {
    known.message = message();
  } else {
    ++known.times;
  }
}

// Fiber::switch_to says why these are inlined.

[[gnu::always_inline]] inline void Lane::wait_for(Waits what, int line) {
  waits_ = what;
  line_ = line;
  fiber_.switch_to(*next_);
  if (machine_->cancelled_) throw Cancelled{};
}

[[gnu::always_inline]] inline void Lane::memory(Operation operation, int array, Index index,
                                                std::byte* value, AtomicFunction apply) {
  operation_ = operation;
  array_ = array;
  index_ = index.value;
  value_ = value;
  apply_ = apply;
  wait_for(Waits::memory, index.line);
}

[[gnu::always_inline]] inline void Lane::sync(const StepLabel& label, int line) {
  if (line == machine_->dropped_line_) [[unlikely]] {
    machine_->dropped_ = true;
    step(label);
    return;
  }
  label_ = &label;
  wait_for(Waits::barrier, line);
}

}  // namespace warpscope
