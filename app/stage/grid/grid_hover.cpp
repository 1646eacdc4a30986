#include <algorithm>

#include "app/stage/grid/grid_scene.hpp"
#include "app/stage/stage_text.hpp"
#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

std::string maker_of(const Trace& trace, const FlowNode& node) {
  const Access& access = trace.accesses[node.access];
  return tr("{0}: line {1}, warp {2}, lane {3} (thread {4})",
            step_text(trace, trace.steps[node.step]), trace.line_of(access), access.warp, node.lane,
            access.warp * warp_lanes + node.lane);
}

}  // namespace

Gathered gathered(const GridScene& scene, std::uint32_t n) {
  if (scene.node(n).edge_count < gathered_values) return {};
  return {scene.uses.loaded(n, scene.history.moment()), scene.node(n).edge_count};
}

std::string sources_of_node(const GridScene& scene, std::uint32_t n) {
  const Document& document = scene.document;
  const FlowNode& node = scene.node(n);
  if (node.cut) return cut_sources_text();
  if (node.edge_count == 0) return {};
  const Gathered progress = gathered(scene, n);
  if (progress.all > 0) {
    if (progress.loaded >= progress.all) {
      return tr_n("made from {} value", "made from {} values", progress.all);
    }
    // Translators: values that a sum is made from; {1} of them have been read.
    return tr_n("{1} of its {0} values read", "{1} of its {0} values read", progress.all,
                progress.loaded);
  }
  std::vector<std::string> sources;
  for (std::uint32_t e = 0; e < node.edge_count; ++e) {
    const FlowEdge& edge = document.flow.edges[node.first_edge + e];
    sources.push_back(cell_text(*document.trace, launch_of(scene.frame), edge.array, edge.index));
    const std::string value = edge_value(document, edge);
    if (!value.empty()) sources.back() += " = " + value;
  }
  return sources_text(node.copy, sources);
}

std::uint32_t node_of_cell(const GridScene& scene, const GridLayout::Hit& hit) {
  const int array = scene.launch.matrices[hit.place->matrix].array;
  const CellState state = scene.history.at(array, hit.index);
  return state.node != 0 ? state.node - 1 : scene.history.next(array, hit.index);
}

ContextMenu menu_of_cell(const GridScene& scene, const GridLayout::Hit& hit) {
  const GridMatrix& matrix = scene.launch.matrices[hit.place->matrix];
  const auto words = scene.history.value(matrix.array, hit.index);
  ShownCell cell{.array = matrix.array, .index = hit.index};
  if (!words.empty()) cell.value = format_value(scene.array(matrix).type, words);
  if (const std::uint32_t n = node_of_cell(scene, hit); n != FlowEdge::no_node) {
    cell.writer = scene.node(n).access;
  }
  return cell_menu(scene.frame, cell);
}

std::string describe_cell(const GridScene& scene, const GridLayout::Hit& hit) {
  const GridMatrix& matrix = scene.launch.matrices[hit.place->matrix];
  if (hit.index < 0) return tr("no entry is stored here: zero");
  const Array& array = scene.array(matrix);
  const auto words = scene.history.value(matrix.array, hit.index);
  std::string text = cell_text(scene.trace(), launch_of(scene.frame), matrix.array, hit.index);
  if (!words.empty()) text += " = " + format_value(array.type, words);
  if (array.columns > 1) text += "\n" + matrix_place(array, hit.index);
  if (matrix.entries != nullptr) {
    const MatrixCell at = matrix.cell(hit.index);
    add_line(text, tr("row {0}, column {1}", at.row, at.column));
  }
  if (matrix.is_padding(matrix.cell(hit.index).column)) {
    add_line(text, tr("padding: no value ever lies here, it shifts the next row to other banks"));
    return text;
  }
  const CellState state = scene.history.at(matrix.array, hit.index);
  const std::uint32_t n = node_of_cell(scene, hit);
  if (n != FlowEdge::no_node) {
    const std::string sources = sources_of_node(scene, n);
    if (!sources.empty()) text += "\n" + sources;
    text += "\n" + maker_of(scene.trace(), scene.node(n));
    if (state.node == 0) add_line(text, tr("Still to come."));
  } else if (state.read != 0) {
    add_line(text, tr("read by line {}, as it was before",
                      scene.trace().line_of(scene.trace().accesses[state.read - 1])));
  } else {
    add_line(text, tr("not touched yet"));
  }
  return text;
}

}  // namespace warpscope
