#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "app/cli/export_options.hpp"
#include "app/layout/window_layout.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/session/settings.hpp"
#include "app/ui/theme.hpp"
#include "instrumentation/run/nearest.hpp"

namespace warpscope {
Result<float> parse_factor(const char* option, const std::string& text, float low, float high,
                           float unless_given) {
  if (text.empty()) return unless_given;
  float factor = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  const bool number = error == std::errc{} && end == text.data() + text.size();
  if (number && factor >= low && factor <= high) return factor;
  return usage_error(
      fmt::format("{} is \"{}\", but it must be a number from {} to {}.", option, text, low, high));
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const StageKind kind : all_stage_kinds) names.emplace_back(names_of(kind).id);
  return names;
}

namespace {

Status choose_timing(const ExportOptions& options, PictureRequest& picture) {
  if (options.timing.empty()) return Done{};
  const auto found = timing_picture(options.timing);
  if (!found) {
    std::vector<std::string> known;
    for (const TimingPicture one : all_timing_pictures) known.emplace_back(names_of(one).id);
    return usage_error(fmt::format("The timing view has no picture \"{}\". {}", options.timing,
                                   did_you_mean(options.timing, known)));
  }
  picture.timing.picture = *found;
  return Done{};
}

}  // namespace

Status choose_look(const ExportOptions& options, PictureRequest& picture) {
  picture.theme = options.theme.empty() ? "dark" : options.theme;
  if (find_theme(picture.theme) == nullptr) {
    return usage_error(fmt::format(
        "There is no theme \"{}\". {}", picture.theme,
        did_you_mean(picture.theme, std::vector<std::string>(theme_ids.begin(), theme_ids.end()))));
  }
  picture.layout = options.layout.empty() ? std::string(layout_rows.front().id) : options.layout;
  if (!layout_kind(picture.layout)) {
    std::vector<std::string> layouts;
    for (const LayoutRow& row : layout_rows) layouts.emplace_back(row.id);
    return usage_error(fmt::format("There is no layout \"{}\". {}", picture.layout,
                                   did_you_mean(picture.layout, layouts)));
  }
  if (!options.stage.empty() && !stage_kind(options.stage)) {
    return usage_error(fmt::format("There is no stage \"{}\". {}", options.stage,
                                   did_you_mean(options.stage, stage_names())));
  }
  const auto heat = std::ranges::find(heat_row_ids, options.heat);
  if (!options.heat.empty() && heat == heat_row_ids.end()) {
    return usage_error(fmt::format(
        "There is no heat map of \"{}\". {}", options.heat,
        did_you_mean(options.heat,
                     std::vector<std::string>(heat_row_ids.begin(), heat_row_ids.end()))));
  }
  if (heat != heat_row_ids.end()) picture.heat = static_cast<HeatRows>(heat - heat_row_ids.begin());
  if (const Status timing = choose_timing(options, picture); !timing) return timing.error();
  picture.language = options.language.empty() ? "en" : options.language;
  if (picture.language != "en" && picture.language != "ru") {
    return usage_error(
        fmt::format("--language is \"{}\", but it must be en or ru.", picture.language));
  }
  const Result<float> scale = parse_factor("--scale", options.scale, min_scale, max_scale, 0);
  if (!scale) return scale.error();
  picture.scale = scale.value();
  picture.stage = stage_kind(options.stage);
  picture.lecture_banks = options.with_banks;
  return Done{};
}

Status choose_stop(const ExportOptions& options, PictureRequest& picture) {
  if (options.stop.empty()) return Done{};
  auto opened = open_lessons(lessons_folder(options.lessons));
  if (!opened) return opened.error();
  const std::vector<Mistake>& mistakes = opened.value()->mistakes();
  if (!mistakes.empty()) return usage_error(mistakes.front().text());
  const Lesson* lesson = opened.value()->find(picture.document->trace->header.kernel);
  if (lesson == nullptr) {
    return usage_error(fmt::format(
        "There is no lesson of {}; warpscope lesson lists those that are.", options.target));
  }
  const auto stop = parse_number("--stop", options.stop, 1, std::ssize(lesson->stops));
  if (!stop) return stop.error();
  picture.stop = {static_cast<std::size_t>(stop.value() - 1), options.answered, opened.value()};
  return Done{};
}

}  // namespace warpscope
