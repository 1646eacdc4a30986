#include "app/stage/network/network_focus.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "instrumentation/analysis/caption.hpp"

namespace warpscope {
namespace {

constexpr std::size_t least_wires = 8;
constexpr std::size_t map_looked_at = 4096;  // operations of the present column, in a frame

/// Operations that are shown together or not at all, and their wires.
struct FocusUnit {
  std::vector<std::int32_t> wires;
  std::uint32_t ops = 1;
};

bool of_warp(const Trace& trace, const NetworkOp& op, const Access& access) {
  const Access& made = trace.accesses[op.end];
  return made.warp == access.warp;
}

/// The access with which the warp's present operations of a group begin: the last one begun, or the
/// first. None: the warp has no operation there.
std::optional<std::uint32_t> present_begin(const NetworkLayout& layout, const Trace& trace,
                                           const NetworkGroup& group, std::uint32_t now) {
  std::optional<std::uint32_t> begun, first;
  for (const NetworkOp& op : layout.ops(group)) {
    if (!of_warp(trace, op, trace.accesses[now])) continue;
    if (op.begin <= now) begun = std::max(begun.value_or(0), op.begin);
    first = std::min(first.value_or(op.begin), op.begin);
  }
  return begun ? begun : first;
}

std::vector<FocusUnit> focus_units(const NetworkLayout& layout, const Trace& trace,
                                   const NetworkGroup& group, std::uint32_t now) {
  const auto begin = present_begin(layout, trace, group, now);
  std::vector<FocusUnit> units;
  std::map<std::uint32_t, std::size_t> butterflies;
  for (const NetworkOp& op : layout.ops(group)) {
    // Where the warp at work has nothing in this column, all of it is as good.
    if (begin && (op.begin != *begin || !of_warp(trace, op, trace.accesses[now]))) continue;
    const auto known = butterflies.find(op.butterfly);
    const bool joins = op.butterfly != NetworkOp::none && known != butterflies.end();
    if (op.butterfly != NetworkOp::none && !joins) butterflies[op.butterfly] = units.size();
    if (!joins) units.push_back({.wires = {}, .ops = 0});
    FocusUnit& unit = joins ? units[known->second] : units.back();
    ++unit.ops;
    unit.wires.push_back(op.target);
    if (op.is_comparator()) unit.wires.push_back(op.high);
    const auto sources = layout.sources(op);
    unit.wires.insert(unit.wires.end(), sources.begin(), sources.end());
  }
  return units;
}

/// The wires of units [first, end), each once.
std::vector<std::int32_t> wires_of(const std::vector<FocusUnit>& units, std::size_t first,
                                   std::size_t end) {
  std::vector<std::int32_t> wires;
  for (std::size_t u = first; u < std::min(end, units.size()); ++u) {
    wires.insert(wires.end(), units[u].wires.begin(), units[u].wires.end());
  }
  std::ranges::sort(wires);
  const auto last = std::unique(wires.begin(), wires.end());
  wires.erase(last, wires.end());
  return wires;
}

/// A few wires alone say little: those beside them join.
void add_neighbours(std::vector<std::int32_t>& wires, std::size_t wanted, std::int32_t all) {
  while (wires.size() < wanted) {
    std::size_t gap = 1;
    while (gap < wires.size() && wires[gap] == wires[gap - 1] + 1) ++gap;
    const std::int32_t after = wires[gap - 1] + 1;
    if (after < all) {
      wires.insert(wires.begin() + static_cast<std::ptrdiff_t>(gap), after);
    } else if (wires.front() > 0) {
      wires.insert(wires.begin(), wires.front() - 1);
    } else {
      return;
    }
  }
}

/// The columns: all of the present phase if they fit, with what is around it.
void choose_columns(NetworkExcerpt& part, const NetworkLayout& layout, std::uint32_t present,
                    std::uint32_t columns) {
  const auto all = static_cast<std::uint32_t>(layout.groups().size());
  columns = std::clamp(columns, 1U, all);
  const NetworkPhase& phase = layout.phases()[layout.groups()[present].phase];
  const auto clamped = [](std::uint32_t wanted, std::uint32_t less, std::uint32_t low,
                          std::uint32_t high) {
    return std::clamp(wanted > less ? wanted - less : 0, low, high);
  };
  if (phase.count >= columns) {
    part.first_group =
        clamped(present, columns / 2, phase.first, phase.first + phase.count - columns);
  } else {
    part.first_group = clamped(phase.first, (columns - phase.count) / 2, 0, all - columns);
  }
  part.end_group = part.first_group + columns;
}

}  // namespace

NetworkFocus choose_network_focus(const NetworkLayout& layout, const Trace& trace,
                                  std::uint32_t access, NetworkRoom room, std::int32_t wanted) {
  NetworkFocus focus;
  focus.group = layout.group_at(access);
  focus.warp = trace.accesses[access].warp;
  choose_columns(focus.part, layout, focus.group, room.columns);
  const NetworkGroup& group = layout.groups()[focus.group];
  const std::vector<FocusUnit> units = focus_units(layout, trace, group, access);
  if (units.empty()) return focus;
  std::size_t at = 0;
  for (std::size_t u = 0; u < units.size() && wanted >= 0; ++u) {
    if (std::ranges::count(units[u].wires, wanted) > 0) at = u;
  }
  std::size_t count = units.size(), first = 0;
  std::vector<std::int32_t> wires = wires_of(units, 0, count);
  if (wires.size() > room.wires) {
    // Powers of two, so that a part ends where the steps to come end, too.
    for (count = std::bit_floor(count); count > 0; count /= 2) {
      first = at / count * count;
      wires = wires_of(units, first, first + count);
      if (wires.size() <= room.wires || count == 1) break;
    }
  }
  for (std::size_t u = first; u < std::min(first + count, units.size()); ++u) {
    focus.shown += units[u].ops;
  }
  add_neighbours(wires, std::min(least_wires, room.wires),
                 static_cast<std::int32_t>(std::ssize(layout.wires())));
  focus.part.wires = std::move(wires);
  return focus;
}

FocusMap network_map(const NetworkLayout& layout, const Trace& trace, std::uint32_t access,
                     const NetworkFocus& focus) {
  FocusMap map{.present = focus.group,
               .large = {{focus.part.first_group, focus.part.end_group, 0, 1}}};
  for (const NetworkPhase& phase : layout.phases()) {
    const std::uint32_t last = phase.first + phase.count - 1;
    const NetworkGroup& group = layout.groups()[last];
    const Step& step = trace.steps[group.step];
    // Comparators that grow shorter are known by what they come to, other steps by their name.
    const bool whole = phase.count == 1 || group.comparators > 0;
    map.blocks.push_back({.name = whole ? step_label(trace, step) : step.name,
                          .short_name = step.value ? std::to_string(*step.value) : step.name,
                          .columns = phase.count});
  }
  const auto all = static_cast<double>(layout.wires().size());
  const auto add = [&](std::int32_t low, std::int32_t high) {
    if (high - low + 1 == static_cast<std::int32_t>(all)) return;  // the frame around it says so
    map.large.push_back(
        {focus.part.first_group, focus.part.end_group, low / all, (high + 1) / all});
  };
  const std::vector<std::int32_t>& wires = focus.part.wires;
  for (std::size_t first = 0, i = 1; i <= wires.size(); ++i) {
    if (i < wires.size() && wires[i] == wires[i - 1] + 1) continue;
    add(wires[first], wires[i - 1]);
    first = i;
  }
  const NetworkGroup& group = layout.groups()[focus.group];
  map.rows = std::min<std::uint32_t>(12, static_cast<std::uint32_t>(layout.wires().size()));
  // Of the present column, in rows: what all operations there have come to.
  std::vector<MapTime> present(map.rows, group.begin < access ? MapTime::done : MapTime::later);
  const auto ops = layout.ops(group);
  const std::size_t every = ops.size() / map_looked_at + 1;
  std::vector<bool> now(map.rows, false), later(map.rows, false), any(map.rows, false);
  for (std::size_t i = 0; i < ops.size(); i += every) {
    const NetworkOp& op = ops[i];
    for (const std::int32_t wire : {op.low, op.high}) {
      const auto row = static_cast<std::size_t>(wire / all * map.rows);
      any[row] = true;
      if (op.end < access) continue;
      const bool works = op.begin <= access && of_warp(trace, op, trace.accesses[access]);
      (works ? now : later)[row] = true;
    }
  }
  for (std::size_t row = 0; row < present.size(); ++row) {
    if (any[row]) {
      present[row] = now[row] ? MapTime::now : later[row] ? MapTime::later : MapTime::done;
    }
  }
  map.time = [at = focus.group, present = std::move(present)](std::uint32_t column,
                                                              std::uint32_t row) {
    if (column != at) return column < at ? MapTime::done : MapTime::later;
    return present[row];
  };
  return map;
}

NetworkMoment network_moment(const NetworkLayout& layout, const MapPlace& place) {
  const auto last = static_cast<std::int32_t>(layout.wires().size()) - 1;
  NetworkMoment moment;
  moment.wire = std::min(last, static_cast<std::int32_t>(place.down * (last + 1)));
  const NetworkGroup& group = layout.groups()[place.column];
  std::int32_t least = last + 1;
  moment.access = group.begin;
  for (const NetworkOp& op : layout.ops(group)) {
    const std::int32_t away =
        std::min(std::abs(op.low - moment.wire), std::abs(op.high - moment.wire));
    if (away >= least) continue;
    least = away;
    moment.access = op.end;
  }
  return moment;
}

std::string focused_wires_text(const NetworkLayout& excerpt) {
  constexpr int most = 3;
  std::string text;
  const auto wires = excerpt.wires();
  int runs = 0;
  for (std::size_t first = 0, i = 1; i <= wires.size(); ++i) {
    const bool on = i < wires.size() && wires[i].band == wires[i - 1].band &&
                    wires[i].index == wires[i - 1].index + 1;
    if (on) continue;
    if (++runs > most) return text + ", …";
    if (!text.empty()) text += ", ";
    text += std::to_string(wires[first].index);
    if (i - 1 > first) text += " … " + std::to_string(wires[i - 1].index);
    first = i;
  }
  return text;
}

}  // namespace warpscope
