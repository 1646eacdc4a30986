#include "instrumentation/analysis/flow_draft.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "instrumentation/analysis/cell_map.hpp"
#include "instrumentation/analysis/flow_thread.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t no_value = FlowNode::no_value;
constexpr std::uint32_t no_node = FlowEdge::no_node;

void insert_once(std::vector<LoadSite>& sites, const LoadSite& site) {
  if (std::ranges::find(sites, site) == sites.end()) sites.push_back(site);
}

/// Loads that nothing in their own step uses, anywhere in the trace. Such a value is in a register
/// when the step ends: a later step stores or shuffles it.
std::set<LoadSite> unused_in_their_step(const Trace& trace) {
  std::set<LoadSite> loads, used;
  std::uint32_t using_lanes = 0;  // of later accesses of the same warp in the same step
  for (std::size_t a = trace.accesses.size(); a-- > 0;) {
    const Access& access = trace.accesses[a];
    const bool last = a + 1 == trace.accesses.size() || trace.accesses[a + 1].step != access.step ||
                      trace.accesses[a + 1].warp != access.warp;
    if (last) using_lanes = 0;
    if (access.operation == Operation::load) {
      const LoadSite site{access.line, access.array};
      ((using_lanes & access.mask) != 0 ? used : loads).insert(site);
    } else if (access.operation != Operation::atomic_add) {
      using_lanes |= access.mask;
    }
  }
  for (const LoadSite& site : used) loads.erase(site);
  return loads;
}

class Drafter {
 public:
  explicit Drafter(const Trace& trace)
      : trace_(trace), kept_(unused_in_their_step(trace)), cells_(trace.arrays.size()) {}

  FlowDraft draft() {
    reserve();
    std::vector<std::uint32_t>& first = draft_.flow.first_node_of_step;
    for (std::uint32_t s = 0; s < trace_.steps.size(); ++s) {
      const Step& step = trace_.steps[s];
      first.push_back(node_count());
      if (s == trace_.launches[step.launch].first_step) begin_launch();
      for (std::uint32_t a = 0; a < step.access_count; ++a) visit(step.first_access + a);
    }
    first.push_back(node_count());
    return std::move(draft_);
  }

 private:
  /// One active lane of the present access.
  struct Lane {
    int number = 0;
    std::int32_t index = 0;
    std::uint32_t first_word = 0;
  };

  /// A large trace makes millions of nodes: growing would copy them over and over.
  void reserve() {
    std::size_t nodes = 0, loads = 0;
    for (const Access& access : trace_.accesses) {
      (access.operation == Operation::load ? loads : nodes) +=
          static_cast<std::size_t>(access.active());
    }
    draft_.flow.nodes.reserve(nodes);
    draft_.store_site.reserve(nodes);
    reads_before_.reserve(nodes);
    draft_.flow.edges.reserve(loads);
    draft_.keys.reserve(loads);
  }

  void begin_launch() {
    threads_.clear();
    for (std::size_t a = 0; a < cells_.size(); ++a) {
      if (trace_.arrays[a].space == Space::shared) cells_[a].clear();
    }
  }

  void visit(std::uint32_t number) {
    number_ = number;
    access_ = trace_.accesses[number];
    const auto width = static_cast<std::uint64_t>(type(access_.array).words());
    lanes_.clear();
    const auto indices = trace_.lane_indices(access_);
    for_each_lane(access_.mask, [&](int lane, int k) {
      const auto word = access_.first_word + width * static_cast<std::uint64_t>(k);
      lanes_.push_back(
          {lane, indices[static_cast<std::size_t>(k)], static_cast<std::uint32_t>(word)});
    });
    switch (access_.operation) {
      case Operation::load: return load();
      case Operation::store: return store();
      case Operation::atomic_add: return add();
      case Operation::shuffle: return shuffle();
    }
  }

  void load() {
    const LoadSite site{access_.line, access_.array};
    const bool keep = kept_.contains(site);
    for (const Lane& lane : lanes_) {
      FlowThread& reader = thread(lane.number);
      const std::uint32_t version = cells_[access_.array].get(lane.index);
      if (version != no_node) {
        FlowNode& node = draft_.flow.nodes[version];
        if (node.first_word == no_value) node.first_word = lane.first_word;
        // A thread that reads back its own result goes on from there.
        const bool own = node.step == access_.step && node.lane == lane.number &&
                         trace_.accesses[node.access].warp == access_.warp;
        if (own) reader.first_read = std::max(reader.first_read, reads_before_[version]);
      }
      reader.reads.push_back(
          {{version, number_, access_.array, lane.index}, site, lane.first_word, keep});
    }
  }

  void store() {
    const std::uint32_t site = store_site();
    for (const Lane& lane : lanes_) {
      FlowThread& writer = thread(lane.number);
      const std::uint32_t first = writer.first_read_for(site);
      begin_node(lane, lane.first_word, site);
      add_reads(writer, first, draft_.store_sites[site]);
      match(draft_.store_sites[site], writer, first, lane);
      const auto reads = static_cast<std::uint32_t>(writer.reads.size());
      writer.use(first);
      writer.marks.push_back({site, reads});
      reads_before_.back() = reads;
    }
    for (std::size_t k = 0; k < lanes_.size(); ++k) make_current(lanes_[k], k);
  }

  void add() {
    for (const Lane& lane : lanes_) {
      const std::uint32_t before = cells_[access_.array].get(lane.index);
      begin_node(lane, no_value, FlowDraft::no_site);  // the trace holds what was added
      add_edge({before, number_, access_.array, lane.index}, {});
      cells_[access_.array].set(lane.index, node_count() - 1);
    }
  }

  void shuffle() {
    // All lanes read before any of them has its new value.
    for (Lane& lane : lanes_) {
      const int partner = lane.index % warp_lanes;
      lane.index = rank(lane.number);
      FlowThread& own = thread(lane.number);
      if (own.register_node != no_node && !own.has_loads()) {
        FlowNode& before = draft_.flow.nodes[own.register_node];
        if (before.first_word == no_value) before.first_word = lane.first_word;
      }
      begin_node(lane, no_value, FlowDraft::no_site);
      add_register(lane.number);
      if (partner >= 0 && partner != lane.number) add_register(partner);
    }
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
      Read result{{node_of(k), number_, access_.array, lanes_[k].index},
                  {access_.line, access_.array}};
      result.keep = result.is_register = true;
      thread(lanes_[k].number).replace_register(result);
    }
  }

  /// Edges for what a thread's register holds: what it loaded since its last shuffle, else what
  /// that shuffle gave.
  void add_register(int lane) {
    FlowThread& owner = thread(lane);
    if (owner.has_loads()) {
      for (std::size_t r = owner.first_read; r < owner.reads.size(); ++r) {
        const Read& read = owner.reads[r];
        if (read.is_register) continue;
        add_edge(read.edge, {read.site, 0});
        insert_once(draft_.shuffled, read.site);
      }
    } else if (owner.register_node != no_node) {
      add_edge({owner.register_node, number_, access_.array, rank(lane)}, {});
    }
  }

  /// Edges for all reads from `first` on, counted backwards per site.
  void add_reads(const FlowThread& writer, std::uint32_t first, StoreSite& store) {
    counts_.clear();
    keys_.resize(writer.reads.size());
    for (std::size_t r = writer.reads.size(); r-- > first;) {
      const LoadSite site = writer.reads[r].site;
      auto count = std::ranges::find(counts_, site, &LoadKey::site);
      if (count == counts_.end()) count = counts_.insert(count, {site, 0});
      keys_[r] = {site, count->back++};
    }
    for (std::size_t r = first; r < writer.reads.size(); ++r) {
      add_edge(writer.reads[r].edge, keys_[r]);
    }
    for (const LoadKey& count : counts_) insert_once(store.loads, count.site);
  }

  /// Keeps those of the site's candidates that have the stored value this time as well.
  void match(StoreSite& site, const FlowThread& writer, std::uint32_t first, const Lane& lane) {
    const std::size_t count = writer.reads.size() - first;
    if (count == 1 && writer.reads[first].is_register) {
      learn_register(writer.reads[first].edge.source, lane);
      return;  // a register's value is not seen when it is read
    }
    if (count == 1 && !same_value(writer.reads[first], lane)) site.copies_alone = false;
    if (site.seen && site.matches.empty()) return;
    present_.clear();
    for (std::size_t r = first; r < writer.reads.size(); ++r) {
      const Read& read = writer.reads[r];
      if (!same_value(read, lane)) continue;
      const bool own_cell = read.edge.array == access_.array && read.edge.index == lane.index;
      present_.push_back({keys_[r], own_cell && count > 1});
    }
    if (!site.seen) {
      site.matches = present_;
      site.seen = true;
      return;
    }
    std::erase_if(site.matches, [&](StoreSite::Match& match) {
      const auto found = std::ranges::find(present_, match.key, &StoreSite::Match::key);
      if (found == present_.end()) return true;
      match.own_cell |= found->own_cell;
      return false;
    });
  }

  void learn_register(std::uint32_t node, const Lane& lane) {
    FlowNode& source = draft_.flow.nodes[node];
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
    node.first_edge = static_cast<std::uint32_t>(draft_.flow.edges.size());
    draft_.flow.nodes.push_back(node);
    draft_.store_site.push_back(site);
    reads_before_.push_back(0);
  }
  void add_edge(const FlowEdge& edge, const LoadKey& key) {
    draft_.flow.edges.push_back(edge);
    draft_.keys.push_back(key);
  }
  void make_current(const Lane& lane, std::size_t k) {
    cells_[access_.array].set(lane.index, node_of(k));
  }

  std::uint32_t store_site() {
    const auto count = static_cast<std::uint32_t>(draft_.store_sites.size());
    const auto [found, fresh] = site_of_store_.try_emplace({access_.line, access_.array}, count);
    if (fresh) draft_.store_sites.emplace_back();
    return found->second;
  }
  FlowThread& thread(int lane) {
    const auto number = static_cast<std::size_t>(rank(lane));
    if (number >= threads_.size()) threads_.resize(number + warp_lanes);
    threads_[number].enter(access_.step);
    return threads_[number];
  }
  [[nodiscard]] int rank(int lane) const { return access_.warp * warp_lanes + lane; }
  [[nodiscard]] ElementType type(std::uint16_t array) const { return trace_.arrays[array].type; }
  [[nodiscard]] std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(draft_.flow.nodes.size());
  }
  /// The node that the k-th lane of the present access made.
  [[nodiscard]] std::uint32_t node_of(std::size_t k) const {
    return node_count() - static_cast<std::uint32_t>(lanes_.size() - k);
  }

  const Trace& trace_;
  const std::set<LoadSite> kept_;
  FlowDraft draft_;
  std::map<LoadSite, std::uint32_t> site_of_store_;
  std::vector<CellMap> cells_;       // per array: the node of each element's present version
  std::vector<FlowThread> threads_;  // by rank
  std::vector<std::uint32_t> reads_before_;  // per node: reads of its thread before the store
  // The present access.
  std::uint32_t number_ = 0;
  Access access_;
  std::vector<Lane> lanes_;
  std::vector<LoadKey> keys_, counts_;
  std::vector<StoreSite::Match> present_;
};

}  // namespace

FlowDraft draft_flow(const Trace& trace) { return Drafter(trace).draft(); }

}  // namespace warpscope
