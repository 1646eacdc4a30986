#include "app/panes/lines/line_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace warpscope {
namespace {

using Key = std::tuple<std::uint32_t, std::uint32_t, Space, Operation>;

Key key_of(const LineCost& cost) { return {cost.source, cost.line, cost.space, cost.operation}; }

Key key_of(const Trace& trace, const Access& access) {
  return {trace.location_of(access).source, trace.line_of(access), trace.arrays[access.array].space,
          access.operation};
}

/// -1, 0, 1: which of two rows stands first if the order is not reversed.
int compare(const LineRow& a, const LineRow& b, LineColumn by) {
  const auto smaller = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
  const LineCost& left = a.cost;
  const LineCost& right = b.cost;
  switch (by) {
    case LineColumn::line:
      return smaller(std::tie(left.source, left.line), std::tie(right.source, right.line));
    case LineColumn::source: return smaller(a.text, b.text);
    case LineColumn::operation:
      return smaller(std::tie(left.space, left.operation), std::tie(right.space, right.operation));
    case LineColumn::array: return smaller(a.array, b.array);
    case LineColumn::active: return smaller(a.active(), b.active());  // divergence is what costs
    case LineColumn::requests:
    case LineColumn::wavefronts:
    case LineColumn::excess:
    case LineColumn::sectors:
    case LineColumn::other:
    case LineColumn::degree: return smaller(b.count(by), a.count(by));
    case LineColumn::count: break;
  }
  return 0;
}

}  // namespace

bool LineRow::has(LineColumn column) const {
  switch (column) {
    case LineColumn::wavefronts:
    case LineColumn::excess: return takes_wavefronts(cost.space);
    case LineColumn::sectors: return in_sectors();
    case LineColumn::degree: return service_of(cost.space) == Service::banks;
    case LineColumn::other: return other.has_value();
    default: return true;
  }
}

std::uint64_t LineRow::count(LineColumn column) const {
  if (!has(column)) return 0;
  switch (column) {
    case LineColumn::requests: return cost.requests;
    case LineColumn::wavefronts:
    case LineColumn::sectors: return cost.wavefronts;
    case LineColumn::excess: return excess();
    case LineColumn::other: return *other;
    case LineColumn::degree: return static_cast<std::uint64_t>(cost.max_degree);
    default: return 0;
  }
}

std::uint64_t LineRow::excess() const {
  return cost.wavefronts - std::min(cost.wavefronts, cost.ideal);
}

double LineRow::active() const {
  const auto slots = static_cast<double>(cost.requests) * warp_lanes;
  return slots > 0 ? static_cast<double>(cost.active_lanes) / slots : 0;
}

LineTable::LineTable(const Trace& trace, const Summary& summary) {
  std::map<Key, std::size_t> rows;
  LineFinder finder;
  for (const LineCost& cost : summary.lines) {
    rows.emplace(key_of(cost), rows_.size());
    const bool named = cost.source < trace.sources.size();
    rows_.push_back({cost, named ? finder.line(trace.sources[cost.source], cost.line) : "", {}});
  }
  std::vector<std::uint32_t> row_of;
  row_of.reserve(trace.accesses.size());
  for (const Access& access : trace.accesses) {
    const std::size_t row = rows.at(key_of(trace, access));
    row_of.push_back(static_cast<std::uint32_t>(row));
    rows_[row].lanes.add(access.mask);
  }
  const Access* first = trace.accesses.data();
  of_row_ = AccessGroups(trace.accesses, [&](const Access& access) {
    return row_of[static_cast<std::size_t>(&access - first)];
  });
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (of_row_.of(row).empty()) rows_[row].lanes = rows_[row_of_atomics(row)].lanes;
  }
  add_parts(trace, summary.model);
}

void LineTable::add_parts(const Trace& trace, BankModel model) {
  std::size_t row = 0;  // both are in the same order
  for (const SiteCost& site : costs_of_sites(trace, model)) {
    while (row < rows_.size() && key_of(rows_[row].cost) != key_of(site.cost)) ++row;
    if (row == rows_.size()) break;
    rows_[row].parts.push_back({.cost = site.cost, .array = site.array, .caller = site.caller});
  }
  LineFinder finder;
  for (LineRow& each : rows_) {
    for (LineRow& part : each.parts) {
      if (part.caller < 0) continue;
      const CodeLocation& call = trace.locations[static_cast<std::size_t>(part.caller)];
      part.text = finder.line(trace.sources[call.source], call.line);
    }
    std::ranges::stable_sort(each.parts, [](const LineRow& a, const LineRow& b) {
      return a.cost.wavefronts > b.cost.wavefronts;
    });
    if (each.parts.empty()) continue;
    const LineRow& first = each.parts.front();
    const auto all = [&](auto LineRow::*member) {
      return std::ranges::all_of(
          each.parts, [&](const LineRow& part) { return part.*member == first.*member; });
    };
    if (all(&LineRow::array)) each.array = first.array;
    if (all(&LineRow::caller)) each.caller = first.caller;
    if (each.parts.size() == 1) each.parts.clear();
  }
}

bool LineTable::put_beside(const LineComparison* lines, bool right) {
  std::vector<std::optional<std::uint64_t>> before;
  std::map<Key, LineRow*> known;
  for (LineRow& row : rows_) {
    before.push_back(std::exchange(row.other, std::nullopt));
    for (LineRow& part : row.parts) part.other.reset();
    known.emplace(key_of(row.cost), &row);
  }
  if (lines != nullptr && lines->by == LineComparison::By::lines) {
    for (const ComparedSpace& space : lines->spaces) {
      for (const ComparedLine& each : space.rows) {
        const auto &own = right ? each.right : each.left, &other = right ? each.left : each.right;
        if (!own || !other) continue;
        const auto found = known.find({own->source, own->line, each.space, each.operation});
        if (found == known.end()) continue;
        LineRow& row = *found->second;
        row.other = row.other.value_or(0) + other->served;
        for (LineRow& part : row.parts) {
          if (part.array == own->array && part.caller == own->caller) part.other = other->served;
        }
      }
    }
  }
  return !std::ranges::equal(rows_, before, {}, &LineRow::other);
}

std::size_t LineTable::row_of_atomics(std::size_t row) const {
  const LineCost& cost = rows_[row].cost;
  for (std::size_t other = 0; other < rows_.size(); ++other) {
    const LineCost& atomics = rows_[other].cost;
    if (is_atomic(atomics.operation) && atomics.source == cost.source &&
        atomics.line == cost.line && atomics.space == cost.space) {
      return other;
    }
  }
  return row;
}

std::optional<std::size_t> LineTable::row_of(const Trace& trace, std::uint32_t access) const {
  const Key key = key_of(trace, trace.accesses[access]);
  const auto found =
      std::ranges::find(rows_, key, [](const LineRow& row) { return key_of(row.cost); });
  if (found == rows_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - rows_.begin());
}

std::uint32_t LineTable::next_access(std::size_t row, std::uint32_t access) const {
  auto accesses = of_row_.of(row);
  if (accesses.empty()) accesses = of_row_.of(row_of_atomics(row));
  const auto next = std::ranges::upper_bound(accesses, access);
  return next != accesses.end() ? *next : accesses.front();
}

std::uint32_t LineTable::next_access(const Trace& trace, std::size_t row, std::size_t part,
                                     std::uint32_t access) const {
  const LineRow& wanted = rows_[row].parts[part];
  const auto belongs = [&](std::uint32_t each) {
    const Access& other = trace.accesses[each];
    return trace.location_of(other).caller == wanted.caller &&
           name_in(trace, trace.steps[other.step].launch, other.array) == wanted.array;
  };
  const auto accesses = of_row_.of(row);
  const auto after = std::ranges::upper_bound(accesses, access);
  auto next = std::find_if(after, accesses.end(), belongs);
  if (next == accesses.end()) next = std::find_if(accesses.begin(), after, belongs);
  // Loads that belong to atomics have no accesses of their own.
  return next == accesses.end() || accesses.empty() ? next_access(row, access) : *next;
}

std::vector<std::size_t> LineTable::sorted(LineOrder order) const {
  std::vector<std::size_t> result(rows_.size());
  std::iota(result.begin(), result.end(), 0U);
  std::ranges::stable_sort(result, [&](std::size_t a, std::size_t b) {
    int first = compare(rows_[a], rows_[b], order.by);
    if (order.reversed) first = -first;
    for (const LineColumn next : {LineColumn::wavefronts, LineColumn::sectors}) {
      if (first == 0) first = compare(rows_[a], rows_[b], next);
    }
    return first < 0;
  });
  return result;
}

std::vector<PlacedColumn> place_columns(std::span<const float> widths, float width, float gap) {
  using enum LineColumn;
  // Columns that repeat another pane go first: a pane beside this one shows the source.
  constexpr std::array least_first{degree, requests, source, active, operation,
                                   array,  excess,   other,  sectors};
  std::array<bool, line_columns.size()> shown{};
  float needed = -gap;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    shown[i] = widths[i] > 0;
    if (shown[i]) needed += widths[i] + gap;
  }
  for (const LineColumn column : least_first) {
    if (needed <= width) break;
    const auto i = static_cast<std::size_t>(column);
    if (!shown[i]) continue;
    shown[i] = false;
    needed -= widths[i] + gap;
  }
  std::vector<PlacedColumn> placed;
  const bool stretched = shown[static_cast<std::size_t>(source)];
  // Without the source, the columns behind the line's number share the room that is left.
  const auto sharers =
      static_cast<float>(std::max<std::ptrdiff_t>(std::ranges::count(shown, true) - 1, 1));
  const float rest = std::max(0.0F, width - needed);
  float x = 0;
  for (const LineColumn column : {line, source, operation, array, requests, wavefronts, excess,
                                  sectors, other, active, degree}) {
    const auto i = static_cast<std::size_t>(column);
    if (!shown[i]) continue;
    const float share = stretched || column == line ? 0 : rest / sharers;
    const float more = column == source ? rest : share;
    placed.push_back({column, x, widths[i] + more});
    x += widths[i] + more + gap;
  }
  return placed;
}

}  // namespace warpscope
