#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/plan.hpp"

namespace warpscope {
namespace {

template <class Number>
std::optional<Number> number_in(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A number that a field asks for.
enum class Asked { size, block, seed };

Error not_a_number(Asked what, const std::string& text) {
  const auto said = [&]() -> std::string {
    switch (what) {
      case Asked::size: return tr("The size must be a whole number, and '{}' is not.", text);
      case Asked::block: return tr("The block must be a whole number, and '{}' is not.", text);
      case Asked::seed: break;
    }
    return tr("The seed must be a whole number, and '{}' is not.", text);
  };
  return {ErrorKind::usage, said()};
}

/// "Element type", "stride: words from lane to lane, 0 to 64".
std::string parameter_title(const Parameter& parameter) {
  if (parameter.name == "type") return tr("Element type");
  if (parameter.name == "op") return tr("Operator");
  std::string title(parameter.name);
  // Translators: a parameter's name, and what it means.
  if (!parameter.meaning.empty()) title = tr("{0}: {1}", title, tr(parameter.meaning));
  // Translators: a parameter and the numbers that it may have.
  if (parameter.numeric()) title = tr("{0}, {1} to {2}", title, parameter.low, parameter.high);
  return title;
}

/// Reads an optional number; an empty text leaves the choice to the kernel.
template <class Number>
Status read(std::optional<Number>& into, const std::string& text, Asked what) {
  into = number_in<Number>(text);
  if (!into && !text.empty()) return not_a_number(what, text);
  return Done{};
}

}  // namespace

bool Popups::draw_parameter(const WidgetStyle& style, const Parameter& parameter,
                            const std::vector<std::string>& values) {
  std::string& present =
      wanted_.parameters.try_emplace(std::string(parameter.name), values.front()).first->second;
  paragraph(style, parameter_title(parameter), style.theme.muted);
  bool entered = false;
  if (parameter.numeric()) {
    entered = text_field(style, "number", present, {.width = 72});
    beside(style);
  }
  const auto chosen = std::ranges::find(values, present);
  const int clicked =
      chips(style, values, chosen == values.end() ? -1 : static_cast<int>(chosen - values.begin()));
  if (clicked >= 0) present = values[static_cast<std::size_t>(clicked)];
  return entered;
}

void Popups::draw_size(const WidgetStyle& style) {
  Options next = session_.options();
  next.show_what_runs();
  const SubjectPtr subject = next.subject();
  const std::span<const Parameter> parameters = subject->parameters();
  heading(style, parameters.empty() ? tr("Size") : tr("Size and parameters"));
  bool entered =
      text_field(style, "size", fields_[0],
                 {.label = subject->is_square() ? tr("Side of the matrix") : tr("Elements"),
                  .hint = tr("the kernel's own if empty, e.g. 256"),
                  .focus = appears_});
  entered |= text_field(
      style, "block", fields_[1],
      {.label = tr("Threads in a block"), .hint = tr("the kernel's own if empty, e.g. 64")});
  int number = 0;
  for (const Parameter& parameter : parameters) {
    const IdScope id(++number);
    entered |= draw_parameter(style, parameter, words_of(parameter.values));
  }
  // Shown while the user types, so that nobody has to try.
  Status legal = read(wanted_.size, fields_[0], Asked::size);
  if (legal) legal = read(wanted_.block, fields_[1], Asked::block);
  if (legal) {
    if (const auto completed = subject->complete(wanted_); !completed) legal = completed.error();
  }
  if (!legal) paragraph(style, legal.error().message, style.theme.costly);
  hairline(style);
  if ((button(style, tr("Run"), true, legal.ok()) || entered) && legal) {
    next.request = wanted_;
    finish(session_.change(std::move(next)));
  }
}

void Popups::draw_input(const WidgetStyle& style) {
  heading(style, tr("Input"));
  Options next = session_.options();
  next.show_what_runs();
  const std::vector<std::string> kinds = next.subject()->inputs();
  if (wanted_.input.kind.empty() && !kinds.empty()) wanted_.input.kind = kinds.front();
  const int before = highlighted_;
  follow_arrow_keys(highlighted_, static_cast<int>(kinds.size()));
  for (int i = 0; i < static_cast<int>(kinds.size()); ++i) {
    const std::string& kind = kinds[static_cast<std::size_t>(i)];
    const IdScope id(i);
    const Row line{kind, "", wanted_.input.kind == kind, i == highlighted_};
    if (row(style, "kind", line) || (i == highlighted_ && i != before)) wanted_.input.kind = kind;
  }
  bool entered = text_field(style, "seed", fields_[0], {.label = tr("Seed"), .focus = appears_});
  entered |= text_field(style, "file", fields_[1],
                        {.label = tr("Numbers from a file"),
                         .hint = tr("none, e.g. numbers.txt"),
                         .message = problem_});
  hairline(style);
  if (!button(style, tr("Run"), true) && !entered) return;

  const auto seed = number_in<std::uint64_t>(fields_[0]);
  if (!seed) return finish(not_a_number(Asked::seed, fields_[0]));
  next.request.input = {fields_[1].empty() ? wanted_.input.kind : fields_[1], *seed};
  finish(session_.change(std::move(next)));
}

void Popups::draw_place(const WidgetStyle& style) {
  const Playhead& head = session_.left();
  if (!head.ready()) {  // it went away behind the popup
    session_.popup = Popup::none;
    return;
  }
  heading(style, tr("Go to"));
  const Trace& trace = *head.document()->trace;
  const std::uint32_t last = head.count() - 1;
  const auto steps = trace.launch_of(trace.accesses[head.position()]).step_count;
  // Translators: what may be typed: "step" and "launch" are typed in English.
  const std::string hint = has_launches(trace) ? tr("e.g. 0 … {0}, or step 1 … {1}, or launch {2}",
                                                    last, steps, launch_numbers(trace))
                                               : tr("e.g. 0 … {0}, or step 1 … {1}", last, steps);
  if (!text_field(style, "place", fields_[0],
                  {.hint = hint, .message = problem_, .focus = appears_})) {
    return;
  }
  const auto place = parse_place(trace, head.position(), fields_[0]);
  if (!place) return finish(place.error());
  static_cast<void>(session_.jump());
  session_.seek(place.value());
  finish(Done{});
}

void Popups::draw_open(const WidgetStyle& style) {
  const bool beside = shown_ == Popup::rival_file;
  heading(style,
          beside ? tr("Compare with a program or a trace") : tr("Open a program or a trace"));
  auto chosen = browser_.draw(style, appears_, problem_);
  if (!chosen) chosen = draw_recent(style);
  if (chosen) finish(beside ? session_.compare_with_file(*chosen) : session_.open(*chosen));
}

void Popups::draw_save(const WidgetStyle& style) {
  heading(style, tr("Save the trace"));
  const bool entered = text_field(style, "path", fields_[0],
                                  {.label = tr("File, .wscope"),
                                   .hint = tr("e.g. reduce.wscope"),
                                   .message = problem_,
                                   .focus = appears_});
  const bool saves = button(style, tr("Save"), true, !fields_[0].empty());
  if ((saves || entered) && !fields_[0].empty()) finish(session_.save_trace(fields_[0]));
}

}  // namespace warpscope
