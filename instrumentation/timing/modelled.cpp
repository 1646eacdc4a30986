#include "instrumentation/timing/modelled.hpp"

#include <algorithm>
#include <cmath>

#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/run/plan.hpp"

namespace warpscope {
namespace {

/// Of the traced block at some size; nullopt if it cannot be told.
std::optional<std::int64_t> wavefronts_of_block(RunRequest request, std::int64_t size) {
  request.machine = MachineKind::emulator;
  request.size = size;
  const auto result = run(request);
  if (!result || result->trace->launches.size() != 1) return std::nullopt;
  const Totals totals = summarize(*result->trace, BankModel::cc5).totals;
  return static_cast<std::int64_t>(figures(totals, Space::shared).served);
}

}  // namespace

std::uint64_t modelled_wavefronts(const RunRequest& request) {
  RunRequest native = request;
  native.machine = MachineKind::cuda;
  const auto plan = make_plan(native);
  if (!plan) return 0;
  const KernelInfo& kernel = *plan->kernel;
  const std::int64_t tile = tile_of(kernel, plan->block, plan->parameters);
  // Blocks that walk over the input do more at a larger size.
  if (kernel.max_grid > 0 && plan->size > tile * plan->grid) return 0;
  RunRequest small = request;
  small.block = plan->block;
  const auto one = wavefronts_of_block(small, 2 * tile);
  const auto other = wavefronts_of_block(small, 4 * tile);
  if (!one || !other) return 0;
  std::int64_t of_block = *one;
  if (kernel.shape == Shape::square) {  // tile after tile along the side
    of_block += (*other - *one) * (plan->size - 2 * tile) / (2 * tile);
  } else if (*one != *other) {
    return 0;
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, of_block)) *
         static_cast<std::uint64_t>(plan->grid);
}

std::optional<double> correlation(std::span<const double> modelled,
                                  std::span<const double> measured) {
  const std::size_t count = std::min(modelled.size(), measured.size());
  if (count < 3) return std::nullopt;
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < count; ++i) {
    mean_x += modelled[i] / static_cast<double>(count);
    mean_y += measured[i] / static_cast<double>(count);
  }
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = modelled[i] - mean_x, y = measured[i] - mean_y;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  if (xx <= 0 || yy <= 0) return std::nullopt;
  return xy / std::sqrt(xx * yy);
}

}  // namespace warpscope
