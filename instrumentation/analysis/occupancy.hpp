#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// What one multiprocessor can hold, by compute capability. Shared memory in bytes, registers of 32
/// bits.
///
/// Sources. Capabilities 5.0 and later: CUDA C++ Programming Guide 13.0, chapter "Compute
/// Capabilities", table "Technical Specifications per Compute Capability", and cuda_occupancy.h of
/// CUDA 13.0, which knows 3.x to 12.x and against which tests/gpu/occupancy_test.cpp holds this.
/// 3.x: the same table of the guide's version 10.2, whose last versions leave 3.x out. 1.x and 2.x:
/// the table of version 4.2, appendix F, and cuda_occupancy.h of CUDA 7.0, the last to know them.
/// 10.1 is what CUDA 12.9 called Thor, which is 11.0 since CUDA 13.0.
struct MultiprocessorLimits {
  int major = 0, minor = 0;
  int block_threads = 0;     ///< most threads of a block
  int warps = 0;             ///< most resident warps
  int blocks = 0;            ///< most resident blocks
  int registers = 0;         ///< of the multiprocessor
  int block_registers = 0;   ///< most of a block
  int thread_registers = 0;  ///< most of a thread
  int register_unit = 0;     ///< registers are given out in multiples of it: to a warp, on 1.x to a
                             ///< block
  int warp_unit = 1;         ///< a block takes a multiple of so many warp slots: 2 on 1.x
  int partitions = 1;        ///< parts that each hold their own warps' registers
  int shared = 0;            ///< of the multiprocessor, with the largest split
  int block_shared = 0;      ///< most of a block unless it asks for more
  int block_shared_opt_in = 0;  ///< most of a block at all
  int shared_unit = 0;          ///< shared memory is given out in multiples of it
  int reserved_shared = 0;      ///< which the driver takes of each block's own: 1 KiB from 8.0 on
  int shared_and_l1 = 0;        ///< what shared memory and the L1 cache share; 0: they are apart
  std::span<const int> splits =
      {};  ///< amounts of shared memory that one can choose, rising; one: no
           ///< choice

  [[nodiscard]] bool registers_by_block() const { return major == 1; }
  [[nodiscard]] int threads() const { return 32 * warps; }
};
/// All of them, in the order of capability_names.
[[nodiscard]] std::span<const MultiprocessorLimits> all_multiprocessors();
/// nullptr if there is none.
[[nodiscard]] const MultiprocessorLimits* find_multiprocessor(int major, int minor);
inline constexpr auto capability_names = std::to_array<std::string_view>(
    {"1.0", "1.1", "1.2", "1.3", "2.0",  "2.1",  "3.0",  "3.2",  "3.5",  "3.7",
     "5.0", "5.2", "5.3", "6.0", "6.1",  "6.2",  "7.0",  "7.2",  "7.5",  "8.0",
     "8.6", "8.7", "8.9", "9.0", "10.0", "10.1", "10.3", "11.0", "12.0", "12.1"});

/// The smallest split with at least so many percent of the shared memory: what a kernel gets that
/// sets cudaFuncAttributePreferredSharedMemoryCarveout; -1, or a capability without that: the
/// largest.
[[nodiscard]] int preferred_split(const MultiprocessorLimits& machine, int percent);

/// A launch, as far as occupancy depends on it.
struct OccupancyRequest {
  int threads = 256;                          ///< of a block
  int registers = 32;                         ///< of a thread
  int static_shared = 0, dynamic_shared = 0;  ///< bytes of a block
  std::optional<int> split = {};              ///< one of the machine's splits; unset: the largest
  friend bool operator==(const OccupancyRequest&, const OccupancyRequest&) = default;
};

/// What may limit the number of resident blocks.
enum class OccupancyLimit : std::uint8_t { warps, blocks, registers, shared, count };
inline constexpr std::size_t occupancy_limits = static_cast<std::size_t>(OccupancyLimit::count);

/// Why not even one block runs.
enum class OccupancyObstacle : std::uint8_t {
  none,
  no_threads,        ///< a block without threads
  block_threads,     ///< too many threads
  thread_registers,  ///< too many registers of a thread
  block_registers,   ///< too many of all threads together
  static_shared,     ///< more static shared memory than a block may declare
  block_shared,      ///< more shared memory than a block may have
};

/// How many blocks of a launch one multiprocessor holds at a time. Modelled.
struct Occupancy {
  int blocks = 0;            ///< resident
  int block_warps = 0;       ///< warps of a block
  int block_warp_slots = 0;  ///< slots that they take; more than they are on 1.x, if they are odd
  int warp_slots = 0;        ///< of the multiprocessor
  int block_registers = 0;   ///< that a block takes
  int wasted_registers = 0;  ///< of them, those that no thread asked for
  int block_shared = 0;      ///< bytes that a block takes, the driver's among them
  int wasted_shared = 0;     ///< of them, those that are neither asked for nor the driver's
  int shared = 0;            ///< bytes of the multiprocessor, as split
  /// Blocks that each limit alone would allow, by OccupancyLimit; INT_MAX: any number.
  std::array<int, occupancy_limits> allowed{};
  OccupancyObstacle obstacle = OccupancyObstacle::none;  ///< the first of obstacles_of()

  [[nodiscard]] int warps() const { return blocks * block_warps; }
  [[nodiscard]] double share() const {
    return warp_slots == 0 ? 0 : static_cast<double>(warps()) / warp_slots;
  }
  [[nodiscard]] bool full() const { return warps() > 0 && warps() == warp_slots; }
  /// Whether this limit allows no more blocks than there are; false if nothing runs.
  [[nodiscard]] bool binds(OccupancyLimit limit) const {
    return obstacle == OccupancyObstacle::none &&
           allowed[static_cast<std::size_t>(limit)] == blocks;
  }
  friend bool operator==(const Occupancy&, const Occupancy&) = default;
};
[[nodiscard]] Occupancy occupancy_of(const MultiprocessorLimits& machine,
                                     const OccupancyRequest& request);
/// All that is beyond what a block may have; empty if it runs. `found` is of the same request.
[[nodiscard]] std::vector<OccupancyObstacle> obstacles_of(const MultiprocessorLimits& machine,
                                                          const OccupancyRequest& request,
                                                          const Occupancy& found);

/// Occupancy over one of the request's numbers, the others as they are.
struct OccupancyPoint {
  int value = 0;  ///< the least for which it holds
  int last = 0;   ///< the greatest
  Occupancy occupancy;
};
/// Over the threads of a block, from 1 to the most that it may have: a point for each number of
/// warps.
[[nodiscard]] std::vector<OccupancyPoint> occupancy_over_threads(
    const MultiprocessorLimits& machine, OccupancyRequest request);
/// Over the registers of a thread, from 1.
[[nodiscard]] std::vector<OccupancyPoint> occupancy_over_registers(
    const MultiprocessorLimits& machine, OccupancyRequest request);
/// Over a block's dynamic shared memory, from 0 to the most that it may have: a point for each
/// number of units in which it is given out.
[[nodiscard]] std::vector<OccupancyPoint> occupancy_over_shared(const MultiprocessorLimits& machine,
                                                                OccupancyRequest request);

/// What cudaOccupancyMaxActiveBlocksPerMultiprocessor said of a kernel on a device.
struct MeasuredOccupancy {
  std::string kernel;
  int registers = 0, static_shared = 0, block = 0, dynamic_shared = 0;
  int blocks = 0;
};
/// Those for which the model says another number of blocks.
[[nodiscard]] std::vector<MeasuredOccupancy> differing_occupancies(
    const MultiprocessorLimits& machine, std::span<const MeasuredOccupancy> measured);

}  // namespace warpscope
