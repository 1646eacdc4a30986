#include "app/expect/expected_run.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <set>
#include <utility>

#include "app/expect/expected_figure.hpp"
#include "app/expression/expression.hpp"
#include "app/subject/run_figures.hpp"
#include "instrumentation/analysis/launch_sites.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using FigureOf = FigureName::Kind;
using State = ToldExpectation::State;

/// "sum.cu" and "src/sum.cu" are one file.
bool is_same_file(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  return !b.empty() && a.ends_with(b) &&
         (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

/// "s" of "s.tile", too.
bool is_array_named(std::string_view array, std::string_view name) {
  return array.starts_with(name) && (array.size() == name.size() || array[name.size()] == '.');
}

/// The sums of a memory, by entry of totals_table().
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

}  // namespace

/// A run, what `run` says of it, and the sites of its trace once somebody asks for them.
struct ExpectedRun::Facts {
  Facts(const ProgramRun& of, BankModel banks) : run(of), model(banks) {
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

namespace {

/// Throughout one check: the part of one run, as written or as compiled.
template <class Facts>
class PartOfRun {
 public:
  PartOfRun(const Facts& facts, const ExpectedPart& part, const std::vector<std::size_t>& launches)
      : facts_(facts), part_(part), launches_(launches) {}

  /// By the trace's launch, the program's.
  [[nodiscard]] const ProgramLaunch* launch_of(const LaunchSite& each) const {
    for (const std::size_t k : launches_) {
      const ProgramLaunch& launch = facts_.figures.launches[k].launch;
      if (launch.trace_launch >= 0 &&
          static_cast<std::uint32_t>(launch.trace_launch) == each.launch) {
        return &launch;
      }
    }
    return nullptr;
  }
  [[nodiscard]] bool holds(const LaunchSite& each) const {
    if (part_.line != 0 &&
        (each.site.cost.line != part_.line || !is_same_file(facts_.file_of(each), part_.file))) {
      return false;
    }
    if (!part_.array.empty() && !is_array_named(each.site.array, part_.array)) return false;
    return launch_of(each) != nullptr;
  }
  [[nodiscard]] const std::vector<const LaunchSite*>& sites() const {
    if (!found_) {
      found_.emplace();
      for (const LaunchSite& each : facts_.sites()) {
        if (holds(each)) found_->push_back(&each);
      }
    }
    return *found_;
  }

  [[nodiscard]] PartSums sums(bool of_block) const {
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
  /// Figures of the costliest access are wanted, too.
  void want_most() { sites_for_most_ = sites(); }

  /// Whether the finding is in the part.
  [[nodiscard]] bool holds(const ToldOnce<ProgramFinding>& told) const {
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

 private:
  [[nodiscard]] PartSums sums_of_sites(bool of_block) const {
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
  [[nodiscard]] PartSums sums_of_launches(bool of_block) const {
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

  const Facts& facts_;
  const ExpectedPart& part_;
  const std::vector<std::size_t>& launches_;
  std::vector<const LaunchSite*> sites_for_most_;
  mutable std::optional<std::vector<const LaunchSite*>> found_;
};

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

/// Whether it changes with the number of blocks.
bool is_sum(const FigureName& figure) {
  return is_measured(figure) && figure.kind != FigureOf::most && figure.kind != FigureOf::degree;
}

/// One check of one expectation.
template <class Facts>
class ExpectationCheck {
 public:
  ExpectationCheck(const Expectation& expectation, const Facts& facts, const Facts* joined,
                   const std::optional<Sentence>& joined_missing)
      : expectation_(expectation),
        facts_(facts),
        joined_(joined),
        joined_missing_(joined_missing) {}

  ToldExpectation run() {
    told_.text = expectation_.written.text;
    told_.file = expectation_.written.file;
    told_.line = expectation_.written.line;
    for (const std::string& name : expectation_.names) {
      names_.push_back({name, read_figure_name(name).value()});
    }
    if (!find_launches(facts_, launches_, true)) return told_;
    PartOfRun<Facts> part(facts_, expectation_.part, launches_);
    if (!is_recorded() || !is_there(part) || !find_joined()) return told_;
    if (has([](const FigureName& figure) { return figure.kind == FigureOf::most; })) {
      part.want_most();
    }
    compute(part);
    if (told_.state == State::failed) find_place(part);
    return told_;
  }

 private:
  struct Named {
    std::string name;
    FigureName figure;
  };
  template <class Is>
  [[nodiscard]] bool has(Is is) const {
    return std::any_of(names_.begin(), names_.end(),
                       [&](const Named& each) { return is(each.figure); });
  }
  bool end(State state, Sentence reason) {
    told_.state = state;
    told_.reason = std::move(reason);
    return false;
  }

  bool find_launches(const Facts& facts, std::vector<std::size_t>& into, bool tells) {
    const LaunchChoice& choice = expectation_.part.launches;
    const auto& launches = facts.run.outcome.launches;
    if (choice != LaunchChoice{} && launches.empty()) {
      return end(State::unmatched, say("The program launched no kernel."));
    }
    auto found = matching_launches(choice, launches);
    if (!found) return tells && end(State::unmatched, found.error().for_window());
    into = std::move(found).value();
    return true;
  }

  /// Whether the launches' figures are known, if any are asked for.
  bool is_recorded() {
    if (!has(is_measured)) return true;
    for (const std::size_t k : launches_) {
      const LaunchFigures& entry = facts_.figures.launches[k];
      const ProgramLaunch& launch = entry.launch;
      told_.launch = launch.number;
      told_.kernel = launch.kernel;
      if (!entry.totals) {
        return end(State::failed,
                   say("Launch {0} ({1}) was not recorded, so its figures are not known.",
                       launch.number, launch.kernel));
      }
      if (launch.cut) {
        return end(
            State::failed,
            say("Recording came to its limit within launch {0} ({1}), so its figures are not "
                "known.",
                launch.number, launch.kernel));
      }
    }
    told_.launch = 0;
    told_.kernel.clear();
    return true;
  }

  bool is_there(const PartOfRun<Facts>& part) {
    const ExpectedPart& asked = expectation_.part;
    if (!asked.within_launches()) return true;
    const bool memory = has([](const FigureName& figure) { return figure.of_memory(); });
    if (part.sites().empty()) {
      if (!memory && is_found_without_accesses(part)) return true;
      return end(State::unmatched, nothing_there());
    }
    for (const Named& each : names_) {
      if (each.figure.entry != nullptr || !each.figure.space || each.figure.joined) continue;
      const Space space = *each.figure.space;
      const bool used =
          std::any_of(part.sites().begin(), part.sites().end(),
                      [&](const LaunchSite* site) { return site->site.cost.space == space; });
      if (used) continue;
      const std::string shown = shown_figure_name(each.name);
      return end(
          State::unmatched,
          space == Space::global
              ? say("There are accesses, but none to global memory, which \"{0}\" is about.", shown)
              : say("There are accesses, but none to shared memory, which \"{0}\" is about.",
                    shown));
    }
    return true;
  }

  /// What has no accesses may still have findings: then the line holds code, or the array is one.
  [[nodiscard]] bool is_found_without_accesses(const PartOfRun<Facts>& part) const {
    const auto& told = facts_.figures.told;
    const auto in_part = [&](const auto& each) { return part.holds(each); };
    if (std::any_of(told.findings.begin(), told.findings.end(), in_part) ||
        std::any_of(told.notes.begin(), told.notes.end(), in_part)) {
      return true;
    }
    const ExpectedPart& asked = expectation_.part;
    if (!asked.array.empty() || !facts_.run.trace) return false;
    return std::any_of(facts_.run.trace->sources.begin(), facts_.run.trace->sources.end(),
                       [&](const SourceFile& source) {
                         return is_same_file(source.name, asked.file) &&
                                !source_line(source, asked.line).empty();
                       });
  }

  [[nodiscard]] Sentence nothing_there() const {
    const ExpectedPart& asked = expectation_.part;
    ExpectedPart wider = asked;
    if (!asked.array.empty()) {
      wider.array.clear();
      std::set<std::string> arrays;
      const PartOfRun<Facts> part(facts_, wider, launches_);
      for (const LaunchSite* each : part.sites()) {
        if (!each->site.array.empty()) arrays.insert(each->site.array);
      }
      if (!arrays.empty()) {
        const std::vector<std::string> names(arrays.begin(), arrays.end());
        return say("There is no access to an array \"{0}\" there. {1}", quotable(asked.array),
                   did_you_mean(asked.array, names));
      }
      if (asked.line == 0) return say("No access to memory was recorded.");
    }
    wider.line = 0;
    std::set<std::uint32_t> lines;
    const PartOfRun<Facts> part(facts_, wider, launches_);
    for (const LaunchSite* each : part.sites()) {
      if (is_same_file(facts_.file_of(*each), asked.file)) lines.insert(each->site.cost.line);
    }
    if (lines.empty()) return say("No access to memory was recorded in {0}.", quotable(asked.file));
    auto near = lines.lower_bound(asked.line);
    if (near == lines.end() ||
        (near != lines.begin() && asked.line - *std::prev(near) < *near - asked.line)) {
      --near;
    }
    return say("Line {0} of {1} makes no access to memory; the nearest that does is line {2}.",
               asked.line, quotable(asked.file), *near);
  }

  bool find_joined() {
    if (!has([](const FigureName& figure) { return figure.joined; })) return true;
    if (joined_ == nullptr) {
      if (!joined_missing_) {
        return end(State::unknown, say("Figures as compiled for a GPU are known to "
                                       "\"warpscope run\" alone."));
      }
      return end(State::failed, *joined_missing_);
    }
    return find_launches(*joined_, joined_launches_, true);
  }

  [[nodiscard]] double figure_of(const FigureName& figure, const PartOfRun<Facts>& part) {
    const auto& launches = facts_.figures.launches;
    double sum = 0;
    const auto over_launches = [&](auto&& add) {
      for (const std::size_t k : launches_) add(launches[k].launch);
      return sum;
    };
    const auto most_of = [&](auto of) {
      return over_launches([&](const ProgramLaunch& launch) {
        sum = std::max(sum, static_cast<double>(of(launch)));
      });
    };
    const auto sum_of = [&](auto of) {
      return over_launches(
          [&](const ProgramLaunch& launch) { sum += static_cast<double>(of(launch)); });
    };
    const auto told_in = [&](const auto& list) {
      return static_cast<double>(std::count_if(list.begin(), list.end(),
                                               [&](const auto& each) { return part.holds(each); }));
    };
    switch (figure.kind) {
      case FigureOf::launches: return sum_of([](const ProgramLaunch& of) { return of.times; });
      case FigureOf::blocks: return sum_of([](const ProgramLaunch& of) { return of.blocks(); });
      case FigureOf::checked_blocks:
        return sum_of([](const ProgramLaunch& of) {
          return of.checked_all ? of.blocks() : of.checked_blocks;
        });
      case FigureOf::threads:
        return most_of([](const ProgramLaunch& of) { return of.block.count(); });
      case FigureOf::shared_bytes:
        return most_of([](const ProgramLaunch& of) { return of.shared_bytes; });
      case FigureOf::findings: return told_in(facts_.figures.told.findings);
      case FigureOf::notes: return told_in(facts_.figures.told.notes);
      default: return 0;
    }
  }

  Result<double> value_of(std::string_view name, PartOfRun<Facts>& part) {
    const FigureName figure = read_figure_name(name).value();
    bool scaled = false;
    double value = 0;
    if (is_measured(figure)) {
      const bool most = figure.kind == FigureOf::most;
      PartOfRun<Facts> compiled(figure.joined ? *joined_ : facts_, expectation_.part,
                                figure.joined ? joined_launches_ : launches_);
      if (figure.joined && most) compiled.want_most();
      const PartSums sums = (figure.joined ? compiled : part).sums(figure.block);
      value = memory_figure(sums, figure);
      scaled = sums.scaled && is_sum(figure);
    } else if (figure.kind == FigureOf::exit) {
      constexpr int by_signal = 128;  // as a shell says it
      const ProgramOutcome& outcome = facts_.run.outcome;
      if (outcome.end == ProgramOutcome::End::returned) {
        value = outcome.exit_status;
      } else if (outcome.end == ProgramOutcome::End::crashed) {
        value = by_signal + outcome.signal;
      } else {
        return usage_error(say("The program was stopped, so it returned nothing."));
      }
    } else {
      value = figure_of(figure, part);
    }
    told_.figures.push_back({shown_figure_name(std::string(name)), value, scaled});
    return value;
  }

  void compute(PartOfRun<Facts>& part) {
    const ExpressionNames names{
        .value = [&](std::string_view name) { return value_of(name, part); },
        .of_text = {},
        .of_number = {},
        .text_value = {},
        .number_value = {}};
    const Result<Computed> computed = warpscope::compute(expectation_.condition, names);
    if (!computed) {
      end(State::failed, computed.error().for_window());
    } else if (computed->value == 0) {
      told_.state = State::failed;
    }
  }

  /// Where most of what is too much happens: of the first figure that has a place.
  void find_place(const PartOfRun<Facts>& part) {
    for (const Named& each : names_) {
      const FigureName& figure = each.figure;
      if (figure.of_findings()) {
        const auto& told = facts_.figures.told;
        const auto& list = figure.kind == FigureOf::findings ? told.findings : told.notes;
        const auto found = std::find_if(list.begin(), list.end(),
                                        [&](const auto& one) { return part.holds(one); });
        if (found == list.end()) continue;
        told_.place_file = found->finding.file;
        told_.place_line = found->finding.line;
        told_.launch = found->finding.launch;
        for (const LaunchFigures& entry : facts_.figures.launches) {
          if (entry.launch.number == told_.launch) told_.kernel = entry.launch.kernel;
        }
        return;
      }
      if (figure.of_memory() && find_costliest(figure, part)) return;
    }
    if (launches_.size() == 1 && has([](const FigureName& figure) {
          return figure.kind != FigureOf::exit && !figure.of_findings();
        })) {
      told_.launch = facts_.figures.launches[launches_.front()].launch.number;
      told_.kernel = facts_.figures.launches[launches_.front()].launch.kernel;
    }
  }

  bool find_costliest(const FigureName& figure, const PartOfRun<Facts>& part) {
    const LaunchSite* worst = nullptr;
    std::pair<std::uint64_t, std::uint64_t> most{0, 0};
    for (const LaunchSite* each : part.sites()) {
      const LineCost& cost = each->site.cost;
      const TotalsEntry* entry = entry_of(cost.space, cost.operation);
      if (entry == nullptr || (figure.entry != nullptr && figure.entry != entry) ||
          (figure.space && *figure.space != cost.space)) {
        continue;
      }
      const std::uint64_t excessive = cost.wavefronts - std::min(cost.wavefronts, cost.ideal);
      const std::pair<std::uint64_t, std::uint64_t> own{excessive, cost.wavefronts};
      if (worst != nullptr && own <= most) continue;
      worst = each;
      most = own;
    }
    if (worst == nullptr) return false;
    const ProgramLaunch& launch = *part.launch_of(*worst);
    told_.place_file = facts_.file_of(*worst);
    told_.place_line = worst->site.cost.line;
    told_.launch = launch.number;
    told_.kernel = launch.kernel;
    return true;
  }

  const Expectation& expectation_;
  const Facts& facts_;
  const Facts* joined_;
  const std::optional<Sentence>& joined_missing_;
  std::vector<Named> names_;
  std::vector<std::size_t> launches_, joined_launches_;
  ToldExpectation told_;
};

}  // namespace

ExpectedRun::ExpectedRun(const ProgramRun& run, BankModel model)
    : facts_(std::make_unique<const Facts>(run, model)) {}
ExpectedRun::~ExpectedRun() = default;

void ExpectedRun::set_joined(const ProgramRun* joined, Sentence why) {
  joined_missing_ = std::move(why);
  joined_ = joined == nullptr ? nullptr : std::make_unique<const Facts>(*joined, facts_->model);
}

ToldExpectation ExpectedRun::check(const Expectation& expectation) const {
  return ExpectationCheck<Facts>(expectation, *facts_, joined_.get(), joined_missing_).run();
}

ToldExpectation not_understood(const WrittenExpectation& written, const Error& why) {
  ToldExpectation told;
  told.text = written.text;
  told.file = written.file;
  told.line = written.line;
  told.state = ToldExpectation::State::unmatched;
  told.reason = why.for_window();
  return told;
}

std::vector<ToldExpectation> check_expectations(std::span<const WrittenExpectation> written,
                                                const std::string& own_file, const ProgramRun& run,
                                                BankModel model) {
  std::vector<ToldExpectation> told;
  if (written.empty()) return told;
  const ExpectedRun expected(run, model);
  for (const WrittenExpectation& each : written) {
    const auto read = read_expectation(each, each.file.empty() ? own_file : each.file);
    told.push_back(read ? expected.check(read.value()) : not_understood(each, read.error()));
  }
  return told;
}

}  // namespace warpscope
