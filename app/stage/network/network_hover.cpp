#include <algorithm>
#include <cmath>
#include <vector>

#include "app/stage/network/network_scene.hpp"
#include "app/stage/stage_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float reach = 7;  // pixels within which the pointer finds a line

float distance(Point p, Point a, Point b) {
  const float dx = b.x - a.x, dy = b.y - a.y;
  const float length = dx * dx + dy * dy;
  const float t =
      length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0F, 1.0F) : 0;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

float distance(const NetworkScene& scene, const NetworkOp& op, Point p) {
  const Point to{scene.x(op), scene.y(op.target)};
  if (op.is_comparator()) return distance(p, to, {to.x, scene.y(op.high)});
  float nearest = std::hypot(p.x - to.x, p.y - to.y);
  if (op.kind == NetworkKind::stay) return nearest;
  for (const std::int32_t wire : scene.layout.sources(op)) {
    if (wire == op.target) continue;
    nearest = std::min(nearest, distance(p, {scene.left(op.group), scene.y(wire)}, to));
  }
  return nearest;
}

std::string cell_at(const NetworkScene& scene, std::int32_t wire) {
  const NetworkWire& place = scene.layout.wires()[static_cast<std::size_t>(wire)];
  return cell_text(scene.trace(), launch_of(scene.frame), place.array, place.index);
}

/// "keys[3] = 17 → 5"; the value once if nothing changed.
std::string change_text(const NetworkScene& scene, std::int32_t wire, std::uint32_t before,
                        std::uint32_t after) {
  const std::string was = scene.value(wire, before);
  const std::string is = scene.value(wire, after);
  return cell_at(scene, wire) + " = " + was + (was == is ? "" : " → " + is);
}

std::string where_text(const NetworkScene& scene, const NetworkOp& op) {
  const Trace& trace = scene.trace();
  const Access& access = trace.accesses[op.end];
  return tr("{0}: line {1}, warp {2}, lane {3}", step_text(trace, trace.steps[op.step]),
            trace.line_of(access), access.warp, op.lane);
}

/// A lane that reads two equal values and stores them does not say which one went where.
bool compared_equals(const NetworkScene& scene, const FlowNode& node) {
  const Trace& trace = scene.trace();
  const Access& made = trace.accesses[node.access];
  const Step& step = trace.steps[made.step];
  const ElementType type = trace.arrays[node.array].type;
  constexpr std::uint32_t most = 4096;  // accesses that are looked back at
  const std::uint32_t first =
      std::max(step.first_access, node.access > most ? node.access - most : 0);
  std::vector<ElementIndex> cells;
  std::vector<std::uint32_t> value;
  for (std::uint32_t a = first; a < node.access; ++a) {
    const Access& load = trace.accesses[a];
    const bool own = load.warp == made.warp && has_lane(load.mask, node.lane);
    if (!own || load.operation != Operation::load || load.array != node.array) continue;
    const int k = packed_position(load.mask, node.lane);
    const auto words = trace.lane_value(load, k);
    if (!cells.empty() && !same_value(type, words, value)) return false;
    value.assign(words.begin(), words.end());
    const ElementIndex cell = trace.lane_indices(load)[static_cast<std::size_t>(k)];
    if (std::ranges::count(cells, cell) == 0) cells.push_back(cell);
  }
  return cells.size() > 1;
}

std::string comparator_text(const NetworkScene& scene, const NetworkOp& op) {
  if (!scene.decided(op) && scene.time(op) == NetworkTime::now) {
    // Translators: {0} and {2} are cells, {1} and {3} their values.
    return tr("{0} = {1} and {2} = {3} are compared\nin registers: what is stored is still to come",
              cell_at(scene, op.low), scene.value(op.low, op.before[0]), cell_at(scene, op.high),
              scene.value(op.high, op.before[1]));
  }
  std::string text = change_text(scene, op.low, op.before[0], op.after[0]) + "\n" +
                     change_text(scene, op.high, op.before[1], op.after[1]) + "\n";
  if (op.order == NetworkOrder::unknown) {
    return text +
           (op.exchanged ? tr("exchanged: both are equal") : tr("left in order: both are equal"));
  }
  const bool to_high = op.order == NetworkOrder::larger_high;
  const std::string to = cell_at(scene, to_high ? op.high : op.low);
  // Translators: the field is a cell, "keys[3]".
  return text + (op.exchanged ? tr("exchanged: the larger value goes to {}", to)
                              : tr("left in order: the larger value goes to {}", to));
}

std::string sources_of(const NetworkScene& scene, const FlowNode& node) {
  constexpr std::uint32_t most = 4;
  const std::uint32_t named = std::min<std::uint32_t>(node.edge_count, most);
  std::vector<std::string> sources;
  for (std::uint32_t e = 0; e < named; ++e) {
    const FlowEdge& edge = scene.document.flow.edges[node.first_edge + e];
    const Array& array = scene.trace().arrays[edge.array];
    const auto words = value_at(scene.trace(), scene.document.flow, array.type,
                                word_of(scene.trace(), scene.document.flow, edge));
    sources.push_back(cell_text(scene.trace(), launch_of(scene.frame), edge.array, edge.index));
    if (!words.empty()) sources.back() += " = " + format_value(array.type, words);
  }
  return sources_text(node.copy, sources, node.edge_count - named);
}

}  // namespace

const NetworkOp* network_op_at(const NetworkScene& scene, Point point) {
  if (!scene.plot.inset(-8, -4).contains(point)) return nullptr;
  const NetworkOp* nearest = nullptr;
  float least = reach;
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    if (scene.left(g) - reach > point.x || scene.right(g) + reach < point.x) continue;
    const NetworkGroup& group = scene.layout.groups()[g];
    for (const NetworkOp& op : scene.layout.ops(group)) {
      const float away = distance(scene, op, point);
      if (away >= least) continue;
      least = away;
      nearest = &op;
    }
  }
  return nearest;
}

std::string describe_network_op(const NetworkScene& scene, const NetworkOp& op) {
  std::string text;
  if (op.is_comparator()) {
    text = comparator_text(scene, op);
  } else {
    const FlowNode& node = scene.document.flow.nodes[op.node[0]];
    text = cell_text(scene.trace(), launch_of(scene.frame), node.array, node.index);
    const std::string value = scene.value(op.target, op.after[0]);
    if (!value.empty()) text += " = " + value;
    if (node.edge_count > 0) add_line(text, sources_of(scene, node));
    if (node.cut) add_line(text, cut_sources_text());
    if (node.copy && compared_equals(scene, node)) {
      add_line(text,
               tr("The lane compared equal values: the trace cannot tell which one it stored."));
    }
  }
  text += "\n" + where_text(scene, op);
  if (scene.time(op) == NetworkTime::later) add_line(text, tr("Still to come."));
  return text;
}

std::int32_t network_wire_at(const NetworkScene& scene, Point point) {
  if (!scene.plot.contains(point) || scene.layout.wires().empty()) return -1;
  const float near = std::max(4.0F, scene.spacing / 2);
  std::int32_t low = 0, high = static_cast<std::int32_t>(scene.layout.wires().size()) - 1;
  while (low < high) {  // the last wire not below the point, or the first
    const std::int32_t middle = (low + high + 1) / 2;
    if (scene.y(middle) - scene.spacing / 2 <= point.y) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return std::abs(scene.y(low) - point.y) <= near ? low : -1;
}

const NetworkEvent* network_event_at(const NetworkScene& scene, std::int32_t wire, float x) {
  const auto events = scene.layout.events(wire);
  const auto next = std::partition_point(events.begin(), events.end(), [&](const NetworkEvent& e) {
    return scene.x(scene.layout.ops()[e.op]) <= x;
  });
  return next == events.begin() ? nullptr : &*(next - 1);
}

std::string describe_network_wire(const NetworkScene& scene, std::int32_t wire, float x) {
  const NetworkEvent* event = network_event_at(scene, wire, x);
  const std::uint32_t word = event != nullptr ? event->word : scene.layout.first_word(wire);
  const std::string value = scene.value(wire, word);
  const std::string cell = cell_at(scene, wire);
  std::string text =
      value.empty() ? tr("{}: a value that the trace does not hold", cell) : cell + " = " + value;
  if (event == nullptr) {
    add_line(text, tr("as it was at first"));
    return text;
  }
  const Trace& trace = scene.trace();
  const Access& access = trace.accesses[event->access];
  // Translators: the cell has its value since {0}, a step of the kernel.
  add_line(text, tr("since {0}, line {1}", step_text(trace, trace.steps[access.step]),
                    trace.line_of(access)));
  if (event->access > scene.frame.access) add_line(text, tr("Still to come."));
  return text;
}

}  // namespace warpscope
