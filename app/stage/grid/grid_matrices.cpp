#include "app/stage/grid/grid_matrices.hpp"

#include <algorithm>
#include <utility>

#include "app/stage/grid/grid_product.hpp"

namespace warpscope {
namespace {

constexpr std::int64_t folded_columns = 32;  // a row of four-byte elements fills the banks once
constexpr std::int64_t stored_columns = 16;  // of an array beside a sparse matrix

GridMatrix matrix_of(const Trace& trace, int array) {
  const Array& a = trace.arrays[static_cast<std::size_t>(array)];
  GridMatrix matrix;
  matrix.array = array;
  const bool local = a.space == Space::local;  // has a row of lanes for each element
  matrix.folded = a.columns <= 1 && !local;
  const std::int64_t wanted = matrix.folded ? folded_columns : local ? a.extents[2] : a.columns;
  matrix.columns = std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(1, a.count));
  matrix.rows = std::max<std::int64_t>(1, (a.count + matrix.columns - 1) / matrix.columns);
  if (is_lasting(a.space)) {
    matrix.first = {matrix.rows, matrix.columns};
  } else {
    matrix.end = {matrix.rows, matrix.columns};
  }
  if (a.space == Space::shared && !matrix.folded) {
    matrix.padding.assign(static_cast<std::size_t>(matrix.columns), true);
  }
  return matrix;
}

void touch(const Trace& trace, const Access& access, GridMatrix& matrix) {
  const Array& array = trace.arrays[access.array];
  const bool grows = is_lasting(array.space);
  for_each_element(trace, access, [&](ElementIndex index) {
    if (index < 0 || index >= array.count) return;
    const MatrixCell at = matrix.cell(index);
    if (!matrix.padding.empty()) matrix.padding[static_cast<std::size_t>(at.column)] = false;
    if (!grows) return;
    matrix.first.row = std::min(matrix.first.row, at.row);
    matrix.first.column = std::min(matrix.first.column, at.column);
    matrix.end.row = std::max(matrix.end.row, at.row + 1);
    matrix.end.column = std::max(matrix.end.column, at.column + 1);
  });
}

/// A folded array shows whole rows; cells within its bounds that were never touched show nothing.
void settle(GridMatrix& matrix) {
  if (matrix.first.row >= matrix.end.row) matrix.first = matrix.end = {};
  if (!matrix.folded) return;
  matrix.first.column = 0;
  matrix.end.column = matrix.columns;
}

std::span<const FlowNode> nodes_of(const Trace& trace, const Dataflow& flow, const Launch& launch) {
  const auto& steps = flow.first_node_of_step;
  const std::uint32_t end_step = launch.first_step + launch.step_count;
  if (end_step >= steps.size() || end_step > trace.steps.size()) return {};
  return std::span(flow.nodes)
      .subspan(steps[launch.first_step], steps[end_step] - steps[launch.first_step]);
}

/// Which of a launch's matrices feed which, in a square of flags.
class Feeds {
 public:
  explicit Feeds(std::size_t count) : count_(count), flags_(count * count, false) {}
  void add(std::size_t from, std::size_t to) { flags_[from * count_ + to] = true; }
  [[nodiscard]] bool operator()(std::size_t from, std::size_t to) const {
    return flags_[from * count_ + to];
  }
  /// Over any number of steps.
  [[nodiscard]] Feeds closed() const {
    Feeds all = *this;
    for (std::size_t via = 0; via < count_; ++via) {
      for (std::size_t from = 0; from < count_; ++from) {
        if (!all(from, via)) continue;
        for (std::size_t to = 0; to < count_; ++to) {
          if (all(via, to)) all.add(from, to);
        }
      }
    }
    return all;
  }

 private:
  std::size_t count_;
  std::vector<bool> flags_;
};

Feeds feeds_of(const Dataflow& flow, std::span<const FlowNode> nodes, const GridLaunch& launch) {
  Feeds feeds(launch.matrices.size());
  for (const FlowNode& node : nodes) {
    const auto to = launch.find(node.array);
    if (!to || node.origin) continue;
    int last = -1;
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      if (flow.edges[e].array == last) continue;
      last = flow.edges[e].array;
      const auto from = launch.find(last);
      if (from && *from != *to) feeds.add(*from, *to);
    }
  }
  return feeds;
}

/// Sources stand before the matrices that they feed; those that feed one another stand side by
/// side.
void find_levels(const Dataflow& flow, std::span<const FlowNode> nodes, GridLaunch& launch) {
  constexpr std::size_t most_matrices = 64;
  const std::size_t count = launch.matrices.size();
  if (count > most_matrices) return;
  const Feeds direct = feeds_of(flow, nodes, launch);
  const Feeds all = direct.closed();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t to = 0; to < count; ++to) {
      int& level = launch.matrices[to].level;
      for (std::size_t from = 0; from < count; ++from) {
        const bool mutual = all(from, to) && all(to, from);
        const int least = launch.matrices[from].level + (mutual ? 0 : 1);
        if (from == to || !all(from, to) || level >= least) continue;
        level = least;
        changed = true;
      }
      launch.levels = std::max(launch.levels, level + 1);
    }
  }
}

/// One line of an array; `down`: one column.
GridMatrix vector_of(const Trace& trace, int array, bool down) {
  const std::int64_t count = trace.arrays[static_cast<std::size_t>(array)].count;
  GridMatrix vector;
  vector.array = array;
  vector.columns = down ? 1 : count;
  vector.rows = down ? count : 1;
  vector.end = {vector.rows, vector.columns};
  return vector;
}

/// An array in short lines.
GridMatrix strip_of(const GridMatrix& of, std::int64_t count) {
  GridMatrix strip = of;
  const std::int64_t first = of.index(of.first), end = std::min(count, of.index(of.end));
  strip.columns = stored_columns;
  strip.rows = (count + stored_columns - 1) / stored_columns;
  strip.first = {first / stored_columns, 0};
  strip.end = {std::max(first / stored_columns + 1, (end - 1) / stored_columns + 1),
               stored_columns};
  return strip;
}

/// In place of the arrays that hold a sparse matrix: it, its two vectors, then these arrays.
void find_sparse(const Trace& trace, const Launch& launch, GridLaunch& result) {
  auto found = find_indexed_matrix(trace, launch);
  if (!found) return;
  const auto entries = std::make_shared<const IndexedMatrix>(std::move(*found));
  GridMatrix matrix;
  matrix.array = entries->value;
  matrix.entries = entries;
  matrix.rows = entries->rows;
  matrix.columns = entries->columns;
  matrix.first.row = entries->entries[entries->by_place.front()].row;
  matrix.end = {entries->entries[entries->by_place.back()].row + 1, entries->columns};
  GridSparse sparse;
  std::vector<GridMatrix> matrices{matrix, vector_of(trace, entries->factor, false)};
  sparse.factor = 1;
  if (entries->result >= 0) {
    sparse.result = matrices.size();
    matrices.push_back(vector_of(trace, entries->result, true));
  }
  for (const GridMatrix& other : result.matrices) {
    const Array& array = trace.arrays[static_cast<std::size_t>(other.array)];
    const bool vector = other.array == entries->factor || other.array == entries->result;
    if (vector || array.space == Space::registers) continue;
    sparse.stored.push_back(matrices.size());
    matrices.push_back(other.folded ? strip_of(other, array.count) : other);
  }
  result.matrices = std::move(matrices);
  result.sparse = std::move(sparse);
}

GridLaunch grid_launch(const Trace& trace, const Dataflow& flow, const Launch& launch) {
  GridLaunch result;
  std::vector<int> place(trace.arrays.size(), -1);
  for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
    const Step& step = trace.steps[s];
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      const Access& access = trace.accesses[a];
      int& at = place[access.array];
      if (at < 0) {
        at = static_cast<int>(result.matrices.size());
        result.matrices.push_back(matrix_of(trace, access.array));
      }
      touch(trace, access, result.matrices[static_cast<std::size_t>(at)]);
    }
  }
  for (GridMatrix& matrix : result.matrices) settle(matrix);
  std::erase_if(result.matrices, [](const GridMatrix& m) { return m.shown_rows() == 0; });
  const std::span<const FlowNode> nodes = nodes_of(trace, flow, launch);
  find_levels(flow, nodes, result);
  result.product = find_product(flow, nodes, result);
  if (!result.product) find_sparse(trace, launch, result);
  return result;
}

}  // namespace

std::vector<std::int64_t> GridMatrix::touched(const Trace& trace, std::uint32_t access) const {
  const Access& of = trace.accesses[access];
  const auto indices = trace.lane_indices(of);
  if (of.array == array) return {indices.begin(), indices.end()};
  if (entries == nullptr) return {};
  const bool coordinate =
      of.array == entries->column || (of.array == entries->row && !entries->begins);
  if (coordinate) return {indices.begin(), indices.end()};
  std::vector<std::int64_t> used;
  for (const IndexedMatrix::Use& use : entries->uses_of(access)) used.push_back(use.element);
  return used;
}

std::optional<std::size_t> GridLaunch::find(int array) const {
  const auto found = std::ranges::find(matrices, array, &GridMatrix::array);
  if (found == matrices.end()) return std::nullopt;
  return static_cast<std::size_t>(found - matrices.begin());
}

std::vector<GridLaunch> grid_launches(const Trace& trace, const Dataflow& flow) {
  std::vector<GridLaunch> launches;
  for (const Launch& launch : trace.launches) launches.push_back(grid_launch(trace, flow, launch));
  return launches;
}

}  // namespace warpscope
