#include "app/stage/grid/grid_layout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/stage/grid/grid_chain.hpp"
#include "app/stage/grid/grid_shelves.hpp"

namespace warpscope {
namespace {

constexpr float tight_gap = 8;        // between matrices of small cells
constexpr float worth_a_row = 1.3F;   // cells of a product in a row, against those on a board
constexpr float stored_share = 0.5F;  // of the room, for the arrays that hold a sparse matrix
constexpr float least_sparse_cell = 5;
constexpr float vector_gap = 8;                  // between a sparse matrix and its vectors
constexpr float worth_shelves = 1.5F;            // area of a cell in lines, against that in levels
constexpr float map_strip = 76;                  // above a product in a row
constexpr float least_map = 40, most_map = 130;  // sides of a whole matrix above its part

/// A window of at most `most` around `focus` in [first, end).
void slide(std::int64_t& first, std::int64_t& end, std::int64_t focus, std::int64_t most) {
  if (end - first <= most) return;
  const std::int64_t from = std::clamp(focus - most / 2, first, end - most);
  first = from;
  end = from + most;
}

}  // namespace

Rect GridPlace::rect(MatrixCell at) const {
  auto x = static_cast<float>(at.column - first.column);
  auto y = static_cast<float>(at.row - first.row);
  if (turned) std::swap(x, y);
  return {cells.x + x * cell_w, cells.y + y * cell_h, cell_w, cell_h};
}

std::optional<Rect> GridPlace::cell(const GridMatrix& of, std::int64_t index) const {
  if (index < 0) return std::nullopt;
  const MatrixCell at = of.cell(index);
  const bool inside = at.row >= first.row && at.row < end.row && at.column >= first.column &&
                      at.column < end.column;
  return inside ? std::optional(rect(at)) : std::nullopt;
}

MatrixCell GridPlace::at(Point point) const {
  auto column = static_cast<std::int64_t>((point.x - cells.x) / cell_w);
  auto row = static_cast<std::int64_t>((point.y - cells.y) / cell_h);
  if (turned) std::swap(column, row);
  return {std::min(first.row + row, end.row - 1), std::min(first.column + column, end.column - 1)};
}

GridLayout::GridLayout(const GridLaunch& launch, Rect area, const GridMetrics& metrics,
                       const std::vector<MatrixCell>& focus)
    : metrics_(metrics) {
  if (launch.matrices.empty()) return;
  if (launch.product) {
    lay_product(launch, area, focus);
  } else if (launch.sparse) {
    lay_sparse(launch, area, focus);
  } else {
    lay_chain(launch, area, focus);
  }
  widen_titles(area.right());
}

/// A narrow matrix gives its title the room up to the next one.
void GridLayout::widen_titles(float right) {
  for (GridPlace& place : places_) {
    float end = right;
    for (const GridPlace& other : places_) {
      const bool beside = other.title.y < place.title.bottom() &&
                          other.cells.bottom() > place.title.y && other.cells.x > place.cells.x;
      // Only beside its cells are its row numbers in the way, too.
      const bool numbered = other.ruled_rows && !other.map && other.cells.y < place.title.bottom();
      const float from = other.cells.x - (numbered ? metrics_.margin : 0);
      if (beside) end = std::min(end, from - metrics_.gap / 2);
    }
    if (place.map) end = place.title.right();
    place.title.w = std::max(place.title.w, end - place.title.x);
  }
}

GridPlace GridLayout::shown(const GridLaunch& launch, std::size_t matrix, bool turned,
                            const std::vector<MatrixCell>& focus) const {
  const GridMatrix& of = launch.matrices[matrix];
  GridPlace place;
  place.matrix = matrix;
  place.turned = turned;
  place.folded = of.folded;
  place.first = of.first;
  place.end = of.end;
  const MatrixCell around = matrix < focus.size() ? focus[matrix] : of.first;
  const auto part = [](std::int64_t& first, std::int64_t& end, std::int64_t at, std::int64_t most,
                       std::int64_t usual) {
    if (most >= usual) return slide(first, end, at, usual);
    if (end - first <= most) return;
    const std::int64_t from = first + std::max<std::int64_t>(0, at - first) / most * most;
    first = std::min(from, end - most);
    end = first + most;
  };
  part(place.first.row, place.end.row, around.row, metrics_.rows, most_rows);
  const std::int64_t columns = of.folded ? most_columns : metrics_.columns;
  part(place.first.column, place.end.column, around.column, columns, most_columns);
  return place;
}

/// Of factors that are shown in part, the same inner elements: those that are multiplied.
void GridLayout::share_inner(GridPlace& left, GridPlace& above, const GridProduct& product) const {
  if (metrics_.columns >= most_columns) return;
  auto& from = product.left_turned ? left.first.row : left.first.column;
  auto& to = product.left_turned ? left.end.row : left.end.column;
  auto& other_from = product.above_turned ? above.first.column : above.first.row;
  auto& other_to = product.above_turned ? above.end.column : above.end.row;
  const std::int64_t first = std::max(from, other_from), end = std::min(to, other_to);
  if (first >= end) return;
  from = other_from = first;
  to = other_to = end;
}

void GridLayout::lay_product(const GridLaunch& launch, Rect area,
                             const std::vector<MatrixCell>& focus) {
  const GridProduct& product = *launch.product;
  GridPlace left = shown(launch, product.left, product.left_turned, focus);
  GridPlace above = shown(launch, product.above, product.above_turned, focus);
  GridPlace result = shown(launch, product.result, false, focus);
  share_inner(left, above, product);
  std::vector<std::size_t> others;
  for (std::size_t m = 0; m < launch.matrices.size(); ++m) {
    const bool part = m == product.left || m == product.above || m == product.result;
    if (metrics_.maps && (!part || !launch.matrices[m].whole())) others.push_back(m);
  }
  const float head = metrics_.title + metrics_.ruler;
  const float fixed_w = 2 * metrics_.margin + metrics_.gap, fixed_h = 2 * head + metrics_.gap;
  const std::int64_t across = left.across() + std::max(above.across(), result.across());
  const std::int64_t down = above.down() + std::max(left.down(), result.down());
  const CellSize cell = cell_size(metrics_, area.w - fixed_w, area.h - fixed_h, across, down);
  if (lay_row({left, above, result}, area, cell.h, others, launch)) return;
  const float spare_w = area.w - fixed_w - cell.w * static_cast<float>(across);
  const float spare_h = area.h - fixed_h - cell.h * static_cast<float>(down);
  const float x = area.x + std::max(0.0F, spare_w / 2) + metrics_.margin;
  const float y = area.y + std::max(0.0F, spare_h / 2) + head;
  const float right =
      x + cell.w * static_cast<float>(left.across()) + metrics_.gap + metrics_.margin;
  const float below = y + cell.h * static_cast<float>(above.down()) + metrics_.gap + head;
  put(above, {right, y}, cell, metrics_);
  put(left, {x, below}, cell, metrics_);
  put(result, {right, below}, cell, metrics_);
  places_ = {left, above, result};
  const float corner = right - metrics_.margin - metrics_.gap;
  lay_maps(launch, {area.x, y - head, corner - area.x, above.cells.bottom() - y + head}, others);
}

bool GridLayout::lay_row(std::vector<GridPlace> factors, Rect area, float on_board,
                         const std::vector<std::size_t>& others, const GridLaunch& launch) {
  const float head = metrics_.title + metrics_.ruler;
  const auto count = static_cast<float>(factors.size());
  const float fixed_w = count * metrics_.margin + (count - 1) * 2 * metrics_.gap;
  const float maps = others.empty() ? 0 : map_strip;
  std::int64_t across = 0, down = 0;
  for (const GridPlace& factor : factors) {
    across += factor.across();
    down = std::max(down, factor.down());
  }
  const CellSize cell = cell_size(metrics_, area.w - fixed_w, area.h - head - maps, across, down);
  if (cell.h < worth_a_row * on_board) return false;
  const float width = fixed_w + cell.w * static_cast<float>(across);
  const float height = maps + head + cell.h * static_cast<float>(down);
  float x = area.x + std::max(0.0F, area.w - width) / 2 + metrics_.margin;
  const float y = area.y + std::max(0.0F, area.h - height) / 2 + maps + head;
  const float begin = x;
  for (GridPlace& factor : factors) {
    put(factor, {x, y}, cell, metrics_);
    x = factor.cells.right() + 2 * metrics_.gap + metrics_.margin;
  }
  // "·" and "=" stand in the gaps.
  signs_ = {Point{factors[0].cells.right() + metrics_.gap, factors[0].cells.center().y},
            Point{factors[1].cells.right() + metrics_.gap, factors[0].cells.center().y}};
  places_ = std::move(factors);
  lay_maps(launch, {begin, y - head - maps, area.right() - begin, maps}, others);
  return true;
}

void GridLayout::lay_maps(const GridLaunch& launch, Rect area,
                          const std::vector<std::size_t>& matrices) {
  if (matrices.empty() || area.w < 48 || area.h < 48) return;
  const auto count = static_cast<float>(matrices.size());
  const float room = std::min((area.w - (count - 1) * metrics_.gap) / count,
                              area.h - metrics_.title - metrics_.gap);
  float x = area.x;
  for (const std::size_t m : matrices) {
    const GridMatrix& of = launch.matrices[m];
    GridPlace map;
    map.matrix = m;
    map.map = true;
    map.end = {of.rows, of.columns};
    const float size = room / static_cast<float>(std::max(of.rows, of.columns));
    map.cell_w = map.cell_h = size;
    if (room < 24) break;
    map.cells = {x, area.y + metrics_.title, size * static_cast<float>(of.columns),
                 std::max(3.0F, size * static_cast<float>(of.rows))};
    map.title = {x, area.y, room, metrics_.title};
    places_.push_back(map);
    x += room + metrics_.gap;
  }
}

/// x above the matrix, y to its right: each entry stands below its factor and beside its sum.
void GridLayout::lay_sparse(const GridLaunch& launch, Rect area,
                            const std::vector<MatrixCell>& focus) {
  const GridSparse& sparse = *launch.sparse;
  GridPlace matrix = shown(launch, sparse.matrix, false, focus);
  const float head = metrics_.title + metrics_.ruler;
  const bool beside = area.w >= area.h;  // the arrays that store it
  Rect board = area;
  Rect stored =
      beside ? board.cut_right(area.w * stored_share) : board.cut_bottom(area.h * stored_share);
  const float gap = vector_gap;
  const float result_name = sparse.result && *sparse.result < metrics_.names.size()
                                ? metrics_.names[*sparse.result].brief
                                : 0;
  const float fixed_w = metrics_.margin + gap + result_name, fixed_h = head + metrics_.title + gap;
  const auto fitting = [](float room) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(room / least_sparse_cell) - 1);
  };
  const auto narrow = [&](std::int64_t& first, std::int64_t& end, std::int64_t at, float room) {
    slide(first, end, at, fitting(room));
  };
  const MatrixCell around = sparse.matrix < focus.size() ? focus[sparse.matrix] : matrix.first;
  narrow(matrix.first.row, matrix.end.row, around.row, board.h - fixed_h);
  narrow(matrix.first.column, matrix.end.column, around.column, board.w - fixed_w);
  const CellSize cell = cell_size(metrics_, board.w - fixed_w, board.h - fixed_h,
                                  matrix.columns() + 1, matrix.rows() + 1);
  const float w = cell.w * static_cast<float>(matrix.columns() + 1) + fixed_w;
  const float h = cell.h * static_cast<float>(matrix.rows() + 1) + fixed_h;
  const float x = board.x + std::max(0.0F, board.w - w) / 2 + metrics_.margin;
  const float y = board.y + std::max(0.0F, board.h - h) / 2 + head;
  GridPlace factor = shown(launch, sparse.factor, false, focus);
  factor.first.column = matrix.first.column;
  factor.end.column = matrix.end.column;
  factor.ruled_rows = false;
  put(factor, {x, y}, cell, metrics_);
  // The numbers of the columns stand above x.
  matrix.ruled_columns = false;
  GridMetrics below = metrics_;
  below.ruler = 0;
  put(matrix, {x, factor.cells.bottom() + metrics_.title + gap / 2}, cell, below);
  places_ = {matrix, factor};
  if (sparse.result) {
    GridPlace result = shown(launch, *sparse.result, false, focus);
    result.first.row = matrix.first.row;
    result.end.row = matrix.end.row;
    result.ruled_rows = result.ruled_columns = false;
    put(result, {matrix.cells.right() + gap, matrix.cells.y}, cell, below);
    places_.push_back(result);
  }
  lay_stored(launch, stored, focus);
}

/// One below the other, as much of each as has room.
void GridLayout::lay_stored(const GridLaunch& launch, Rect area,
                            const std::vector<MatrixCell>& focus) {
  const std::vector<std::size_t>& stored = launch.sparse->stored;
  if (stored.empty()) return;
  GridMetrics metrics = metrics_;
  metrics.ruler = 0;
  metrics.gap = tight_gap;
  const auto count = static_cast<float>(stored.size());
  const float room =
      (area.h - count * (metrics.title + metrics.gap)) / count;  // of each one's rows
  std::int64_t across = 1, down = 0;
  std::vector<GridPlace> places;
  const auto most = std::max<std::int64_t>(1, static_cast<std::int64_t>(room / metrics.numbered));
  for (const std::size_t m : stored) {
    GridPlace place = shown(launch, m, false, focus);
    const MatrixCell around = m < focus.size() ? focus[m] : place.first;
    slide(place.first.row, place.end.row, around.row, most);
    place.ruled_columns = false;
    across = std::max(across, place.across());
    down += place.down();
    places.push_back(place);
  }
  const CellSize cell =
      cell_size(metrics, area.w - metrics.margin - metrics.gap,
                area.h - count * (metrics.title + metrics.gap), across, down, true);
  const float height =
      count * (metrics.title + metrics.gap) + cell.h * static_cast<float>(down) - metrics.gap;
  float y = area.y + std::max(0.0F, area.h - height) / 2 + metrics.title;
  for (GridPlace& place : places) {
    put(place, {area.x + metrics.margin + metrics.gap, y}, cell, metrics);
    y = place.cells.bottom() + metrics.gap + metrics.title;
    places_.push_back(place);
  }
}

void GridLayout::lay_chain(const GridLaunch& launch, Rect area,
                           const std::vector<MatrixCell>& focus) {
  GridChain::Levels levels(static_cast<std::size_t>(launch.levels));
  for (std::size_t m = 0; m < launch.matrices.size(); ++m) {
    const int level = launch.matrices[m].level;
    levels[static_cast<std::size_t>(level)].push_back(shown(launch, m, false, focus));
  }
  const auto height = [&](const GridMetrics& metrics) {
    const CellSize wide = GridChain(levels, metrics, true).size(area);
    const CellSize tall = GridChain(levels, metrics, false).size(area);
    return (wide.area() >= tall.area() ? wide : tall).h;
  };
  // Cells with room for numbers are worth more than air between matrices.
  GridMetrics tight = metrics_;
  tight.gap = std::min(tight.gap, tight_gap);
  if (height(metrics_) < metrics_.numbered && height(tight) >= metrics_.numbered) metrics_ = tight;
  const GridChain beside(levels, metrics_, true), below(levels, metrics_, false);
  const CellSize wide = beside.size(area), tall = below.size(area);
  places_ = wide.area() >= tall.area() ? beside.lay(area, wide) : below.lay(area, tall);
  const bool folded = std::ranges::all_of(places_, &GridPlace::folded);
  const GridShelves shelves(levels, metrics_, area);
  const float in_chain = std::max(wide.area(), tall.area());
  // Levels show where values move, but stamps in an empty pane show nothing.
  if (!folded && shelves.size() && shelves.size()->area() >= worth_shelves * in_chain)
    places_ = shelves.lay();
  const bool fits = std::ranges::all_of(places_, [&](const GridPlace& place) {
    return place.cells.bottom() <= area.bottom() && place.cells.right() <= area.right();
  });
  if (!fits && metrics_.ruler > 0) {  // small cells without numbers are better than none
    metrics_.ruler = 0;
    metrics_.margin = 4;
    metrics_.gap = 6;
    lay_chain(launch, area, focus);
    for (GridPlace& place : places_) place.ruled_rows = place.ruled_columns = false;
    return;
  }
  if (metrics_.maps) add_maps(launch, area);
}

/// The whole of a matrix above the part that the block works on, if there is room.
void GridLayout::add_maps(const GridLaunch& launch, Rect area) {
  const std::size_t shown = places_.size();
  for (std::size_t p = 0; p < shown; ++p) {
    const GridPlace place = places_[p];
    const GridMatrix& of = launch.matrices[place.matrix];
    if (of.folded || of.whole()) continue;
    const float room = std::min(place.title.y - area.y - metrics_.gap / 2, most_map);
    const bool free = std::ranges::none_of(places_, [&](const GridPlace& other) {
      return other.matrix != place.matrix && other.cells.y < place.cells.y &&
             other.title.x < place.cells.right() && place.cells.x < other.cells.right();
    });
    if (room < least_map || !free) continue;
    const float size = room / static_cast<float>(std::max(of.rows, of.columns));
    GridPlace map;
    map.matrix = place.matrix;
    map.map = true;
    map.end = {of.rows, of.columns};
    map.cell_w = map.cell_h = size;
    const float h = std::max(3.0F, size * static_cast<float>(of.rows));
    map.cells = {place.cells.x, place.title.y - metrics_.gap / 2 - h,
                 size * static_cast<float>(of.columns), h};
    map.title = {map.cells.x, map.cells.y, map.cells.w, 0};
    places_.push_back(map);
  }
}

const GridPlace* GridLayout::place(std::size_t matrix) const {
  const GridPlace* found = nullptr;
  for (const GridPlace& place : places_) {
    if (place.matrix == matrix && (found == nullptr || found->map)) found = &place;
  }
  return found;
}

std::optional<Rect> GridLayout::cell(const GridLaunch& launch, int array,
                                     std::int64_t index) const {
  const auto matrix = launch.find(array);
  const GridPlace* at = matrix ? place(*matrix) : nullptr;
  return at == nullptr ? std::nullopt : at->cell(launch.matrices[*matrix], index);
}

std::optional<GridLayout::Hit> GridLayout::hit(const GridLaunch& launch, Point point) const {
  for (const GridPlace& place : places_) {
    if (!place.cells.contains(point)) continue;
    return Hit{&place, launch.matrices[place.matrix].index(place.at(point))};
  }
  return std::nullopt;
}

}  // namespace warpscope
