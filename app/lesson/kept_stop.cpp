#include "app/lesson/kept_stop.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "app/lesson/lesson_run_reader.hpp"
#include "app/lesson/lesson_tour.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/run_option_table.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// As a double-quoted scalar, in which nothing means anything.
std::string yaml_text(std::string_view text) {
  std::string all = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') all += '\\';
    all += letter == '\n' || letter == '\t' ? ' ' : letter;
  }
  return all + '"';
}

/// {fresh: true, kernel: reduce_strided, size: "64", …}
std::string run_text(const Options& options) {
  std::string text = fmt::format("{{fresh: true, kernel: {}", options.request.kernel);
  if (options.variant) text += fmt::format(", compare: {}", options.variant->kernel);
  text += fmt::format(", banks: {}", id(options.model));
  for (const RunOption& option : run_options()) {
    if (!is_for_lessons(option)) continue;
    for (const std::string& value : option.texts(options.request)) {
      text += fmt::format(", {}: {}", lesson_key(option), yaml_text(value));
    }
  }
  std::string parameters;
  for (const std::string& each : run_option("param").texts(options.request)) {
    const std::size_t is = each.find('=');
    if (is == std::string::npos) continue;
    parameters += fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", each.substr(0, is),
                              yaml_text(std::string_view(each).substr(is + 1)));
  }
  if (!parameters.empty()) text += fmt::format(", parameters: {{{}}}", parameters);
  return text + "}";
}

std::string stop_text(const KeptMoment& moment, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string text = fmt::format("{}- run: {}\n", margin, run_text(moment.options));
  const auto add = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{}  {}: {}\n", margin, key, value);
  };
  add("at", fmt::format("{{access: {}}}", moment.access + 1));
  if (!moment.view.empty()) add("view", moment.view);
  if (!moment.stage.empty()) add("stage", moment.stage);
  add("text", fmt::format("{{en: {}}}", yaml_text(moment.text)));
  return text;
}

/// How far the dashes of the list of stops stand from the margin; nullopt: it is no list in lines of its own.
std::optional<std::size_t> indent_of_stops(std::string_view lesson) {
  try {
    const YAML::Node stops = YAML::Load(std::string(lesson))["stops"];
    if (!stops.IsSequence() || stops.size() == 0) return std::nullopt;
    if (stops.Style() == YAML::EmitterStyle::Flow) return std::nullopt;
    const int column = stops.Mark().column;
    return column < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(column));
  } catch (const YAML::Exception&) {
    return std::nullopt;
  }
}

Error cannot_add(std::string_view file) {
  return {ErrorKind::usage, say("Nothing can be added to {}: its list of stops must be the last "
                                "thing in it, a stop a paragraph. Move it to "
                                "the end, or name another file.",
                                printable(file))};
}

}  // namespace

Status can_be_kept(const Options& options) {
  if (options.opened) {
    return Error{ErrorKind::usage, say("A lecture's stops run kernels of the catalogue: a lesson "
                                       "on a program of your own stands beside "
                                       "it, and warpscope lesson new begins one.")};
  }
  if (options.variant && (is_what_if(*options.variant) || options.variant->opened)) {
    return Error{ErrorKind::usage, say("A stop can have another kernel of the catalogue beside it, "
                                       "but no change of the same one: end "
                                       "the comparison first.")};
  }
  return Done{};
}

Result<std::string> with_stop(std::string_view lesson, const KeptMoment& moment,
                              std::string_view file, const ViewLists& views) {
  if (Status can = can_be_kept(moment.options); !can) return can.error();
  std::vector<Mistake> mistakes;
  std::size_t before = 0;
  std::size_t indent = 2;
  std::string text(lesson);
  if (lesson.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    text = fmt::format("kernel: {}\nstops:\n", moment.options.request.kernel);
  } else {
    const auto read = read_lesson(lesson, file, mistakes, views);
    if (!mistakes.empty()) return Error{ErrorKind::usage, mistakes.front().text()};
    const auto found = indent_of_stops(lesson);
    if (!read || !found) return cannot_add(file);
    before = read->stops.size();
    indent = *found;
    if (text.back() != '\n') text += '\n';
  }
  text += stop_text(moment, indent);
  const auto with = read_lesson(text, file, mistakes, views);
  if (!with || with->stops.size() != before + 1) return cannot_add(file);
  if (!mistakes.empty()) return Error{ErrorKind::usage, mistakes.front().text()};
  const Result<Options> again = options_of(*with, before, {});
  if (!again) return again.error();
  return text;
}

}  // namespace warpscope
