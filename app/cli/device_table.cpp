#include "app/cli/device_table.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"
#include "instrumentation/timing/device_operations.hpp"

namespace warpscope {
namespace {

/// "4 KiB", "256 MiB".
std::string binary_size(std::int64_t bytes) {
  constexpr std::int64_t kib = 1024;
  for (const auto& [unit, name] :
       {std::pair{kib * kib * kib, "GiB"}, std::pair{kib * kib, "MiB"}, std::pair{kib, "KiB"}}) {
    if (bytes >= unit && bytes % unit == 0) return fmt::format("{} {}", bytes / unit, name);
  }
  return fmt::format("{} bytes", bytes);
}

/// A section's heading, and what its figures are.
void heading(std::ostream& out, DeviceSection section, const std::string& about) {
  std::string title(name(section));
  title.front() = static_cast<char>(title.front() - 'a' + 'A');
  fmt::print(out, "\n{}: {}\n\n", title, wrapped(about, terminal_columns - 12));
}

void print_operations(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::operations,
          "cycles that a warp's operation takes of a full multiprocessor; latency; and the cycles "
          "that the lecture's table 6.1 gives.");
  Table table("lrrrrl");
  table.row({"Operation", "cycles", "latency", "C1060", "C2050", ""});
  for (const OperationFigure& each : record.operations) {
    const DeviceOperation* known = find_device_operation(each.operation);
    const LectureOperation* lecture = nullptr;
    if (known != nullptr && known->lecture >= 0) {
      lecture = &lecture_operations[static_cast<std::size_t>(known->lecture)];
    }
    table.row({known != nullptr ? std::string(known->title) : each.operation,
               fmt::format("{:.2f}", each.cycles), fmt::format("{:.1f}", each.latency),
               lecture != nullptr ? fmt::format("{}", lecture->c1060) : "",
               lecture != nullptr ? fmt::format("{}", lecture->c2050) : "",
               known != nullptr ? std::string(known->note) : ""});
  }
  table.print(out);
}

void print_latencies(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::latencies,
          "cycles a load, each at the address that the last one gave, over so many bytes.");
  Table table("lrr");
  table.row({"Memory", "over", "cycles"});
  for (const LatencyFigure& each : record.latencies) {
    table.row({std::string(device_memory_title(each.memory)), binary_size(each.bytes),
               fmt::format("{:.1f}", each.cycles)});
  }
  table.print(out);
}

void print_memories(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::memories,
          "what they deliver to one multiprocessor, and to all of them.");
  Table table("lrr");
  table.row({"Memory", "bytes a cycle", "GB/s"});
  for (const MemoryFigure& each : record.memories) {
    table.row({std::string(device_memory_title(each.memory)),
               fmt::format("{:.1f}", each.bytes_per_cycle),
               fmt::format("{:.0f}", each.gigabytes_per_second)});
  }
  table.print(out);
}

void print_hiding(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::hiding,
          "cycles from a warp's load to its next, and what all multiprocessors load, with so many "
          "warps on each, and so many multiply-adds after each load.");
  Table table("rrrr");
  table.row({"Multiply-adds", "warps", "cycles a turn", "GB/s"});
  for (const HidingFigure& each : record.hiding) {
    table.row({fmt::format("{}", each.arithmetic), fmt::format("{}", each.warps),
               fmt::format("{:.0f}", each.cycles_of_a_turn),
               fmt::format("{:.1f}", each.gigabytes_per_second)});
  }
  table.print(out);
}

void print_stamps(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::stamps,
          "a block alone on its multiprocessor: cycles from first to last stamp, and the mean of "
          "its loads and of its arithmetic.");
  Table table("rrrr");
  table.row({"Warps", "cycles", "load", "arithmetic"});
  for (const StampedBlock& block : record.stamps) {
    std::int64_t last = 0;
    std::map<std::string, std::pair<double, int>> sums;
    for (const Stamp& stamp : block.stamps) {
      last = std::max(last, stamp.end);
      sums[stamp.what].first += static_cast<double>(stamp.end - stamp.begin);
      ++sums[stamp.what].second;
    }
    const auto mean = [&](const char* what) {
      const auto [sum, count] = sums[what];
      return count > 0 ? fmt::format("{:.0f}", sum / count) : std::string();
    };
    table.row({fmt::format("{}", block.warps), fmt::format("{}", last), mean("load"),
               mean("arithmetic")});
  }
  table.print(out);
}

void print_copies(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::copies, "from call to return; on the device, by its own clock.");
  Table table("llrrr");
  table.row({"Direction", "host memory", "size", "ms", "GB/s"});
  for (const CopyFigure& each : record.copies) {
    std::string words = each.direction;
    std::ranges::replace(words, '_', ' ');
    const std::string memory = each.pinned ? "pinned" : "pageable";
    table.row({words, each.direction == "on_device" ? "" : memory, binary_size(each.bytes),
               fmt::format("{:.4f}", each.median_ms),
               fmt::format("{:.2f}", each.gigabytes_per_second)});
  }
  table.print(out);
}

void print_streams(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::streams,
          "the same work in chunks over several streams, and its parts alone, in ms.");
  Table table("rrrrrrr");
  table.row({"Streams", "chunks", "device", "wall", "copies in", "kernels", "copies out"});
  for (const StreamRun& run : record.streams) {
    table.row({fmt::format("{}", run.streams), fmt::format("{}", run.chunks),
               fmt::format("{:.3f}", run.device_ms), fmt::format("{:.3f}", run.wall_ms),
               fmt::format("{:.3f}", run.copy_in_ms), fmt::format("{:.3f}", run.kernel_ms),
               fmt::format("{:.3f}", run.copy_out_ms)});
  }
  table.print(out);
}

void print_resources(std::ostream& out, const DeviceRecord& record) {
  heading(out, DeviceSection::resources, "what each kernel needs, with its default block.");
  Table table("lllrrrr");
  table.row({"Kernel", "for", "launches", "registers", "shared", "local", "block"});
  for (const KernelResources& each : record.resources) {
    std::string parameters;
    for (const auto& [name, value] : each.parameters) {
      parameters += (parameters.empty() ? "" : " ") + value;
    }
    table.row({each.kernel, parameters, each.launched == each.kernel ? "" : each.launched,
               fmt::format("{}", each.registers),
               fmt::format("{}", each.static_shared_bytes + each.dynamic_shared_bytes),
               fmt::format("{}", each.local_bytes), fmt::format("{}", each.block)});
  }
  table.print(out);
}

void print_occupancy(std::ostream& out, const DeviceRecord& record) {
  std::set<std::string> kernels;
  for (const OccupancyFigure& each : record.occupancy) kernels.insert(each.kernel);
  heading(out, DeviceSection::occupancy,
          fmt::format("{} launches of {} kernels, as CUDA says; the blocks on a multiprocessor "
                      "without dynamic shared memory.",
                      record.occupancy.size(), kernels.size()));
  Table table("lrrr");
  table.row({"Kernel", "registers", "block", "blocks"});
  for (const OccupancyFigure& each : record.occupancy) {
    if (each.dynamic_shared_bytes > 0) continue;
    table.row({each.kernel, fmt::format("{}", each.registers), fmt::format("{}", each.block),
               fmt::format("{}", each.blocks)});
  }
  table.print(out);
}

}  // namespace

void print_device(std::ostream& out, const DeviceRecord& record) {
  fmt::print(out, "Measured on {}, {} multiprocessors.\n", record.device.name,
             record.device.multiprocessors);
  if (!record.operations.empty()) print_operations(out, record);
  if (!record.latencies.empty()) print_latencies(out, record);
  if (!record.memories.empty()) print_memories(out, record);
  if (!record.hiding.empty()) print_hiding(out, record);
  if (!record.stamps.empty()) print_stamps(out, record);
  if (!record.copies.empty()) print_copies(out, record);
  if (!record.streams.empty()) print_streams(out, record);
  if (!record.occupancy.empty()) print_occupancy(out, record);
  if (!record.resources.empty()) print_resources(out, record);
  if (!record.skipped.empty()) fmt::print(out, "\nNot measured:\n");
  for (const SkippedSection& each : record.skipped) {
    fmt::print(
        out, "  {}\n",
        wrapped(fmt::format("{}: {}", each.section, each.why), terminal_columns - 2, "    "));
  }
}

}  // namespace warpscope
