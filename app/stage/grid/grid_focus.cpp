#include "app/stage/grid/grid_focus.hpp"

#include <algorithm>
#include <cmath>

#include "app/views/parts/table_text.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t map_side = 16;  // cells of the longer side of a matrix
constexpr std::int64_t least_large = 2;

bool shows_values(const GridLaunch& launch, const GridPlace& place,
                  const std::vector<NumberSpread>& spreads) {
  const auto array = static_cast<std::size_t>(launch.matrices[place.matrix].array);
  return !place.map && spreads[array].count > 0;
}

/// Of a matrix of which next to nothing is large, one cannot see what happens there.
bool shows_no_slivers(const GridLaunch& launch, const GridLayout& layout) {
  constexpr std::int64_t least = 4;
  return std::ranges::all_of(layout.places(), [&](const GridPlace& place) {
    const GridMatrix& matrix = launch.matrices[place.matrix];
    return place.map || (place.end.row - place.first.row >= std::min(least, matrix.rows) &&
                         place.end.column - place.first.column >= std::min(least, matrix.columns));
  });
}

}  // namespace

std::vector<NumberSpread> spreads_of(const Trace& trace, const Dataflow& flow) {
  std::vector<NumberSpread> spreads(trace.arrays.size());
  for (const FlowNode& node : flow.nodes) {
    const auto words = value_of(trace, flow, node);
    const ElementType type = trace.arrays[node.array].type;
    if (!words.empty()) spreads[node.array].add(numeric_value(type, words));
  }
  return spreads;
}

bool has_room_for_values(const GridLaunch& launch, const GridLayout& layout, const Trace& trace,
                         const std::vector<NumberSpread>& spreads, const CellText& text) {
  return std::ranges::all_of(layout.places(), [&](const GridPlace& place) {
    if (!shows_values(launch, place, spreads)) return true;
    const auto array = static_cast<std::size_t>(launch.matrices[place.matrix].array);
    if (trace.arrays[array].type.components > 1) return false;
    const int room = static_cast<int>((place.cell_w - 2) / text.digit);
    return room > 0 && place.cell_h >= text.size + 2 && table_text(spreads[array], room).fits;
  });
}

std::optional<GridMetrics> large_metrics(const GridLaunch& launch, Rect area,
                                         const GridMetrics& metrics,
                                         const std::vector<MatrixCell>& focus, const Trace& trace,
                                         const std::vector<NumberSpread>& spreads,
                                         const CellText& text) {
  GridMetrics large = metrics;
  large.maps = false;
  for (std::int64_t side = GridLayout::most_rows; side >= least_large; side /= 2) {
    // Cells of values are wider than high: more rows than columns fill the room as well.
    for (const std::int64_t columns : {side, side / 2}) {
      large.rows = side;
      large.columns = columns;
      const GridLayout layout(launch, area, large, focus);
      if (!has_room_for_values(launch, layout, trace, spreads, text)) continue;
      if (shows_no_slivers(launch, layout)) return large;
    }
  }
  return std::nullopt;
}

GridMap::GridMap(const GridLaunch& launch, const Trace& trace, std::uint32_t access,
                 const CellHistory& history, const GridLayout& large) {
  map_.rows = map_side;
  map_.square = true;
  std::uint32_t first = 0;
  const Access& now = trace.accesses[access];
  std::vector<MapTime> times;
  for (std::size_t m = 0; m < launch.matrices.size(); ++m) {
    const GridMatrix& matrix = launch.matrices[m];
    Block block{.matrix = m, .first = first};
    const std::int64_t longer = std::max<std::int64_t>({1, matrix.rows, matrix.columns});
    block.scale = static_cast<double>(longer) / map_side;
    const auto cells = [&](std::int64_t of) {
      const auto count =
          static_cast<std::int64_t>(std::ceil(static_cast<double>(of) / block.scale));
      return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 1, map_side));
    };
    block.columns = cells(matrix.columns);
    block.rows = cells(matrix.rows);
    const std::string& name = name_in(trace, trace.steps[now.step].launch, matrix.array);
    map_.blocks.push_back({.name = name, .short_name = name, .columns = block.columns});
    const std::size_t begin = times.size();
    times.resize(begin + std::size_t{block.columns} * map_side, MapTime::none);
    const auto time_at = [&](MatrixCell cell) -> MapTime& {
      const auto at = [&](std::int64_t element, std::uint32_t end) {
        const double of = static_cast<double>(element) / block.scale;
        return static_cast<std::uint32_t>(std::clamp(of, 0.0, static_cast<double>(end - 1)));
      };
      return times[begin + std::size_t{at(cell.column, block.columns)} * map_side +
                   at(cell.row, block.rows)];
    };
    for (std::uint32_t c = 0; c < block.columns; ++c) {
      for (std::uint32_t r = 0; r < block.rows; ++r) {
        const MatrixCell middle{
            std::min(matrix.rows - 1, static_cast<std::int64_t>((r + 0.5) * block.scale)),
            std::min(matrix.columns - 1, static_cast<std::int64_t>((c + 0.5) * block.scale))};
        const std::int64_t index = matrix.index(middle);
        const bool known = index >= 0 && !history.value(matrix.array, index).empty();
        time_at(middle) = known ? MapTime::done : MapTime::later;
      }
    }
    if (now.array == matrix.array) {
      for (const std::int64_t index : matrix.touched(trace, access)) {
        const MatrixCell cell = matrix.cell(index);
        if (cell.row < 0) continue;
        time_at(cell) = MapTime::now;
      }
      map_.present = first;
    }
    for (const GridPlace& place : large.places()) {
      if (place.matrix != m || place.map) continue;
      const auto column = [&](std::int64_t of) {
        return first + static_cast<std::uint32_t>(static_cast<double>(of) / block.scale);
      };
      const auto share = [&](std::int64_t of) {
        return static_cast<double>(of) / block.scale / map_side;
      };
      const std::uint32_t from = column(place.first.column);
      map_.large.push_back({from, std::max(from + 1, column(place.end.column)),
                            share(place.first.row), share(place.end.row)});
    }
    blocks_.push_back(block);
    ends_.push_back({matrix.rows, matrix.columns});
    first += block.columns;
  }
  map_.time = [times = std::move(times)](std::uint32_t column, std::uint32_t row) {
    return times[std::size_t{column} * map_side + row];
  };
}

GridMap::Element GridMap::element(const MapPlace& place) const {
  std::size_t b = 0;
  while (b + 1 < blocks_.size() && blocks_[b + 1].first <= place.column) ++b;
  const Block& block = blocks_[b];
  const auto inside = [](double at, std::int64_t end) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(at), 0, end - 1);
  };
  return {block.matrix,
          {inside(place.down * map_side * block.scale, ends_[b].row),
           inside((place.column - block.first + 0.5) * block.scale, ends_[b].column)}};
}

std::optional<std::uint32_t> next_touch(const Trace& trace, std::uint32_t access, int array,
                                        std::int64_t index) {
  const Launch& launch = trace.launches[trace.steps[trace.accesses[access].step].launch];
  const std::uint32_t begin = trace.steps[launch.first_step].first_access;
  const Step& last = trace.steps[launch.first_step + launch.step_count - 1];
  const std::uint32_t end = last.first_access + last.access_count;
  for (const auto& [from, to] : {std::pair(access, end), std::pair(begin, access)}) {
    for (std::uint32_t a = from; a < to; ++a) {
      const Access& one = trace.accesses[a];
      if (one.array == array && std::ranges::count(trace.lane_indices(one), index) > 0) return a;
    }
  }
  return std::nullopt;
}

}  // namespace warpscope
