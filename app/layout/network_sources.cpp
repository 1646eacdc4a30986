#include "app/layout/network_sources.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace warpscope {
namespace {

constexpr std::uint16_t most_edges = 8;  // a selection among more would be a strange one

/// What a store site reads in a launch, and whether that always had the stored value.
struct Candidate {
  std::uint16_t array = 0;
  std::uint32_t line = 0;  ///< 0: the whole array
  bool always = true;
};
struct Site {
  std::vector<Candidate> arrays, lines;
  bool open = true;
};
using SiteKey = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t>;  // launch, line, array

SiteKey key_of(const Trace& trace, const FlowNode& node) {
  const Access& access = trace.accesses[node.access];
  return {trace.steps[access.step].launch, access.line, node.array};
}

void add(std::vector<Candidate>& all, std::uint16_t array, std::uint32_t line) {
  const bool known = std::ranges::any_of(all, [&](const Candidate& candidate) {
    return candidate.array == array && candidate.line == line;
  });
  if (!known) all.push_back({array, line});
}

class Looker {
 public:
  Looker(const Trace& trace, const Dataflow& flow) : trace_(trace), flow_(flow) {}

  void look_at(Site& site, const FlowNode& node) const {
    const Operation operation = trace_.accesses[node.access].operation;
    site.open = site.open && operation == Operation::store && node.edge_count <= most_edges &&
                node.first_word != FlowNode::no_value;
    if (!site.open) return;
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const FlowEdge& edge = flow_.edges[e];
      add(site.arrays, edge.array, 0);
      add(site.lines, edge.array, trace_.accesses[edge.load_access].line);
    }
    for (auto* candidates : {&site.arrays, &site.lines}) {
      for (Candidate& candidate : *candidates) {
        candidate.always = candidate.always && has_value(candidate, node);
      }
    }
  }

 private:
  [[nodiscard]] bool has_value(const Candidate& candidate, const FlowNode& node) const {
    const ElementType type = trace_.arrays[node.array].type;
    if (!(trace_.arrays[candidate.array].type == type)) return false;
    const auto stored = value_at(trace_, flow_, type, node.first_word);
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const FlowEdge& edge = flow_.edges[e];
      const std::uint32_t line = trace_.accesses[edge.load_access].line;
      if (edge.array != candidate.array || (candidate.line != 0 && line != candidate.line))
        continue;
      const auto read = value_at(trace_, flow_, type, word_of(trace_, flow_, edge));
      if (!read.empty() && same_value(type, read, stored)) return true;
    }
    return false;
  }

  const Trace& trace_;
  const Dataflow& flow_;
};

/// Chooses what each site takes from. Where several lines always had the stored value, as copies of
/// equal numbers do, each store takes one that no other does.
class Chooser {
 public:
  explicit Chooser(const std::map<SiteKey, Site>& sites) {
    for (const bool tied : {false, true}) {
      for (const auto& [key, site] : sites) {
        if (!site.open || site.arrays.size() < 2) continue;
        const auto lines = std::ranges::count(site.lines, true, &Candidate::always);
        if ((lines > 1) == tied) choose(std::get<0>(key), site);
      }
    }
  }
  [[nodiscard]] const Candidate* of(const Site* site) const {
    const auto found = chosen_.find(site);
    return found == chosen_.end() ? nullptr : found->second;
  }

 private:
  void choose(std::uint32_t launch, const Site& site) {
    const Candidate* best = nullptr;
    for (const Candidate& line : site.lines) {
      if (!line.always) continue;
      best = &line;
      if (!taken_.contains({launch, line.line, line.array})) break;
    }
    if (best != nullptr) taken_.insert({launch, best->line, best->array});
    const auto array = std::ranges::find(site.arrays, true, &Candidate::always);
    if (best == nullptr && array != site.arrays.end()) best = &*array;
    if (best != nullptr) chosen_[&site] = best;
  }

  std::map<const Site*, const Candidate*> chosen_;
  std::set<SiteKey> taken_;  // launch, line and array of loads
};

}  // namespace

NetworkSources::NetworkSources(const Trace& trace, const Dataflow& flow)
    : trace_(&trace), flow_(&flow), carriers_(trace.accesses.size()) {
  std::map<SiteKey, Site> sites;
  std::vector<Site*> site_of(trace.accesses.size(), nullptr);
  const Looker looker(trace, flow);
  for (const FlowNode& node : flow.nodes) {
    if (node.origin) continue;
    Site*& site = site_of[node.access];
    if (site == nullptr) site = &sites[key_of(trace, node)];
    if (site->open) looker.look_at(*site, node);
  }
  const Chooser chooser(sites);
  for (std::size_t a = 0; a < carriers_.size(); ++a) {
    const Candidate* chosen = chooser.of(site_of[a]);
    if (chosen != nullptr) carriers_[a] = {chosen->array, chosen->line};
  }
}

std::span<const std::uint32_t> value_at(const Trace& trace, const Dataflow& flow, ElementType type,
                                        std::uint32_t first_word) {
  if (first_word == FlowNode::no_value) return {};
  const auto width = static_cast<std::size_t>(type.words());
  const std::size_t in_trace = trace.words.size();
  const bool recorded = first_word < in_trace;
  const std::span<const std::uint32_t> all(recorded ? trace.words : flow.sums);
  const std::size_t first = recorded ? first_word : first_word - in_trace;
  // A cell may be named that holds a narrower type than the wire's.
  return first + width <= all.size() ? all.subspan(first, width) : std::span<const std::uint32_t>();
}

std::uint32_t word_of(const Trace& trace, const Dataflow& flow, const FlowEdge& edge) {
  if (edge.source != FlowEdge::no_node) return flow.nodes[edge.source].first_word;
  const Access& load = trace.accesses[edge.load_access];
  if (load.operation == Operation::shuffle) return FlowNode::no_value;
  const auto indices = trace.lane_indices(load);
  const auto found = std::find(indices.begin(), indices.end(), edge.index);
  if (found == indices.end()) return FlowNode::no_value;
  const auto width = static_cast<std::uint64_t>(trace.arrays[load.array].type.words());
  return static_cast<std::uint32_t>(load.first_word +
                                    width * static_cast<std::uint64_t>(found - indices.begin()));
}

}  // namespace warpscope
