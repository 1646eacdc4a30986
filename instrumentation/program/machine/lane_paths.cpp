#include "instrumentation/program/machine/lane_paths.hpp"

#include <algorithm>

namespace warpscope {

LanePaths::LanePaths(int warps) : warps_(static_cast<std::size_t>(warps)) {
  nodes_.resize(2);
  first_edge_.assign(2, none);
  numbers_.emplace(CodePlace{}, end);
  warp_intervals_.assign(warps_, clock_);
}

std::uint32_t LanePaths::add_edge(Node from, const CodePlace& to, Does does) {
  const auto [known, fresh] = numbers_.try_emplace(to, static_cast<Node>(nodes_.size()));
  if (fresh) {
    nodes_.push_back({to, leaving_.contains(to.at) ? Does::leave : does});
    first_edge_.push_back(none);
  }
  const auto edge = static_cast<std::uint32_t>(edges_.size());
  edges_.push_back({to, known->second, first_edge_[from]});
  visits_.resize(edges_.size() * warps_);
  first_edge_[from] = edge;
  return edge;
}

void LanePaths::next_interval() {
  interval_ = ++clock_;
  std::ranges::fill(warp_intervals_, interval_);
}

void LanePaths::next_interval_of(int warp) {
  warp_intervals_[static_cast<std::size_t>(warp)] = ++clock_;
}

LanePaths::Parting LanePaths::part(Node barrier, const Lanes& ended, const Lanes& waiting,
                                   int warp) {
  Parting made{.barrier = barrier,
               .warp = warp,
               .passed = {},
               .taken = std::vector<bool>(edges_.size()),
               .met = std::vector<bool>(nodes_.size()),
               .clock = clock_};
  std::vector<Lanes> passed(nodes_.size());
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) {
    const Node to = edges_[edge].to;
    for (std::size_t k = 0; k < warps_; ++k) {
      const Visit& visit = visits_[edge * warps_ + k];
      std::uint32_t lanes = 0;
      if (warp < 0) {
        lanes = visit.interval == interval_ ? visit.lanes : 0;
      } else if (k == static_cast<std::size_t>(warp)) {
        lanes = visit.interval_of_warp == warp_intervals_[k] ? visit.lanes_of_warp : 0;
      }
      if ((lanes & waiting[k]) != 0) made.met[to] = true;
      lanes &= ended[k];
      if (lanes == 0) continue;
      made.taken[edge] = true;
      passed[to].resize(warps_);
      passed[to][k] |= lanes;
    }
  }
  for (Node node = 0; node < nodes_.size(); ++node) {
    if (node == end || made.met[node] || passed[node].empty()) continue;
    made.passed.push_back({node, std::move(passed[node])});
  }
  ++clock_;
  return made;
}

LanePaths::Node LanePaths::next_event(Node node) const {
  for (std::size_t steps = 0; node != end && steps < nodes_.size(); ++steps) {
    const std::uint32_t first = first_edge_[node];
    if (nodes_[node].does != Does::nothing) return node;
    if (first == none) return end;
    if (edges_[first].next != none) return node;
    node = edges_[first].to;
  }
  return node;
}

bool LanePaths::taken_behind(const Parting& parting, std::uint32_t edge) const {
  const auto first = visits_.begin() + static_cast<std::ptrdiff_t>(edge * warps_);
  const auto later = [&](const Visit& visit) { return visit.clock > parting.clock; };
  if (parting.warp >= 0) return later(*(first + parting.warp));
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(warps_), later);
}

template <class Passes, class Follows>
std::vector<bool> LanePaths::reached(Node from, Passes passes, Follows follows) const {
  std::vector<bool> seen(nodes_.size());
  std::vector<Node> open{from};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (std::uint32_t edge = first_edge_[node]; edge != none; edge = edges_[edge].next) {
      const Node to = edges_[edge].to;
      if (seen[to] || !passes(to) || !follows(edge)) continue;
      seen[to] = true;
      if (to != end) open.push_back(to);
    }
  }
  return seen;
}

template <class Passes, class Follows>
bool LanePaths::reaches_end(Node from, Passes passes, Follows follows) const {
  return reached(from, passes, follows)[end];
}

LanePaths::Lanes LanePaths::left(const Parting& parting, const BelongsTo& belongs_to) const {
  Lanes lanes(warps_);
  for (const Parting::Place& each : parting.passed) {
    if (nodes_[each.node].does != Does::leave) continue;
    if (!belongs_to(place(parting.barrier), place(each.node))) continue;
    for (std::size_t k = 0; k < warps_; ++k) lanes[k] |= each.lanes[k];
  }
  return lanes;
}

const LanePaths::Parting::Place* LanePaths::common_place(const Parting& parting,
                                                         const BelongsTo& belongs_to) const {
  const auto all = [](auto) { return true; };
  const auto taken = [&](std::uint32_t edge) {
    return edge < parting.taken.size() && parting.taken[edge];
  };
  const auto both = [&](std::uint32_t edge) { return taken(edge) && taken_behind(parting, edge); };
  if (edges_.size() >= most_edges || !reaches_end(parting.barrier, all, all)) return nullptr;
  // Destructors run behind a `return`.
  std::vector<bool> leaving(nodes_.size());
  for (const Parting::Place& left : parting.passed) {
    if (nodes_[left.node].does != Does::leave) continue;
    leaving[left.node] = true;
    const std::vector<bool> behind = reached(left.node, all, taken);
    for (const Parting::Place& each : parting.passed) {
      if (!behind[each.node] || leaving[each.node]) continue;
      leaving[each.node] = belongs_to(place(each.node), place(left.node));
    }
  }
  const Parting::Place* branch = nullptr;  // the last, since a compiler merges those before it
  for (const Parting::Place& each : parting.passed) {
    const Node event = next_event(each.node);
    if (leaving[each.node] || event == end) continue;
    const auto without = [&](Node avoided) {
      return reached(
          parting.barrier, [avoided](Node node) { return node != avoided; }, all);
    };
    if (without(each.node)[end]) continue;
    if (nodes_[each.node].does != Does::nothing) return &each;
    // A way of leaving a loop on which nothing happens and that leads only to a `return` is a lane's own, even if all
    // take it in the end. With work on it nvcc lets the lanes that leave wait for the others, and an H100 hangs.
    const auto stays = [&](Node node) {
      return nodes_[node].does != Does::leave || !belongs_to(place(each.node), place(node));
    };
    const auto leads_on = [&](Node node) {
      return node == end || reaches_end(node, stays, all) || !without(node)[parting.barrier];
    };
    if (!leads_on(each.node)) continue;
    // Where nothing happens, those who passed it went on together only if they decided alike where ways part next, and
    // took the same way to the end.
    bool along = false;
    for (std::uint32_t edge = first_edge_[event]; edge != none; edge = edges_[edge].next) {
      along = along || (both(edge) && stays(edges_[edge].to) && leads_on(edges_[edge].to));
    }
    if (!along || !reaches_end(each.node, all, both)) continue;
    // They left by no `return` of their own, or came to what the others had done once before.
    const std::vector<bool> behind = reached(each.node, all, taken);
    bool again = reaches_end(each.node, stays, both);
    for (Node node = 0; node < parting.met.size(); ++node) {
      again = again || (node != end && parting.met[node] && behind[node]);
    }
    if (again) branch = &each;
  }
  return branch;
}

}  // namespace warpscope
