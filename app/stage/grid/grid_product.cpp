#include "app/stage/grid/grid_product.hpp"

#include <map>

namespace warpscope {
namespace {

constexpr std::size_t most_nodes_of_a_pair = 4096;  // examined for each pair of arrays

/// Whether one number always determines another, and the other is not always the same.
class Rule {
 public:
  void see(std::int64_t from, std::int64_t to) {
    const auto [known, is_new] = seen_.try_emplace(from, to);
    broken_ = broken_ || known->second != to;
    if (is_new) varies_ = varies_ || to != seen_.begin()->second;
  }
  void breaks() { broken_ = true; }
  [[nodiscard]] bool holds() const { return !broken_ && varies_; }

 private:
  std::map<std::int64_t, std::int64_t> seen_;
  bool broken_ = false, varies_ = false;
};

/// The rule by which the elements of one matrix are made from a line of another.
struct Relation {
  Rule row_by_row, row_by_column, column_by_row, column_by_column;
  std::size_t nodes = 0;

  void see(MatrixCell to, std::optional<std::int64_t> row, std::optional<std::int64_t> column) {
    ++nodes;
    see(to, row, row_by_row, row_by_column);
    see(to, column, column_by_row, column_by_column);
  }

 private:
  static void see(MatrixCell to, std::optional<std::int64_t> line, Rule& by_row, Rule& by_column) {
    if (!line) {
      by_row.breaks();
      by_column.breaks();
      return;
    }
    by_row.see(to.row, *line);
    by_column.see(to.column, *line);
  }
};
/// By source and result.
using Relations = std::map<std::pair<std::size_t, std::size_t>, Relation>;

/// The cells of one source that a node is made from.
struct Cells {
  MatrixCell first, last;
  std::uint32_t count = 0;
  void add(MatrixCell at) {
    if (count++ == 0) first = last = at;
    first = {std::min(first.row, at.row), std::min(first.column, at.column)};
    last = {std::max(last.row, at.row), std::max(last.column, at.column)};
  }
  [[nodiscard]] bool several() const { return !(first == last); }
  [[nodiscard]] std::optional<std::int64_t> row() const {
    return first.row == last.row ? std::optional(first.row) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::int64_t> column() const {
    return first.column == last.column ? std::optional(first.column) : std::nullopt;
  }
};

void look_at(const Dataflow& flow, const FlowNode& node, std::size_t to, const GridLaunch& launch,
             Relations& relations) {
  std::vector<Cells> cells(launch.matrices.size());
  for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
    const auto from = launch.find(flow.edges[e].array);
    if (from) cells[*from].add(launch.matrices[*from].cell(flow.edges[e].index));
  }
  const MatrixCell at = launch.matrices[to].cell(node.index);
  for (std::size_t from = 0; from < cells.size(); ++from) {
    if (from == to || !cells[from].several() || launch.matrices[from].folded) continue;
    Relation& relation = relations[{from, to}];
    if (relation.nodes < most_nodes_of_a_pair)
      relation.see(at, cells[from].row(), cells[from].column());
  }
}

}  // namespace

std::optional<GridProduct> find_product(const Dataflow& flow, std::span<const FlowNode> nodes,
                                        const GridLaunch& launch) {
  Relations relations;
  std::vector<std::size_t> seen(launch.matrices.size(), 0);
  for (const FlowNode& node : nodes) {
    const auto to = launch.find(node.array);
    if (!to || node.edge_count < 4 || launch.matrices[*to].folded) continue;
    if (seen[*to]++ < most_nodes_of_a_pair) look_at(flow, node, *to, launch, relations);
  }
  for (const auto& [left, by_row] : relations) {
    const bool straight = by_row.row_by_row.holds() && !by_row.row_by_column.holds();
    const bool turned = by_row.column_by_row.holds() && !by_row.column_by_column.holds();
    if (!straight && !turned) continue;
    for (const auto& [above, by_column] : relations) {
      if (above.second != left.second || above.first == left.first) continue;
      const bool column = by_column.column_by_column.holds() && !by_column.column_by_row.holds();
      const bool row = by_column.row_by_column.holds() && !by_column.row_by_row.holds();
      if (!column && !row) continue;
      return GridProduct{left.second, left.first, above.first, !straight, !column};
    }
  }
  return std::nullopt;
}

}  // namespace warpscope
