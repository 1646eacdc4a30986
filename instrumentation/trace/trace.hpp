#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/trace/element.hpp"
#include "instrumentation/trace/operation.hpp"

namespace warpscope {

inline constexpr int warp_lanes = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffU;

/// One array that the kernel touched. Its position in Trace::arrays is its id.
struct Array {
  std::string name;  ///< as in the source: "data"
  Space space = Space::shared;
  ElementType type;
  std::int64_t count = 0;    ///< elements
  std::uint32_t base = 0;    ///< byte offset in the block's shared memory; 0 for other spaces
  std::int64_t columns = 0;  ///< elements in a row of a matrix; 0: not a matrix
  friend bool operator==(const Array&, const Array&) = default;
};

/// The file that the lines of a launch's accesses belong to.
struct SourceFile {
  std::string name;  ///< "reduce_strided.cuh"
  std::string text;  ///< all of it
  friend bool operator==(const SourceFile&, const SourceFile&) = default;
};

/// One kernel launch. Accesses and steps of a launch are consecutive.
struct Launch {
  std::string kernel;              ///< id: the catalogue's, or that of a helper beside it
  std::int32_t grid = 1;           ///< blocks
  std::int32_t block = 0;          ///< threads in a block
  std::int32_t grid_columns = 0;   ///< blocks in a row of a two-dimensional grid, else 0
  std::int32_t block_columns = 0;  ///< threads in a row of a two-dimensional block, else 0
  std::int32_t traced_block = 0;   ///< the block that recorded
  std::uint32_t source = 0;        ///< into Trace::sources
  std::uint32_t shared_bytes = 0;
  std::uint32_t first_step = 0;
  std::uint32_t step_count = 0;
  friend bool operator==(const Launch&, const Launch&) = default;
};

/// What one warp instruction did to memory: the atom of a trace.
/// Active lanes are packed in lane order: entry k belongs to the k-th set bit of `mask`.
struct Access {
  std::uint64_t first_index = 0;  ///< into Trace::indices, one entry per active lane
  std::uint64_t first_word = 0;   ///< into Trace::words, type.words() entries per active lane
  std::uint32_t line = 0;         ///< in the kernel's source file, 1 is the first
  std::uint32_t mask = 0;         ///< active lanes, never 0
  std::uint32_t step = 0;         ///< into Trace::steps
  std::uint16_t warp = 0;
  std::uint16_t array = 0;
  Operation operation = Operation::load;

  [[nodiscard]] int active() const { return std::popcount(mask); }
};

/// What the block did between two boundaries that the kernel named with sync or step.
/// Within a launch accesses stand in one order on every machine: by step, then warp, then time.
struct Step {
  std::string name;                   ///< "add"
  std::optional<std::int64_t> value;  ///< the s of "add, s = 8"
  bool barrier = false;               ///< ended by a barrier of the whole block
  std::uint32_t launch = 0;
  std::uint32_t first_access = 0;
  std::uint32_t access_count = 0;
  std::int32_t snapshot = -1;  ///< into Trace::snapshots: shared memory at the barrier
  friend bool operator==(const Step&, const Step&) = default;
};
/// "add, s = 8" where the source calls the value s, "add 8" where no name of it is known.
[[nodiscard]] std::string step_label(const Step& step, std::string_view variable = {});

enum class FindingKind : std::uint8_t {
  out_of_bounds,
  uninitialised_read,
  barrier_divergence,
  race,
  undefined_order,  ///< lanes of one instruction store different values to one element
  numerics,  ///< the result may not be trusted: a singular system, an iteration that diverges
};
inline constexpr auto last_finding_kind = FindingKind::numerics;

/// Something wrong that the emulator saw. Repeated sightings of one cause are counted, not listed.
struct Finding {
  FindingKind kind = FindingKind::race;
  std::uint32_t line = 0;
  std::uint32_t other_line = 0;  ///< the other access of a race, else 0
  std::uint32_t step = 0;
  std::int32_t thread = 0;  ///< thread rank in the block
  std::int32_t other_thread = -1;
  std::int32_t array = -1;  ///< into Trace::arrays, -1 where none
  std::int64_t index = 0;
  std::uint64_t times = 1;
  std::string message;  ///< one sentence
  friend bool operator==(const Finding&, const Finding&) = default;
};
[[nodiscard]] std::string_view name(FindingKind kind);
/// A fault of the kernel: neither something that CUDA leaves open and the kernel allows for, nor
/// what the problem's numbers forbid.
[[nodiscard]] inline bool is_fault(const Finding& finding) {
  return finding.kind != FindingKind::undefined_order && finding.kind != FindingKind::numerics;
}

/// What the host did between launches: allocated, copied, cleared.
struct HostStep {
  std::uint32_t launch = 0;  ///< it came before this one; the number of launches: after the last
  std::string text;          ///< "copy in: 1,024 int to the device"
  friend bool operator==(const HostStep&, const HostStep&) = default;
};

/// Where a trace comes from.
struct TraceHeader {
  std::string kernel;  ///< catalogue id
  std::string title;
  std::int64_t size = 0;  ///< elements of the problem
  std::string input;      ///< "random", "ramp", …, or the file
  std::uint64_t seed = 0;
  std::map<std::string, std::string> parameters;  ///< "type": "int", "op": "add"
  std::string machine;                            ///< "emulator" or "cuda"
  std::string device;                             ///< "emulator", or the GPU's own name
  std::string date;                               ///< ISO 8601, UTC
  /// Of lanes that stored to one element at once the highest survived (trace/store_order.hpp).
  bool highest_lane_wins = false;
  friend bool operator==(const TraceHeader&, const TraceHeader&) = default;
};

/// A recorded run, immutable once built (see TraceBuilder); every picture and number comes from it.
struct Trace {
  TraceHeader header;
  std::vector<SourceFile> sources;
  std::vector<Array> arrays;
  std::vector<Launch> launches;
  std::vector<HostStep> host;  ///< in order
  std::vector<Step> steps;
  std::vector<Access> accesses;
  std::vector<std::int32_t> indices;  ///< element indices of active lanes
  std::vector<std::uint32_t> words;   ///< values of active lanes
  std::vector<std::vector<std::uint8_t>>
      snapshots;  ///< shared memory of the traced block at a barrier
  std::vector<Finding> findings;

  /// Element index of each active lane of an access.
  [[nodiscard]] std::span<const std::int32_t> lane_indices(const Access& access) const {
    return {indices.data() + access.first_index, static_cast<std::size_t>(access.active())};
  }
  /// Value words of the k-th active lane.
  [[nodiscard]] std::span<const std::uint32_t> lane_value(const Access& access, int k) const {
    const auto width = static_cast<std::size_t>(arrays[access.array].type.words());
    return {words.data() + access.first_word + static_cast<std::size_t>(k) * width, width};
  }
  [[nodiscard]] const Launch& launch_of(const Access& access) const {
    return launches[steps[access.step].launch];
  }
  [[nodiscard]] const SourceFile& source_of(const Access& access) const {
    return sources[launch_of(access).source];
  }
};

/// Calls visit(lane, k) for each active lane, in lane order.
template <class Visit>
void for_each_lane(std::uint32_t mask, Visit visit) {
  for (int k = 0; mask != 0; ++k, mask &= mask - 1) visit(std::countr_zero(mask), k);
}

}  // namespace warpscope
