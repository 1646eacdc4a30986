#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/export_options.hpp"
#include "app/panes/view_list.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Options by name, and whether each would change nothing.
using Idle = std::vector<std::pair<std::string, bool>>;

Status none_of(const Idle& idle, const IdleSentence& sentence) {
  for (const auto& [name, is_idle] : idle) {
    if (is_idle) return usage_error(sentence(name));
  }
  return Done{};
}

/// Adds the options that are chosen for views for which `shown` is false.
template <class Shown>
Idle with_look(Idle idle, const ExportOptions& options, Shown shown) {
  for (const auto& [view, option] : look_options(view_lists().views)) {
    idle.emplace_back(fmt::format("--{}", option->id),
                      !options.look.at(option->id).empty() && !shown(view->id));
  }
  const auto sliders = look_sliders(view_lists().views);
  const bool any =
      std::ranges::any_of(sliders, [&](const ViewSlider& each) { return shown(each.view->id); });
  idle.emplace_back("--slider", !options.sliders.empty() && !any);
  return idle;
}

/// Fails if an option is for something that the format does not show.
Status idle_in_format(const ExportOptions& options, const ExportFormat& format) {
  const bool film = format.kind == ExportKind::film;
  const bool drawn = film || format.kind == ExportKind::picture;
  const bool compared_table = format.kind == ExportKind::table && options.view != cell_table;
  const Idle idle{{"--view", format.kind == ExportKind::events && !options.view.empty()},
                  {"--step", !drawn && !options.step.empty()},
                  {"--steps", !drawn && !options.steps.empty()},
                  {"--size", !drawn && !options.size.empty()},
                  {"--theme", !drawn && !options.theme.empty()},
                  {"--layout", !drawn && !options.layout.empty()},
                  {"--scale", !drawn && !options.scale.empty()},
                  {"--zoom", !drawn && !options.zoom.empty()},
                  {"--stage", !drawn && !options.stage.empty()},
                  {"--pin", !drawn && options.view != cell_table && !options.pin.empty()},
                  {"--with-banks", !drawn && options.with_banks},
                  {"--compare", !(drawn || compared_table) && !options.compare.empty()},
                  {"--stop", format.kind != ExportKind::picture && !options.stop.empty()},
                  {"--fps", !film && !options.fps.empty()},
                  {"--speed", !film && !options.speed.empty()}};
  return none_of(with_look(idle, options, [&](std::string_view) { return drawn; }),
                 [&](const std::string& option) {
                   return tr("{0} is {1}, so {2} says nothing here.", format.label,
                             tr(format.about), option);
                 });
}

/// Whether the view has a picture that can be seen more closely.
bool zooms(std::string_view view) {
  const auto views = view_lists().views;
  const auto found = std::ranges::find(views, view, &ViewInfo::id);
  return found != views.end() && found->zooms;
}

/// Fails if a single view is exported and an option is for the window only.
Status idle_in_view(const ExportOptions& options, bool table) {
  if (options.view.empty() || options.view == "window") return Done{};
  const Idle idle{{"--stop", !options.stop.empty()},
                  {"--compare", !table && !options.compare.empty()},
                  {"--scale", !options.scale.empty()},
                  {"--zoom", !options.zoom.empty() && !zooms(options.view)},
                  {"--with-banks", options.with_banks},
                  {"--layout inspect", options.layout == "inspect"},
                  {"--layout home", options.layout == "home"},
                  {"--stage", !options.stage.empty() && options.view != "stage"}};
  return none_of(
      with_look(idle, options, [&](std::string_view view) { return view == options.view; }),
      [&](const std::string& option) {
        return tr("Only {0} is drawn, so {1} says nothing here; leave one of them out.",
                  options.view, option);
      });
}

Status idle_without_stop(const ExportOptions& options) {
  return none_of({{"--answered", options.answered},
                  {"--why", !options.why.empty()},
                  {"--lessons", !options.lessons.empty()}},
                 [](const std::string& option) {
                   return tr(
                       "No stop of a lesson is asked for, so {} says nothing here; add --stop N.",
                       option);
                 });
}

/// Fails if an option would change what is on the pages of a hand-out, which the lesson sets.
Status idle_with_lesson(const ExportOptions& options) {
  const auto sentence = [](const std::string& option) {
    return tr("The lesson says what is on the pages of its hand-out, so {} says nothing here.",
              option);
  };
  const Idle idle{{"--view", !options.view.empty()},       {"--step", !options.step.empty()},
                  {"--steps", !options.steps.empty()},     {"--size", !options.size.empty()},
                  {"--layout", !options.layout.empty()},   {"--scale", !options.scale.empty()},
                  {"--zoom", !options.zoom.empty()},       {"--stage", !options.stage.empty()},
                  {"--with-banks", options.with_banks},    {"--pin", !options.pin.empty()},
                  {"--compare", !options.compare.empty()}, {"--stop", !options.stop.empty()},
                  {"--why", !options.why.empty()},         {"--answered", options.answered},
                  {"--fps", !options.fps.empty()},         {"--speed", !options.speed.empty()},
                  {"--banks", !options.run.banks.empty()}};
  if (Status none = none_of(with_look(idle, options, [](auto) { return false; }), sentence); !none)
    return none;
  return no_run_options(options.run, sentence);
}

/// Fails if an option would change the run or the moment, which a lesson's stop sets.
Status idle_with_stop(const ExportOptions& options) {
  RunOptions run = options.run;
  run["machine"].clear();  // the document is recorded in any case
  Status none = no_run_options(run, [](const std::string& option) {
    return tr("The lesson says what runs at a stop, so {} says nothing here.", option);
  });
  if (!none) return none;
  return none_of({{"--steps", !options.steps.empty()},
                  {"--banks", !options.run.banks.empty()},
                  {"--compare", !options.compare.empty()}},
                 [](const std::string& option) {
                   return tr("The lesson says what is shown at a stop, so {} says nothing here.",
                             option);
                 });
}

}  // namespace

Status no_idle_options(const ExportOptions& options, const ExportFormat& format) {
  if (!options.lesson.empty()) return idle_with_lesson(options);
  if (options.answers) {
    return usage_error(
        tr("--answers is of a hand-out: add --lesson, or take --answered with --stop."));
  }
  if (options.notes) return usage_error(tr("--notes is of a hand-out: add --lesson."));
  if (Status none = idle_in_format(options, format); !none) return none;
  if (Status none = idle_in_view(options, format.kind == ExportKind::table); !none) return none;
  Status none = options.stop.empty() ? idle_without_stop(options) : idle_with_stop(options);
  if (!none) return none;
  if (options.with_banks && options.layout != "lecture") {
    return usage_error(tr("Only a lecture has room for --with-banks; add --layout lecture."));
  }
  if (options.with_banks && !options.compare.empty()) {
    return usage_error(tr(
        "In a lecture two stages stand side by side under --compare, so --with-banks says nothing "
        "here."));
  }
  if (format.kind == ExportKind::film && !options.step.empty()) {
    return usage_error(
        tr("A film shows a range of accesses: give --steps A:B in place of --step."));
  }
  return Done{};
}

}  // namespace warpscope
