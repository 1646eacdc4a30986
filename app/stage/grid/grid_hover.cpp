#include <algorithm>

#include "app/stage/grid/grid_scene.hpp"
#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {
namespace {

std::string maker_of(const Trace& trace, const FlowNode& node) {
  const Access& access = trace.accesses[node.access];
  return step_label(trace, trace.steps[node.step]) + ": line " +
         std::to_string(trace.line_of(access)) + ", warp " + std::to_string(access.warp) +
         ", lane " + std::to_string(node.lane) + " (thread " +
         std::to_string(access.warp * warp_lanes + node.lane) + ")";
}

}  // namespace

Gathered gathered(const GridScene& scene, std::uint32_t n) {
  if (scene.node(n).edge_count < gathered_values) return {};
  return {scene.uses.loaded(n, scene.history.moment()), scene.node(n).edge_count};
}

std::string sources_of_node(const GridScene& scene, std::uint32_t n) {
  const Document& document = scene.document;
  const FlowNode& node = scene.node(n);
  if (node.edge_count == 0) return {};
  const Gathered progress = gathered(scene, n);
  if (progress.all > 0) {
    if (progress.loaded >= progress.all) {
      return "made from " + std::to_string(progress.all) + " values";
    }
    return std::to_string(progress.loaded) + " of its " + std::to_string(progress.all) +
           " values read";
  }
  std::string text = node.copy ? "copy of " : "made from ";
  for (std::uint32_t e = 0; e < node.edge_count; ++e) {
    const FlowEdge& edge = document.flow.edges[node.first_edge + e];
    if (e > 0) text += e + 1 == node.edge_count ? " and " : ", ";
    text += cell_text(*document.trace, launch_of(scene.frame), edge.array, edge.index);
    const std::string value = edge_value(document, edge);
    if (!value.empty()) text += " = " + value;
  }
  return text;
}

std::uint32_t node_of_cell(const GridScene& scene, const GridLayout::Hit& hit) {
  const int array = scene.launch.matrices[hit.place->matrix].array;
  const CellState state = scene.history.at(array, hit.index);
  return state.node != 0 ? state.node - 1 : scene.history.next(array, hit.index);
}

std::string describe_cell(const GridScene& scene, const GridLayout::Hit& hit) {
  const GridMatrix& matrix = scene.launch.matrices[hit.place->matrix];
  const Array& array = scene.array(matrix);
  const auto words = scene.history.value(matrix.array, hit.index);
  std::string text = cell_text(scene.trace(), launch_of(scene.frame), matrix.array, hit.index);
  if (!words.empty()) text += " = " + format_value(array.type, words);
  if (array.columns > 1) text += "\n" + matrix_place(array, hit.index);
  if (matrix.is_padding(matrix.cell(hit.index).column)) {
    return text + "\npadding: no value ever lies here, it shifts the next row to other banks";
  }
  const CellState state = scene.history.at(matrix.array, hit.index);
  const std::uint32_t n = node_of_cell(scene, hit);
  if (n != FlowEdge::no_node) {
    const std::string sources = sources_of_node(scene, n);
    if (!sources.empty()) text += "\n" + sources;
    text += "\n" + maker_of(scene.trace(), scene.node(n));
    if (state.node == 0) text += "\nStill to come.";
  } else if (state.read != 0) {
    text += "\nread by line " +
            std::to_string(scene.trace().line_of(scene.trace().accesses[state.read - 1])) +
            ", as it was before";
  } else {
    text += "\nnot touched yet";
  }
  return text;
}

}  // namespace warpscope
