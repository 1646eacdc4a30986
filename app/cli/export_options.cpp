#include "app/cli/export_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/export/csv.hpp"
#include "app/export/ffmpeg.hpp"
#include "app/layout/window_layout.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/player.hpp"
#include "app/session/settings.hpp"
#include "app/subject/fault_marks.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {
namespace {

/// The names that --view takes.
std::vector<std::string> views_of(ExportKind kind) {
  if (kind == ExportKind::table) {
    std::vector<std::string> tables(csv_tables().begin(), csv_tables().end());
    tables.emplace_back(cell_table);
    return tables;
  }
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
        tr("--size is \"{}\", but a picture's size is WIDTHxHEIGHT in pixels, such as 1280x720. "
           "The number of elements is --elements.",
           options.size));
  }
  const auto width =
      parse_number(tr("The width of --size"), options.size.substr(0, x), smallest, largest);
  if (!width) return width.error();
  const auto height =
      parse_number(tr("The height of --size"), options.size.substr(x + 1), smallest, largest);
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
    return usage_error(
        tr("{0} is \"{1}\", but this trace has the accesses 0 to {2}.", option, text, count - 1));
  }
  return range;
}

}  // namespace

void add_export_options(Arguments& command, ExportOptions& options) {
  const auto add = [&](const char* name, std::string& text, const char* value, std::string help) {
    return command.option(name, text, value, std::move(help));
  };
  command.word("KERNEL|FILE", options.target,
               tr("A kernel of warpscope list, or a trace file; none with --lesson"));
  add("-o,--output", options.output, "OUT", tr("Where to write")).required();
  add("--view", options.view, "V",
      tr("What is drawn: {0}; window unless given, in which an option or slider of a view brings "
         "it "
         "forward. Of csv: {1}; totals unless given",
         fmt::format("{}", fmt::join(views_of(ExportKind::picture), ", ")),
         fmt::format("{}", fmt::join(views_of(ExportKind::table), ", "))));
  const Argument step = add("--step", options.step, "N",
                            tr("The warp access that happens, from 0; unless given, the one that "
                               "tells most: the worst conflict, where there is one"));
  add("--steps", options.steps, "A:B",
      tr("From access A to B: a numbered picture each, or a film; a film shows all unless given"))
      .excludes(step);
  std::string formats;
  for (const ExportFormat& format : export_formats()) {
    formats += fmt::format("\n{} {}", format.id, tr(format.about));
  }
  const std::vector<std::string> themes(theme_ids.begin(), theme_ids.end());
  add("--format", options.format, "F", tr("From OUT's ending unless given:") + formats);
  add("--size", options.size, "WxH", tr("Pixels; 1920x1080 for the window, else 960x720"));
  add("--theme", options.theme, "T", tr("{}; dark unless given", one_of(themes)));
  add("--layout", options.layout, "L", tr("Of the window: {}", one_of(ids_of(layout_kinds))));
  add("--scale", options.scale, "S", tr("Of the window; one that suits its size unless given"));
  add("--zoom", options.zoom, "X",
      tr("Show the picture X times larger, at what happens now; in the window, the stage's"));
  command.flag("--with-banks", options.with_banks,
               tr("In the lecture layout, the banks beside the stage"));
  add("--stage", options.stage, "K",
      tr("How the stage draws: {}",
         fmt::format("{}", fmt::join(ids_of(view_lists().stages), ", "))));
  for (const auto& [view, option] : look_options(view_lists().views)) {
    add(fmt::format("--{}", option->id).c_str(), options.look[option->id], "W",
        fmt::format("{}: {}", tr(option->about), fmt::join(ids_of(option->choices), ", ")));
  }
  add("--pin", options.pin, "WHAT",
      tr("What is followed through the panes while the rest fades: a lane such as 5, \"warp 1\", "
         "\"thread 37\", \"line 12\" or an element such as \"data[3]\""));
  std::string sliders;
  for (const auto& [view, slider] : look_sliders(view_lists().views)) {
    sliders +=
        fmt::format("\n{}: {}, {}", slider->id, tr(slider->about), slider_range_text(*slider));
  }
  add("--slider", options.sliders, "K=V,...", tr("Sliders of a view:") + sliders);
  add("--stop", options.stop, "N",
      tr("The window at this stop of the kernel's lesson, or of the lesson that is named in its "
         "place, from 1"))
      .excludes(step);
  add("--why", options.why, "N", tr("This page of the stop's Why, from 1"));
  add("--lesson", options.lesson, "LESSON",
      tr("The hand-out of this lesson, a page for each stop: an id of warpscope lesson, a file "
         "such "
         "as my_lecture.yaml, or a program with a lesson beside it. PDF, or PNG and SVG, of which "
         "each page is a file; light unless --theme is given; OUT may be a folder"));
  command.flag("--answers", options.answers, tr("With the answers of the lesson's questions"));
  command.flag(
      "--notes", options.notes,
      tr("For who gives the lesson: with what is to be said at each stop, when, and the answers"));
  add("--lessons", options.lessons, "DIR",
      tr("A folder of your own lessons; see warpscope lesson"));
  command.flag("--answered", options.answered, tr("The stop's question is answered"));
  add("--fps", options.fps, "N", tr("Of a film: pictures in a second; 20 of a GIF, else 30"));
  add("--speed", options.speed, "X",
      tr("Of a film: 0.25 to 8; 1 shows three accesses in a second, as the window does"));
  add("--compare", options.compare, "WHAT",
      tr("The window with this beside it, or a csv of both: a kernel, a program such as new.cu, a "
         "trace file, or a change, such as pad=32, drop-barrier=LINE, block=128, banks=cc1"));
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
    return usage_error(tr("{0} has no ending that tells the format: give --format {1}.",
                          options.output, one_of(ids_of(export_formats()))));
  }
  return usage_error(
      tr("The format is \"{0}\", but it must be {1}.", name, one_of(ids_of(export_formats()))));
}

Result<std::string> chosen_view(const ExportOptions& options, const ExportFormat& format) {
  if (Status used = no_idle_options(options, format); !used) return used.error();
  const std::vector<std::string> views = views_of(format.kind);
  if (views.empty()) return std::string();
  if (options.view.empty()) return views.front();
  if (std::ranges::count(views, options.view) > 0) return options.view;
  if (format.kind == ExportKind::table) {
    return usage_error(tr("There is no table \"{0}\": a {1} is of {2}.", options.view, format.label,
                          one_of(views)));
  }
  return usage_error(
      tr("There is no view \"{0}\". {1}", options.view, did_you_mean(options.view, views)));
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

Result<CellPlace> chosen_cell(const ExportOptions& options, const Document& document) {
  const Trace& trace = *document.trace;
  if (trace.accesses.empty()) return usage_error(tr("This trace holds no access."));
  if (!options.pin.empty()) {
    const auto pin = parse_pin(trace, document.telling.access, options.pin);
    if (!pin) return pin.error();
    if (std::holds_alternative<PinnedCell>(pin.value())) {
      const Followed followed(trace, {pin.value(), {}});
      return *cell_at(trace, followed, document.telling.access);
    }
  }
  return usage_error(
      tr("The table {0} is of one element: name it with --pin, such as --pin \"{1}\".", cell_table,
         element_name(trace, 0, trace.accesses.front().array, 0)));
}

Status choose_pin(const ExportOptions& options, PictureRequest& picture) {
  if (options.pin.empty()) return Done{};
  const Result<NumberRange> steps = chosen_steps(options, *picture.document);
  if (!steps) return steps.error();
  auto pin =
      parse_pin(*picture.document->trace, static_cast<std::uint32_t>(steps->first), options.pin);
  if (!pin) return pin.error();
  picture.pin = std::move(pin).value();
  return Done{};
}

Result<NumberRange> chosen_steps(const ExportOptions& options, const Document& document) {
  const auto count = static_cast<std::int64_t>(document.trace->accesses.size());
  if (count == 0) return usage_error(tr("This trace holds no access that could be drawn."));
  if (!options.steps.empty()) return parse_steps("--steps", options.steps, count);
  if (options.step.empty()) {
    const std::int64_t access = opening_access(document);
    return NumberRange{access, access};
  }
  if (options.step.find(':') != std::string::npos) {
    return usage_error(
        tr("--step is \"{0}\", but it takes one number; a range is --steps {0}.", options.step));
  }
  return parse_steps("--step", options.step, count);
}

Result<FilmPlan> chosen_film(const ExportOptions& options, const ExportFormat& format,
                             const Document& document) {
  const auto count = static_cast<std::int64_t>(document.trace->accesses.size());
  if (count == 0) return usage_error(tr("This trace holds no access that could be drawn."));
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
  if (!plan) return usage_error(tr("{} Choose fewer with --steps A:B.", plan.error().message));
  return plan;
}

}  // namespace warpscope
