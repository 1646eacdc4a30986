#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/stage/tree/tree_labels.hpp"
#include "app/stage/tree/tree_layout.hpp"
#include "app/stage/tree/tree_rows.hpp"
#include "app/views/view.hpp"
#include "instrumentation/patterns/flow_uses.hpp"

namespace warpscope {

/// A node and everything that it was made from.
class Ancestry {
 public:
  /// Follows the edges back; does nothing if `node` is the one already followed.
  void follow(const Dataflow& flow, std::uint32_t node);
  void clear();

  [[nodiscard]] bool active() const { return !members_.empty(); }
  [[nodiscard]] bool contains(std::uint32_t node) const { return active() && contains_[node]; }
  /// Members that were read from memory older than the launch, or from an unknown source; 0 if
  /// there may be more, since edges of a member are left out.
  [[nodiscard]] std::size_t origins() const { return cut_ ? 0 : origins_; }

 private:
  std::vector<std::uint32_t> members_;  // the first is the node followed
  std::vector<bool> contains_;
  std::size_t origins_ = 0;
  bool cut_ = false;
};

enum class NodeTime : std::uint8_t {
  done,
  sibling,  ///< done, in the present step
  now,
  later,
};

/// An edge bends above the node it leads to: until then the value stays in its cell.
struct EdgePath {
  Point from, bend, to;
  /// 0: from, 1: to, 0.5: where a value waits between its load and its store; before the middle
  /// between bend and end, so that values that change places do not wait on one another.
  [[nodiscard]] Point at(float t) const;
};

/// Everything that the parts of the stage's picture share while one frame is drawn.
struct TreeScene {
  const Document& document;
  const Frame& frame;
  const TreeLayout& layout;
  const Ancestry& ancestry;
  const FlowUses& uses;
  Rect plot;   ///< rows and columns that are in sight, without labels and ruler
  Rect whole;  ///< where all rows and columns lie
  TreeRows rows;
  float widest_pill = 0;
  float gutter = 0;  ///< width of the row labels, at the area's left
  LabelLength labels = LabelLength::whole;
  float text_size = 12;  ///< of labels; values may have smaller digits
  float digit = 7;       ///< width of a character of a ruler
  bool stretched = false;
  std::uint32_t first_row = 0;  ///< visible rows
  std::uint32_t end_row = 0;

  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] const FlowNode& node(std::uint32_t n) const { return document.flow.nodes[n]; }
  [[nodiscard]] std::uint32_t present_step() const {
    return document.trace->accesses[frame.access].step;
  }
  [[nodiscard]] float x(std::uint32_t n) const;
  /// Of a place between the left end of all columns (0) and the right one (1).
  [[nodiscard]] float x_of(float share) const { return whole.x + whole.w * share; }
  /// Nodes of a row that are in sight or no further than `beside` from it, from left to right.
  [[nodiscard]] std::span<const std::uint32_t> nodes_near(const TreeRow& row, float beside) const;
  [[nodiscard]] float y(std::uint32_t row) const;
  [[nodiscard]] float y_of(std::uint32_t n) const;  ///< its row's, or its level's
  [[nodiscard]] NodeTime time(std::uint32_t n) const;
  [[nodiscard]] EdgePath path(std::uint32_t n, const FlowEdge& edge) const;
  /// Rows closer together than this are drawn as strips.
  [[nodiscard]] float crowded() const;
  /// Height of the pill around a value.
  [[nodiscard]] float pill() const { return rows.sizes().pill; }
  [[nodiscard]] std::string value(std::uint32_t n) const;  ///< all its digits
  /// Whether something else is pinned than its lane and its element.
  [[nodiscard]] bool fades(std::uint32_t n) const;
  [[nodiscard]] Color edge_color(std::uint32_t n) const;
  [[nodiscard]] Color node_color(std::uint32_t n) const;
};

/// format_value() writes all digits, shown_value() those that a picture has room for.
using ValueText = std::string (*)(ElementType, std::span<const std::uint32_t>);
/// A node's value as text; empty if never seen, "+3" if only the added value is known.
[[nodiscard]] std::string node_value(const Trace& trace, const Dataflow& flow, const FlowNode& node,
                                     ValueText write = format_value);
/// The value that was read along an edge; empty if the trace does not hold it.
[[nodiscard]] std::string edge_value(const Document& document, const FlowEdge& edge,
                                     ValueText write = format_value);

void draw_edges(Canvas& canvas, const TreeScene& scene);
void draw_nodes(Canvas& canvas, const TreeScene& scene);
/// Frames the nodes that hold what goes wrong in the present step.
void draw_tree_faults(Canvas& canvas, const TreeScene& scene);
/// The present access: its edges, and its values on their way.
void draw_motion(Canvas& canvas, const TreeScene& scene);

/// The node at a point; FlowEdge::no_node if there is none.
[[nodiscard]] std::uint32_t node_at(const TreeScene& scene, Point point);
[[nodiscard]] std::string describe_node(const TreeScene& scene, std::uint32_t n);

}  // namespace warpscope
