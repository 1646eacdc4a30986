#include "instrumentation/analysis/flow_draft.hpp"

#include <algorithm>
#include <set>

#include "instrumentation/analysis/cell_map.hpp"
#include "instrumentation/analysis/flow_builder.hpp"
#include "instrumentation/analysis/flow_habits.hpp"
#include "instrumentation/analysis/flow_thread.hpp"
#include "instrumentation/trace/store_order.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t no_value = FlowNode::no_value;
constexpr std::uint32_t no_node = FlowEdge::no_node;

class Drafter {
 public:
  explicit Drafter(const Trace& trace)
      : trace_(trace),
        kept_(unused_in_their_step(trace)),
        has_origins_(!keeps_values(trace)),
        flow_(trace),
        cells_(trace.arrays.size()) {}

  FlowDraft draft() {
    for (std::uint32_t s = 0; s < trace_.steps.size(); ++s) {
      const Step& step = trace_.steps[s];
      flow_.begin_step();
      if (s == trace_.launches[step.launch].first_step) begin_launch(step.launch);
      for (std::uint32_t a = 0; a < step.access_count; ++a) visit(step.first_access + a);
    }
    flow_.begin_step();
    return flow_.take();
  }

 private:
  /// One active lane of the present access.
  struct Lane {
    int number = 0;
    std::int32_t index = 0;
    std::uint32_t first_word = 0;
  };

  void begin_launch(std::uint32_t launch) {
    threads_.clear();
    source_ = trace_.launches[launch].source;
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
    const bool shuffles = access_.operation == Operation::shuffle;
    for_each_lane(access_.mask, [&](int lane, int k) {
      const auto word = access_.first_word + width * static_cast<std::uint64_t>(k);
      const std::int32_t index = indices[static_cast<std::size_t>(k)];
      // What lies out of bounds is not there: a finding tells of it.
      const bool there = index >= 0 && index < trace_.arrays[access_.array].count;
      if (there || shuffles) lanes_.push_back({lane, index, static_cast<std::uint32_t>(word)});
    });
    switch (access_.operation) {
      case Operation::load: return load();
      case Operation::store: return store();
      case Operation::atomic_add: return add();
      case Operation::shuffle: return shuffle();
    }
  }

  void load() {
    const LoadSite site{source_, access_.line, access_.array};
    const bool keep = kept_.contains(site);
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
      reader.reads.push_back(
          {{version, number_, access_.array, lane.index}, site, lane.first_word, keep});
    }
  }

  /// The node that a lane loads; no_node: memory as it was before, which has none.
  std::uint32_t version_read(const Lane& lane) {
    CellMap& cells = cells_[access_.array];
    const Space space = trace_.arrays[access_.array].space;
    const std::uint32_t version = cells.get(lane.index);
    if (version != no_node) {
      FlowNode& node = flow_.node(version);
      if (node.first_word == no_value || is_atomic(node)) {
        node.first_word = lane.first_word;  // now it is known
        node.relative = false;
      }
      if (space != Space::global || flow_.has_value(node, lane.first_word)) return version;
    }
    if (!has_origins_ || (space != Space::global && space != Space::constant)) return no_node;
    begin_node(lane, lane.first_word, FlowDraft::no_site);
    flow_.last().origin = true;
    cells.set(lane.index, flow_.count() - 1);
    return flow_.count() - 1;
  }

  void store() {
    const std::uint32_t site = flow_.store_site({source_, access_.line, access_.array});
    for (const Lane& lane : lanes_) {
      FlowThread& writer = thread(lane.number);
      const std::uint32_t first = writer.first_read_for(site);
      begin_node(lane, lane.first_word, site);
      add_reads(writer, first, flow_.site(site));
      match(flow_.site(site), writer, first, lane);
      const auto reads = static_cast<std::uint32_t>(writer.reads.size());
      writer.use(first);
      writer.marks.push_back({site, reads});
      reads_before_.back() = reads;
    }
    numbers_.clear();
    for (const Lane& lane : lanes_) numbers_.push_back(lane.number);
    for_each_in_store_order(numbers_, type(access_.array).bytes(), trace_.header.highest_lane_wins,
                            [&](int k) { make_current(static_cast<std::size_t>(k)); });
  }

  /// Lanes that add to one cell make one version of it.
  void add() {
    const std::uint32_t site = flow_.store_site({source_, access_.line, access_.array});
    std::stable_sort(lanes_.begin(), lanes_.end(),
                     [](const Lane& a, const Lane& b) { return a.index < b.index; });
    for (std::size_t first = 0; first < lanes_.size();) {
      const std::uint32_t before = cells_[access_.array].get(lanes_[first].index);
      begin_node(lanes_[first], no_value, FlowDraft::no_site);
      flow_.begin_sum(before);
      flow_.add_edge({before, number_, access_.array, lanes_[first].index}, {});
      std::size_t last = first;
      for (; last < lanes_.size() && lanes_[last].index == lanes_[first].index; ++last) {
        FlowThread& writer = thread(lanes_[last].number);
        const std::uint32_t from = writer.first_read_for(site);
        add_reads(writer, from, flow_.site(site));
        writer.use(from);
        writer.marks.push_back({site, static_cast<std::uint32_t>(writer.reads.size())});
        flow_.add_to_sum(lanes_[last].first_word);
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
        FlowNode& before = flow_.node(own.register_node);
        const bool fits = type(before.array) == type(access_.array);
        if (fits && before.first_word == no_value) before.first_word = lane.first_word;
      }
      begin_node(lane, no_value, FlowDraft::no_site);
      add_register(lane.number);
      if (partner >= 0 && partner != lane.number) add_register(partner);
    }
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
      Read result{{node_of(k), number_, access_.array, lanes_[k].index},
                  {source_, access_.line, access_.array}};
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
        flow_.add_edge(read.edge, {read.site, 0});
        flow_.add_shuffled(read.site);
      }
    } else if (owner.register_node != no_node) {
      flow_.add_edge({owner.register_node, number_, access_.array, rank(lane)}, {});
    }
  }

  /// Edges for all reads from `first` on, counted backwards per site; keys_ are theirs.
  void add_reads(const FlowThread& writer, std::uint32_t first, StoreSite& store) {
    counts_.clear();
    keys_.resize(writer.reads.size() - first);
    for (std::size_t r = writer.reads.size(); r-- > first;) {
      const LoadSite site = writer.reads[r].site;
      auto count = std::ranges::find(counts_, site, &LoadKey::site);
      if (count == counts_.end()) count = counts_.insert(count, {site, 0});
      keys_[r - first] = {site, count->back++};
    }
    for (std::size_t r = first; r < writer.reads.size(); ++r) {
      flow_.add_edge(writer.reads[r].edge, keys_[r - first]);
    }
    for (const LoadKey& count : counts_) store.add_load(count.site);
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
    const std::size_t end = count > StoreSite::most_matches ? first : writer.reads.size();
    for (std::size_t r = first; r < end; ++r) {
      const Read& read = writer.reads[r];
      if (!same_value(read, lane)) continue;
      const bool own_cell = read.edge.array == access_.array && read.edge.index == lane.index;
      present_.push_back({keys_[r - first], own_cell && count > 1});
    }
    site.keep_matches(present_);
  }

  void learn_register(std::uint32_t node, const Lane& lane) {
    FlowNode& source = flow_.node(node);
    if (source.first_word == no_value && type(source.array) == type(access_.array)) {
      source.first_word = lane.first_word;
    }
  }

  [[nodiscard]] bool is_atomic(const FlowNode& node) const {
    return trace_.accesses[node.access].operation == Operation::atomic_add;
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
  [[nodiscard]] ElementType type(std::uint16_t array) const { return trace_.arrays[array].type; }
  /// The node that the k-th lane of the present access made.
  [[nodiscard]] std::uint32_t node_of(std::size_t k) const {
    return flow_.count() - static_cast<std::uint32_t>(lanes_.size() - k);
  }

  const Trace& trace_;
  const std::set<LoadSite> kept_;
  const bool has_origins_;
  FlowBuilder flow_;
  std::vector<CellMap> cells_;       // per array: the node of each element's present version
  std::vector<FlowThread> threads_;  // by rank
  std::vector<std::uint32_t> reads_before_;  // per node: reads of its thread before the store
  std::uint32_t source_ = 0;                 // of the present launch
  // The present access.
  std::uint32_t number_ = 0;
  Access access_;
  std::vector<Lane> lanes_;
  std::vector<int> numbers_;  // of the lanes
  std::vector<LoadKey> keys_, counts_;
  std::vector<StoreSite::Match> present_;
};

}  // namespace

FlowDraft draft_flow(const Trace& trace) { return Drafter(trace).draft(); }

}  // namespace warpscope
