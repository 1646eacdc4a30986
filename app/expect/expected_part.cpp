#include "app/expect/expected_part.hpp"

#include <utility>

namespace warpscope {
namespace {

using FigureOf = FigureName::Kind;

/// "s" of "s.tile", too.
bool is_array_named(std::string_view array, std::string_view name) {
  return array.starts_with(name) && (array.size() == name.size() || array[name.size()] == '.');
}

}  // namespace

bool is_same_file(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  return !b.empty() && a.ends_with(b) &&
         (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

const ProgramLaunch* PartOfRun::launch_of(const LaunchSite& each) const {
  for (const std::size_t k : launches_) {
    const ProgramLaunch& launch = facts_.figures.launches[k].launch;
    if (launch.trace_launch >= 0 &&
        static_cast<std::uint32_t>(launch.trace_launch) == each.launch) {
      return &launch;
    }
  }
  return nullptr;
}

bool PartOfRun::holds(const LaunchSite& each) const {
  if (part_.line != 0 &&
      (each.site.cost.line != part_.line || !is_same_file(facts_.file_of(each), part_.file))) {
    return false;
  }
  if (!part_.array.empty() && !is_array_named(each.site.array, part_.array)) return false;
  return launch_of(each) != nullptr;
}

bool PartOfRun::holds(const ToldOnce<ProgramFinding>& told) const {
  const ProgramFinding& finding = told.finding;
  if (part_.launches != LaunchChoice{} &&
      std::none_of(launches_.begin(), launches_.end(), [&](std::size_t k) {
        return std::find(told.launches.begin(), told.launches.end(),
                         facts_.figures.launches[k].launch.number) != told.launches.end();
      })) {
    return false;
  }
  const auto more = [&](auto is) { return std::any_of(told.more.begin(), told.more.end(), is); };
  if (part_.line != 0) {
    const bool here = is_same_file(finding.file, part_.file) &&
                      (finding.line == part_.line ||
                       more([&](const ToldPlace& place) { return place.line == part_.line; }));
    const bool there =
        finding.other_line == part_.line &&
        is_same_file(finding.other_file.empty() ? finding.file : finding.other_file, part_.file);
    if (!here && !there) return false;
  }
  return part_.array.empty() || is_array_named(finding.array, part_.array) ||
         more([&](const ToldPlace& place) { return is_array_named(place.array, part_.array); });
}

const std::vector<const LaunchSite*>& PartOfRun::sites() const {
  if (!found_) {
    found_.emplace();
    for (const LaunchSite& each : facts_.sites()) {
      if (holds(each)) found_->push_back(&each);
    }
  }
  return *found_;
}

PartSums PartOfRun::sums(bool of_block) const {
  PartSums sums = part_.within_launches() ? sums_of_sites(of_block) : sums_of_launches(of_block);
  for (const LaunchSite* each : sites_for_most_) {
    const TotalsEntry* entry = entry_of(each->site.cost.space, each->site.cost.operation);
    if (entry == nullptr) continue;
    if (entry->space == Space::shared) {
      sums.most_wavefronts = std::max(sums.most_wavefronts, each->most);
    } else if (entry->space == Space::global) {
      sums.most_sectors = std::max(sums.most_sectors, each->most);
    }
  }
  return sums;
}

PartSums PartOfRun::sums_of_sites(bool of_block) const {
  PartSums sums;
  for (const LaunchSite* each : sites()) {
    const LineCost& cost = each->site.cost;
    const TotalsEntry* entry = entry_of(cost.space, cost.operation);
    if (entry == nullptr) continue;
    const ProgramLaunch& launch = *launch_of(*each);
    const auto blocks = of_block ? 1U : static_cast<std::uint64_t>(launch.blocks());
    sums.scaled = sums.scaled || blocks > 1;
    sums.add(static_cast<std::size_t>(entry - totals_table().data()),
             {cost.requests, cost.wavefronts, cost.ideal}, blocks);
    sums.max_degree = std::max(sums.max_degree, cost.max_degree);
  }
  return sums;
}

PartSums PartOfRun::sums_of_launches(bool of_block) const {
  PartSums sums;
  for (const std::size_t k : launches_) {
    const LaunchFigures& entry = facts_.figures.launches[k];
    const Totals* totals = entry.grid ? &entry.grid->totals : nullptr;
    if (of_block) {
      const auto at = static_cast<std::size_t>(entry.launch.trace_launch);
      totals = entry.launch.trace_launch >= 0 && at < facts_.block_totals().size()
                   ? &facts_.block_totals()[at]
                   : nullptr;
    }
    if (totals == nullptr) continue;
    for (std::size_t e = 0; e < totals_table().size(); ++e) {
      sums.add(e, warpscope::figures(*totals, totals_table()[e]), 1);
    }
    sums.max_degree = std::max(sums.max_degree, totals->max_degree);
    sums.barriers += static_cast<double>(totals->barriers);
    sums.cycles += modelled_cycles(*totals, facts_.model);
    sums.scaled = sums.scaled || (!of_block && !entry.grid->exact());
  }
  return sums;
}

double memory_figure(const PartSums& sums, const FigureName& figure) {
  const MemoryFigures memory = sums.of(figure);
  switch (figure.kind) {
    case FigureOf::requests: return static_cast<double>(memory.requests);
    case FigureOf::served: return static_cast<double>(memory.served);
    case FigureOf::ideal: return static_cast<double>(memory.ideal);
    case FigureOf::excessive: return static_cast<double>(memory.excessive());
    case FigureOf::most:
      return figure.space == Space::shared ? sums.most_wavefronts : sums.most_sectors;
    case FigureOf::degree: return sums.max_degree;
    case FigureOf::barriers: return sums.barriers;
    case FigureOf::cycles: return sums.cycles;
    default: return 0;
  }
}

bool is_measured(const FigureName& figure) {
  return figure.of_memory() || figure.kind == FigureOf::barriers || figure.kind == FigureOf::cycles;
}

bool is_sum(const FigureName& figure) {
  return is_measured(figure) && figure.kind != FigureOf::most && figure.kind != FigureOf::degree;
}

}  // namespace warpscope
