#include "app/subject/program_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/trace/only_launch.hpp"

namespace warpscope {
namespace {

constexpr std::int64_t most_launches = 1'000'000'000;

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

Result<int> parse_launch_number(std::string_view option, std::string_view text) {
  const auto number = parse_number(option, text, 1, most_launches);
  if (!number) return number.error();
  return static_cast<int>(number.value());
}

/// "tools::reduce<256>" -> "reduce<256>" and "reduce".
std::string_view without_scope(std::string_view name) {
  const std::size_t end = name.find('<');
  const std::size_t scope = name.substr(0, end).rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

Error no_such_kernel(const std::string& wanted, const std::vector<ProgramLaunch>& launches) {
  std::vector<std::string> names;
  for (const ProgramLaunch& launch : launches) {
    if (std::ranges::count(names, launch.kernel) == 0) names.push_back(launch.kernel);
  }
  return usage_error(
      say("The program launched no kernel \"{0}\". {1}", wanted, did_you_mean(wanted, names)));
}

/// By its number in the program, of which a file may hold a part.
Result<std::vector<std::size_t>> launch_numbered(int number,
                                                 const std::vector<ProgramLaunch>& launches) {
  const auto found = std::ranges::find(launches, number, &ProgramLaunch::number);
  if (found != launches.end()) {
    return std::vector<std::size_t>{static_cast<std::size_t>(found - launches.begin())};
  }
  const bool all = launches.empty() || launches.back().number == std::ssize(launches);
  if (all) {
    return usage_error(
        say("There is no launch {0}: the program made {1}.", number, launches.size()));
  }
  return usage_error(say("Launch {0} was not recorded: {1} launches were, from {2} to {3}.", number,
                         launches.size(), launches.front().number, launches.back().number));
}

}  // namespace

bool is_kernel_named(std::string_view kernel, std::string_view wanted) {
  const auto plain = [](std::string_view name) { return name.substr(0, name.find('<')); };
  const std::string_view bare = without_scope(kernel);
  if (bare == kernel) wanted = without_scope(wanted);  // the program's names may lack it
  return wanted == kernel || wanted == plain(kernel) || wanted == bare || wanted == plain(bare);
}

Result<LaunchChoice> parse_launch_choice(std::string_view option, const std::string& text) {
  if (is_number(text)) {
    const auto number = parse_launch_number(option, text);
    if (!number) return number.error();
    return LaunchChoice{"", number.value()};
  }
  const std::size_t colon = text.rfind(':');
  const bool numbered = colon != std::string::npos && colon > 0 && text[colon - 1] != ':' &&
                        is_number(std::string_view(text).substr(colon + 1));
  if (!numbered) {
    if (!text.empty() && text.back() != ':') return LaunchChoice{text, 0};
    return usage_error(
        say("{0} is \"{1}\", but it must be a kernel's name, NAME:K for its K-th launch, or the "
            "number of a launch.",
            option, text));
  }
  const auto number = parse_launch_number(option, std::string_view(text).substr(colon + 1));
  if (!number) return number.error();
  return LaunchChoice{text.substr(0, colon), number.value()};
}

std::string launch_choice_text(const LaunchChoice& choice) {
  if (choice.kernel.empty()) return choice.number == 0 ? "" : std::to_string(choice.number);
  return choice.number == 0 ? choice.kernel : fmt::format("{}:{}", choice.kernel, choice.number);
}

Result<std::vector<std::size_t>> matching_launches(const LaunchChoice& choice,
                                                   const std::vector<ProgramLaunch>& launches) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < launches.size(); ++k) {
    if (choice.kernel.empty() || is_kernel_named(launches[k].kernel, choice.kernel))
      found.push_back(k);
  }
  if (found.empty() && !choice.kernel.empty() && !launches.empty()) {
    return no_such_kernel(choice.kernel, launches);
  }
  if (choice.number == 0) return found;
  if (choice.kernel.empty()) return launch_numbered(choice.number, launches);
  const auto wanted = static_cast<std::size_t>(choice.number);
  if (wanted > found.size()) {
    return usage_error(say("There is no launch {0}: the program made {1} of that kernel.",
                           launch_choice_text(choice), found.size()));
  }
  return std::vector<std::size_t>{found[wanted - 1]};
}

Result<std::size_t> costliest_launch(const LaunchChoice& choice, const ProgramOutcome& outcome,
                                     const std::vector<Totals>& totals, BankModel model) {
  const auto meant = matching_launches(choice, outcome.launches);
  if (!meant) return meant.error();
  std::optional<std::size_t> best;
  double most = 0;
  for (const std::size_t k : meant.value()) {
    const std::int32_t recorded = outcome.launches[k].trace_launch;
    if (recorded < 0 || static_cast<std::size_t>(recorded) >= totals.size()) continue;
    const ProgramLaunch& launch = outcome.launches[k];
    // Where all blocks were counted, nothing has to be guessed.
    const GridTotals grid =
        k < outcome.totals.size()
            ? grid_totals(outcome.totals[k],
                          launch.checked_all ? launch.blocks() : launch.checked_blocks,
                          launch.blocks())
            : grid_totals(totals[static_cast<std::size_t>(recorded)], 1, launch.grid.count());
    const double here = modelled_cycles(grid.totals, model);
    if (best && here <= most) continue;
    best = k;
    most = here;
  }
  if (best) return *best;
  if (outcome.launches.empty()) return usage_error(say("The program launched no kernel."));
  const ProgramLaunch& first = outcome.launches[meant.value().empty() ? 0 : meant.value().front()];
  if (!first.error.empty()) {
    return usage_error(say("Launch {0} ({1}) failed with {2}, so there is nothing to show.",
                           first.number, first.kernel, first.error));
  }
  return usage_error(say(
      "Launch {0} ({1}) was not recorded: the first launches of a program are, up to a number of "
      "launches and of accesses. Make the program do less before it.",
      first.number, first.kernel));
}

Result<std::size_t> faulty_or_costliest_launch(const LaunchChoice& choice,
                                               const ProgramOutcome& outcome,
                                               const std::vector<Totals>& totals, BankModel model) {
  const auto meant = matching_launches(choice, outcome.launches);
  if (!meant) return meant.error();
  for (const ProgramFinding& finding : outcome.findings) {
    if (!is_faulty(finding.kind)) continue;
    for (const std::size_t k : meant.value()) {
      const ProgramLaunch& launch = outcome.launches[k];
      const bool recorded =
          launch.trace_launch >= 0 && static_cast<std::size_t>(launch.trace_launch) < totals.size();
      if (launch.number == finding.launch && recorded) return k;
    }
  }
  return costliest_launch(choice, outcome, totals, model);
}

std::vector<ProgramLaunch> launches_of(const Trace& trace) {
  std::vector<ProgramLaunch> launches;
  for (const Launch& launch : trace.launches) {
    const auto position = static_cast<std::int32_t>(launches.size());
    const auto number =
        static_cast<int>(launch_number(trace, static_cast<std::uint32_t>(position)));
    launches.push_back({.number = number,
                        .kernel = launch.kernel,
                        .grid = launch.grid,
                        .block = launch.block,
                        .trace_launch = position});
  }
  return launches;
}

Result<Trace> chosen_launch(Trace trace, const LaunchChoice& choice, BankModel model) {
  ProgramOutcome outcome;
  outcome.launches = launches_of(trace);
  const auto totals = totals_of_launches(trace, model);
  const auto chosen = costliest_launch(choice, outcome, totals, model);
  if (!chosen) return chosen.error();
  if (trace.launches.size() == 1) return trace;
  trace = only_launch(trace, chosen.value());
  TraceHeader& header = trace.header;
  header.kernel = trace.launches.front().kernel;
  header.title =
      fmt::format("{}, launch {}", header.program.empty() ? header.title : header.program,
                  outcome.launches[chosen.value()].number);
  return trace;
}

}  // namespace warpscope
