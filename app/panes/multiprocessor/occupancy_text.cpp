#include "app/panes/multiprocessor/occupancy_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "app/views/parts/view_parts.hpp"
#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

std::string number(int value, bool russian) { return whole_text(std::max(value, 0), russian); }

/// A Russian noun after a number: 1 блок, 2 блока, 5 блоков.
std::string russian_count(int count, std::array<std::string_view, 3> forms) {
  const int tens = count % 100, ones = count % 10;
  const bool many = (tens >= 11 && tens <= 14) || ones == 0 || ones >= 5;
  return fmt::format("{} {}", number(count, true), forms[many ? 2 : ones == 1 ? 0 : 1]);
}

/// What is asked for, and the limit that it is beyond.
struct Beyond {
  std::string asked, limit;
  std::string_view what;   ///< "threads per block", after the number
  std::string_view brief;  ///< before it
};
Beyond beyond(OccupancyObstacle obstacle, const MultiprocessorLimits& machine,
              const OccupancyRequest& request, const Occupancy& occupancy, bool russian) {
  switch (obstacle) {
    case OccupancyObstacle::block_threads:
      return {number(request.threads, russian), number(machine.block_threads, russian),
              russian ? "нитей в блоке" : "threads per block", russian ? "нитей" : "threads"};
    case OccupancyObstacle::thread_registers:
      return {number(request.registers, russian), number(machine.thread_registers, russian),
              russian ? "регистров на нить" : "registers per thread",
              russian ? "регистров на нить" : "registers per thread"};
    case OccupancyObstacle::block_registers:
      return {number(occupancy.block_registers, russian), number(machine.block_registers, russian),
              russian ? "регистров на блок" : "registers per block",
              russian ? "регистров на блок" : "registers per block"};
    case OccupancyObstacle::static_shared:
      return {
          bytes_text(request.static_shared, russian), bytes_text(machine.block_shared, russian),
          russian ? "статической разделяемой памяти в блоке" : "of static shared memory per block",
          russian ? "статической разд. памяти" : "static shared memory"};
    case OccupancyObstacle::block_shared:
      return {bytes_text(request.static_shared + request.dynamic_shared, russian),
              bytes_text(machine.block_shared_opt_in, russian),
              russian ? "разделяемой памяти в блоке" : "of shared memory per block",
              russian ? "разд. памяти" : "shared memory"};
    case OccupancyObstacle::no_threads:
    case OccupancyObstacle::none: break;
  }
  return {};
}

std::string obstacles_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                           const Occupancy& occupancy, bool russian) {
  if (occupancy.obstacle == OccupancyObstacle::no_threads)
    return russian ? "не запустится: в блоке нет нитей" : "cannot run: the block has no threads";
  std::string text = russian ? "не запустится: " : "cannot run: ";
  const auto obstacles = obstacles_of(machine, request, occupancy);
  if (obstacles.size() == 1) {
    const Beyond one = beyond(obstacles.front(), machine, request, occupancy, russian);
    return text + fmt::format(fmt::runtime(russian ? "{} {}, предел {}" : "{} {}, the limit is {}"),
                              one.asked, one.what, one.limit);
  }
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    const Beyond one = beyond(obstacles[i], machine, request, occupancy, russian);
    text += fmt::format("{}{} {} > {}", i > 0 ? "; " : "", one.brief, one.asked, one.limit);
  }
  return text;
}

}  // namespace

std::string bytes_text(int bytes, bool russian) {
  if (bytes >= 1024 && bytes % 512 == 0) {
    return fixed_text(bytes / 1024.0, bytes % 1024 == 0 ? 0 : 1, russian) +
           (russian ? " КиБ" : " KiB");
  }
  return number(bytes, russian) + (russian ? " Б" : " B");
}

std::string amount_of(int amount, int all, bool russian) {
  return number(amount, russian) + '/' + number(all, russian);
}

std::string kib_of(int bytes, int all, bool russian) {
  const double kib = bytes / 1024.0;
  return fmt::format("{}/{} {}", fixed_text(kib, bytes % 1024 == 0 ? 0 : 1, russian), all / 1024,
                     russian ? "КиБ" : "KiB");
}

std::string_view limit_name(OccupancyLimit limit, bool russian) {
  switch (limit) {
    case OccupancyLimit::warps: return russian ? "слоты варпов" : "warp slots";
    case OccupancyLimit::blocks: return russian ? "число блоков" : "the number of blocks";
    case OccupancyLimit::registers: return russian ? "регистры" : "registers";
    case OccupancyLimit::shared: return russian ? "разделяемая память" : "shared memory";
    case OccupancyLimit::count: break;
  }
  return "";
}

std::string occupancy_percent(const Occupancy& occupancy) {
  return fmt::format("{} %", std::lround(100 * occupancy.share()));
}

std::string resident_text(const Occupancy& occupancy, bool russian) {
  if (russian) {
    return fmt::format("{} по {}: {} из {} слотов",
                       russian_count(occupancy.blocks, {"блок", "блока", "блоков"}),
                       russian_count(occupancy.block_warps, {"варпу", "варпа", "варпов"}),
                       occupancy.warps(), occupancy.warp_slots);
  }
  return fmt::format("{} of {}: {} of {} warp slots",
                     counted(static_cast<std::uint64_t>(occupancy.blocks), "block"),
                     counted(static_cast<std::uint64_t>(occupancy.block_warps), "warp"),
                     occupancy.warps(), occupancy.warp_slots);
}

std::string brief_resident_text(const Occupancy& occupancy, bool russian) {
  const std::string warps =
      russian ? russian_count(occupancy.block_warps, {"варп", "варпа", "варпов"})
              : counted(static_cast<std::uint64_t>(occupancy.block_warps), "warp");
  return fmt::format("{} × {}", occupancy.blocks, warps);
}

std::string limits_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                        const Occupancy& occupancy, bool russian) {
  if (occupancy.obstacle != OccupancyObstacle::none) {
    return obstacles_text(machine, request, occupancy, russian);
  }
  if (occupancy.full()) return russian ? "все слоты варпов заняты" : "full: all warp slots taken";
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < occupancy_limits; ++i) {
    const auto limit = static_cast<OccupancyLimit>(i);
    if (occupancy.binds(limit)) names.push_back(limit_name(limit, russian));
  }
  std::string text = russian ? "предел: " : "limited by ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? (russian ? " и " : " and ") : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace warpscope
