#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "app/cli/export_options.hpp"
#include "app/layout/window_layout.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/settings.hpp"
#include "app/ui/theme.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {

Result<float> parse_factor(const char* option, const std::string& text, float low, float high,
                           float unless_given) {
  if (text.empty()) return unless_given;
  float factor = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  const bool number = error == std::errc{} && end == text.data() + text.size();
  if (number && factor >= low && factor <= high) return factor;
  return usage_error(
      tr("{0} is \"{1}\", but it must be a number from {2} to {3}.", option, text, low, high));
}

namespace {

constexpr float most_exported_zoom = 1000;  // pictures have limits of their own

Status choose(const LookOption& option, const std::string& typed, Look& look) {
  if (typed.empty()) return Done{};
  const auto found = std::ranges::find(option.choices, typed, &LookChoice::id);
  if (found == option.choices.end()) {
    return usage_error(tr("--{0} knows no \"{1}\". {2}", option.id, typed,
                          did_you_mean(typed, ids_of(option.choices))));
  }
  const auto index = static_cast<std::size_t>(found - option.choices.begin());
  if (option.chosen(look) != index) option.choose(look, index);  // twice reverses an order
  return Done{};
}

/// Reads "registers=40": the value as one of the slider's names, or as a number.
Status set_slider(std::string_view typed, SliderSettings& settings) {
  const std::size_t equals = std::min(typed.find('='), typed.size());
  const std::string id(typed.substr(0, equals));
  const std::string value(typed.substr(std::min(equals + 1, typed.size())));
  std::vector<std::string> ids;
  for (const auto& [view, slider] : look_sliders(view_lists().views)) {
    ids.emplace_back(slider->id);
    if (slider->id != id) continue;
    const auto name = std::ranges::find(slider->names, value);
    if (name != slider->names.end()) {
      settings.values[id] = static_cast<int>(name - slider->names.begin());
      return Done{};
    }
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = error == std::errc{} && end == value.data() + value.size();
    if (!slider->names.empty() || !whole || number < slider->low || number > slider->high) {
      return usage_error(tr("--slider {0} is \"{1}\", but it must be {2}.", id, value,
                            slider_range_text(*slider)));
    }
    settings.values[id] = number;
    return Done{};
  }
  return usage_error(tr("There is no slider \"{0}\". {1}", id, did_you_mean(id, ids)));
}

/// Reads "registers=40,block=256".
Status set_sliders(std::string_view typed, Look& look) {
  SliderSettings settings;
  while (!typed.empty()) {
    const std::size_t comma = std::min(typed.find(','), typed.size());
    if (Status one = set_slider(typed.substr(0, comma), settings); !one) return one.error();
    typed.remove_prefix(std::min(comma + 1, typed.size()));
  }
  if (!settings.values.empty()) look.set(std::move(settings));
  return Done{};
}

}  // namespace

std::string slider_range_text(const LookSlider& slider) {
  if (slider.names.empty()) return tr("{0} to {1}", slider.low, slider.high);
  return fmt::format("{}", fmt::join(slider.names, ", "));
}

Status choose_look(const ExportOptions& options, PictureRequest& picture) {
  picture.theme = options.theme.empty() ? "dark" : options.theme;
  if (find_theme(picture.theme) == nullptr) {
    return usage_error(tr(
        "There is no theme \"{0}\". {1}", picture.theme,
        did_you_mean(picture.theme, std::vector<std::string>(theme_ids.begin(), theme_ids.end()))));
  }
  picture.layout = options.layout.empty() ? std::string(names_of(LayoutKind{}).id) : options.layout;
  if (!find_choice<LayoutKind>(picture.layout)) {
    return usage_error(tr("There is no layout \"{0}\". {1}", picture.layout,
                          did_you_mean(picture.layout, ids_of(layout_kinds))));
  }
  const std::vector<std::string> stages = ids_of(view_lists().stages);
  if (!options.stage.empty() && std::ranges::count(stages, options.stage) == 0) {
    return usage_error(
        tr("There is no stage \"{0}\". {1}", options.stage, did_you_mean(options.stage, stages)));
  }
  for (const auto& [view, option] : look_options(view_lists().views)) {
    const Status chosen = choose(*option, options.look.at(option->id), picture.look);
    if (!chosen) return chosen.error();
  }
  if (Status sliders = set_sliders(options.sliders, picture.look); !sliders) return sliders.error();
  picture.language = language_id(current_language());
  const Result<float> scale = parse_factor("--scale", options.scale, min_scale, max_scale, 0);
  if (!scale) return scale.error();
  picture.scale = scale.value();
  const Result<float> zoom = parse_factor("--zoom", options.zoom, 1, most_exported_zoom, 1);
  if (!zoom) return zoom.error();
  picture.zoom = zoom.value();
  picture.stage = options.stage;
  picture.lecture_banks = options.with_banks;
  return Done{};
}

namespace {

/// The page of a stop's Why, from 0; nullopt: none is asked for.
Result<std::optional<std::size_t>> chosen_page(const ExportOptions& options, const Stop& stop) {
  using Page = std::optional<std::size_t>;
  if (options.why.empty()) return Page();
  if (stop.why.empty()) {
    return usage_error(tr("Stop {} of the lesson has no Why; leave --why out.", options.stop));
  }
  if (stop.question && !options.answered) {
    return usage_error(tr("The Why of this stop waits for its question; add --answered."));
  }
  const auto page = parse_number("--why", options.why, 1, std::ssize(stop.why));
  if (!page) return page.error();
  return Page(static_cast<std::size_t>(page.value() - 1));
}

}  // namespace

Status choose_stop(const ExportOptions& options, PictureRequest& picture) {
  if (options.stop.empty()) return Done{};
  auto opened = open_lessons(lessons_folder(options.lessons), view_lists());
  if (!opened) return opened.error();
  const std::vector<Mistake>& mistakes = opened.value()->mistakes();
  if (!mistakes.empty()) return usage_error(mistakes.front().text());
  const Subject& subject = *picture.document->subject;
  if (subject.can_be_edited()) {
    const std::vector<Mistake> beside = opened.value()->read_beside(subject.file());
    if (!beside.empty()) return usage_error(beside.front().text());
  }
  const Lesson* lesson = opened.value()->find(options.target);
  // A program's lesson is that of the kernel that is shown.
  if (lesson == nullptr || !lesson->program.empty()) lesson = opened.value()->find(subject.topic());
  if (lesson == nullptr) {
    return usage_error(
        tr("There is no lesson of {}; warpscope lesson lists those that are.", options.target));
  }
  const auto stop = parse_number("--stop", options.stop, 1, std::ssize(lesson->stops));
  if (!stop) return stop.error();
  const auto index = static_cast<std::size_t>(stop.value() - 1);
  if (Status look = no_idle_look(options, lesson->stops[index].look); !look) return look.error();
  const auto why = chosen_page(options, lesson->stops[index]);
  if (!why) return why.error();
  picture.stop = {lesson->id,  index,          options.answered,
                  why.value(), opened.value(), !lesson->program.empty()};
  return Done{};
}

}  // namespace warpscope
