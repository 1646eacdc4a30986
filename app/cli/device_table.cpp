#include "app/cli/device_table.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
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
  return tr_n("{0} byte", "{0} bytes", bytes);
}

using Cells = std::vector<std::string>;

std::string whole(std::int64_t number) { return whole_text(number); }
std::string fixed(double number, int digits) { return fixed_text(number, digits); }

// A figure's row. No cells: the table has no row for it.

Cells cells_of(const OperationFigure& each) {
  const DeviceOperation* known = find_device_operation(each.operation);
  const LectureOperation* lecture = nullptr;
  if (known != nullptr && known->lecture >= 0) {
    lecture = &lecture_operations[static_cast<std::size_t>(known->lecture)];
  }
  return {known != nullptr ? std::string(tr(known->title)) : each.operation,
          fixed(each.cycles, 2),
          fixed(each.latency, 1),
          lecture != nullptr ? whole(lecture->c1060) : "",
          lecture != nullptr ? whole(lecture->c2050) : "",
          known != nullptr ? std::string(tr(known->note)) : ""};
}

Cells cells_of(const LatencyFigure& each) {
  return {std::string(tr(device_memory_title(each.memory))), binary_size(each.bytes),
          fixed(each.cycles, 1)};
}

Cells cells_of(const MemoryFigure& each) {
  return {std::string(tr(device_memory_title(each.memory))), fixed(each.bytes_per_cycle, 1),
          fixed(each.gigabytes_per_second, 0)};
}

Cells cells_of(const HidingFigure& each) {
  return {whole(each.arithmetic), whole(each.warps), fixed(each.cycles_of_a_turn, 0),
          fixed(each.gigabytes_per_second, 1)};
}

Cells cells_of(const StampedBlock& block) {
  std::int64_t last = 0;
  std::map<std::string, std::pair<double, int>> sums;
  for (const Stamp& stamp : block.stamps) {
    last = std::max(last, stamp.end);
    sums[stamp.what].first += static_cast<double>(stamp.end - stamp.begin);
    ++sums[stamp.what].second;
  }
  const auto mean = [&](const char* what) {
    const auto [sum, count] = sums[what];
    return count > 0 ? fixed(sum / count, 0) : std::string();
  };
  return {whole(block.warps), whole(last), mean("load"), mean("arithmetic")};
}

/// What CopyFigure::direction says, in words.
std::string direction_text(const std::string& direction) {
  if (direction == "to_device") return tr_c("direction of a copy", "to device");
  if (direction == "to_host") return tr_c("direction of a copy", "to host");
  if (direction == "on_device") return tr_c("direction of a copy", "on device");
  return direction;
}

Cells cells_of(const CopyFigure& each) {
  const std::string memory =
      each.pinned ? tr_c("memory of the host", "pinned") : tr_c("memory of the host", "pageable");
  return {direction_text(each.direction), each.direction == "on_device" ? "" : memory,
          binary_size(each.bytes), fixed(each.median_ms, 4), fixed(each.gigabytes_per_second, 2)};
}

Cells cells_of(const StreamRun& run) {
  return {whole(run.streams),       whole(run.chunks),        fixed(run.device_ms, 3),
          fixed(run.wall_ms, 3),    fixed(run.copy_in_ms, 3), fixed(run.kernel_ms, 3),
          fixed(run.copy_out_ms, 3)};
}

Cells cells_of(const OccupancyFigure& each) {
  if (each.dynamic_shared_bytes > 0) return {};
  return {each.kernel, whole(each.registers), whole(each.block), whole(each.blocks)};
}

Cells cells_of(const KernelResources& each) {
  std::string parameters;
  for (const auto& [name, value] : each.parameters) {
    parameters += (parameters.empty() ? "" : " ") + value;
  }
  return {each.kernel,
          parameters,
          each.launched == each.kernel ? "" : each.launched,
          whole(each.registers),
          whole(each.static_shared_bytes + each.dynamic_shared_bytes),
          whole(each.local_bytes),
          whole(each.block)};
}

/// A heading, what the figures are, and a row for each, if there are any.
template <class Figure>
void print_section(std::ostream& out, DeviceSection section, std::string_view about,
                   const std::vector<Figure>& figures, const char* alignment, Cells titles) {
  if (figures.empty()) return;
  std::string heading(name(section));
  heading.front() = static_cast<char>(heading.front() - 'a' + 'A');
  fmt::print(out, "\n{}: {}\n\n", heading, wrapped(about, terminal_columns - 12));
  Table table(alignment);
  table.row(std::move(titles));
  for (const Figure& each : figures) {
    if (Cells cells = cells_of(each); !cells.empty()) table.row(std::move(cells));
  }
  table.print(out);
}

/// Sections that measure the machine, without kernels of the catalogue.
void print_machine(std::ostream& out, const DeviceRecord& record) {
  print_section(
      out, DeviceSection::operations,
      tr("cycles that a warp's operation takes of a full multiprocessor; latency; and the "
         "cycles that the lecture's table 6.1 gives."),
      record.operations, "lrrrrl",
      {tr_c("column of a table", "Operation"), tr_c("column of a table", "cycles"),
       tr_c("column of a table", "latency"), "C1060", "C2050", ""});
  print_section(
      out, DeviceSection::latencies,
      tr("cycles a load, each at the address that the last one gave, over so many bytes."),
      record.latencies, "lrr",
      {tr_c("column of a table", "Memory"), tr_c("column of a table", "over"),
       tr_c("column of a table", "cycles")});
  print_section(out, DeviceSection::memories,
                tr("what they deliver to one multiprocessor, and to all of them."), record.memories,
                "lrr",
                {tr_c("column of a table", "Memory"), tr_c("column of a table", "bytes a cycle"),
                 tr("GB/s")});
  print_section(out, DeviceSection::hiding,
                tr("cycles from a warp's load to its next, and what all multiprocessors load, with "
                   "so many warps on each, and so many multiply-adds after each load."),
                record.hiding, "rrrr",
                {tr_c("column of a table", "Multiply-adds"), tr_c("column of a table", "warps"),
                 tr_c("column of a table", "cycles a turn"), tr("GB/s")});
  print_section(out, DeviceSection::stamps,
                tr("a block alone on its multiprocessor: cycles from first to last stamp, and the "
                   "mean of its loads and of its arithmetic."),
                record.stamps, "rrrr",
                {tr_c("column of a table", "Warps"), tr_c("column of a table", "cycles"),
                 tr_c("column of a table", "load"), tr_c("column of a table", "arithmetic")});
  print_section(out, DeviceSection::copies,
                tr("from call to return; on the device, by its own clock."), record.copies, "llrrr",
                {tr_c("column of a table", "Direction"), tr_c("column of a table", "host memory"),
                 tr_c("column of a table", "size"), tr("ms"), tr("GB/s")});
  print_section(out, DeviceSection::streams,
                tr("the same work in chunks over several streams, and its parts alone, in ms."),
                record.streams, "rrrrrrr",
                {tr_c("column of a table", "Streams"), tr_c("column of a table", "chunks"),
                 tr_c("column of a table", "device"), tr_c("column of a table", "wall"),
                 tr_c("column of a table", "copies in"), tr_c("column of a table", "kernels"),
                 tr_c("column of a table", "copies out")});
}

void print_kernels(std::ostream& out, const DeviceRecord& record) {
  std::set<std::string> kernels;
  for (const OccupancyFigure& each : record.occupancy) kernels.insert(each.kernel);
  print_section(
      out, DeviceSection::occupancy,
      tr("{0} launches of {1} kernels, as CUDA says; the blocks on a multiprocessor without "
         "dynamic shared memory.",
         record.occupancy.size(), kernels.size()),
      record.occupancy, "lrrr",
      {tr_c("column of a table", "Kernel"), tr_c("column of a table", "registers"),
       tr_c("column of a table", "block"), tr_c("column of a table", "blocks")});
  print_section(out, DeviceSection::resources,
                tr("what each kernel needs, with its default block."), record.resources, "lllrrrr",
                {tr_c("column of a table", "Kernel"), tr_c("column of a table", "for"),
                 tr_c("column of a table", "launches"), tr_c("column of a table", "registers"),
                 tr_c("column of a table", "shared"), tr_c("column of a table", "local"),
                 tr_c("column of a table", "block")});
}

}  // namespace

void print_device(std::ostream& out, const DeviceRecord& record) {
  fmt::print(out, "{}\n",
             tr_n("Measured on {1}, {0} multiprocessor.", "Measured on {1}, {0} multiprocessors.",
                  record.device.multiprocessors, record.device.name));
  print_machine(out, record);
  print_kernels(out, record);
  if (!record.skipped.empty()) fmt::print(out, "\n{}\n", tr("Not measured:"));
  for (const SkippedSection& each : record.skipped) {
    fmt::print(
        out, "  {}\n",
        wrapped(fmt::format("{}: {}", each.section, each.why), terminal_columns - 2, "    "));
  }
}

}  // namespace warpscope
