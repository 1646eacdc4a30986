#include "app/panes/multiprocessor/occupancy_text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

std::string number(int value) { return whole_text(std::max(value, 0)); }

/// "warp slots, registers and shared memory".
std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 0) {
      text = names[i];
    } else if (i + 1 == names.size()) {
      text = tr("{0} and {1}", text, names[i]);
    } else {
      text = tr("{0}, {1}", text, names[i]);
    }
  }
  return text;
}

/// The only reason why it cannot run.
std::string obstacle_text(OccupancyObstacle obstacle, const MultiprocessorLimits& machine,
                          const OccupancyRequest& request, const Occupancy& occupancy) {
  switch (obstacle) {
    case OccupancyObstacle::block_threads:
      return tr_n("cannot run: {1} thread per block, the limit is {2}",
                  "cannot run: {1} threads per block, the limit is {2}", request.threads,
                  number(request.threads), number(machine.block_threads));
    case OccupancyObstacle::thread_registers:
      return tr_n("cannot run: {1} register per thread, the limit is {2}",
                  "cannot run: {1} registers per thread, the limit is {2}", request.registers,
                  number(request.registers), number(machine.thread_registers));
    case OccupancyObstacle::block_registers:
      return tr_n("cannot run: {1} register per block, the limit is {2}",
                  "cannot run: {1} registers per block, the limit is {2}",
                  occupancy.block_registers, number(occupancy.block_registers),
                  number(machine.block_registers));
    case OccupancyObstacle::static_shared:
      // Translators: bytes, as in the next one.
      return tr("cannot run: {0} of static shared memory per block, the limit is {1}",
                bytes_text(request.static_shared), bytes_text(machine.block_shared));
    case OccupancyObstacle::block_shared:
      return tr("cannot run: {0} of shared memory per block, the limit is {1}",
                bytes_text(request.static_shared + request.dynamic_shared),
                bytes_text(machine.block_shared_opt_in));
    case OccupancyObstacle::no_threads: return tr("cannot run: the block has no threads");
    case OccupancyObstacle::none: break;
  }
  return "";
}

/// One of several reasons.
std::string brief_obstacle_text(OccupancyObstacle obstacle, const MultiprocessorLimits& machine,
                                const OccupancyRequest& request, const Occupancy& occupancy) {
  switch (obstacle) {
    case OccupancyObstacle::block_threads:
      return tr("threads {0} > {1}", number(request.threads), number(machine.block_threads));
    case OccupancyObstacle::thread_registers:
      return tr("registers per thread {0} > {1}", number(request.registers),
                number(machine.thread_registers));
    case OccupancyObstacle::block_registers:
      return tr("registers per block {0} > {1}", number(occupancy.block_registers),
                number(machine.block_registers));
    case OccupancyObstacle::static_shared:
      return tr("static shared memory {0} > {1}", bytes_text(request.static_shared),
                bytes_text(machine.block_shared));
    case OccupancyObstacle::block_shared:
      return tr("shared memory {0} > {1}",
                bytes_text(request.static_shared + request.dynamic_shared),
                bytes_text(machine.block_shared_opt_in));
    case OccupancyObstacle::no_threads:
    case OccupancyObstacle::none: break;
  }
  return "";
}

std::string obstacles_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                           const Occupancy& occupancy) {
  if (occupancy.obstacle == OccupancyObstacle::no_threads)
    return obstacle_text(occupancy.obstacle, machine, request, occupancy);
  const auto obstacles = obstacles_of(machine, request, occupancy);
  if (obstacles.size() == 1) return obstacle_text(obstacles.front(), machine, request, occupancy);
  std::string reasons;
  for (const OccupancyObstacle obstacle : obstacles) {
    if (!reasons.empty()) reasons += "; ";
    reasons += brief_obstacle_text(obstacle, machine, request, occupancy);
  }
  return tr("cannot run: {}", reasons);
}

}  // namespace

std::string bytes_text(int bytes) {
  if (bytes >= 1024 && bytes % 512 == 0)
    return tr("{} KiB", fixed_text(bytes / 1024.0, bytes % 1024 == 0 ? 0 : 1));
  return tr("{} B", number(bytes));
}

std::string amount_of(int amount, int all) { return number(amount) + '/' + number(all); }

std::string kib_of(int bytes, int all) {
  return tr("{0}/{1} KiB", fixed_text(bytes / 1024.0, bytes % 1024 == 0 ? 0 : 1), all / 1024);
}

std::string_view limit_name(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::warps: return tr("warp slots");
    case OccupancyLimit::blocks: return tr("the number of blocks");
    case OccupancyLimit::registers: return tr("registers");
    case OccupancyLimit::shared: return tr("shared memory");
    case OccupancyLimit::count: break;
  }
  return "";
}

std::string occupancy_percent(const Occupancy& occupancy) {
  return tr("{} %", std::lround(100 * occupancy.share()));
}

std::string resident_text(const Occupancy& occupancy) {
  const std::string blocks =
      tr_n("{1} block", "{1} blocks", occupancy.blocks, number(occupancy.blocks));
  // Translators: {1} is "4 blocks", {2} the number of warps of one.
  return tr_n("{1} of {2} warp: {3} of {4} warp slots", "{1} of {2} warps: {3} of {4} warp slots",
              occupancy.block_warps, blocks, number(occupancy.block_warps), occupancy.warps(),
              occupancy.warp_slots);
}

std::string brief_resident_text(const Occupancy& occupancy) {
  return tr_n("{1} × {2} warp", "{1} × {2} warps", occupancy.block_warps, occupancy.blocks,
              number(occupancy.block_warps));
}

std::string limits_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                        const Occupancy& occupancy) {
  if (occupancy.obstacle != OccupancyObstacle::none) {
    return obstacles_text(machine, request, occupancy);
  }
  if (occupancy.full()) return tr("full: all warp slots taken");
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < occupancy_limits; ++i) {
    const auto limit = static_cast<OccupancyLimit>(i);
    if (occupancy.binds(limit)) names.push_back(limit_name(limit));
  }
  // Translators: "registers", or "registers and shared memory".
  return tr("limited by {}", listed(names));
}

}  // namespace warpscope
