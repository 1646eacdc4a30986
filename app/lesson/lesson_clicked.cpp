// Answers that are no choice of a number: a place that is clicked, an order, what a record or another run says.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

FoundAnswer only(std::string answer) {
  FoundAnswer found;
  found.accepted = {answer};
  found.answer = std::move(answer);
  return found;
}

std::uint32_t launch_at(const Trace& trace, const Access& access) {
  return trace.steps[access.step].launch;
}

Result<FoundAnswer> lanes_of_cell(const Document& document, std::uint32_t number,
                                  const Question& question) {
  const Trace& trace = *document.trace;
  const Access& access = trace.accesses[number];
  const auto indices = trace.lane_indices(access);
  FoundAnswer found;
  for_each_lane(access.mask, [&](int lane, int k) {
    if (std::cmp_equal(indices[static_cast<std::size_t>(k)], question.cell)) {
      found.accepted.push_back(std::to_string(lane));
    }
  });
  if (found.accepted.empty() || std::ssize(found.accepted) == warp_lanes) {
    return usage_error(
        found.accepted.empty()
            ? tr("The question asks for the lane that uses element {}, but no lane does; choose "
                 "another element.",
                 question.cell)
            : tr("The question asks for the lane that uses element {}, but all of them do; choose "
                 "another access.",
                 question.cell));
  }
  found.answer = found.accepted.front();
  return found;
}

Result<FoundAnswer> cell_of_lane(const Document& document, std::uint32_t number,
                                 const Question& question) {
  const Trace& trace = *document.trace;
  const Access& access = trace.accesses[number];
  const Array& array = trace.arrays[static_cast<std::size_t>(access.array)];
  if (array.space == Space::registers) {
    return usage_error(
        tr("The question asks for a cell, but a shuffle uses none; choose another "
           "access."));
  }
  if (array.space != Space::shared) {
    return usage_error(tr(
        "The question asks for a cell of {}, but only those of shared memory can be clicked; ask "
        "for the lane that uses it.",
        name_in(trace, launch_at(trace, access), access.array)));
  }
  if ((access.mask >> static_cast<unsigned>(question.lane) & 1U) == 0) {
    return usage_error(
        tr("The question asks for the cell of lane {}, which takes no part in this "
           "access; choose another lane.",
           question.lane));
  }
  const auto indices = trace.lane_indices(access);
  std::int64_t index = 0;
  for_each_lane(access.mask, [&](int lane, int k) {
    if (lane == question.lane) index = indices[static_cast<std::size_t>(k)];
  });
  const std::uint32_t launch = launch_at(trace, access);
  FoundAnswer found = only(element_name(trace, launch, access.array, index));
  found.array = name_in(trace, launch, access.array);
  return found;
}

/// The lines that cost most above the ideal, in the source of the access.
Result<FoundAnswer> costliest_lines(const Document& document, const Access& access) {
  const Trace& trace = *document.trace;
  std::map<std::uint32_t, std::uint64_t> excess;
  for (const LineCost& cost : document.summary.lines) {
    if (cost.source == trace.location_of(access).source) {
      excess[cost.line] += cost.wavefronts - std::min(cost.wavefronts, cost.ideal);
    }
  }
  FoundAnswer found;
  std::uint64_t most = 1;
  for (const auto& [line, above] : excess) {
    if (above < most) continue;
    if (above > most) found.accepted.clear();
    most = above;
    found.accepted.push_back(std::to_string(line));
  }
  if (found.accepted.empty()) {
    return usage_error(
        tr("The question asks for the line that costs most above the ideal, but "
           "none of this source does; ask for another run."));
  }
  found.answer = found.accepted.front();
  return found;
}

/// The single line of a source that contains the text.
Result<std::uint32_t> line_with(const Trace& trace, std::uint32_t access, const std::string& part) {
  const std::vector<std::uint32_t> lines = lines_with(trace, access, part);
  if (lines.size() == 1) return lines.front();
  return usage_error(
      tr("\"choices\" names lines by parts of their text, but \"{0}\" is in {1} lines of the "
         "source; it must be in one.",
         part, lines.size()));
}

Result<FoundAnswer> order_of_lines(const Document& document, std::uint32_t number,
                                   const Question& question) {
  const Trace& trace = *document.trace;
  const Access& asked = trace.accesses[number];
  const std::uint32_t launch = launch_at(trace, asked);
  FoundAnswer found;
  std::vector<std::pair<std::uint32_t, std::size_t>> runs;  // the access, the choice
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const Result<std::uint32_t> line = line_with(trace, number, question.choices[i]);
    if (!line) return line.error();
    std::uint32_t at = number;
    const auto runs_it = [&](const Access& access) {
      return access.warp == asked.warp && launch_at(trace, access) == launch &&
             trace.line_of(access) == line.value();
    };
    while (at < trace.accesses.size() && !runs_it(trace.accesses[at])) ++at;
    if (at == trace.accesses.size()) {
      return usage_error(
          tr("The question asks in which order lines run, but from here on \"{}\" "
             "accesses nothing in this warp.",
             question.choices[i]));
    }
    runs.emplace_back(at, i);
  }
  std::ranges::sort(runs);
  std::string order;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0 && runs[i].first == runs[i - 1].first) {
      return usage_error(
          tr("The question asks in which order lines run, but two of \"choices\" "
             "are the same line."));
    }
    order += (i > 0 ? " " : "") + std::to_string(runs[i].second + 1);
  }
  found.accepted = {order};
  found.answer = std::move(order);
  return found;
}

/// The result of a record that a choice means; the fastest if it was timed with several blocks.
const BenchResult* timed(const TimingRecord& record, const TimedChoice& choice, std::int64_t size) {
  const BenchResult* best = nullptr;
  for (const BenchResult& result : record.results) {
    if (result.kernel != choice.kernel || result.size != size || !result.what_if.empty()) continue;
    const auto fits = [&](const auto& wanted) {
      const auto known = result.parameters.find(wanted.first);
      return known != result.parameters.end() && known->second == wanted.second;
    };
    if (!std::ranges::all_of(choice.parameters, fits)) continue;
    if (result.parameters.contains("input") != choice.parameters.contains("input")) continue;
    if (best == nullptr || result.median_ms < best->median_ms) best = &result;
  }
  return best;
}

Result<FoundAnswer> fastest(const Question& question) {
  std::vector<TimedChoice> wanted;
  for (const std::string& text : question.choices) {
    Result<TimedChoice> choice = timed_choice(text);
    if (!choice) return choice.error();
    wanted.push_back(std::move(choice).value());
  }
  const TimingsPtr timings = recorded_timings();
  for (std::size_t r = 0; r < timings->supplied && wanted.size() > 1; ++r) {
    const TimingRecord& record = timings->records[r];
    std::vector<const BenchResult*> results;
    for (const TimedChoice& choice : wanted)
      results.push_back(timed(record, choice, question.size));
    if (std::ranges::count(results, nullptr) > 0) continue;
    const auto best = std::ranges::min_element(results, {}, &BenchResult::median_ms);
    for (const BenchResult* const other : results) {
      if (other == *best || other->first_quartile_ms > (*best)->third_quartile_ms * 1.03) continue;
      return usage_error(
          tr("\"ask: faster\" compares {0} and {1}, whose times are too close "
             "together to tell; choose another size.",
             (*best)->kernel, other->kernel));
    }
    FoundAnswer found = only(question.choices[static_cast<std::size_t>(best - results.begin())]);
    found.right = static_cast<std::size_t>(best - results.begin());
    for (const BenchResult* const result : results) {
      // Translators: {0} is a GPU, {1} a time in milliseconds.
      found.replies.push_back(say("An {0} took {1:.4g} ms.", record.device, result->median_ms));
    }
    return found;
  }
  return usage_error(
      tr("\"ask: faster\" compares {0} at the size {1}, but no record of "
         "assets/measurements has all of them.",
         fmt::format("{}", fmt::join(question.choices, ", ")), question.size));
}

/// Runs the kernel again without each barrier in turn.
Result<FoundAnswer> needed_barrier(const Document& document, std::uint32_t number,
                                   const Question& question) {
  const Trace& trace = *document.trace;
  if (document.request.kernel.empty()) {
    return usage_error(tr("\"ask: barrier\" is for kernels of the catalogue, not for programs."));
  }
  FoundAnswer found;
  std::vector<std::size_t> right;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const Result<std::uint32_t> line = line_with(trace, number, question.choices[i]);
    if (!line) return line.error();
    RunRequest request = document.request;
    request.what_if.drop_barrier = static_cast<int>(line.value());
    const Result<DocumentPtr> without =
        make_document(*document.subject, request, document.summary.model);
    if (!without) return without.error();
    const std::vector<Finding>& findings = without.value()->trace->findings;
    const auto race =
        std::ranges::find_if(findings, [](const Finding& finding) { return is_fault(finding); });
    const bool needed = race != findings.end();
    if (needed == (question.of == "needed")) right.push_back(i);
    found.replies.push_back(needed ? say("Without it: {}", race->message)
                                   : say("Without it the run is the same, and no race is found."));
  }
  if (right.size() != 1) {
    return usage_error(
        tr("Of the barriers that the question offers exactly one must be right, but {} are.",
           right.size()));
  }
  found.right = right.front();
  found.answer = question.choices[found.right];
  found.accepted = {found.answer};
  return found;
}

std::string_view inner_text(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The whole numbers in a text, in order.
std::vector<std::int64_t> numbers_in(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (std::size_t at = 0; at < text.size();) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error == std::errc()) numbers.push_back(number);
    at = std::max<std::size_t>(at + 1, static_cast<std::size_t>(end - text.data()));
  }
  return numbers;
}

}  // namespace

std::optional<AnswerForm> form_of(std::string_view ask) {
  if (ask == "predict") return AnswerForm::typed;
  if (ask == "lane") return AnswerForm::lane;
  if (ask == "cell") return AnswerForm::cell;
  if (ask == "line") return AnswerForm::line;
  if (ask == "order") return AnswerForm::order;
  return std::nullopt;
}

Result<TimedChoice> timed_choice(std::string_view choice) {
  TimedChoice read;
  const std::size_t space = std::min(choice.find(' '), choice.size());
  read.kernel = choice.substr(0, space);
  if (const auto known = find_kernel(read.kernel); !known) return known.error();
  for (std::string_view rest = inner_text(choice.substr(space)); !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return usage_error(
          tr("\"{}\" is no choice of \"ask: faster\": write a kernel, and "
             "name=value behind it.",
             choice));
    }
    read.parameters[std::string(word.substr(0, equals))] = word.substr(equals + 1);
    rest = inner_text(rest.substr(word.size()));
  }
  return read;
}

Result<FoundAnswer> found_answer(const Document& document, std::uint32_t access,
                                 const Question& question) {
  if (question.ask == "lane") return lanes_of_cell(document, access, question);
  if (question.ask == "cell") return cell_of_lane(document, access, question);
  if (question.ask == "order") return order_of_lines(document, access, question);
  if (question.ask == "faster") return fastest(question);
  if (question.ask == "barrier") return needed_barrier(document, access, question);
  if (question.ask == "line") {
    const Access& asked = document.trace->accesses[access];
    return question.of == "costliest" ? costliest_lines(document, asked)
                                      : only(std::to_string(document.trace->line_of(asked)));
  }
  const Result<std::string> answer = answer_of(document, access, question);
  if (!answer) return answer.error();
  FoundAnswer found = only(answer.value());
  if (question.form == AnswerForm::typed) return found;
  const Result<std::size_t> right = right_choice(question, answer.value());
  if (!right) return right.error();
  found.right = right.value();
  return found;
}

Result<std::string> read_answer(const Question& question, const FoundAnswer& found,
                                std::string_view typed) {
  const std::string_view text = inner_text(typed);
  const std::vector<std::int64_t> numbers = numbers_in(text);
  switch (question.form) {
    case AnswerForm::choice: break;
    case AnswerForm::typed: {
      double value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc() && end == text.data() + text.size()) return std::string(text);
      return usage_error(tr("Type a number, such as 12."));
    }
    case AnswerForm::lane:
      if (numbers.size() == 1 && numbers[0] >= 0 && numbers[0] < warp_lanes) {
        return std::to_string(numbers[0]);
      }
      return usage_error(tr("Type the number of a lane, from 0 to 31."));
    case AnswerForm::line:
      if (numbers.size() == 1 && numbers[0] > 0) return std::to_string(numbers[0]);
      return usage_error(tr("Type the number of a line of the source."));
    case AnswerForm::cell:
      if (text.find('[') != std::string_view::npos && text.ends_with(']')) return std::string(text);
      if (numbers.size() == 1) return fmt::format("{}[{}]", found.array, numbers[0]);
      return usage_error(tr("Type a cell, such as {}[0].", found.array));
    case AnswerForm::order: {
      std::string order;
      for (const std::int64_t number : numbers) {
        order += (order.empty() ? "" : " ") + std::to_string(number);
      }
      const std::set<std::int64_t> different(numbers.begin(), numbers.end());
      const auto count = std::ssize(question.choices);
      const bool whole = std::ssize(numbers) == count && std::ssize(different) == count &&
                         *different.begin() == 1 && *different.rbegin() == count;
      if (whole) return order;
      return usage_error(
          tr("Type the numbers 1 to {} in the order in which the lines run.", count));
    }
  }
  return std::string(text);
}

bool is_right(const FoundAnswer& found, std::string_view answer) {
  return std::ranges::any_of(found.accepted,
                             [&](const std::string& right) { return same_answer(answer, right); });
}

std::string answer_text(const Question& question, std::string_view answer) {
  if (question.form == AnswerForm::lane) return tr("lane {}", answer);
  if (question.form == AnswerForm::line) return tr("line {}", answer);
  if (question.ask != "faster") return std::string(choice_text(answer));
  const Result<TimedChoice> choice = timed_choice(answer);
  if (!choice) return std::string(answer);
  std::string text(tr(find_kernel(choice->kernel).value()->title));
  for (const auto& [name, value] : choice->parameters)
    text += fmt::format(", {} = {}", name, value);
  return text;
}

}  // namespace warpscope
