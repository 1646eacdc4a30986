#include "app/follow/cell_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/files/csv_field.hpp"

namespace warpscope {
namespace {

/// The accesses of one launch, or of all.
std::pair<std::size_t, std::size_t> range_of(const Trace& trace, Space space, std::uint32_t now) {
  if (space == Space::global || space == Space::constant) return {0, trace.accesses.size()};
  const Launch& launch = trace.launch_of(trace.accesses[now]);
  const Step& last = trace.steps[launch.first_step + launch.step_count - 1];
  return {trace.steps[launch.first_step].first_access, last.first_access + last.access_count};
}

}  // namespace

std::vector<CellAccess> cell_accesses(const Trace& trace, const CellPlace& cell,
                                      std::uint32_t now) {
  std::vector<CellAccess> found;
  const Space space = trace.arrays[static_cast<std::size_t>(cell.array)].space;
  const auto [first, end] = range_of(trace, space, now);
  for (std::size_t a = first; a < end; ++a) {
    const Access& access = trace.accesses[a];
    if (access.array != cell.array) continue;
    std::uint32_t lanes = 0;
    const auto elements = trace.lane_indices(access);
    for_each_lane(access.mask, [&](int lane, int k) {
      const ElementIndex element = elements[static_cast<std::size_t>(k)];
      const bool uses = cell.index >= element && cell.index < element + access.elements;
      if (uses) lanes |= 1U << static_cast<unsigned>(lane);
    });
    if (lanes != 0) found.push_back({static_cast<std::uint32_t>(a), lanes});
  }
  return found;
}

std::string cell_access_value(const Trace& trace, const CellPlace& cell, const CellAccess& access,
                              int lane) {
  const Access& at = trace.accesses[access.access];
  const auto lower = (std::uint32_t{1} << static_cast<unsigned>(lane)) - 1;
  const int k = std::popcount(at.mask & lower);
  const ElementType type = trace.arrays[static_cast<std::size_t>(cell.array)].type;
  if (!is_atomic(at.operation)) {
    const ElementIndex first = trace.lane_indices(at)[static_cast<std::size_t>(k)];
    return format_value(type, trace.lane_value(at, k, static_cast<int>(cell.index - first)));
  }
  std::string text;
  for (int operand = 0; operand < traits_of(at.operation).operands; ++operand) {
    text += (operand > 0 ? ", " : "") + format_value(type, trace.lane_value(at, k, operand));
  }
  const auto result = trace.lane_result(at, k);
  return result.empty() ? text : text + " → " + format_value(type, result);
}

std::string cell_accesses_csv(const Trace& trace, const CellPlace& cell,
                              const std::vector<CellAccess>& accesses) {
  std::string out = "element,access,launch,step,warp,lane,thread,file,line,operation,value\r\n";
  for (const CellAccess& each : accesses) {
    const Access& at = trace.accesses[each.access];
    const std::uint32_t launch = trace.steps[at.step].launch;
    const std::string element = csv_field(element_name(trace, launch, cell.array, cell.index));
    for_each_lane(each.lanes, [&](int lane, int) {
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\r\n", element, each.access,
                         launch_number(trace, launch), csv_field(step_label(trace.steps[at.step])),
                         at.warp, lane, at.warp * warp_lanes + lane,
                         csv_field(trace.source_of(at).name), trace.line_of(at),
                         csv_field(traits_of(at.operation).name),
                         csv_field(cell_access_value(trace, cell, each, lane)));
    });
  }
  return out;
}

}  // namespace warpscope
