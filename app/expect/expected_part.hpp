#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/expect/expectation.hpp"
#include "app/expect/expected_figure.hpp"
#include "app/subject/run_figures.hpp"
#include "instrumentation/analysis/launch_sites.hpp"
#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

/// "sum.cu" and "src/sum.cu" are one file.
[[nodiscard]] bool is_same_file(std::string_view a, std::string_view b);

/// The sums of a part of a run, by entry of totals_table().
struct PartSums {
  std::vector<MemoryFigures> entries = std::vector<MemoryFigures>(totals_table().size());
  int max_degree = 0, most_wavefronts = 0, most_sectors = 0;
  double barriers = 0, cycles = 0;
  bool scaled = false;

  void add(std::size_t entry, const MemoryFigures& more, std::uint64_t times) {
    MemoryFigures& to = entries[entry];
    const auto add_to = [&](std::uint64_t& sum, std::uint64_t figure) {
      std::uint64_t product = 0;
      if (__builtin_mul_overflow(figure, times, &product) ||
          __builtin_add_overflow(sum, product, &sum)) {
        sum = std::numeric_limits<std::uint64_t>::max();
      }
    };
    add_to(to.requests, more.requests);
    add_to(to.served, more.served);
    add_to(to.ideal, more.ideal);
  }
  [[nodiscard]] MemoryFigures of(const FigureName& figure) const {
    MemoryFigures sum;
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const TotalsEntry& entry = totals_table()[k];
      if (figure.entry != nullptr ? figure.entry != &entry
                                  : figure.space && *figure.space != entry.space) {
        continue;
      }
      sum.requests += entries[k].requests;
      sum.served += entries[k].served;
      sum.ideal += entries[k].ideal;
    }
    return sum;
  }
};

/// A run, what `run` says of it, and the sites of its trace once somebody asks for them.
struct RunFacts {
  RunFacts(const ProgramRun& of, BankModel banks) : run(of), model(banks) {
    if (auto all = run_figures(of, ProgramChoice{}, banks)) figures = std::move(all).value();
  }

  const ProgramRun& run;
  BankModel model;
  RunFigures figures;

  [[nodiscard]] const std::vector<LaunchSite>& sites() const {
    if (!sites_ && run.trace) sites_ = costs_of_launch_sites(*run.trace, model);
    if (!sites_) sites_.emplace();
    return *sites_;
  }
  [[nodiscard]] const std::vector<Totals>& block_totals() const {
    if (!blocks_ && run.trace) blocks_ = totals_of_launches(*run.trace, model);
    if (!blocks_) blocks_.emplace();
    return *blocks_;
  }
  [[nodiscard]] const std::string& file_of(const LaunchSite& each) const {
    return run.trace->sources[each.site.cost.source].name;
  }

 private:
  mutable std::optional<std::vector<LaunchSite>> sites_;
  mutable std::optional<std::vector<Totals>> blocks_;
};

/// Throughout one check: the part of one run, as written or as compiled. What it is made of must outlive it.
class PartOfRun {
 public:
  PartOfRun(const RunFacts& facts, const ExpectedPart& part,
            const std::vector<std::size_t>& launches)
      : facts_(facts), part_(part), launches_(launches) {}

  /// By the trace's launch, the program's; nullptr: it is not in the part.
  [[nodiscard]] const ProgramLaunch* launch_of(const LaunchSite& each) const;
  [[nodiscard]] bool holds(const LaunchSite& each) const;
  /// Whether the finding is in the part.
  [[nodiscard]] bool holds(const ToldOnce<ProgramFinding>& told) const;
  [[nodiscard]] const std::vector<const LaunchSite*>& sites() const;
  [[nodiscard]] PartSums sums(bool of_block) const;
  /// Figures of the costliest access are wanted, too.
  void want_most() { sites_for_most_ = sites(); }

 private:
  [[nodiscard]] PartSums sums_of_sites(bool of_block) const;
  [[nodiscard]] PartSums sums_of_launches(bool of_block) const;

  const RunFacts& facts_;
  const ExpectedPart& part_;
  const std::vector<std::size_t>& launches_;
  std::vector<const LaunchSite*> sites_for_most_;
  mutable std::optional<std::vector<const LaunchSite*>> found_;
};

/// Whether it is counted in accesses, and changes with the bank model.
[[nodiscard]] bool is_measured(const FigureName& figure);
/// Whether it changes with the number of blocks.
[[nodiscard]] bool is_sum(const FigureName& figure);
/// Of a figure that is measured.
[[nodiscard]] double memory_figure(const PartSums& sums, const FigureName& figure);

}  // namespace warpscope
