#include "app/comparison/line_comparison.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "app/subject/grid_totals.hpp"
#include "instrumentation/trace/source_match.hpp"

namespace warpscope {
namespace {

/// What one side's code does at one place with one array.
struct ComparedSite {
  Space space = Space::shared;
  Operation operation = Operation::load;
  LineSide side{};
  bool taken = false;  // by a row
};
using Sites = std::vector<ComparedSite>;

std::uint64_t times(std::uint64_t figure, std::int64_t blocks) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  const auto by = static_cast<std::uint64_t>(std::max<std::int64_t>(blocks, 1));
  return figure > most / by ? most : figure * by;
}

void add_cost(LineSide& to, const LineSide& more) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  to.requests += more.requests;
  to.served += more.served;
  to.ideal += more.ideal;
  to.grid = more.grid > most - to.grid ? most : to.grid + more.grid;
}

/// The first access of each place, operation and array.
class FirstAccesses {
 public:
  explicit FirstAccesses(const Trace& trace) {
    std::map<std::tuple<std::uint32_t, int, Operation, std::uint32_t>, std::uint32_t> first;
    for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
      const Access& access = trace.accesses[i];
      const std::uint32_t launch = trace.steps[access.step].launch;
      first.try_emplace({access.location, access.array, access.operation, launch}, i);
    }
    for (const auto& [place, access] : first) {
      const auto& [location, array, operation, launch] = place;
      const CodeLocation& code = trace.locations[location];
      const auto [known, added] = by_site_.try_emplace(
          {code.source, code.line, code.caller, operation, name_in(trace, launch, array)}, access);
      if (!added) known->second = std::min(known->second, access);
    }
  }
  [[nodiscard]] std::optional<std::uint32_t> of(const SiteCost& site) const {
    const auto found = by_site_.find(
        {site.cost.source, site.cost.line, site.caller, site.cost.operation, site.array});
    if (found == by_site_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, Operation, std::string>,
           std::uint32_t>
      by_site_;
};

/// In the order of costs_of_sites().
Sites sites_of(const Document& document) {
  const Trace& trace = *document.trace;
  const FirstAccesses first(trace);
  using Key = std::tuple<std::uint32_t, std::uint32_t, Space, Operation, std::string, std::int32_t>;
  std::map<Key, ComparedSite> sums;
  LineFinder finder;
  for (const LaunchSite& each : costs_of_launch_sites(trace, document.summary.model)) {
    const LineCost& cost = each.site.cost;
    if (service_of(cost.space) == Service::none) continue;
    const auto [known, added] = sums.try_emplace(
        {cost.source, cost.line, cost.space, cost.operation, each.site.array, each.site.caller});
    ComparedSite& site = known->second;
    if (added) {
      site.space = cost.space;
      site.operation = cost.operation;
      site.side.source = cost.source;
      site.side.line = cost.line;
      site.side.array = each.site.array;
      site.side.caller = each.site.caller;
      site.side.access = first.of(each.site);
      if (cost.source < trace.sources.size())
        site.side.text = finder.line(trace.sources[cost.source], cost.line);
    }
    add_cost(site.side, {.requests = cost.requests,
                         .served = cost.wavefronts,
                         .ideal = cost.ideal,
                         .grid = times(cost.wavefronts, trace.launches[each.launch].blocks())});
  }
  Sites sites;
  for (auto& [key, site] : sums) sites.push_back(std::move(site));
  return sites;
}

CodeLocation code_of(const LineSide& side) { return {side.source, side.line, -1, {}}; }

/// Pairs the sites of two sides by line, array and caller.
class SitePairs {
 public:
  SitePairs(const Document& left, const Document& right, Sites& of_left, Sites& of_right)
      : left_(*left.trace),
        right_(*right.trace),
        code_(left_, right_),
        of_left_(of_left),
        of_right_(of_right) {}

  /// The best pairs first: lines that still stand, those that went elsewhere, then those that changed.
  std::vector<ComparedLine> take() {
    enum class How : std::uint8_t { stands, went, changed };
    std::vector<ComparedLine> rows;
    for (const How how : {How::stands, How::went, How::changed}) {
      for (const bool same_array : {true, false}) {
        for (const bool same_caller : {true, false}) {
          if (!same_array && !same_caller) continue;
          pair_where(rows, [&](const LineSide& a, const LineSide& b) {
            if (how != How::changed && a.text != b.text) return false;
            if (how == How::stands && code_.moved_line(code_of(a)) != b.line) return false;
            if (same_array && a.array != b.array) return false;
            return code_.same(code_of(a), code_of(b)) && (!same_caller || called_alike(a, b));
          });
          if (how == How::went && same_array && same_caller) unchanged_ = rows.size();
        }
      }
    }
    return rows;
  }
  /// How many of them are lines that did not change.
  [[nodiscard]] std::size_t unchanged() const { return unchanged_; }

 private:
  [[nodiscard]] bool called_alike(const LineSide& a, const LineSide& b) const {
    if (a.caller < 0 || b.caller < 0) return a.caller < 0 && b.caller < 0;
    return code_.same(left_.locations[static_cast<std::size_t>(a.caller)],
                      right_.locations[static_cast<std::size_t>(b.caller)]);
  }
  void pair_where(std::vector<ComparedLine>& rows,
                  const std::function<bool(const LineSide&, const LineSide&)>& belong) {
    for (ComparedSite& a : of_left_) {
      if (a.taken) continue;
      const auto b = std::ranges::find_if(of_right_, [&](const ComparedSite& site) {
        return !site.taken && site.space == a.space && site.operation == a.operation &&
               belong(a.side, site.side);
      });
      if (b == of_right_.end()) continue;
      a.taken = b->taken = true;
      rows.push_back({a.space, a.operation, a.side, b->side});
    }
  }

  const Trace& left_;
  const Trace& right_;
  SourceMatch code_;
  Sites& of_left_;
  Sites& of_right_;
  std::size_t unchanged_ = 0;
};

/// What each array costs in each operation. Keeps the place of the costliest line.
Sites arrays_of(const Sites& sites) {
  std::map<std::tuple<Space, Operation, std::string>, ComparedSite> sums;
  std::map<std::tuple<Space, Operation, std::string>,
           std::pair<std::uint64_t, std::set<std::pair<std::uint32_t, std::uint32_t>>>>
      seen;  // cost of the costliest line, and the lines
  for (const ComparedSite& site : sites) {
    const std::tuple key{site.space, site.operation, site.side.array};
    auto& [most, lines] = seen[key];
    lines.emplace(site.side.source, site.side.line);
    const auto [known, added] = sums.try_emplace(key, site);
    if (!added) {
      LineSide sum = known->second.side;
      add_cost(sum, site.side);
      if (site.side.grid > most) {
        const LineSide figures = sum;
        sum = site.side;
        sum.requests = figures.requests;
        sum.served = figures.served;
        sum.ideal = figures.ideal;
        sum.grid = figures.grid;
      }
      known->second.side = std::move(sum);
    }
    most = std::max(most, site.side.grid);
    known->second.side.lines = static_cast<std::uint32_t>(lines.size());
  }
  Sites arrays;
  for (auto& [key, site] : sums) arrays.push_back(std::move(site));
  return arrays;
}

/// Arrays of one name, then those that are the only ones left of their memory and operation.
std::vector<ComparedLine> pair_arrays(Sites& of_left, Sites& of_right) {
  std::vector<ComparedLine> rows;
  const auto pair = [&](ComparedSite& a, ComparedSite& b) {
    a.taken = b.taken = true;
    rows.push_back({a.space, a.operation, a.side, b.side});
  };
  const auto alike = [](const ComparedSite& a, const ComparedSite& b) {
    return a.space == b.space && a.operation == b.operation;
  };
  for (ComparedSite& a : of_left) {
    for (ComparedSite& b : of_right) {
      if (!a.taken && !b.taken && alike(a, b) && a.side.array == b.side.array) pair(a, b);
    }
  }
  for (ComparedSite& a : of_left) {
    const auto left_over = [&](const ComparedSite& site) { return !site.taken && alike(site, a); };
    if (a.taken || std::ranges::count_if(of_left, left_over) != 1) continue;
    if (std::ranges::count_if(of_right, left_over) != 1) continue;
    pair(a, *std::ranges::find_if(of_right, left_over));
  }
  return rows;
}

void add_unpaired(Sites& of_left, Sites& of_right, std::vector<ComparedLine>& rows) {
  for (ComparedSite& site : of_left) {
    if (!site.taken) rows.push_back({site.space, site.operation, std::move(site.side), {}});
  }
  for (ComparedSite& site : of_right) {
    if (!site.taken) rows.push_back({site.space, site.operation, {}, std::move(site.side)});
  }
}

/// Whether both ran a kernel of one name, both of the catalogue or both of programs: files may have been renamed.
bool are_versions(const Trace& left, const Trace& right) {
  if (left.header.program.empty() != right.header.program.empty()) return false;
  return std::ranges::any_of(left.launches, [&](const Launch& launch) {
    return std::ranges::count(right.launches, launch.kernel, &Launch::kernel) > 0;
  });
}

std::vector<ComparedSpace> by_space(std::vector<ComparedLine> rows) {
  std::map<Space, ComparedSpace> spaces;
  for (ComparedLine& row : rows) {
    ComparedSpace& space = spaces[row.space];
    space.space = row.space;
    if (row.left) add_cost(space.left, *row.left);
    if (row.right) add_cost(space.right, *row.right);
    space.rows.push_back(std::move(row));
  }
  std::vector<ComparedSpace> sorted;
  for (auto& [id, space] : spaces) {
    std::ranges::stable_sort(space.rows, [](const ComparedLine& a, const ComparedLine& b) {
      const auto weight = [](const ComparedLine& row) {
        return std::pair(row.distance(), std::max(row.left_grid(), row.right_grid()));
      };
      return weight(a) > weight(b);
    });
    sorted.push_back(std::move(space));
  }
  std::ranges::stable_sort(sorted, {}, [](const ComparedSpace& space) {
    return space.rows.front().distance() == 0;  // none is empty
  });
  return sorted;
}

}  // namespace

std::uint64_t ComparedLine::distance() const {
  const std::uint64_t a = left_grid(), b = right_grid();
  return a > b ? a - b : b - a;
}

std::size_t LineComparison::rows() const {
  std::size_t count = 0;
  for (const ComparedSpace& space : spaces) count += space.rows.size();
  return count;
}

LineComparison compare_lines(const Document& left, const Document& right) {
  const auto several = [](const Launch& launch) { return launch.blocks() > 1; };
  LineComparison made{.left_scaled = std::ranges::any_of(left.trace->launches, several),
                      .right_scaled = std::ranges::any_of(right.trace->launches, several)};
  const Sites all_left = sites_of(left), all_right = sites_of(right);
  Sites of_left = all_left, of_right = all_right;
  SitePairs pairs(left, right, of_left, of_right);
  std::vector<ComparedLine> rows = pairs.take();
  const std::size_t fewest = std::min(all_left.size(), all_right.size());
  if (!are_versions(*left.trace, *right.trace) && 2 * pairs.unchanged() < fewest) {
    made.by = LineComparison::By::arrays;
    of_left = arrays_of(all_left);
    of_right = arrays_of(all_right);
    rows = pair_arrays(of_left, of_right);
  }
  add_unpaired(of_left, of_right, rows);
  made.spaces = by_space(std::move(rows));
  return made;
}

}  // namespace warpscope
