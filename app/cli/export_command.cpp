#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/numbers.hpp"
#include "app/cli/run_options.hpp"
#include "app/session/settings.hpp"
#include "app/ui/theme.hpp"
#include "app/views/view.hpp"
#include "instrumentation/run/nearest.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string target, view = "window", step, steps, format, size, theme = "dark", layout = "study",
                      output;
  float scale = 0;
  RunOptions run;
};

const std::vector<std::string> formats{"png", "svg"};
const std::vector<std::string> layouts{"study", "lecture", "inspect"};

Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

std::vector<std::string> view_names() {
  std::vector<std::string> names{"window"};
  for (const std::string_view id : view_ids()) names.emplace_back(id);
  return names;
}

/// From --format, else from the output file's ending.
Result<std::string> chosen_format(const ExportOptions& options) {
  std::string format = options.format;
  if (format.empty()) {
    const std::string ending = fs::path(options.output).extension().string();
    format = ending.empty() ? "" : ending.substr(1);
  }
  if (std::ranges::count(formats, format) > 0) return format;
  if (format.empty()) {
    return usage(fmt::format("{} has no ending that tells the format: give --format {}.",
                             options.output, one_of(formats)));
  }
  return usage(fmt::format("The format is \"{}\", but it must be {}.", format, one_of(formats)));
}

Status choose_size(const ExportOptions& options, PictureRequest& picture) {
  constexpr std::int64_t smallest = 160, largest = 8192;
  const bool window = options.view == "window";
  picture.width = window ? 1920 : 960;
  picture.height = window ? 1080 : 720;
  if (options.size.empty()) return Done{};
  const auto x = options.size.find('x');
  if (x == std::string::npos) {
    return usage(
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
  picture.width = static_cast<int>(width.value());
  picture.height = static_cast<int>(height.value());
  return Done{};
}

Status check_names(const ExportOptions& options) {
  const std::vector<std::string> views = view_names();
  if (std::ranges::count(views, options.view) == 0) {
    return usage(fmt::format("There is no view \"{}\". {}", options.view,
                             did_you_mean(options.view, views)));
  }
  if (find_theme(options.theme) == nullptr) {
    return usage(fmt::format(
        "There is no theme \"{}\". {}", options.theme,
        did_you_mean(options.theme, std::vector<std::string>(theme_ids.begin(), theme_ids.end()))));
  }
  if (std::ranges::count(layouts, options.layout) == 0) {
    return usage(fmt::format("There is no layout \"{}\". {}", options.layout,
                             did_you_mean(options.layout, layouts)));
  }
  if (options.scale != 0 && !(options.scale >= min_scale && options.scale <= max_scale)) {
    return usage(fmt::format("--scale is {}, but it must lie between {} and {}.", options.scale,
                             min_scale, max_scale));
  }
  return Done{};
}

/// Where nothing is said: the access that costs most, the first of them.
std::int64_t costliest(const Summary& summary) {
  const auto excess = [](const AccessCost& cost) { return cost.wavefronts - cost.ideal; };
  return std::ranges::max_element(summary.accesses, {}, excess) - summary.accesses.begin();
}

Result<NumberRange> chosen_steps(const ExportOptions& options, const Document& document) {
  const auto count = static_cast<std::int64_t>(document.trace->accesses.size());
  if (count == 0) return usage("This trace holds no access that could be drawn.");
  if (options.step.empty() && options.steps.empty()) {
    const std::int64_t access = costliest(document.summary);
    return NumberRange{access, access};
  }
  const char* option = options.steps.empty() ? "--step" : "--steps";
  const std::string& text = options.steps.empty() ? options.step : options.steps;
  Result<NumberRange> range = parse_range(option, text, 0);
  if (!range) return range.error();
  if (options.steps.empty() && text.find(':') != std::string::npos) {
    return usage(fmt::format("--step is \"{}\", but it takes one number; a range is --steps {}.",
                             text, text));
  }
  if (range->last >= count) {
    return usage(fmt::format("{} is \"{}\", but this trace has the accesses 0 to {}.", option, text,
                             count - 1));
  }
  return range;
}

/// "out.png" becomes "out-0007.png" in a series whose last number has four digits.
fs::path numbered(const fs::path& path, std::int64_t number, std::int64_t last) {
  const auto digits = std::max<std::size_t>(4, std::to_string(last).size());
  fs::path result = path.parent_path() / path.stem();
  result += fmt::format("-{:0{}}", number, digits);
  result += path.extension();
  return result;
}

Result<int> export_pictures(const ExportOptions& options, const Invocation& invocation) {
  PictureRequest picture;
  picture.view = options.view;
  picture.theme = options.theme;
  picture.layout = options.layout;
  picture.scale = options.scale;
  if (Status names = check_names(options); !names) return names.error();
  if (Status size = choose_size(options, picture); !size) return size.error();
  const Result<std::string> format = chosen_format(options);
  if (!format) return format.error();
  picture.format = format.value();
  const Result<DocumentPtr> document = open_document(options.target, options.run);
  if (!document) return document.error();
  picture.document = document.value();
  const Result<NumberRange> steps = chosen_steps(options, *picture.document);
  if (!steps) return steps.error();

  for (std::int64_t access = steps->first; access <= steps->last; ++access) {
    picture.access = static_cast<std::uint32_t>(access);
    const auto bytes = invocation.frontend.render_picture(picture);
    if (!bytes) return bytes.error();
    const fs::path path = options.steps.empty() ? fs::path(options.output)
                                                : numbered(options.output, access, steps->last);
    if (Status written = write_file_atomically(path, bytes.value()); !written) {
      return written.error();
    }
    fmt::print(invocation.out, "Wrote {}: {}, access {} of 0 to {}.\n", path.string(), options.view,
               access, picture.document->trace->accesses.size() - 1);
  }
  return 0;
}

void add_options(CLI::App& command, ExportOptions& options) {
  const auto add = [&](const char* name, std::string& text, const char* value, std::string help) {
    return command.add_option(name, text, std::move(help))->type_name(value);
  };
  command.add_option("KERNEL|FILE", options.target, "A kernel of warpscope list, or a trace file")
      ->type_name("")
      ->required();
  add("-o,--output", options.output, "OUT", "Where to write")->required();
  add("--view", options.view, "V",
      fmt::format("What is drawn: {}; window unless given", fmt::join(view_names(), ", ")));
  CLI::Option* step = add("--step", options.step, "N",
                          "The warp access that happens, from 0; the costliest unless given");
  add("--steps", options.steps, "A:B", "A picture of each of these, numbered")->excludes(step);
  add("--format", options.format, "F", "png or svg; from OUT's ending unless given");
  add("--size", options.size, "WxH", "Pixels; 1920x1080 for the window, else 960x720");
  add("--theme", options.theme, "T", "dark, light or projector; dark unless given");
  add("--layout", options.layout, "L", "Of the window: study, lecture or inspect");
  command
      .add_option("--scale", options.scale, "Of the window; one that suits its size unless given")
      ->type_name("S");
  add_run_options(command, options.run, "--elements");
}

}  // namespace

void add_export(CLI::App& program, Invocation& invocation) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App& command = *program.add_subcommand("export", "Draw a picture of the window or one view");
  add_options(command, *options);
  command.footer(
      "Examples:\n"
      "  warpscope export reduce_strided -o strided.png\n"
      "  warpscope export scan_blelloch --view stage --step 20 -o scan.svg\n"
      "  warpscope export strided.wscope --view banks --steps 0:40 -o banks.png");
  command.callback([options, &invocation] {
    invocation.action = [options, &invocation] { return export_pictures(*options, invocation); };
  });
}

}  // namespace warpscope
