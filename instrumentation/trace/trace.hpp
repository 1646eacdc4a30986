#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/trace/element.hpp"
#include "instrumentation/trace/operation.hpp"
#include "instrumentation/trace/stream_story.hpp"

namespace warpscope {

inline constexpr int warp_lanes = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffU;

/// Position of an element in its array; out of bounds within max_element_index (trace_check.hpp).
using ElementIndex = std::int64_t;

/// Threads of a block, or blocks of a grid, as CUDA's dim3.
struct Dim3 {
  std::int32_t x = 1, y = 1, z = 1;
  [[nodiscard]] constexpr std::int64_t count() const { return std::int64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};
/// "256", "16 × 16": dimensions of 1 at the end are left out.
[[nodiscard]] std::string extent_text(const Dim3& extent);
/// The coordinates of a number that counts along x, then y, then z.
[[nodiscard]] constexpr Dim3 coordinates(std::int64_t rank, const Dim3& extent) {
  return {static_cast<std::int32_t>(rank % extent.x),
          static_cast<std::int32_t>(rank / extent.x % extent.y),
          static_cast<std::int32_t>(rank / extent.x / extent.y)};
}
/// The reverse.
[[nodiscard]] constexpr std::int64_t rank_in(const Dim3& at, const Dim3& extent) {
  return at.x + std::int64_t{extent.x} * (at.y + std::int64_t{extent.y} * at.z);
}

/// A part of a structure.
struct Member {
  std::string name;          ///< "x"
  std::uint32_t offset = 0;  ///< bytes from the structure's begin
  ElementType type;
  std::uint32_t count = 1;  ///< above 1: an array of so many
  friend bool operator==(const Member&, const Member&) = default;
};
/// A type with members, such as the user's own struct. An array of it is kept as an array of cells
/// that each lie within one member, so that code without knowledge of structures sees plain
/// elements.
struct Structure {
  std::string name;         ///< "Particle"
  std::uint32_t bytes = 0;  ///< padding included; a multiple of the cells'
  std::vector<Member> members;
  friend bool operator==(const Structure&, const Structure&) = default;
};

/// One array that the kernel touched. Its position in Trace::arrays is its id.
struct Array {
  std::string name;  ///< as in the source: "data"
  Space space = Space::shared;
  ElementType type;             ///< of a structure's cells: one that all its members consist of
  std::int64_t count = 0;       ///< elements; of structures: cells
  std::uint32_t base = 0;       ///< byte offset in the block's shared memory; 0 for other spaces
  std::int64_t columns = 0;     ///< elements in a row of a matrix; 0: not a matrix
  std::int32_t structure = -1;  ///< into Trace::structures; -1: elements are `type` itself
  /// Of one that the source declares with several indices, tile[32][33]: how many elements there are
  /// of each, the outermost first; empty: it has one index. Of one in local memory: see in_local_memory.
  std::vector<std::int64_t> extents = {};
  friend bool operator==(const Array&, const Array&) = default;
};

/// The array in which a trace keeps what each of a block's threads has in local memory, `count`
/// elements each. Its extents are warps, elements and lanes: a row of lanes for each element of each
/// warp (local_memory.hpp).
[[nodiscard]] Array in_local_memory(std::string name, ElementType type, int count, int threads);
/// Who owns an element of an array in local memory, and which of the owner's elements it is.
struct LocalPlace {
  std::int64_t thread = 0, element = 0;
};
/// Only of an array in local memory. An index beyond its ends belongs to no thread: -1, and the
/// element is as far beyond those of a thread.
[[nodiscard]] LocalPlace local_place(const Array& array, ElementIndex index);

/// Gives a matrix whose rows have another length now the extents that it has so.
void fit_extents(Array& array);

struct SourceFile {
  std::string name;  ///< "reduce_strided.cuh"
  std::string text;  ///< all of it
  friend bool operator==(const SourceFile&, const SourceFile&) = default;
};

/// An instruction's place in the source, and the calls through which the lane came there.
struct CodeLocation {
  std::uint32_t source = 0;  ///< into Trace::sources
  std::uint32_t line = 0;    ///< 1 is the first; 0: not known
  std::int32_t caller = -1;  ///< into Trace::locations, before this one: the call that led here,
                             ///< even if the compiler inlined it; -1: the kernel itself
  std::string function;      ///< whose line it is; empty: the kernel's
  friend auto operator<=>(const CodeLocation&, const CodeLocation&) = default;
};

/// What the code of a launch calls an array that is called otherwise elsewhere: its parameter.
struct ArrayName {
  std::int32_t array = 0;  ///< into Trace::arrays
  std::string name;
  std::vector<std::int64_t> extents = {};  ///< as Array::extents, of float (*name)[32]
  friend bool operator==(const ArrayName&, const ArrayName&) = default;
};

/// One kernel launch. Accesses and steps of a launch are consecutive.
struct Launch {
  std::string kernel;             ///< id: the catalogue's, or that of a helper beside it
  Dim3 grid;                      ///< blocks
  Dim3 block;                     ///< threads in a block
  std::int64_t traced_block = 0;  ///< number of the block that recorded
  std::uint32_t source = 0;       ///< into Trace::sources: the file of the kernel itself
  std::uint32_t shared_bytes = 0;
  std::uint32_t first_step = 0;
  std::uint32_t step_count = 0;
  std::int64_t number = 0;  ///< among all launches of its program, from 1; 0: as in the trace
  std::vector<ArrayName> names = {};  ///< an array may have several, the first one is preferred
  [[nodiscard]] std::int64_t blocks() const { return grid.count(); }
  [[nodiscard]] int threads() const { return static_cast<int>(block.count()); }
  friend bool operator==(const Launch&, const Launch&) = default;
};

/// One warp's memory instruction: the atom of a trace. Active lanes are packed in lane order: entry
/// k belongs to the k-th set bit of `mask`.
struct Access {
  std::uint64_t first_index = 0;  ///< into Trace::indices, one entry per active lane
  std::uint64_t first_word = 0;   ///< into Trace::words, see Trace::lane_words()
  std::uint32_t location = 0;     ///< into Trace::locations
  std::uint32_t mask = 0;         ///< active lanes, never 0
  std::uint32_t step = 0;         ///< into Trace::steps
  std::int32_t warp = 0;
  std::int32_t array = 0;
  Operation operation = Operation::load;
  std::uint8_t elements = 1;  ///< neighbours that each lane moves: 4 if a float4 is loaded from
                              ///< an array of float; of atomics and shuffles 1
  bool has_result = false;    ///< of an atomic: the value that a lane got back is recorded too

  [[nodiscard]] int active() const { return std::popcount(mask); }
};

/// The block's work between two boundaries that the kernel named with sync or step. Within a launch
/// accesses stand in one order on every machine: by step, then warp, then time.
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
/// "add, s = 8" if the source calls the value s, "add 8" if no name of it is known.
[[nodiscard]] std::string step_label(const Step& step, std::string_view variable = {});

enum class FindingKind : std::uint8_t {
  out_of_bounds,
  uninitialised_read,
  barrier_divergence,
  race,
  undefined_order,  ///< lanes of one instruction store different values to one element
  numerics,        ///< the result may not be trusted: a singular system, an iteration that diverges
  misaligned,      ///< an address that is no multiple of what is moved
  use_after_free,  ///< memory that the program has given back
  foreign_memory,  ///< a kernel uses the host's memory, or the host a device's
  wrong_call,      ///< a call of CUDA's runtime that cannot do what is asked
  unchecked_error,   ///< a call failed, and the program never asked whether it did
  assertion,         ///< an assert of the program itself, or a trap
  undefined_result,  ///< an operation whose result C++ leaves open, and a GPU's is another one
  unfreed_memory,    ///< device memory that the program never freed: only ever a note
  unfinished_copy,  ///< what an asynchronous copy writes is used before its thread has waited for it
};
inline constexpr auto last_finding_kind = FindingKind::unfinished_copy;

/// Something wrong that the emulator saw. Repeated sightings of one cause are counted, not listed.
struct Finding {
  FindingKind kind = FindingKind::race;
  std::uint32_t line = 0;
  std::uint32_t other_line = 0;  ///< the other access of a race, else 0
  std::int32_t source = -1;  ///< file of both lines, into Trace::sources; -1: that of the launch
  std::uint32_t step = 0;
  std::int32_t thread = 0;  ///< thread rank in the block
  std::int32_t other_thread = -1;
  std::int64_t block = -1;  ///< number of the block; -1: the one that recorded
  std::int32_t array = -1;  ///< into Trace::arrays, -1 if none
  std::int64_t index = 0;
  std::uint64_t times = 1;
  Sentence message;  ///< one sentence
  /// Of a barrier of the block that not all threads come to: those that did, by warp a bit for each lane; empty: not known.
  std::vector<std::uint32_t> arrived{};
  friend bool operator==(const Finding&, const Finding&) = default;
};
[[nodiscard]] std::string_view name(FindingKind kind);
/// Whether the kernel is at fault: not if CUDA leaves something open and the kernel allows for it,
/// nor if the problem's numbers forbid a result.
[[nodiscard]] inline bool is_faulty(FindingKind kind) {
  return kind != FindingKind::undefined_order && kind != FindingKind::numerics;
}
[[nodiscard]] inline bool is_fault(const Finding& finding) { return is_faulty(finding.kind); }

/// One action of the host between launches: it allocated, copied or cleared.
struct HostStep {
  std::uint32_t launch = 0;  ///< it came before this one; the number of launches: after the last
  Sentence text;             ///< "copy in: 1,024 int to the device"
  friend bool operator==(const HostStep&, const HostStep&) = default;
};

/// The origin of a trace.
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
  /// Whether the highest of the lanes that stored to one element at once survived
  /// (trace/store_order.hpp).
  bool highest_lane_wins = false;
  /// File of the user's own program, whose kernel may have the name of one of the catalogue; empty:
  /// the kernel is the catalogue's.
  std::string program;
  std::int64_t program_launches = 0;  ///< that it made, recorded or not; 0: those of the trace
  friend bool operator==(const TraceHeader&, const TraceHeader&) = default;
};

/// A recorded run, immutable once built (see TraceBuilder); every picture and number comes from it.
struct Trace {
  TraceHeader header;
  std::vector<SourceFile> sources;
  std::vector<CodeLocation> locations;  ///< a call before what is called from there
  std::vector<Structure> structures;
  std::vector<Array> arrays;
  std::vector<Launch> launches;
  std::vector<HostStep> host;  ///< in order
  std::vector<Step> steps;
  std::vector<Access> accesses;
  std::vector<ElementIndex> indices;  ///< the first element of each active lane
  std::vector<std::uint32_t> words;   ///< values of active lanes
  std::vector<std::vector<std::uint8_t>>
      snapshots;  ///< shared memory of the traced block at a barrier
  std::vector<Finding> findings;
  StreamStory streams;  ///< of the program whose kernels these are, all its launches

  /// The element of each active lane of an access; the first, if a lane moves several.
  [[nodiscard]] std::span<const ElementIndex> lane_indices(const Access& access) const {
    return {indices.data() + access.first_index, static_cast<std::size_t>(access.active())};
  }
  /// Values of an element's size that an access recorded for each lane: one of each element that
  /// it moves, or the operands of an atomic and its result.
  [[nodiscard]] static int values_per_lane(const Access& access) {
    return is_atomic(access.operation)
               ? traits_of(access.operation).operands + (access.has_result ? 1 : 0)
               : access.elements;
  }
  /// Words of all values of a lane.
  [[nodiscard]] std::size_t lane_words(const Access& access) const {
    return static_cast<std::size_t>(arrays[access.array].type.words()) *
           static_cast<std::size_t>(values_per_lane(access));
  }
  /// Words of one value of the k-th active lane; `value` counts from 0.
  [[nodiscard]] std::span<const std::uint32_t> lane_value(const Access& access, int k,
                                                          int value = 0) const {
    const auto width = static_cast<std::size_t>(arrays[access.array].type.words());
    const auto number =
        static_cast<std::size_t>(k) * static_cast<std::size_t>(values_per_lane(access)) +
        static_cast<std::size_t>(value);
    return {words.data() + access.first_word + number * width, width};
  }
  /// The first value that an access recorded for an element; empty if it did not touch it.
  [[nodiscard]] std::span<const std::uint32_t> value_of(const Access& access,
                                                        ElementIndex element) const {
    const auto firsts = lane_indices(access);
    for (std::size_t k = 0; k < firsts.size(); ++k) {
      if (element < firsts[k] || element >= firsts[k] + access.elements) continue;
      return lane_value(access, static_cast<int>(k), static_cast<int>(element - firsts[k]));
    }
    return {};
  }
  /// The value that an atomic returned to the k-th active lane; empty if it is not recorded.
  [[nodiscard]] std::span<const std::uint32_t> lane_result(const Access& access, int k) const {
    if (!access.has_result) return {};
    return lane_value(access, k, values_per_lane(access) - 1);
  }
  /// Bytes that each lane moves.
  [[nodiscard]] int lane_bytes(const Access& access) const {
    return arrays[access.array].type.bytes() * access.elements;
  }
  [[nodiscard]] const CodeLocation& location_of(const Access& access) const {
    return locations[access.location];
  }
  [[nodiscard]] std::uint32_t line_of(const Access& access) const {
    return locations[access.location].line;
  }
  [[nodiscard]] const Launch& launch_of(const Access& access) const {
    return launches[steps[access.step].launch];
  }
  [[nodiscard]] const SourceFile& source_of(const Access& access) const {
    return sources[location_of(access).source];
  }
};

/// What a launch's code calls an array, and with how many indices; nullptr: as the array itself says.
[[nodiscard]] const ArrayName* array_name_in(const Trace& trace, std::uint32_t launch, int array);
/// Its parameter's name, else the array's own.
[[nodiscard]] const std::string& name_in(const Trace& trace, std::uint32_t launch, int array);
/// Whether a launch's code may mean an array by a name.
[[nodiscard]] bool is_name_in(const Trace& trace, std::uint32_t launch, int array,
                              std::string_view name);
/// "data[12]"; of matrices "tile[3][5]", of structures "particles[3].position[1]". With the name that
/// the array has in a launch; without one its own.
[[nodiscard]] std::string element_name(const Trace& trace, std::uint32_t launch, int array,
                                       ElementIndex index);
[[nodiscard]] std::string element_name(const Trace& trace, int array, ElementIndex index);
/// The extents by which a launch's code counts an array's elements; empty: by one index.
[[nodiscard]] const std::vector<std::int64_t>& extents_in(const Trace& trace, std::uint32_t launch,
                                                          int array);
/// "[3] of thread 37": an element of local memory.
[[nodiscard]] std::string local_subscript_text(const Array& array, ElementIndex index);
/// "[12]" or "[3][5]": an element as the source writes it, `extents` as in Array. One beyond the ends
/// has a first index beyond its extent.
[[nodiscard]] std::string subscript_text(const std::vector<std::int64_t>& extents,
                                         std::int64_t element);

/// The number of a launch among all launches of its program, from 1.
[[nodiscard]] std::int64_t launch_number(const Trace& trace, std::uint32_t launch);
/// Launches that the program made.
[[nodiscard]] std::int64_t launch_total(const Trace& trace);
/// "12 of 340 (100 recorded)", "2 of 3".
[[nodiscard]] std::string launch_ordinal(const Trace& trace, std::uint32_t launch);
/// The launch of that number; unset: there is none, or it was not recorded.
[[nodiscard]] std::optional<std::uint32_t> launch_of_number(const Trace& trace,
                                                            std::int64_t number);

/// Calls visit(element) for each element that an access touches, lane by lane.
template <class Visit>
void for_each_element(const Trace& trace, const Access& access, Visit visit) {
  for (const ElementIndex first : trace.lane_indices(access)) {
    for (int e = 0; e < access.elements; ++e) visit(first + e);
  }
}

/// Calls visit(lane, k) for each active lane, in lane order.
template <class Visit>
void for_each_lane(std::uint32_t mask, Visit visit) {
  for (int k = 0; mask != 0; ++k, mask &= mask - 1) visit(std::countr_zero(mask), k);
}

}  // namespace warpscope
