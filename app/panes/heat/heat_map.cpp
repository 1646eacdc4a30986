#include "app/panes/heat/heat_map.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t most_seen = 3072;  // columns of a cut in the window: some are to spare
constexpr std::size_t cut_step = widest_cut / 8;  // cuts begin at multiples of it

std::uint64_t next_version() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

HeatMap::HeatMap(const Trace& trace, BankModel model)
    : version_(next_version()), banks_(bank_count(model)) {
  if (trace.accesses.empty()) return;
  const std::size_t columns = trace.accesses.size();
  Level finest{columns, std::vector<std::uint8_t>(columns * static_cast<std::size_t>(banks_))};
  for (std::size_t i = 0; i < columns; ++i) {
    const auto request = shared_request(trace, trace.accesses[i]);
    if (!request) continue;
    const auto passes = passes_of_banks(model, *request);
    for (std::size_t bank = 0; bank < static_cast<std::size_t>(banks_); ++bank) {
      finest.cells[bank * columns + i] = passes[bank];
    }
  }
  levels_.push_back(std::move(finest));
  add_levels();
}

HeatMap::HeatMap(int banks, std::vector<std::uint8_t> cells)
    : version_(next_version()), banks_(banks) {
  const std::size_t columns = cells.size() / static_cast<std::size_t>(banks);
  if (columns == 0) return;
  levels_.push_back({columns, std::move(cells)});
  add_levels();
}

void HeatMap::add_levels() {
  while (levels_.back().columns > 1) {
    const Level& below = levels_.back();
    Level above{(below.columns + 1) / 2, {}};
    above.cells.resize(above.columns * static_cast<std::size_t>(banks_));
    for (std::size_t bank = 0; bank < static_cast<std::size_t>(banks_); ++bank) {
      const std::uint8_t* from = below.cells.data() + bank * below.columns;
      std::uint8_t* to = above.cells.data() + bank * above.columns;
      for (std::size_t i = 0; i + 1 < below.columns; i += 2) {
        to[i / 2] = std::max(from[i], from[i + 1]);
      }
      if (below.columns % 2 == 1) to[above.columns - 1] = from[below.columns - 1];
    }
    levels_.push_back(std::move(above));
  }
  most_ = *std::ranges::max_element(levels_.back().cells);
}

int HeatMap::at(int bank, std::size_t access) const {
  return levels_[0].cells[static_cast<std::size_t>(bank) * levels_[0].columns + access];
}

std::size_t HeatMap::worst(int bank, std::size_t first, std::size_t last) const {
  const auto row = levels_[0].cells.begin() +
                   static_cast<std::ptrdiff_t>(static_cast<std::size_t>(bank) * accesses());
  last = std::min(last, accesses());
  if (first >= last) return first;
  const auto found = std::max_element(row + static_cast<std::ptrdiff_t>(first),
                                      row + static_cast<std::ptrdiff_t>(last));
  return static_cast<std::size_t>(found - row);
}

HeatWindow whole_window(std::size_t accesses) { return {0, static_cast<double>(accesses)}; }

HeatCut heat_cut(const HeatMap& map, HeatWindow window, float pixels, const HeatCut& last) {
  const double room = std::clamp(2.0 * static_cast<double>(pixels), 1.0, double{most_seen});
  int level = 0;
  double columns = window.span();
  for (; columns > room && level + 1 < map.levels(); columns /= 2) ++level;
  const double scale = std::ldexp(1.0, -level);
  const std::size_t all = map.level(level).columns;
  const auto first = static_cast<std::size_t>(std::floor(std::max(0.0, window.from * scale)));
  const auto end = std::min(all, static_cast<std::size_t>(std::ceil(window.to * scale)));
  if (last.level == level && last.first <= first && end <= last.first + last.count) return last;
  if (all <= widest_cut) return {level, 0, all};
  const std::size_t spare = (widest_cut - (end - first)) / 2;
  const std::size_t begin = (first > spare ? first - spare : 0) / cut_step * cut_step;
  return {level, begin, std::min(widest_cut, all - begin)};
}

}  // namespace warpscope
