#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <stop_token>
#include <string_view>
#include <tuple>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "instrumentation/emulator/fiber.hpp"
#include "instrumentation/emulator/memory.hpp"
#include "instrumentation/emulator/race_detector.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

class BlockEmulator;

/// One thread of the emulated block: what EmulatedBlock asks the machine for. Each call returns
/// when the warp has executed it.
class Lane {
 public:
  [[nodiscard]] int thread_rank() const { return thread_; }
  [[nodiscard]] BlockEmulator& machine() const { return *machine_; }

  /// Loads into or stores from `value`, which must stay valid during the call.
  void memory(Operation operation, int array, Index index, std::byte* value,
              AtomicAdd add = nullptr);
  [[nodiscard]] int shared_array(std::string_view name, ElementType type, int count, int columns);
  void sync(std::string_view name, std::optional<std::int64_t> value, int line);
  void step(std::string_view name, std::optional<std::int64_t> value);
  void syncwarp(int line);
  void reconverge(int line);
  /// `value` becomes that of lane `source`; unchanged where there is no such lane.
  void shuffle(std::byte* value, ElementType type, int source, int line);
  [[nodiscard]] unsigned ballot(bool predicate, int line);

 private:
  friend class BlockEmulator;
  enum class Waits : std::uint8_t {
    nothing,
    memory,
    shuffle,
    ballot,
    syncwarp,
    reconverge,
    barrier,
    end
  };

  void wait_for(Waits what, int line);
  static void entry(void* lane);

  BlockEmulator* machine_ = nullptr;
  Fiber fiber_;
  int thread_ = 0;
  Waits waits_ = Waits::nothing;
  Operation operation_ = Operation::load;
  int array_ = 0;
  int index_ = 0;
  int line_ = 0;
  std::byte* value_ = nullptr;
  AtomicAdd add_ = nullptr;
  ElementType shuffle_type_;
  unsigned ballot_ = 0;
  std::string_view barrier_name_;
  std::optional<std::int64_t> barrier_value_;
  Place place_;
  int shared_arrays_ = 0;  // made so far: the n-th call of every thread means the same array
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

  /// Runs `body` once per thread. Global arrays keep their position as id. Records into `trace`
  /// where given, else only the effects on memory remain. False when stopped.
  bool run(const Geometry& geometry, std::vector<EmulatedArray> globals,
           const std::function<void(Lane&)>& body, TraceBuilder* trace,
           std::optional<std::uint64_t> schedule_seed, std::stop_token stop);

  [[nodiscard]] const Geometry& geometry() const { return geometry_; }
  [[nodiscard]] const EmulatedArray& array(int id) const {
    return arrays_[static_cast<std::size_t>(id)];
  }

  /// Shared memory that a block of every GPU can have without asking.
  static constexpr std::size_t shared_capacity = 48 * 1024;

 private:
  friend class Lane;
  using Group = std::array<Lane*, warp_lanes>;

  void start_lanes();
  void run_to_barrier();
  void release_barrier();
  bool advance(int warp);
  void execute_memory(int warp, const Group& group, int lanes);
  void perform(Lane& lane, EmulatedArray& array);
  void check_same_element(const Group& group, int lanes, const EmulatedArray& array);
  void execute_collective(int warp, const Group& group, int lanes);
  void shuffle(int warp, const Group& group, int lanes);
  void check_collective(int warp, const Group& group, int lanes);
  void record(int warp, const Lane& first, Operation operation, const EmulatedArray& array,
              std::uint32_t mask);
  void record_values(const Group& group, int lanes, ElementType type);
  void report(const Lane& lane, const Finding& finding);
  int add_shared_array(Lane& lane, std::string_view name, ElementType type, int count, int columns);
  [[nodiscard]] int warps() const { return (geometry_.threads + warp_lanes - 1) / warp_lanes; }
  [[nodiscard]] std::span<Lane> lanes_of(int warp);

  Geometry geometry_;
  StackPool stacks_;
  std::vector<Lane> lanes_;
  std::vector<EmulatedArray> arrays_;
  std::vector<int> shared_ids_;  // positions in arrays_, in order of declaration
  std::vector<std::byte> shared_;
  std::size_t shared_used_ = 0;
  const std::function<void(Lane&)>* body_ = nullptr;
  TraceBuilder* trace_ = nullptr;
  std::optional<RaceDetector> races_;
  std::optional<std::mt19937_64> random_;
  std::stop_token stop_;
  bool cancelled_ = false;
  std::vector<std::int32_t> indices_;  // of the access being recorded
  std::vector<std::uint32_t> words_;
  using FindingKey = std::tuple<FindingKind, std::uint32_t, std::uint32_t, std::int32_t>;
  std::map<FindingKey, std::pair<Place, Finding>> findings_;
};

}  // namespace warpscope
