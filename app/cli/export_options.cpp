#include "app/cli/export_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/export/csv.hpp"
#include "app/export/ffmpeg.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/player.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {
namespace {

/// The names that --view takes.
std::vector<std::string> views_of(ExportKind kind) {
  if (kind == ExportKind::table) return {csv_tables().begin(), csv_tables().end()};
  if (kind == ExportKind::events) return {};
  std::vector<std::string> names{"window"};
  for (const std::string_view id : view_ids()) names.emplace_back(id);
  return names;
}

Status choose_size(const ExportOptions& options, const ExportFormat& format,
                   PictureRequest& picture) {
  constexpr std::int64_t smallest = 160, largest = 8192;
  const bool window = picture.view == "window";
  picture.width = window ? 1920 : 960;
  picture.height = window ? 1080 : 720;
  if (options.size.empty()) return Done{};
  const auto x = options.size.find('x');
  if (x == std::string::npos) {
    return usage_error(
        fmt::format("--size is \"{}\", but a picture's size is WIDTHxHEIGHT in pixels, "
                    "such as 1280x720. The number of elements is --elements.",
                    options.size));
  }
  const auto width =
      parse_number("The width of --size", options.size.substr(0, x), smallest, largest);
  if (!width) return width.error();
  const auto height =
      parse_number("The height of --size", options.size.substr(x + 1), smallest, largest);
  if (!height) return height.error();
  const bool even = format.id == "mp4";  // as it must be there
  picture.width = film_side(!even, static_cast<int>(width.value()));
  picture.height = film_side(!even, static_cast<int>(height.value()));
  return Done{};
}

/// A range of accesses as typed.
Result<NumberRange> parse_steps(const char* option, const std::string& text, std::int64_t count) {
  Result<NumberRange> range = parse_range(option, text, 0);
  if (range && range->last >= count) {
    return usage_error(fmt::format("{} is \"{}\", but this trace has the accesses 0 to {}.", option,
                                   text, count - 1));
  }
  return range;
}

}  // namespace

void add_export_options(Arguments& command, ExportOptions& options) {
  const auto add = [&](const char* name, std::string& text, const char* value, std::string help) {
    return command.option(name, text, value, std::move(help));
  };
  command.word("KERNEL|FILE", options.target, "A kernel of warpscope list, or a trace file")
      .required();
  add("-o,--output", options.output, "OUT", "Where to write").required();
  add("--view", options.view, "V",
      fmt::format("What is drawn: {}; window unless given, in which an option or slider of a view "
                  "brings it forward. Of csv: {}; totals unless given",
                  fmt::join(views_of(ExportKind::picture), ", "), fmt::join(csv_tables(), ", ")));
  const Argument step = add("--step", options.step, "N",
                            "The warp access that happens, from 0; unless given, the one that "
                            "tells most: the worst conflict, where there is one");
  add("--steps", options.steps, "A:B",
      "From access A to B: a numbered picture each, or a film; a film shows all unless given")
      .excludes(step);
  std::string formats;
  for (const ExportFormat& format : export_formats()) {
    formats += fmt::format("\n{} {}", format.id, format.about);
  }
  add("--format", options.format, "F", "From OUT's ending unless given:" + formats);
  add("--size", options.size, "WxH", "Pixels; 1920x1080 for the window, else 960x720");
  add("--theme", options.theme, "T", "dark, light or projector; dark unless given");
  add("--layout", options.layout, "L", "Of the window: study, lecture, inspect or home");
  add("--scale", options.scale, "S", "Of the window; one that suits its size unless given");
  command.flag("--with-banks", options.with_banks,
               "In the lecture layout, the banks beside the stage");
  add("--stage", options.stage, "K",
      fmt::format("How the stage draws: {}", fmt::join(ids_of(view_lists().stages), ", ")));
  for (const auto& [view, option] : look_options(view_lists().views)) {
    add(fmt::format("--{}", option->id).c_str(), options.look[option->id], "W",
        fmt::format("{}: {}", option->about, fmt::join(ids_of(option->choices), ", ")));
  }
  std::string sliders;
  for (const auto& [view, slider] : look_sliders(view_lists().views)) {
    sliders += fmt::format("\n{}: {}, {}", slider->id, slider->about, slider_range_text(*slider));
  }
  add("--slider", options.sliders, "K=V,...", "Sliders of a view:" + sliders);
  add("--stop", options.stop, "N", "The window at this stop of the kernel's lesson, from 1")
      .excludes(step);
  add("--language", options.language, "L",
      "Of all words: " + one_of(language_ids()) + "; en unless given");
  add("--lessons", options.lessons, "DIR", "A folder of your own lessons; see warpscope lesson");
  command.flag("--answered", options.answered, "The stop's question is answered");
  add("--fps", options.fps, "N", "Of a film: pictures in a second; 20 of a GIF, else 30");
  add("--speed", options.speed, "X",
      "Of a film: 0.25 to 8; 1 shows three accesses in a second, as the window does");
  add("--compare", options.compare, "WHAT",
      "The window with this beside it: a kernel, a trace file, or a change, such as pad=32, "
      "drop-barrier=LINE, block=128, banks=cc1");
  options.run.describe(command, "--elements");
  options.run.describe_programs(command);
}

Result<const ExportFormat*> chosen_format(const ExportOptions& options) {
  std::string name = options.format;
  if (name.empty()) {
    const std::string ending = std::filesystem::path(options.output).extension().string();
    name = ending.empty() ? "" : ending.substr(1);
  }
  if (const ExportFormat* format = find_export_format(name)) return format;
  if (name.empty()) {
    return usage_error(fmt::format("{} has no ending that tells the format: give --format {}.",
                                   options.output, one_of(ids_of(export_formats()))));
  }
  return usage_error(fmt::format("The format is \"{}\", but it must be {}.", name,
                                 one_of(ids_of(export_formats()))));
}

Result<std::string> chosen_view(const ExportOptions& options, const ExportFormat& format) {
  if (Status used = no_idle_options(options, format); !used) return used.error();
  const std::vector<std::string> views = views_of(format.kind);
  if (views.empty()) return std::string();
  if (options.view.empty()) return views.front();
  if (std::ranges::count(views, options.view) > 0) return options.view;
  if (format.kind == ExportKind::table) {
    return usage_error(fmt::format("There is no table \"{}\": a {} is of {}.", options.view,
                                   format.label, one_of(views)));
  }
  return usage_error(
      fmt::format("There is no view \"{}\". {}", options.view, did_you_mean(options.view, views)));
}

Result<PictureRequest> chosen_picture(const ExportOptions& options, const ExportFormat& format) {
  PictureRequest picture;
  if (Status look = choose_look(options, picture); !look) return look.error();
  const Result<std::string> view = chosen_view(options, format);
  if (!view) return view.error();
  picture.view = view.value();
  picture.format = format.id;
  if (Status size = choose_size(options, format, picture); !size) return size.error();
  if (Status shown = show_chosen(options, picture); !shown) return shown.error();
  return picture;
}

Result<NumberRange> chosen_steps(const ExportOptions& options, const Document& document) {
  const auto count = static_cast<std::int64_t>(document.trace->accesses.size());
  if (count == 0) return usage_error("This trace holds no access that could be drawn.");
  if (!options.steps.empty()) return parse_steps("--steps", options.steps, count);
  if (options.step.empty()) {
    const std::int64_t access = document.telling.access;
    return NumberRange{access, access};
  }
  if (options.step.find(':') != std::string::npos) {
    return usage_error(
        fmt::format("--step is \"{}\", but it takes one number; a range is --steps {}.",
                    options.step, options.step));
  }
  return parse_steps("--step", options.step, count);
}

Result<FilmPlan> chosen_film(const ExportOptions& options, const ExportFormat& format,
                             const Document& document) {
  const auto count = static_cast<std::int64_t>(document.trace->accesses.size());
  if (count == 0) return usage_error("This trace holds no access that could be drawn.");
  const bool gif = format.id == "gif";
  NumberRange range{0, count - 1};
  if (!options.steps.empty()) {
    const auto typed = parse_steps("--steps", options.steps, count);
    if (!typed) return typed.error();
    range = typed.value();
  }
  FilmPlan::Pace pace{.fps = gif ? 20 : 30};
  if (!options.fps.empty()) {
    const auto fps =
        parse_number("--fps", options.fps, 1, gif ? FilmPlan::most_gif_fps : FilmPlan::most_fps);
    if (!fps) return fps.error();
    pace.fps = static_cast<int>(fps.value());
  }
  const Result<float> speed =
      parse_factor("--speed", options.speed, Player::min_speed, Player::max_speed, 1);
  if (!speed) return speed.error();
  pace.speed = speed.value();
  Result<FilmPlan> plan = FilmPlan::make(document.summary, static_cast<std::uint32_t>(range.first),
                                         static_cast<std::uint32_t>(range.last), pace);
  if (!plan) return usage_error(plan.error().message + " Choose fewer with --steps A:B.");
  return plan;
}

}  // namespace warpscope
