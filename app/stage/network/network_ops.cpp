#include "app/stage/network/network_ops.hpp"

#include <algorithm>
#include <utility>

#include "instrumentation/patterns/network_pairs.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t none = NetworkOp::none;

/// The properties that the two stores of a comparator share, beside their thread.
struct PairKey {
  std::int32_t array = 0;
  std::uint16_t sources = 0;  ///< 1: crossing copies, 2: both made of both
  std::int32_t low = 0;
  std::int32_t high = 0;
  friend bool operator==(const PairKey&, const PairKey&) = default;
};

/// Stores of a thread in the present step that have not found their other half.
struct OpenStores {
  static constexpr std::size_t most = 8;  // the other half follows soon, or not at all
  struct Store {
    PairKey key;
    std::uint32_t node = 0;
  };
  std::uint32_t step = NetworkOp::none;
  std::vector<Store> stores;
};

NetworkOrder order_of(double low, double high) {
  if (low < high) return NetworkOrder::larger_high;
  if (high < low) return NetworkOrder::larger_low;
  return NetworkOrder::unknown;
}

class Finder {
 public:
  Finder(const Trace& trace, const Dataflow& flow, const NetworkWires& wires)
      : trace_(trace),
        flow_(flow),
        wires_(wires),
        idle_(trace, flow),
        last_(wires.wires().size(), {none, 0}) {}

  std::vector<NetworkOp> find() {
    for (std::uint32_t step = 0; step + 1 < flow_.first_node_of_step.size(); ++step) {
      begin_ = flow_.first_node_of_step[step];
      end_ = flow_.first_node_of_step[step + 1];
      step_ = step;
      pair_nodes();
      add_nodes();
      for (const IdlePair& pair : idle_.of_step(step)) add_idle(pair);
    }
    return std::move(ops_);
  }

 private:
  [[nodiscard]] ElementType type(std::int32_t array) const { return trace_.arrays[array].type; }
  [[nodiscard]] bool same(ElementType element, std::uint32_t a, std::uint32_t b) const {
    if (a == none || b == none) return false;
    return same_value(element, value_at(trace_, flow_, element, a),
                      value_at(trace_, flow_, element, b));
  }
  [[nodiscard]] double number(ElementType element, std::uint32_t word) const {
    return numeric_value(element, value_at(trace_, flow_, element, word));
  }

  /// The wires of the one or two cells that a node is made of and lies on; false: not half of a
  /// pair.
  [[nodiscard]] bool pair_key(const FlowNode& node, PairKey& key) const {
    if (node.origin || !stores(trace_.accesses[node.access].operation)) return false;
    const std::uint32_t count = node.edge_count;
    if (count == 0 || count > 2) return false;
    const std::int32_t own = wires_.wire(node.array, node.index);
    std::int32_t other = -1;
    bool holds_own = false;
    for (const FlowEdge& edge : edges_of(flow_, node)) {
      const std::int32_t wire = wires_.wire(edge.array, edge.index);
      if (wire == own) holds_own = true;
      if (wire != own) other = wire;
    }
    if (own < 0 || other < 0 || holds_own != (count == 2)) return false;
    key = {node.array, static_cast<std::uint16_t>(count), std::min(own, other),
           std::max(own, other)};
    return true;
  }

  void pair_nodes() {
    partner_.assign(end_ - begin_, none);
    PairKey key;
    for (std::uint32_t n = begin_; n < end_; ++n) {
      const FlowNode& node = flow_.nodes[n];
      if (!pair_key(node, key)) continue;
      OpenStores& open = open_stores(trace_.accesses[node.access].warp * warp_lanes + node.lane);
      const auto other = std::ranges::find(open.stores, key, &OpenStores::Store::key);
      if (other == open.stores.end()) {
        if (open.stores.size() == OpenStores::most) open.stores.erase(open.stores.begin());
        open.stores.push_back({key, n});
      } else if (is_pair(other->node, n)) {
        partner_[other->node - begin_] = n;
        partner_[n - begin_] = other->node;
        open.stores.erase(other);
      } else {
        other->node = n;
      }
    }
  }

  OpenStores& open_stores(int thread) {
    const auto rank = static_cast<std::size_t>(thread);
    if (rank >= open_.size()) open_.resize(rank + warp_lanes);
    OpenStores& open = open_[rank];
    if (open.step != step_) open.stores.clear();
    open.step = step_;
    return open;
  }

  [[nodiscard]] bool is_pair(std::uint32_t m, std::uint32_t n) const {
    const FlowNode& first = flow_.nodes[m];
    const FlowNode& second = flow_.nodes[n];
    if (first.index == second.index) return false;
    for (const FlowEdge& edge : edges_of(flow_, second)) {
      if (edge.source == m) return false;
    }
    const NetworkOp op = comparator(m, n);
    const ElementType element = type(first.array);
    return (same(element, op.before[0], op.after[0]) && same(element, op.before[1], op.after[1])) ||
           (same(element, op.before[0], op.after[1]) && same(element, op.before[1], op.after[0]));
  }

  /// The comparator of two nodes that are a pair.
  [[nodiscard]] NetworkOp comparator(std::uint32_t m, std::uint32_t n) const {
    if (wire_of(m) > wire_of(n)) std::swap(m, n);
    NetworkOp op{.kind = NetworkKind::comparator, .lane = flow_.nodes[m].lane, .step = step_};
    op.low = op.target = wire_of(m);
    op.high = wire_of(n);
    op.node[0] = m;
    op.node[1] = n;
    op.begin = none;
    for (const std::uint32_t half : {m, n}) {
      const FlowNode& node = flow_.nodes[half];
      op.end = std::max(op.end, node.access);
      for (const FlowEdge& edge : edges_of(flow_, node)) {
        op.begin = std::min(op.begin, edge.load_access);
        op.before[wires_.wire(edge.array, edge.index) == op.low ? 0 : 1] =
            word_of(trace_, flow_, edge);
      }
      op.after[half == m ? 0 : 1] = node.first_word;
    }
    const ElementType element = type(flow_.nodes[m].array);
    op.exchanged = !same(element, op.before[0], op.after[0]);
    if (op.after[0] != none && op.after[1] != none) {
      op.order = order_of(number(element, op.after[0]), number(element, op.after[1]));
    }
    return op;
  }

  void add_nodes() {
    for (std::uint32_t n = begin_; n < end_; ++n) {
      const FlowNode& node = flow_.nodes[n];
      const std::uint32_t other = partner_[n - begin_];
      if (node.origin || wire_of(n) < 0 || (other != none && other > n)) continue;
      NetworkOp op = other == none ? single(n) : comparator(other, n);
      op.level = level(op, other == none ? n : op.node[0]);
      if (other != none) op.level = std::max(op.level, level(op, op.node[1]));
      set_level(op.target, op.level);
      if (op.is_comparator()) set_level(op.high, op.level);
      ops_.push_back(op);
    }
  }

  [[nodiscard]] NetworkOp single(std::uint32_t n) const {
    const FlowNode& node = flow_.nodes[n];
    NetworkOp op{.lane = node.lane, .step = step_};
    op.low = op.high = op.target = wire_of(n);
    op.begin = op.end = node.access;
    op.node[0] = n;
    op.after[0] = node.first_word;
    bool outside = false;
    for (const FlowEdge& edge : edges_of(flow_, node)) {
      const std::int32_t wire = wires_.wire(edge.array, edge.index);
      if (trace_.accesses[edge.load_access].step == step_) {
        op.begin = std::min(op.begin, edge.load_access);
      }
      outside = outside || wire < 0;
      if (wire < 0) continue;
      op.low = std::min(op.low, wire);
      op.high = std::max(op.high, wire);
    }
    const bool spans = op.low != op.high;
    op.kind = spans && node.copy                                         ? NetworkKind::move
              : spans || (!node.copy && !outside && node.edge_count > 0) ? NetworkKind::join
                                                                         : NetworkKind::stay;
    return op;
  }

  void add_idle(const IdlePair& pair) {
    const std::int32_t a = wires_.wire(pair.array, pair.read[0].index);
    const std::int32_t b = wires_.wire(pair.array, pair.read[1].index);
    if (a < 0 || b < 0 || a == b) return;
    NetworkOp op{.kind = NetworkKind::comparator, .lane = pair.lane, .step = step_};
    op.low = op.target = std::min(a, b);
    op.high = std::max(a, b);
    op.begin = pair.read[0].access;
    op.end = pair.read[1].access;
    for (const bool second : {false, true}) {
      const std::uint32_t word = pair.read[second ? 1 : 0].word;
      const std::size_t side = (second ? b : a) == op.low ? 0 : 1;
      op.before[side] = op.after[side] = word;
    }
    const ElementType element = type(pair.array);
    op.order = order_of(number(element, op.after[0]), number(element, op.after[1]));
    ops_.push_back(op);
  }

  [[nodiscard]] std::int32_t wire_of(std::uint32_t n) const {
    return wires_.wire(flow_.nodes[n].array, flow_.nodes[n].index);
  }
  [[nodiscard]] std::uint32_t level_on(std::int32_t wire) const {
    const auto& [step, level] = last_[static_cast<std::size_t>(wire)];
    return step == step_ ? level + 1 : 0;
  }
  void set_level(std::int32_t wire, std::uint32_t level) {
    last_[static_cast<std::size_t>(wire)] = {step_, level};
  }
  /// One more than the levels of the versions it is made of, and of the one it replaces.
  [[nodiscard]] std::uint32_t level(const NetworkOp& op, std::uint32_t n) const {
    const FlowNode& node = flow_.nodes[n];
    std::uint32_t deepest = level_on(op.target);
    if (op.is_comparator()) deepest = std::max(deepest, level_on(op.high));
    for (const FlowEdge& edge : edges_of(flow_, node)) {
      if (edge.source == FlowEdge::no_node || edge.source < begin_ || edge.source >= n) continue;
      const std::int32_t wire = wires_.wire(edge.array, edge.index);
      if (wire >= 0) deepest = std::max(deepest, level_on(wire));
    }
    return deepest;
  }

  const Trace& trace_;
  const Dataflow& flow_;
  const NetworkWires& wires_;
  IdlePairs idle_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> last_;  // per wire: step and level
  std::vector<std::uint32_t> partner_;                         // per node of the step
  std::vector<OpenStores> open_;                               // per thread
  std::vector<NetworkOp> ops_;
  std::uint32_t begin_ = 0, end_ = 0, step_ = 0;
};

}  // namespace

std::vector<NetworkOp> find_network_ops(const Trace& trace, const Dataflow& flow,
                                        const NetworkWires& wires) {
  return Finder(trace, flow, wires).find();
}

}  // namespace warpscope
