#include "app/session/playhead.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

bool same_place(const Trace& trace, std::size_t a, std::size_t b, Granularity by) {
  if (a == b) return true;
  const Step& left = trace.steps[a];
  const Step& right = trace.steps[b];
  if (by == Granularity::launch) return left.launch == right.launch;
  return by == Granularity::phase && left.name == right.name && left.launch == right.launch;
}

/// First access of the step, phase or launch that holds `access`.
std::uint32_t place_start(const Trace& trace, std::uint32_t access, Granularity by) {
  std::size_t step = trace.accesses[access].step;
  while (step > 0 && same_place(trace, step, step - 1, by)) --step;
  return trace.steps[step].first_access;
}

/// The first word of a text and what follows it, blanks left out: "launch 2" gives "launch".
/// Letters and digits are words of their own: "s5" is "s", "5".
std::string_view cut_word(std::string_view& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  std::size_t end = 0;
  while (end < text.size() && !is_blank(text[end]) && is_digit(text[end]) == is_digit(text[0])) {
    ++end;
  }
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return word;
}

/// One of `count` numbers from `first` on, less `first`.
std::optional<std::size_t> cut_number(std::string_view& text, std::size_t first,
                                      std::size_t count) {
  const std::string_view digits = cut_word(text);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  if (!whole || number < first || number - first >= count) return std::nullopt;
  return number - first;
}

/// The first access of a launch; if it has none, that of the next one that has.
std::size_t launch_start(const Trace& trace, std::size_t launch) {
  const auto step = std::ranges::lower_bound(trace.steps, launch, {}, &Step::launch);
  return step == trace.steps.end() ? trace.accesses.size() : step->first_access;
}

/// The access that a text means; nullopt if it means none.
std::optional<std::size_t> place_of(const Trace& trace, std::uint32_t access,
                                    std::string_view text) {
  const std::size_t mark = text.find_first_not_of(' ');
  if (mark != std::string_view::npos && text[mark] == '#') {
    text.remove_prefix(mark + 1);
    const auto number = cut_number(text, 0, trace.accesses.size());
    return text.empty() ? number : std::nullopt;
  }
  std::size_t launch = trace.steps[trace.accesses[access].step].launch;
  std::string_view rest = text;
  std::string_view word = cut_word(rest);
  const bool named = word == "l" || word == "launch";
  if (named) {
    const auto all = static_cast<std::size_t>(launch_total(trace));
    const auto number = cut_number(rest, 1, all);
    const auto found =
        number ? launch_of_number(trace, static_cast<std::int64_t>(*number) + 1) : std::nullopt;
    if (!found) return std::nullopt;
    launch = *found;
    if (rest.empty()) return launch_start(trace, launch);
    word = cut_word(rest);
  }
  if (word == "s" || word == "step") {
    const auto step = cut_number(rest, 1, trace.launches[launch].step_count);
    if (!step || !rest.empty()) return std::nullopt;
    return trace.steps[trace.launches[launch].first_step + *step].first_access;
  }
  const auto number = cut_number(text, 0, trace.accesses.size());
  return named || !text.empty() ? std::nullopt : number;
}

}  // namespace

std::string_view name(Granularity granularity) {
  switch (granularity) {
    case Granularity::access: return "access";
    case Granularity::barrier: return "barrier";
    case Granularity::phase: return "phase";
    case Granularity::launch: return "launch";
  }
  return "";
}

std::uint32_t next_place(const Trace& trace, std::uint32_t access, Granularity by) {
  const auto last = static_cast<std::uint32_t>(trace.accesses.size() - 1);
  if (by == Granularity::access) return std::min(access + 1, last);
  std::size_t step = trace.accesses[access].step;
  const std::size_t here = step;
  while (++step < trace.steps.size() && same_place(trace, step - 1, step, by)) {
  }
  while (step < trace.steps.size() && trace.steps[step].access_count == 0) ++step;
  // After the last place, only the last access is left to see.
  if (step >= trace.steps.size() || step == here) return last;
  return trace.steps[step].first_access;
}

std::uint32_t previous_place(const Trace& trace, std::uint32_t access, Granularity by) {
  if (access == 0) return 0;
  if (by == Granularity::access) return access - 1;
  const std::uint32_t start = place_start(trace, access, by);
  return start < access ? start : place_start(trace, access - 1, by);
}

Result<std::uint32_t> parse_place(const Trace& trace, std::uint32_t access, std::string_view text) {
  const auto place = place_of(trace, access, text);
  // A last step without accesses starts behind the last access.
  if (place) return static_cast<std::uint32_t>(std::min(*place, trace.accesses.size() - 1));
  const std::size_t steps = trace.launch_of(trace.accesses[access]).step_count;
  const std::size_t last = trace.accesses.size() - 1;
  // Translators: 'step' and 'launch' are typed in English.
  return Error{
      ErrorKind::usage,
      has_launches(trace)
          ? say("'{0}' is no place in this trace: type an access from 0 to {1}, 'step' and a "
                "number "
                "from 1 to {2}, or 'launch' and a number from {3}.",
                text, last, steps, launch_numbers(trace))
          : say("'{0}' is no place in this trace: type an access from 0 to {1}, or 'step' and a "
                "number from 1 to {2}.",
                text, last, steps)};
}

std::string launch_numbers(const Trace& trace) {
  const std::int64_t recorded = std::ssize(trace.launches), all = launch_total(trace);
  return recorded < all ? tr("1 to {0} ({1} recorded)", all, recorded) : tr("1 to {}", all);
}

bool has_launches(const Trace& trace) {
  return !trace.accesses.empty() && trace.steps[trace.accesses.front().step].launch !=
                                        trace.steps[trace.accesses.back().step].launch;
}

void Playhead::open(DocumentPtr document) {
  const bool same = document_ && document && document_->trace == document->trace;
  document_ = std::move(document);
  if (same) return;
  position_ = 0;
  before_ = after_ = {};
  if (!ready()) return;
  before_ = document_->replay.at(0);
  after_ = document_->replay.at(1);
}

std::uint32_t Playhead::count() const {
  return document_ ? static_cast<std::uint32_t>(document_->trace->accesses.size()) : 0;
}

bool Playhead::seek(std::uint32_t access) {
  if (!ready()) return false;
  access = std::min(access, count() - 1);
  if (access == position_) return false;
  document_->replay.seek(before_, position_, access);
  document_->replay.seek(after_, position_ + 1, access + 1);
  position_ = access;
  return true;
}

bool Playhead::forward(Granularity by) {
  return ready() && seek(next_place(*document_->trace, position_, by));
}

bool Playhead::back(Granularity by) {
  return ready() && seek(previous_place(*document_->trace, position_, by));
}

}  // namespace warpscope
