#include "app/panes/multiprocessor/memory_layout.hpp"

#include <algorithm>

#include "instrumentation/timing/device_operations.hpp"

namespace warpscope {
namespace {

/// Footprints of one memory, rising.
std::vector<const LatencyFigure*> footprints(const DeviceRecord& record, std::string_view memory) {
  std::vector<const LatencyFigure*> found;
  for (const LatencyFigure& figure : record.latencies) {
    if (figure.memory == memory) found.push_back(&figure);
  }
  std::ranges::stable_sort(found, {}, &LatencyFigure::bytes);
  return found;
}

bool alike(double a, double b) { return a < b * 1.1 && b < a * 1.1; }

}  // namespace

std::vector<MemoryRow> memory_rows(const DeviceRecord& record) {
  std::vector<MemoryRow> rows;
  for (const MeasuredMemory& memory : device_memories()) {
    const auto latencies = footprints(record, memory.id);
    const auto bandwidth = std::ranges::find(record.memories, memory.id, &MemoryFigure::memory);
    MemoryRow row{.memory = std::string(memory.id)};
    if (bandwidth != record.memories.end()) row.bandwidth = &*bandwidth;
    if (!latencies.empty()) {
      row.latency = memory.id == "global" ? latencies.back() : latencies.front();
    }
    if (row.latency == nullptr && row.bandwidth == nullptr) continue;
    const bool two = memory.id != "global" && latencies.size() > 1 &&
                     !alike(latencies.front()->cycles, latencies.back()->cycles);
    row.footprint = two || (memory.id == "global" && row.latency != nullptr);
    rows.push_back(row);
    if (two) rows.push_back({row.memory, latencies.back(), nullptr, true});
  }
  return rows;
}

ArraysByMemory arrays_by_memory(const Trace& trace) {
  ArraysByMemory arrays;
  for (const Array& array : trace.arrays) {
    if (array.space == Space::registers) continue;  // of shuffles, which are no memory
    auto& names = arrays[std::string(name(array.space))];
    if (std::ranges::find(names, array.name) == names.end()) names.push_back(array.name);
  }
  return arrays;
}

void put_used_first(std::vector<MemoryRow>& rows, const ArraysByMemory& used) {
  // Not of std::ranges, whose views clang 14 does not know with GCC's library.
  std::stable_partition(rows.begin(), rows.end(),
                        [&](const MemoryRow& row) { return used.contains(row.memory); });
}

double FootprintCurve::holds(double level) const {
  double most = 0;
  for (const LatencyFigure* point : points) {
    if (alike(point->cycles, level)) most = static_cast<double>(point->bytes);
  }
  return most;
}

FootprintCurve footprint_curve(const DeviceRecord& record) {
  FootprintCurve curve;
  curve.points = footprints(record, "global");
  LogRange bytes, cycles;
  for (const LatencyFigure* point : curve.points) {
    bytes.add(static_cast<double>(point->bytes));
    cycles.add(point->cycles);
  }
  const auto level = [&](std::string_view memory) -> std::optional<double> {
    const auto found = footprints(record, memory);
    if (found.empty()) return std::nullopt;
    cycles.add(found.front()->cycles);
    return found.front()->cycles;
  };
  curve.first_level = level("first_level");
  curve.second_level = level("second_level");
  curve.second_level_bytes = static_cast<double>(record.device.second_level_bytes);
  curve.bytes = bytes.axis();
  curve.cycles = cycles.axis();
  return curve;
}

Rect MemoryPageLayout::line(std::size_t index) const {
  return {names.x, names.y + static_cast<float>(index) * row, bandwidth_figures.right() - names.x,
          row};
}

MemoryPageLayout memory_page_layout(Rect area, std::size_t rows, float text) {
  MemoryPageLayout at;
  const float least = text * 1.4F, head = text * 1.6F;
  const auto count = static_cast<float>(rows);
  at.heads = area.cut_top(head);
  // The curve is left out where it would be too low to read.
  const float curve = std::max(area.h * 0.5F, text * 10);
  if (area.h >= count * least + text + curve) {
    at.curve = area.cut_bottom(curve);
    area.cut_bottom(text);
  }
  at.row = count > 0 ? std::clamp(area.h / count, least, 2.4F * text) : least;
  // Room that the rows do not need goes to the curve.
  const float spare = area.h - count * at.row;
  if (at.curve.h > 0 && spare > 0) {
    at.curve.y -= spare;
    at.curve.h += spare;
  }
  area.h = std::min(area.h, count * at.row);
  at.names = area.cut_left(std::min(area.w * 0.36F, text * 19));
  area.cut_left(text / 2);
  const float figures = text * 4;
  const float wide = area.w < text * 24 ? figures : text * 10;  // without those of all together
  const float apart = text * 2;  // of a latency from the next bar, which is not its own

  at.bandwidth_figures = area.cut_right(wide);
  const float bars = std::max(0.0F, (area.w - figures - apart) / 2);
  at.latency = area.cut_left(bars);
  at.latency_figures = area.cut_left(figures);
  area.cut_left(apart);
  at.bandwidth = area;
  return at;
}

}  // namespace warpscope
