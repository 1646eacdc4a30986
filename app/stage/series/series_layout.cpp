#include "app/stage/series/series_layout.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>

#include "app/stage/series/series_groups.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_groups = 3;
constexpr std::uint32_t fewest_moments = 3;  // for a sequence: two points are no line

bool is_sequence(const SeriesGroup& group) {
  return group.most == 1 && group.ascending && group.moments.size() >= fewest_moments &&
         group.cells.size() == group.moments.size();
}

bool is_rewritten(const SeriesGroup& group) { return group.most >= 2; }

/// The larger the better: values that an iteration hands on, in memory that outlives a launch.
int rank(const SeriesGroup& group) {
  if (is_sequence(group)) return 4;
  const bool lasting = group.space == Space::global;
  return (lasting ? 2 : 0) + (group.iterated ? 1 : 0);
}

/// Whether most cells are written equally often: an iteration, not a tree.
bool is_even(const SeriesGroup& group) {
  const auto often = [&](std::uint32_t writes) { return 2 * writes >= group.most; };
  const auto count = std::ranges::count_if(group.writes, often);
  return 2 * static_cast<std::size_t>(count) >= group.writes.size();
}

/// Whether numbers are made again and again from themselves; counters that grow do not count.
bool is_iteration(const Trace& trace, const SeriesGroup& group) {
  const Scalar scalar = trace.arrays[group.arrays.front()].type.scalar;
  const bool real = is_real(scalar);
  return real && group.most >= fewest_moments && is_even(group);
}

/// The cells that get a line: those written most often, evenly spread if there are too many.
std::vector<std::uint32_t> chosen_cells(const SeriesGroup& group) {
  std::vector<std::uint32_t> order(group.cells.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](std::uint32_t c) { return group.writes[c] < 2; });
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(group.writes[b], group.cells[a]) < std::pair(group.writes[a], group.cells[b]);
  });
  std::vector<std::uint32_t> chosen;
  constexpr std::size_t most = SeriesLayout::most_lines;
  const auto least = [&](std::size_t i) { return group.writes[order[i]]; };
  std::size_t top = 0;
  while (top < order.size() && least(top) == group.most) ++top;
  const std::size_t from = top > most ? top : order.size();
  const std::size_t count = std::min(from, most);
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(order[top > most ? i * from / count : i]);
  std::ranges::sort(chosen, {}, [&](std::uint32_t c) { return group.cells[c]; });
  return chosen;
}

/// Of many points, keeps the least and the largest of each stretch, with as many stretches as a
/// window has pixels.
void thin(std::vector<SeriesPoint>& points) {
  if (points.size() <= SeriesLayout::most_points) return;
  const std::size_t stretch = 2 * points.size() / SeriesLayout::most_points + 1;
  std::vector<SeriesPoint> kept;
  for (std::size_t i = 0; i < points.size(); i += stretch) {
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(stretch, points.size() - i));
    auto [low, high] = std::minmax_element(
        begin, end, [](const SeriesPoint& a, const SeriesPoint& b) { return a.value < b.value; });
    if (high < low) std::swap(low, high);
    kept.push_back(*low);
    if (low != high) kept.push_back(*high);
  }
  points = std::move(kept);
}

/// Fills the panels of all groups in one sweep over the trace.
class Filler {
 public:
  Filler(const Trace& trace, const Dataflow& flow, SeriesGroups& all)
      : trace_(trace),
        flow_(flow),
        all_(all),
        cells_(all.groups.size(), nullptr),
        changes_(all.groups.size(), nullptr),
        line_of_(all.groups.size()),
        last_(all.groups.size()),
        moment_(all.groups.size(), 0) {}

  void want(std::size_t group, SeriesPanel* cells, SeriesPanel* change) {
    cells_[group] = cells;
    changes_[group] = change;
    const SeriesGroup& from = all_.groups[group];
    line_of_[group].assign(from.cells.size(), CellMap::nothing);
    last_[group].assign(from.cells.size(), std::nan(""));
    if (cells->kind == SeriesKind::sequence) {
      std::ranges::fill(line_of_[group], 0U);
      cells->lines.resize(1);
    } else {
      const std::vector<std::uint32_t> chosen = chosen_cells(from);
      for (std::uint32_t l = 0; l < chosen.size(); ++l) line_of_[group][chosen[l]] = l;
      cells->lines.resize(chosen.size());
    }
    if (change != nullptr) change->lines.resize(1);
  }

  void fill() {
    for (const FlowNode& node : flow_.nodes) {
      const std::int32_t group = node.origin || node.relative ? -1 : all_.group_of[node.array];
      if (group >= 0 && cells_[static_cast<std::size_t>(group)] != nullptr) {
        add(static_cast<std::size_t>(group), node);
      }
    }
  }

 private:
  void add(std::size_t g, const FlowNode& node) {
    SeriesGroup& group = all_.groups[g];
    while (group.moments[moment_[g]].step != node.step) ++moment_[g];
    const auto words = value_of(trace_, flow_, node);
    if (words.empty()) return;
    const double value = numeric_value(trace_.arrays[node.array].type, words);
    const std::uint32_t at = group.place.get(all_.cell(node.array, node.index));
    const SeriesPoint point{moment_[g], node.access, node.array, node.index, value};
    if (const std::uint32_t line = line_of_[g][at]; line != CellMap::nothing) {
      put(cells_[g]->lines[line].points, point, false);
    }
    if (changes_[g] != nullptr && !std::isnan(last_[g][at])) {
      SeriesPoint change = point;
      change.value = std::abs(value - last_[g][at]);
      put(changes_[g]->lines[0].points, change, true);
    }
    last_[g][at] = value;
  }

  /// A cell's last value of a moment, or the largest of all.
  static void put(std::vector<SeriesPoint>& points, const SeriesPoint& point, bool largest) {
    if (points.empty() || points.back().moment != point.moment) return points.push_back(point);
    // Written so that NaN stays.
    if (!largest || !(point.value <= points.back().value)) {
      if (!largest || !std::isnan(points.back().value)) points.back() = point;
    }
  }

  const Trace& trace_;
  const Dataflow& flow_;
  SeriesGroups& all_;
  std::vector<SeriesPanel*> cells_, changes_;        // per group; nullptr: not wanted
  std::vector<std::vector<std::uint32_t>> line_of_;  // per group and cell
  std::vector<std::vector<double>> last_;            // likewise: the value before
  std::vector<std::uint32_t> moment_;                // per group: the present one
};

SeriesPanel panel_of(const Trace& trace, const SeriesGroup& group, SeriesKind kind) {
  SeriesPanel panel;
  panel.kind = kind;
  panel.arrays = group.arrays;
  std::ranges::sort(panel.arrays);
  panel.moments = group.moments;
  panel.cells = group.cells.size();
  panel.writes = group.most;
  panel.launches = panel.moments.size() > 1;
  for (std::size_t m = 1; m < panel.moments.size(); ++m) {
    if (trace.steps[panel.moments[m].step].launch ==
        trace.steps[panel.moments[m - 1].step].launch) {
      panel.launches = false;
    }
  }
  return panel;
}

void finish(SeriesPanel& panel, std::optional<double> tolerance) {
  SeriesRange range;
  for (SeriesLine& line : panel.lines) {
    for (const SeriesPoint& point : line.points) {
      range.add(point.value);
      panel.broken = panel.broken || !std::isfinite(point.value);
    }
    if (panel.kind == SeriesKind::cells && line.points.size() < panel.moments.size()) {
      panel.held = true;
    }
    thin(line.points);
  }
  if (tolerance && panel.kind != SeriesKind::cells) range.add(*tolerance);
  if (panel.goal) range.add(panel.goal->value);
  panel.axis = range.axis();
  std::erase_if(panel.lines, [](const SeriesLine& line) { return line.points.empty(); });
}

/// The value from which the values of one sequence lie as far away as those of another one say;
/// nullopt if there is none, or if so few of them differ that any value would do.
std::optional<double> goal_of(const SeriesPanel& values, const SeriesPanel& distances) {
  const auto& of = values.lines[0].points;
  const auto& far = distances.lines[0].points;
  if (of.size() != far.size() || of.size() < fewest_moments) return std::nullopt;
  constexpr double rounding = 1e-5;  // of float, in which the distance was computed
  for (const double side : {-1.0, 1.0}) {
    const double goal = of[0].value + side * far[0].value;
    std::set<double> distinct;
    bool agrees = true;
    for (std::size_t i = 0; i < of.size() && agrees; ++i) {
      const double away = std::abs(of[i].value - goal);
      agrees = std::abs(away - far[i].value) <= rounding * std::max(1.0, std::abs(of[i].value));
      distinct.insert(of[i].value);
    }
    if (agrees && distinct.size() >= fewest_moments) return goal;
  }
  return std::nullopt;
}

/// Only sequences: what a sequence of distances is measured from can be told from nothing else.
void find_goals(std::vector<SeriesPanel>& panels) {
  const auto sequence = [](const SeriesPanel& panel) {
    return panel.kind == SeriesKind::sequence && panel.lines.size() == 1;
  };
  for (SeriesPanel& values : panels) {
    for (const SeriesPanel& distances : panels) {
      if (&values == &distances || !sequence(values) || !sequence(distances)) continue;
      // A distance's own distance from 0 says nothing.
      const auto goal = goal_of(values, distances);
      if (goal && *goal != 0) values.goal = {*goal, distances.arrays.front()};
    }
  }
}

std::optional<double> find_tolerance(const TraceHeader& header) {
  for (const auto& [name, text] : header.parameters) {
    if (name.find("toler") == std::string::npos && name != "eps" && name != "epsilon") continue;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value > 0) return value;
  }
  return std::nullopt;
}

}  // namespace

float SeriesPanel::moment_at(std::uint32_t access) const {
  const auto next = std::partition_point(
      moments.begin(), moments.end(),
      [&](const SeriesMoment& moment) { return moment.last_access <= access; });
  const auto done = static_cast<float>(next - moments.begin());
  if (next == moments.end()) return done - 1;
  if (next == moments.begin()) return access < next->first_access ? -1.0F : -0.5F;
  const std::uint32_t from = (next - 1)->last_access;
  return done - 1 +
         static_cast<float>(access - from) / static_cast<float>(next->last_access - from);
}

SeriesLayout::SeriesLayout(const Trace& trace, const Dataflow& flow)
    : tolerance_(find_tolerance(trace.header)) {
  SeriesGroups all = find_series_groups(trace, flow);
  std::vector<std::size_t> order;
  for (std::size_t g = 0; g < all.groups.size(); ++g) {
    if (is_sequence(all.groups[g]) || is_rewritten(all.groups[g])) order.push_back(g);
  }
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const SeriesGroup &first = all.groups[a], &second = all.groups[b];
    return std::pair(rank(second), second.stores) < std::pair(rank(first), first.stores);
  });
  // Values kept only for a launch do not matter if something outlives it.
  const bool lasting = !order.empty() && rank(all.groups[order.front()]) >= 2;
  std::erase_if(order, [&](std::size_t g) { return lasting && rank(all.groups[g]) < 2; });
  if (order.size() > most_groups) order.resize(most_groups);

  panels_.reserve(2 * order.size());  // the filler points to them
  Filler filler(trace, flow, all);
  for (const std::size_t g : order) {
    const SeriesGroup& group = all.groups[g];
    const bool sequence = is_sequence(group);
    panels_.push_back(panel_of(trace, group, sequence ? SeriesKind::sequence : SeriesKind::cells));
    SeriesPanel* cells = &panels_.back();
    SeriesPanel* change = nullptr;
    if (!sequence && group.iterated && is_iteration(trace, group)) {
      panels_.push_back(panel_of(trace, group, SeriesKind::change));
      change = &panels_.back();
    }
    filler.want(g, cells, change);
  }
  filler.fill();
  find_goals(panels_);
  for (SeriesPanel& panel : panels_) finish(panel, tolerance_);
  std::erase_if(panels_, [](const SeriesPanel& panel) { return panel.lines.empty(); });
}

}  // namespace warpscope
