#include "app/expect/expected_run.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "app/expect/expected_figure.hpp"
#include "app/expect/expected_part.hpp"
#include "app/expression/expression.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using FigureOf = FigureName::Kind;
using State = ToldExpectation::State;

/// One check of one expectation.
class ExpectationCheck {
 public:
  ExpectationCheck(const Expectation& expectation, const RunFacts& facts, const RunFacts* joined,
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
    PartOfRun part(facts_, expectation_.part, launches_);
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

  bool find_launches(const RunFacts& facts, std::vector<std::size_t>& into, bool tells) {
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

  bool is_there(const PartOfRun& part) {
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
  [[nodiscard]] bool is_found_without_accesses(const PartOfRun& part) const {
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
      const PartOfRun part(facts_, wider, launches_);
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
    const PartOfRun part(facts_, wider, launches_);
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

  [[nodiscard]] double figure_of(const FigureName& figure, const PartOfRun& part) {
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

  Result<double> value_of(std::string_view name, PartOfRun& part) {
    const FigureName figure = read_figure_name(name).value();
    bool scaled = false;
    double value = 0;
    if (is_measured(figure)) {
      const bool most = figure.kind == FigureOf::most;
      PartOfRun compiled(figure.joined ? *joined_ : facts_, expectation_.part,
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

  void compute(PartOfRun& part) {
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
  void find_place(const PartOfRun& part) {
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

  bool find_costliest(const FigureName& figure, const PartOfRun& part) {
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
  const RunFacts& facts_;
  const RunFacts* joined_;
  const std::optional<Sentence>& joined_missing_;
  std::vector<Named> names_;
  std::vector<std::size_t> launches_, joined_launches_;
  ToldExpectation told_;
};

}  // namespace

ExpectedRun::ExpectedRun(const ProgramRun& run, BankModel model)
    : facts_(std::make_unique<const RunFacts>(run, model)) {}
ExpectedRun::~ExpectedRun() = default;

void ExpectedRun::set_joined(const ProgramRun* joined, Sentence why) {
  joined_missing_ = std::move(why);
  joined_ = joined == nullptr ? nullptr : std::make_unique<const RunFacts>(*joined, facts_->model);
}

ToldExpectation ExpectedRun::check(const Expectation& expectation) const {
  return ExpectationCheck(expectation, *facts_, joined_.get(), joined_missing_).run();
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
