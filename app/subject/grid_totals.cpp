#include "app/subject/grid_totals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "instrumentation/analysis/machine_model.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// Multiplies by blocks / counted; the largest number stands for what is beyond it.
class GridScale {
 public:
  GridScale(std::int64_t counted, std::int64_t blocks)
      : counted_(static_cast<std::uint64_t>(std::max<std::int64_t>(counted, 1))),
        blocks_(static_cast<std::uint64_t>(std::max<std::int64_t>(blocks, 1))) {}

  void apply(std::uint64_t& figure) const {
    const double scaled =
        static_cast<double>(figure) / static_cast<double>(counted_) * static_cast<double>(blocks_);
    constexpr double most = 9e18, exact = 4e15;  // below 2^63; below 2^53 with room for the product
    if (scaled >= most) {
      figure = std::numeric_limits<std::int64_t>::max();
    } else if (scaled * static_cast<double>(counted_) < exact) {
      figure = (figure * blocks_ + counted_ / 2) / counted_;
    } else {
      figure = static_cast<std::uint64_t>(scaled);
    }
  }
  void apply(SharedTotals& totals) const {
    for (std::uint64_t* of : {&totals.requests, &totals.wavefronts, &totals.ideal}) apply(*of);
  }
  void apply(GlobalTotals& totals) const {
    for (std::uint64_t* of : {&totals.requests, &totals.sectors, &totals.ideal}) apply(*of);
  }

 private:
  std::uint64_t counted_, blocks_;
};

}  // namespace

GridTotals& GridTotals::operator+=(const GridTotals& other) {
  add(totals, other.totals);
  blocks += other.blocks;
  counted += other.counted;
  return *this;
}

GridTotals grid_totals(const Totals& of_counted, std::int64_t counted, std::int64_t blocks) {
  GridTotals grid{of_counted, blocks, counted};
  if (grid.exact()) return grid;
  const GridScale scale(counted, blocks);
  Totals& all = grid.totals;
  for (const TotalsEntry& entry : totals_table()) {
    visit_sum(all, entry, [&scale](auto& sum) { scale.apply(sum); });
  }
  for (std::uint64_t* of :
       {&all.shuffles, &all.barriers, &all.steps, &all.active_lanes, &all.lane_slots}) {
    scale.apply(*of);
  }
  return grid;
}

GridTotals grid_totals(const Trace& trace, BankModel model) {
  GridTotals sum;
  const auto totals = totals_of_launches(trace, model);
  for (std::size_t l = 0; l < totals.size(); ++l) {
    sum += grid_totals(totals[l], 1, trace.launches[l].blocks());
  }
  return sum;
}

double modelled_cycles(const Totals& totals, BankModel model) {
  const MachineModel& machine = machine_model(model);
  const auto cycles = [&](Space space, std::uint64_t count) {
    return static_cast<double>(count) * machine.memory(space).pipe_cycles;
  };
  return std::max(cycles(Space::shared, wavefronts_of(totals)),
                  cycles(Space::global, sectors_of(totals)));
}

std::int64_t whole_cycles(const Totals& totals, BankModel model) {
  constexpr double most = 9e18;  // below 2^63
  return std::llround(std::min(modelled_cycles(totals, model), most));
}

std::string cycles_text(BankModel model) {
  const MachineModel& machine = machine_model(model);
  // Translators: {0} and {1} are numbers of cycles, {2} is a number of bytes, {3} a device such as H200.
  return tr(
      "Cycles of one multiprocessor: {0} for a wavefront of shared memory; {1} for a sector of "
      "global memory, since {3} moves {2} bytes in a cycle. The larger sum counts.",
      short_text(machine.memory(Space::shared).pipe_cycles, 2),
      short_text(machine.memory(Space::global).pipe_cycles, 3),
      short_text(machine.bytes_per_cycle, 4), machine.device);
}

std::string grid_figure_text(std::uint64_t figure, bool scaled) {
  if (!scaled || figure == 0) return grouped(figure);
  if (figure < 10'000'000) return "≈" + grouped(figure);
  constexpr std::array<std::string_view, 5> units{"M", "G", "T", "P", "E"};
  double value = static_cast<double>(figure) / 1e6;
  std::size_t unit = 0;
  for (; value >= 999.95; value /= 1000) ++unit;
  return fmt::format("≈{}{}", fixed_text(value, 1), units[unit]);
}

std::string grid_figure_text(const GridTotals& grid, std::uint64_t figure) {
  return grid_figure_text(figure, !grid.exact());
}

std::uint64_t wavefronts_of(const Totals& totals) { return figures(totals, Space::shared).served; }

std::uint64_t excessive_wavefronts_of(const Totals& totals) {
  return figures(totals, Space::shared).excessive();
}

std::uint64_t sectors_of(const Totals& totals) { return figures(totals, Space::global).served; }

std::uint64_t ideal_sectors_of(const Totals& totals) {
  return figures(totals, Space::global).ideal;
}

}  // namespace warpscope
