#include "instrumentation/analysis/flow_draft.hpp"

#include <algorithm>

#include "instrumentation/analysis/cell_map.hpp"
#include "instrumentation/analysis/flow_builder.hpp"
#include "instrumentation/analysis/flow_thread.hpp"
#include "instrumentation/trace/store_order.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t no_value = FlowNode::no_value;
constexpr std::uint32_t no_node = FlowEdge::no_node;

class Drafter {
 public:
  Drafter(const Trace& trace, const FlowSites& sites, std::span<const OperandRule> rules)
      : trace_(trace),
        sites_(sites),
        rules_(rules),
        kept_(kept_beyond_their_step(trace, sites)),
        has_origins_(!keeps_values(trace)),
        flow_(trace, sites.count()),
        cells_(trace.arrays.size()) {}

  FlowDraft draft() {
    for (std::uint32_t s = 0; s < trace_.steps.size(); ++s) {
      const Step& step = trace_.steps[s];
      flow_.begin_step();
      if (s == trace_.launches[step.launch].first_step) begin_launch();
      for (std::uint32_t a = 0; a < step.access_count; ++a) visit(step.first_access + a);
    }
    flow_.begin_step();
    return flow_.take();
  }

 private:
  /// One active lane of the present access; if it moves several elements, one of them.
  struct Lane {
    int number = 0;
    ElementIndex index = 0;
    std::uint32_t first_word = 0;
    std::uint32_t site = 0;
  };

  void begin_launch() {
    threads_.clear();
    for (std::size_t a = 0; a < cells_.size(); ++a) {
      const Space space = trace_.arrays[a].space;
      if (!is_lasting(space) && service_of(space) != Service::none) cells_[a].clear();
    }
  }

  void visit(std::uint32_t number) {
    number_ = number;
    access_ = trace_.accesses[number];
    site_ = sites_.of_access[number];
    const auto width = static_cast<std::uint64_t>(type(access_.array).words());
    lanes_.clear();
    const auto indices = trace_.lane_indices(access_);
    const bool shuffles = exchanges(access_.operation);
    const auto lane_words = trace_.lane_words(access_);
    for_each_lane(access_.mask, [&](int lane, int k) {
      for (std::uint32_t e = 0; e < access_.elements; ++e) {
        const auto word =
            access_.first_word + lane_words * static_cast<std::uint64_t>(k) + width * e;
        const ElementIndex index = indices[static_cast<std::size_t>(k)] + e;
        // An element out of bounds does not exist; a finding tells of it.
        const bool there = index >= 0 && index < trace_.arrays[access_.array].count;
        if (!there && !shuffles) continue;
        lanes_.push_back({lane, index, static_cast<std::uint32_t>(word), site_ + e});
      }
    });
    switch (kind_of(access_.operation)) {
      case OperationKind::load: return load();
      case OperationKind::store:
      case OperationKind::copy: return store();
      case OperationKind::exchange: return shuffle();
      case OperationKind::atomic: return combine();
      case OperationKind::hint: break;
    }
  }

  void load() {
    for (const Lane& lane : lanes_) {
      const std::uint32_t version = version_read(lane);
      FlowThread& reader = thread(lane.number);
      if (version != no_node) {
        const FlowNode& node = flow_.node(version);
        // A thread that reads back its own result goes on from there.
        const bool own = !node.origin && node.step == access_.step && node.lane == lane.number &&
                         trace_.accesses[node.access].warp == access_.warp;
        if (own) reader.skip_to(reads_before_[version]);
      }
      reader.reads.push_back({{version, number_, access_.array, lane.index},
                              lane.site,
                              lane.first_word,
                              kept_[lane.site]});
    }
  }

  /// The node that a lane loads; no_node: memory as it was before, which has none.
  std::uint32_t version_read(const Lane& lane) {
    CellMap& cells = cells_[access_.array];
    const Space space = trace_.arrays[access_.array].space;
    const std::uint32_t version = cells.get(lane.index);
    if (version != no_node) {
      FlowNode& node = flow_.node(version);
      const Operation maker = trace_.accesses[node.access].operation;
      if (node.first_word == no_value || is_atomic(maker)) {
        node.first_word = lane.first_word;  // now it is known
        node.relative = false;
      }
      if (!is_lasting(space) || flow_.has_value(node, lane.first_word)) return version;
    }
    if (!has_origins_ || !is_lasting(space)) return no_node;
    begin_node(lane, lane.first_word, FlowDraft::no_site);
    flow_.last().origin = true;
    cells.set(lane.index, flow_.count() - 1);
    return flow_.count() - 1;
  }

  void store() {
    std::uint32_t first = 0;
    bool numbered = false;  // the reads of the present lane
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
      const Lane& lane = lanes_[k];
      FlowThread& writer = thread(lane.number);
      const bool begins = k == 0 || lanes_[k - 1].number != lane.number;
      const bool ends = k + 1 == lanes_.size() || lanes_[k + 1].number != lane.number;
      if (begins) numbered = false;
      if (begins) first = writer.first_read_for(site_);  // for all elements that the lane stores
      begin_node(lane, lane.first_word, lane.site);
      if (sites_.literal[lane.site]) {
        // No read feeds it, and all of them wait for another store.
      } else if (rules_.empty() || rules_[lane.site].kind == OperandRule::Kind::all) {
        if (flow_.has_room(writer.reads.size() - first)) {
          if (!numbered) writer.number_reads(first, keys_);
          numbered = true;
          add_reads(writer, first, lane.site);
          match(writer, first, lane);
        }
        if (ends) writer.use(first);
      } else {
        take(writer, first, rules_[lane.site]);
      }
      reads_before_.back() = static_cast<std::uint32_t>(writer.reads.size());
      if (ends) writer.marks.push_back({site_, reads_before_.back()});
    }
    numbers_.clear();
    for (const Lane& lane : lanes_) numbers_.push_back(lane.number);
    for_each_in_store_order(numbers_, trace_.lane_bytes(access_), trace_.header.highest_lane_wins,
                            [&](int k) { make_current(static_cast<std::size_t>(k)); });
  }

  /// Lanes whose atomics meet in one cell make one version of it.
  void combine() {
    std::stable_sort(lanes_.begin(), lanes_.end(),
                     [](const Lane& a, const Lane& b) { return a.index < b.index; });
    for (std::size_t first = 0; first < lanes_.size();) {
      const std::uint32_t before = cells_[access_.array].get(lanes_[first].index);
      begin_node(lanes_[first], no_value, FlowDraft::no_site);
      flow_.begin_computed(before);
      flow_.add_edge({before, number_, access_.array, lanes_[first].index}, {});
      std::size_t last = first;
      for (; last < lanes_.size() && lanes_[last].index == lanes_[first].index; ++last) {
        FlowThread& writer = thread(lanes_[last].number);
        const std::uint32_t from = writer.first_read_for(site_);
        if (flow_.has_room(writer.reads.size() - from)) {
          writer.number_reads(from, keys_);
          add_reads(writer, from, site_);
        }
        writer.use(from);
        writer.marks.push_back({site_, static_cast<std::uint32_t>(writer.reads.size())});
        flow_.apply_to_value(access_.operation, lanes_[last].first_word);
      }
      cells_[access_.array].set(lanes_[first].index, flow_.count() - 1);
      first = last;
    }
  }

  void shuffle() {
    // All lanes read before any of them has its new value.
    for (Lane& lane : lanes_) {
      const int partner = lane.index % warp_lanes;
      lane.index = rank(lane.number);
      FlowThread& own = thread(lane.number);
      if (own.register_node != no_node && !own.has_loads()) {
        learn_register(own.register_node, lane);
      }
      begin_node(lane, no_value, FlowDraft::no_site);
      add_register(lane.number);
      if (partner >= 0 && partner != lane.number) add_register(partner);
    }
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
      Read result{{node_of(k), number_, access_.array, lanes_[k].index}, site_};
      result.keep = result.is_register = true;
      thread(lanes_[k].number).replace_register(result);
    }
  }

  /// Edges for what a thread's register holds: what it loaded since its last shuffle, else what
  /// that shuffle gave.
  void add_register(int lane) {
    FlowThread& owner = thread(lane);
    if (owner.has_loads()) {
      if (!flow_.has_room(owner.reads.size() - owner.first_read)) return;
      for (std::size_t r = owner.first_read; r < owner.reads.size(); ++r) {
        const Read& read = owner.reads[r];
        if (read.is_register) continue;
        flow_.add_edge(read.edge, {read.site, 0});
        flow_.add_shuffled(read.site);
      }
    } else if (owner.register_node != no_node) {
      flow_.add_edge({owner.register_node, number_, access_.array, rank(lane)}, {});
    }
  }

  /// Edges for all reads from `first` on; keys_ are theirs, as number_reads() counts them.
  void add_reads(const FlowThread& writer, std::uint32_t first, std::uint32_t site) {
    for (std::size_t r = first; r < writer.reads.size(); ++r) {
      flow_.add_edge(writer.reads[r].edge, keys_[r - first]);
    }
    const std::uint32_t held = std::max(writer.held, first) - first;
    flow_.site(site).add_loads(access_.array, keys_, held);
  }

  /// Edges for the reads that a store is known to take. The thread's other reads wait for another
  /// store.
  void take(FlowThread& writer, std::uint32_t first, const OperandRule& rule) {
    writer.find_taken(first, rule, taken_);
    for (const std::size_t r : taken_) {
      const bool one = rule.kind == OperandRule::Kind::one;
      flow_.add_edge(writer.reads[r].edge, one ? rule.one : LoadKey{writer.reads[r].site, 0});
      writer.use_one(r);
    }
  }

  /// Shows the site the value that its store stored, and the reads that may have made it.
  void match(const FlowThread& writer, std::uint32_t first, const Lane& lane) {
    StoreSite& site = flow_.site(lane.site);
    const std::size_t count = writer.reads.size() - first;
    if (count == 1 && writer.reads[first].is_register) {
      learn_register(writer.reads[first].edge.source, lane);
      return;  // a register's value is not seen when it is read
    }
    if (count == 1 && !same_value(writer.reads[first], lane)) site.combines_alone();
    if (!site.open()) return;
    reaching_.clear();
    for (std::size_t r = first; r < writer.reads.size(); ++r) {
      const Read& read = writer.reads[r];
      const bool own_cell = read.edge.array == access_.array && read.edge.index == lane.index;
      if (read.is_register) site.see_register();
      reaching_.push_back({keys_[r - first], read.edge.array, same_value(read, lane), own_cell});
    }
    site.see(reaching_);
  }

  void learn_register(std::uint32_t node, const Lane& lane) {
    FlowNode& source = flow_.node(node);
    if (source.first_word == no_value && type(source.array) == type(access_.array)) {
      source.first_word = lane.first_word;
    }
  }

  [[nodiscard]] bool same_value(const Read& read, const Lane& lane) const {
    if (read.is_register || !(type(read.edge.array) == type(access_.array))) return false;
    const auto width = type(access_.array).words();
    return std::equal(trace_.words.begin() + read.first_word,
                      trace_.words.begin() + read.first_word + width,
                      trace_.words.begin() + lane.first_word);
  }

  void begin_node(const Lane& lane, std::uint32_t first_word, std::uint32_t site) {
    FlowNode node;
    node.array = access_.array;
    node.index = lane.index;
    node.access = number_;
    node.step = access_.step;
    node.lane = static_cast<std::uint8_t>(lane.number);
    node.first_word = first_word;
    flow_.begin_node(node, site);
    reads_before_.push_back(0);
  }
  void make_current(std::size_t k) { cells_[access_.array].set(lanes_[k].index, node_of(k)); }

  FlowThread& thread(int lane) {
    const auto number = static_cast<std::size_t>(rank(lane));
    if (number >= threads_.size()) threads_.resize(number + warp_lanes);
    threads_[number].enter(access_.step);
    return threads_[number];
  }
  [[nodiscard]] int rank(int lane) const { return access_.warp * warp_lanes + lane; }
  [[nodiscard]] ElementType type(std::int32_t array) const { return trace_.arrays[array].type; }
  /// The node that the k-th lane of the present access made.
  [[nodiscard]] std::uint32_t node_of(std::size_t k) const {
    return flow_.count() - static_cast<std::uint32_t>(lanes_.size() - k);
  }

  const Trace& trace_;
  const FlowSites& sites_;
  const std::span<const OperandRule> rules_;  // by site; none while they are learned
  const std::vector<bool> kept_;
  const bool has_origins_;
  FlowBuilder flow_;
  std::vector<CellMap> cells_;       // per array: the node of each element's present version
  std::vector<FlowThread> threads_;  // by rank
  std::vector<std::uint32_t> reads_before_;  // per node: reads of its thread before the store
  // The present access.
  std::uint32_t number_ = 0, site_ = 0;
  Access access_;
  std::vector<Lane> lanes_;
  std::vector<int> numbers_;  // of the lanes
  std::vector<LoadKey> keys_;
  std::vector<std::size_t> taken_;
  std::vector<Reaching> reaching_;
};

}  // namespace

FlowDraft draft_flow(const Trace& trace, const FlowSites& sites,
                     std::span<const OperandRule> rules) {
  return Drafter(trace, sites, rules).draft();
}

}  // namespace warpscope
