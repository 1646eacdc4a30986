#include "app/stage/network/network_layout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

#include "app/stage/network/network_butterflies.hpp"
#include "app/stage/network/network_twins.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t most_lines = 8;  // into one value that are drawn
constexpr std::uint32_t full_subs = 8;   // sub-columns that get a unit each

/// Many sub-columns get less room each: a step of 256 is not 256 times as important as one of 1.
float units_of(std::uint32_t subs) {
  if (subs <= full_subs) return static_cast<float>(subs);
  const auto whole = static_cast<float>(full_subs);
  return whole * (1 + std::log2(static_cast<float>(subs) / whole));
}

/// The longest comparator of a group.
std::int32_t reach_of(std::span<const NetworkOp> ops) {
  std::int32_t reach = 0;
  for (const NetworkOp& op : ops) {
    if (op.is_comparator()) reach = std::max(reach, op.high - op.low);
  }
  return reach;
}

}  // namespace

std::uint32_t spread_spans(std::span<NetworkOp> ops) {
  using Taken = std::pair<std::int32_t, std::uint32_t>;  // until which wire, sub-column
  std::priority_queue<Taken, std::vector<Taken>, std::greater<>> taken;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
  std::uint32_t count = 0;
  for (NetworkOp& op : ops) {
    if (!op.is_comparator()) continue;
    while (!taken.empty() && taken.top().first < op.low) {
      free.push(taken.top().second);
      taken.pop();
    }
    op.sub = free.empty() ? count++ : free.top();
    if (!free.empty()) free.pop();
    taken.emplace(op.high, op.sub);
  }
  return count;
}

NetworkLayout::NetworkLayout(const Trace& trace, const Dataflow& flow) {
  if (flow.nodes.size() > most_values) return;
  wires_ = std::make_shared<NetworkWires>(trace, flow);
  ops_ = find_network_ops(trace, flow, *wires_);
  drop_bands(flow);
  make_groups();
  find_sources(flow);
  find_butterflies();
  make_phases(trace);
  place_groups();
  make_events(trace, flow);
  find_first_words(trace, flow);
}

std::vector<bool> NetworkLayout::choose_bands(const Dataflow& flow) {
  const auto all = wires_->bands();
  std::vector<std::uint64_t> pairs(all.size(), 0), others(all.size(), 0);
  const auto band_of = [&](const NetworkOp& op) {
    return wires_->wires()[static_cast<std::size_t>(op.target)].band;
  };
  for (const NetworkOp& op : ops_) {
    if (op.is_comparator()) ++pairs[band_of(op)];
    if (op.kind == NetworkKind::move || op.kind == NetworkKind::join) ++others[band_of(op)];
  }
  const auto most = std::ranges::max_element(pairs);
  const bool compares = most != pairs.end() && *most > 0;
  const auto lead = static_cast<std::size_t>(most - pairs.begin());
  std::vector<bool> wanted =
      compares ? std::vector<bool>(all.size()) : bands_without_twins(flow, *wires_, ops_);
  for (std::size_t b = 0; b < all.size(); ++b) {
    // Among equals the first: keys stand before the values that they carry.
    if (compares) wanted[b] = b == lead || others[b] > 0;
    if (wanted[b] || (compares && pairs[b] == 0)) continue;
    carried_.insert(carried_.end(), all[b].arrays.begin(), all[b].arrays.end());
  }
  return wanted;
}

void NetworkLayout::drop_bands(const Dataflow& flow) {
  const std::vector<bool> wanted = choose_bands(flow);
  if (std::ranges::count(wanted, false) == 0) return;
  const std::vector<std::int32_t> moved = wires_->keep(wanted);
  std::erase_if(
      ops_, [&](const NetworkOp& op) { return moved[static_cast<std::size_t>(op.target)] < 0; });
  for (NetworkOp& op : ops_) {
    op.target = moved[static_cast<std::size_t>(op.target)];
    const std::int32_t low = moved[static_cast<std::size_t>(op.low)];
    const std::int32_t high = moved[static_cast<std::size_t>(op.high)];
    op.low = low < 0 ? op.target : low;
    op.high = high < 0 ? op.target : high;
    if (op.kind != NetworkKind::join) continue;
    // What reached into another band still reaches as far in its own.
    for (const FlowEdge& edge : edges_of(flow, flow.nodes[op.node[0]])) {
      const std::int32_t wire = wires_->wire(edge.array, edge.index);
      if (wire < 0) continue;
      op.low = std::min(op.low, wire);
      op.high = std::max(op.high, wire);
    }
  }
}

void NetworkLayout::make_groups() {
  const auto before = [](const NetworkOp& a, const NetworkOp& b) {
    return std::tie(a.step, a.level, a.low, a.high) < std::tie(b.step, b.level, b.low, b.high);
  };
  if (!std::ranges::is_sorted(ops_, before)) std::ranges::sort(ops_, before);
  for (std::uint32_t i = 0; i < ops_.size(); ++i) {
    NetworkOp& op = ops_[i];
    if (groups_.empty() || groups_.back().step != op.step || groups_.back().level != op.level) {
      groups_.push_back({.step = op.step, .level = op.level, .first = i, .begin = op.begin});
    }
    NetworkGroup& group = groups_.back();
    op.group = static_cast<std::uint32_t>(groups_.size()) - 1;
    ++group.count;
    group.begin = std::min(group.begin, op.begin);
    group.comparators += op.is_comparator() ? 1 : 0;
    group.exchanged += op.exchanged ? 1 : 0;
  }
  std::uint32_t begin = 0;
  for (NetworkGroup& group : groups_) {
    // A thread may use late what it read early: the playhead enters each group only once.
    group.begin = begin = std::max(begin, group.begin);
    if (group.comparators > 0) {
      group.subs = spread_spans(std::span(ops_).subspan(group.first, group.count));
    }
    comparators_ += group.comparators;
  }
}

void NetworkLayout::find_sources(const Dataflow& flow) {
  for (NetworkOp& op : ops_) {
    op.first_source = static_cast<std::uint32_t>(sources_.size());
    if (op.kind != NetworkKind::move && op.kind != NetworkKind::join) continue;
    for (const FlowEdge& edge : edges_of(flow, flow.nodes[op.node[0]])) {
      // Numbers off the wires, such as factors and imaginary parts, have no line.
      const std::int32_t wire = wire_of(edge);
      const auto known = sources_.begin() + op.first_source;
      if (wire < 0 || std::find(known, sources_.end(), wire) != sources_.end()) continue;
      sources_.push_back(wire);
      if (++op.source_count > most_wings) break;
    }
  }
}

void NetworkLayout::find_butterflies() {
  for (NetworkGroup& group : groups_) {
    const std::span<NetworkOp> ops = std::span(ops_).subspan(group.first, group.count);
    group.butterflies = warpscope::find_butterflies(ops, sources_);
    for (NetworkOp& op : ops) {
      if (op.kind != NetworkKind::move && op.kind != NetworkKind::join) continue;
      if (op.butterfly == NetworkOp::none) {
        op.source_count = std::min(op.source_count, most_lines);
        group.lines += std::max(op.source_count, 2U) - 1;  // one is mostly its own
        continue;
      }
      const auto lines =
          std::ranges::count_if(sources(op), [&](std::int32_t wire) { return wire != op.target; });
      group.lines += static_cast<std::uint32_t>(lines);
      group.butterfly_lines += static_cast<std::uint32_t>(lines);
    }
    butterfly_lines_ = std::max(butterfly_lines_, group.butterfly_lines);
  }
}

void NetworkLayout::make_phases(const Trace& trace) {
  std::int32_t reach = 0;
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    NetworkGroup& group = groups_[g];
    const std::int32_t longer = reach_of(ops(group));
    bool fresh = g == 0;
    if (g > 0) {
      const NetworkGroup& last = groups_[g - 1];
      const Step& step = trace.steps[group.step];
      const Step& step_before = trace.steps[last.step];
      const bool both = group.comparators > 0 && last.comparators > 0;
      fresh = step.launch != step_before.launch ||
              (both ? longer > reach : step.name != step_before.name);
    }
    if (fresh) phases_.push_back({.first = g});
    group.phase = static_cast<std::uint32_t>(phases_.size()) - 1;
    ++phases_.back().count;
    reach = longer;
  }
}

void NetworkLayout::place_groups() {
  for (NetworkGroup& group : groups_) {
    const float least = group.lines > 0 ? slanted_units : 1;
    group.width = std::max(least, units_of(group.subs));
    group.place = units_;
    units_ += group.width;
  }
}

void NetworkLayout::make_events(const Trace& trace, const Dataflow& flow) {
  values_.resize(bands().size());
  ranks_.resize(bands().size());
  const auto band_of = [&](std::int32_t wire) {
    return wires()[static_cast<std::size_t>(wire)].band;
  };
  const auto each = [&](const auto& visit) {
    for (std::uint32_t i = 0; i < ops_.size(); ++i) {
      const NetworkOp& op = ops_[i];
      if (op.node[0] != NetworkOp::none) visit(i, op.target, 0);
      if (op.node[1] != NetworkOp::none) visit(i, op.high, 1);
    }
  };
  std::vector<std::uint32_t> next(wires().size() + 1, 0);
  each([&](std::uint32_t, std::int32_t wire, int) { ++next[static_cast<std::size_t>(wire) + 1]; });
  for (std::size_t w = 1; w < next.size(); ++w) next[w] += next[w - 1];
  first_event_ = next;
  events_.resize(next.back());
  each([&](std::uint32_t i, std::int32_t wire, int side) {
    const NetworkOp& op = ops_[i];
    const FlowNode& node = flow.nodes[op.node[side]];
    events_[next[static_cast<std::size_t>(wire)]++] = {i, op.after[side], node.access};
    const ElementType type = trace.arrays[node.array].type;
    const auto value = value_at(trace, flow, type, op.after[side]);
    if (value.empty()) return;
    values_[band_of(wire)].add(numeric_value(type, value));
    ranks_[band_of(wire)].add(numeric_value(type, value));
  });
  for (ShadeRanks& ranks : ranks_) ranks.finish();
  for (std::size_t w = 0; w < wires().size(); ++w) {
    const auto begin = events_.begin() + first_event_[w];
    std::stable_sort(begin, events_.begin() + first_event_[w + 1],
                     [](const auto& a, const auto& b) { return a.access < b.access; });
  }
}

bool NetworkLayout::brings_in(const Trace& trace, const Dataflow& flow,
                              const FlowNode& node) const {
  const std::span<const FlowEdge> edges = edges_of(flow, node);
  if (std::ranges::any_of(edges, [&](const FlowEdge& e) { return wire_of(e) >= 0; })) return false;
  const ElementType type = trace.arrays[node.array].type;
  const auto value = value_of(trace, flow, node);
  if (value.empty()) return false;
  return std::ranges::any_of(edges, [&](const FlowEdge& edge) {
    return same_value(type, value, value_at(trace, flow, type, word_of(trace, flow, edge)));
  });
}

void NetworkLayout::find_first_words(const Trace& trace, const Dataflow& flow) {
  first_words_.assign(wires().size(), NetworkOp::none);
  std::vector<bool> known(wires().size(), false);
  const auto add = [&](std::int32_t wire, std::uint32_t word) {
    if (wire < 0 || known[static_cast<std::size_t>(wire)]) return;
    known[static_cast<std::size_t>(wire)] = true;
    first_words_[static_cast<std::size_t>(wire)] = word;
  };
  const auto read = [&](const NetworkOp& op) {
    if (op.is_comparator()) {
      add(op.low, op.before[0]);
      add(op.high, op.before[1]);
      return;
    }
    for (const FlowEdge& edge : edges_of(flow, flow.nodes[op.node[0]])) {
      add(wires_->wire(edge.array, edge.index), word_of(trace, flow, edge));
    }
  };
  std::set<std::int32_t> changed;  // arrays
  const auto made = [&](const NetworkOp& op) {
    const FlowNode& node = flow.nodes[op.node[0]];
    const bool arrives = node.copy || !changed.contains(node.array);
    add(op.target, arrives ? op.after[0] : NetworkOp::none);
  };
  // What a column is made of was there before anything that it makes.
  for (const NetworkGroup& group : groups_) {
    changed.clear();
    for (const NetworkOp& op : ops(group)) {
      read(op);
      if (op.is_comparator()) continue;
      const FlowNode& node = flow.nodes[op.node[0]];
      if (!node.copy && !brings_in(trace, flow, node)) changed.insert(node.array);
    }
    for (const NetworkOp& op : ops(group)) {
      if (!op.is_comparator()) made(op);
    }
  }
}

std::int32_t NetworkLayout::Excerpt::row(std::int32_t wire) const {
  const auto found = std::lower_bound(chosen.begin(), chosen.end(), wire);
  if (found == chosen.end() || *found != wire) return -1;
  return static_cast<std::int32_t>(found - chosen.begin());
}

std::int32_t NetworkLayout::wire_of(const FlowEdge& edge) const {
  const std::int32_t wire = wires_->wire(edge.array, edge.index);
  return excerpt_ && wire >= 0 ? excerpt_->row(wire) : wire;
}

NetworkLayout NetworkLayout::excerpt(const NetworkExcerpt& part) const {
  NetworkLayout made;
  made.wires_ = wires_;
  made.excerpt_.emplace().chosen = part.wires;
  made.take_wires(*this);
  made.take_ops(*this, part);
  made.place_groups();
  made.take_events(*this, part);
  made.carried_ = carried_;
  return made;
}

void NetworkLayout::take_wires(const NetworkLayout& whole) {
  std::int32_t last_band = -1;
  for (const std::int32_t each : excerpt_->chosen) {
    NetworkWire wire = whole.wires()[static_cast<std::size_t>(each)];
    if (static_cast<std::int32_t>(wire.band) != last_band) {
      last_band = static_cast<std::int32_t>(wire.band);
      NetworkBand band = whole.bands()[wire.band];
      band.first_wire = static_cast<std::int32_t>(excerpt_->wires.size());
      band.wires = 0;
      excerpt_->bands.push_back(std::move(band));
      values_.push_back(whole.values_[wire.band]);
      ranks_.push_back(whole.ranks_[wire.band]);
    }
    wire.band = static_cast<std::uint32_t>(excerpt_->bands.size()) - 1;
    ++excerpt_->bands.back().wires;
    excerpt_->wires.push_back(wire);
    first_words_.push_back(whole.first_word(each));
  }
}

void NetworkLayout::take_ops(const NetworkLayout& whole, const NetworkExcerpt& part) {
  std::vector<std::pair<NetworkOp, std::uint32_t>> taken;
  std::uint32_t last_phase = NetworkOp::none;
  for (std::uint32_t g = part.first_group; g < part.end_group; ++g) {
    NetworkGroup group = whole.groups()[g];
    taken.clear();
    for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
      NetworkOp op = whole.ops()[i];
      const std::int32_t low = excerpt_->row(op.low), high = excerpt_->row(op.high);
      const std::int32_t target = excerpt_->row(op.target);
      if (op.is_comparator()) {
        if (low < 0 && high < 0) continue;
        op.cut = static_cast<std::int8_t>(low < 0 ? -1 : high < 0 ? 1 : 0);
        if (op.cut != 0) op.node[low < 0 ? 0 : 1] = NetworkOp::none;
        op.low = low < 0 ? high : low;
        op.high = high < 0 ? low : high;
        op.target = op.low;
      } else {
        if (target < 0) continue;
        op.target = op.low = op.high = target;
        op.first_source = static_cast<std::uint32_t>(sources_.size());
        op.source_count = 0;
        for (const std::int32_t source : whole.sources(whole.ops()[i])) {
          const std::int32_t row = excerpt_->row(source);
          if (row < 0) continue;
          sources_.push_back(row);
          op.low = std::min(op.low, row);
          op.high = std::max(op.high, row);
          ++op.source_count;
        }
      }
      op.group = static_cast<std::uint32_t>(groups_.size());
      taken.emplace_back(op, i);
    }
    std::ranges::stable_sort(taken, [](const auto& a, const auto& b) {
      return std::tie(a.first.low, a.first.high) < std::tie(b.first.low, b.first.high);
    });
    if (group.phase != last_phase) {
      last_phase = group.phase;
      phases_.push_back({.first = static_cast<std::uint32_t>(groups_.size())});
    }
    ++phases_.back().count;
    group.phase = static_cast<std::uint32_t>(phases_.size()) - 1;
    group.first = static_cast<std::uint32_t>(ops_.size());
    group.count = static_cast<std::uint32_t>(taken.size());
    group.comparators = group.exchanged = group.lines = group.butterfly_lines = 0;
    for (const auto& [op, origin] : taken) {
      ops_.push_back(op);
      excerpt_->origins.push_back(origin);
      group.comparators += op.is_comparator() ? 1 : 0;
      group.exchanged += op.exchanged ? 1 : 0;
      const bool wings = op.butterfly != NetworkOp::none;
      group.lines += op.source_count;
      group.butterfly_lines += wings ? op.source_count : 0;
    }
    if (group.butterfly_lines == 0) group.butterflies = 0;
    group.subs = spread_spans(std::span(ops_).subspan(group.first, group.count));
    butterfly_lines_ = std::max(butterfly_lines_, group.butterfly_lines);
    comparators_ += group.comparators;
    groups_.push_back(group);
  }
}

void NetworkLayout::take_events(const NetworkLayout& whole, const NetworkExcerpt& part) {
  if (part.first_group >= part.end_group) return;
  const std::uint32_t first = whole.groups()[part.first_group].first;
  const NetworkGroup& last = whole.groups()[part.end_group - 1];
  std::vector<std::uint32_t> op_of(last.first + last.count - first, NetworkOp::none);
  for (std::uint32_t i = 0; i < ops_.size(); ++i) op_of[excerpt_->origins[i] - first] = i;
  first_event_.push_back(0);
  for (std::size_t row = 0; row < excerpt_->chosen.size(); ++row) {
    for (NetworkEvent event : whole.events(excerpt_->chosen[row])) {
      if (event.op < first) {
        first_words_[row] = event.word;
        continue;
      }
      if (event.op - first >= op_of.size() || op_of[event.op - first] == NetworkOp::none) continue;
      event.op = op_of[event.op - first];
      events_.push_back(event);
    }
    first_event_.push_back(static_cast<std::uint32_t>(events_.size()));
  }
}

std::span<const NetworkEvent> NetworkLayout::events(std::int32_t wire) const {
  const auto w = static_cast<std::size_t>(wire);
  return std::span(events_).subspan(first_event_[w], first_event_[w + 1] - first_event_[w]);
}

std::uint32_t NetworkLayout::word_at(std::int32_t wire, std::uint32_t access, bool arrived) const {
  const auto all = events(wire);
  const auto next = std::partition_point(all.begin(), all.end(), [&](const NetworkEvent& event) {
    return event.access < access || (arrived && event.access == access);
  });
  return next == all.begin() ? first_word(wire) : (next - 1)->word;
}

std::uint32_t NetworkLayout::group_at(std::uint32_t access) const {
  const auto next = std::partition_point(groups_.begin(), groups_.end(),
                                         [&](const auto& group) { return group.begin <= access; });
  return next == groups_.begin() ? 0 : static_cast<std::uint32_t>(next - groups_.begin()) - 1;
}

}  // namespace warpscope
