#include "app/session/playhead.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace warpscope {
namespace {

bool same_place(const Trace& trace, std::size_t a, std::size_t b, Granularity by) {
  if (a == b) return true;
  const Step& left = trace.steps[a];
  const Step& right = trace.steps[b];
  return by == Granularity::phase && left.name == right.name && left.launch == right.launch;
}

/// First access of the step or phase that holds `access`.
std::uint32_t place_start(const Trace& trace, std::uint32_t access, Granularity by) {
  std::size_t step = trace.accesses[access].step;
  while (step > 0 && same_place(trace, step, step - 1, by)) --step;
  return trace.steps[step].first_access;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string_view name(Granularity granularity) {
  switch (granularity) {
    case Granularity::access: return "access";
    case Granularity::step: return "barrier";
    case Granularity::phase: return "phase";
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
  // Past the last place there is only its own last access left to see.
  if (step >= trace.steps.size() || step == here) return last;
  return trace.steps[step].first_access;
}

std::uint32_t previous_place(const Trace& trace, std::uint32_t access, Granularity by) {
  if (access == 0) return 0;
  if (by == Granularity::access) return access - 1;
  const std::uint32_t start = place_start(trace, access, by);
  return start < access ? start : place_start(trace, access - 1, by);
}

Result<std::uint32_t> parse_place(const Trace& trace, std::string_view text) {
  std::string_view digits = trimmed(text);
  const bool by_step = digits.starts_with('s');
  if (by_step) digits = trimmed(digits.substr(digits.starts_with("step") ? 4 : 1));
  const std::size_t limit = by_step ? trace.steps.size() : trace.accesses.size();

  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 1 ||
      number > limit) {
    return Error{ErrorKind::usage,
                 fmt::format("'{}' is no place in this trace: type an access from 1 to {}, or "
                             "'step' and a number from 1 to {}.",
                             text, trace.accesses.size(), trace.steps.size())};
  }
  const std::uint32_t access =
      by_step ? trace.steps[number - 1].first_access : static_cast<std::uint32_t>(number - 1);
  // A last step without accesses starts behind the last access.
  return std::min(access, static_cast<std::uint32_t>(trace.accesses.size() - 1));
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
