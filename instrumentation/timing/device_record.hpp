#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

// What `bench --device` measures of the multiprocessor itself. Cycles are of the multiprocessor's
// clock (clock64), and warps are counted per multiprocessor. How each figure is taken: docs/timing.md.

/// The parts of a record, each measured for itself.
enum class DeviceSection : std::uint8_t {
  resources,
  occupancy,
  operations,
  latencies,
  memories,
  hiding,
  stamps,
  copies,
  streams,
};
inline constexpr std::array device_sections{
    DeviceSection::resources, DeviceSection::occupancy, DeviceSection::operations,
    DeviceSection::latencies, DeviceSection::memories,  DeviceSection::hiding,
    DeviceSection::stamps,    DeviceSection::copies,    DeviceSection::streams};
[[nodiscard]] std::string_view name(DeviceSection section);  ///< "operations"

/// The device, as CUDA describes it.
struct DeviceDescription {
  std::string name;     ///< "NVIDIA H200"
  std::string compute;  ///< "9.0"
  std::string driver, runtime;
  int multiprocessors = 0;
  double clock_mhz = 0;  ///< the highest of a multiprocessor; a measured one may be lower
  std::int64_t memory_bytes = 0, second_level_bytes = 0;
  std::int64_t shared_bytes_per_multiprocessor = 0, shared_bytes_per_block = 0;  ///< at most
  int registers_per_multiprocessor = 0, threads_per_multiprocessor = 0,
      blocks_per_multiprocessor = 0;
};

/// An operation of warps; its words are in device_operations.hpp.
struct OperationFigure {
  std::string operation;  ///< "fp32_add"
  double cycles = 0;      ///< that one operation of a warp takes of a multiprocessor full of warps
  double latency = 0;     ///< cycles until its result can be the next one's operand
};

/// A chain of loads, each at the address that the one before gave.
struct LatencyFigure {
  std::string memory;      ///< "shared", "global", …, see device_memories
  std::int64_t bytes = 0;  ///< that the chain visits
  double cycles = 0;       ///< a load
};

/// How much a memory delivers to all threads.
struct MemoryFigure {
  std::string memory;
  double bytes_per_cycle = 0;       ///< to one multiprocessor, while all are at it
  double gigabytes_per_second = 0;  ///< to all
};

/// Warps that load from global memory, one load at a time, and compute with what came.
struct HidingFigure {
  int arithmetic = 0;           ///< multiply-adds after each load, each on the last's result
  int warps = 0;                ///< on each multiprocessor
  double loads_per_cycle = 0;   ///< of warps, on a multiprocessor
  double cycles_of_a_turn = 0;  ///< from a warp's load to its next one
  double gigabytes_per_second = 0;
};

/// What a warp did between two readings of its clock.
struct Stamp {
  int warp = 0;
  std::string what;                 ///< "load" or "arithmetic"
  std::int64_t begin = 0, end = 0;  ///< cycles since the block's first stamp
};
/// A block alone on its multiprocessor.
struct StampedBlock {
  int warps = 0;
  int arithmetic = 0;  ///< multiply-adds of one stamp
  std::vector<Stamp> stamps;
};

struct CopyFigure {
  std::string direction;  ///< "to_device", "to_host", "on_device"
  bool pinned = false;    ///< the host's memory; false for "on_device"
  std::int64_t bytes = 0;
  double median_ms = 0;
  double gigabytes_per_second = 0;
};

/// A piece of work between two events of its stream. `begin_ms` is when the stream came to it: it may
/// still have waited for the engine, see busy_spans().
struct StreamSpan {
  int chunk = 0, stream = 0;
  std::string what;  ///< "copy_in", "kernel", "copy_out"
  double begin_ms = 0, end_ms = 0;
};
/// The same work, cut in chunks that take turns on some streams.
struct StreamRun {
  int streams = 0, chunks = 0;
  std::int64_t bytes = 0;  ///< copied in, and as many out
  double wall_ms = 0;      ///< from the first call until all was there, by the host's clock
  double device_ms = 0;    ///< from the first event to the last
  double copy_in_ms = 0, kernel_ms = 0, copy_out_ms = 0;  ///< of all chunks, each kind alone
  std::vector<StreamSpan> spans;
};

/// What a kernel of the catalogue needs, as compiled for this device (cudaFuncGetAttributes).
struct KernelResources {
  std::string kernel;                             ///< whose host program launches it
  std::map<std::string, std::string> parameters;  ///< that this form is compiled for
  std::string launched;  ///< id of the kernel itself; a program may launch several
  int registers = 0;     ///< of a thread
  std::int64_t static_shared_bytes = 0, local_bytes = 0;  ///< of a block; of a thread
  int most_threads = 0;                                   ///< of a block
  int block = 0;                          ///< threads, with the program's default request
  std::int64_t dynamic_shared_bytes = 0;  ///< with that block
};

/// cudaOccupancyMaxActiveBlocksPerMultiprocessor's answer.
struct OccupancyFigure {
  std::string kernel;
  int registers = 0;
  std::int64_t static_shared_bytes = 0;
  int block = 0;
  std::int64_t dynamic_shared_bytes = 0;
  int blocks = 0;  ///< resident on a multiprocessor; 0: it cannot be launched so
};

/// A section that was not measured to its end.
struct SkippedSection {
  std::string section, why;
};

/// All that was measured of one device in one go, as `bench --device --json` prints it.
struct DeviceRecord {
  DeviceDescription device;
  std::string date;  ///< "2026-11-21T06:17:14Z"
  std::string command, commit;
  std::vector<KernelResources> resources;
  std::vector<OccupancyFigure> occupancy;
  std::vector<OperationFigure> operations;
  std::vector<LatencyFigure> latencies;
  std::vector<MemoryFigure> memories;
  std::vector<HidingFigure> hiding;
  std::vector<StampedBlock> stamps;
  std::vector<CopyFigure> copies;
  std::vector<StreamRun> streams;
  std::vector<SkippedSection> skipped;
};

/// Whether a JSON text says that it is such a record.
[[nodiscard]] bool is_device_record(std::string_view json);
/// A record with every field checked, or a sentence that names the file, the place and what is wrong.
/// Sections may be missing.
[[nodiscard]] Result<DeviceRecord> parse_device_record(std::string_view json,
                                                       const std::string& file);
[[nodiscard]] std::string device_json(const DeviceRecord& record);

/// The spans of a run in the order in which they ended, each beginning not before its engine was free:
/// copies of one direction share an engine, and so do kernels. Derived, not measured.
[[nodiscard]] std::vector<StreamSpan> busy_spans(const StreamRun& run);

}  // namespace warpscope
