#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "app/session/typed_line.hpp"
#include "app/shell/popups.hpp"
#include "app/subject/console_page.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

namespace {

/// The files that the source pane shows: the user's as they are while there is nothing newer recorded.
std::span<const SourceFile> files_shown(const Session& session) {
  const ConsolePage* console = session.programs.console();
  const Playhead& head = session.playback.left();
  const bool listed = console != nullptr && !console->listing.empty();
  if (listed && (!head.ready() || console->outdates_document())) return console->listing;
  if (!head.ready()) return {};
  return head.document()->trace->sources;
}

/// Which of them is read.
std::size_t file_read(const Session& session, std::span<const SourceFile> files) {
  const Playhead& head = session.playback.left();
  if (const FilePlace* place = session.places.read_place()) {
    const auto found = std::ranges::find_if(files, [&](const SourceFile& file) {
      return place->file.filename() == std::filesystem::path(file.name).filename();
    });
    if (found != files.end()) return static_cast<std::size_t>(found - files.begin());
  }
  if (!head.ready()) return 0;
  const Trace& trace = *head.document()->trace;
  return trace.location_of(trace.accesses[head.position()]).source;
}

/// What may be typed to go to an access, a step or a launch.
std::string hint_of_places(const Session& session) {
  const Playhead& head = session.playback.left();
  const Trace& trace = *head.document()->trace;
  const std::uint32_t last = head.count() - 1;
  const auto steps = trace.launch_of(trace.accesses[head.position()]).step_count;
  // Translators: what may be typed: "step", "launch" and "line" are typed in English.
  if (!session.lesson.untold().allows(Told::counts)) return tr("e.g. 12, step 3, or line 120");
  return has_launches(trace) ? tr("e.g. 0 … {0}, step 1 … {1}, launch {2}, or line 120", last,
                                  steps, launch_numbers(trace))
                             : tr("e.g. 0 … {0}, step 1 … {1}, or line 120", last, steps);
}

}  // namespace

Status Popups::go_to_place() {
  const auto files = files_shown(session_);
  const Playhead& head = session_.playback.left();
  const bool plain = session_.popup.to_line;
  if (const auto line = parse_line(files, file_read(session_, files), plain, fields_[0])) {
    if (!*line) return line->error();
    const ConsolePage* console = session_.programs.console();
    const std::string& name = files[line->value().file].name;
    session_.places.read({console == nullptr ? std::filesystem::path(name) : console->folder / name,
                          line->value().line});
    session_.views.bring_forward("source");
    return Done{};
  }
  if (!head.ready()) {
    return Error{ErrorKind::usage,
                 say("'{0}' is no line of the source: type its number, or a file, a colon and the "
                     "number. Nothing is recorded yet to go to.",
                     printable(fields_[0]))};
  }
  const auto place = parse_place(*head.document()->trace, head.position(), fields_[0]);
  if (!place) return place.error();
  static_cast<void>(session_.places.jump());
  session_.playback.seek(place.value());
  return Done{};
}

void Popups::draw_place(const WidgetStyle& style) {
  const bool to_line = session_.popup.to_line;
  const auto files = files_shown(session_);
  if (to_line ? files.empty()
              : !session_.playback.left().ready()) {  // it went away behind the popup
    session_.popup.shown = Popup::none;
    return;
  }
  heading(style, to_line ? tr("Go to line") : tr("Go to"));
  const std::string hint = !to_line ? hint_of_places(session_)
                           : files.size() > 1
                               // Translators: {0} is a file.
                               ? tr("e.g. 120, or {0}:120", printable(files.back().name))
                               : std::string(tr("e.g. 120"));
  const std::string problem = problem_.text();
  const Field field{.hint = hint, .message = problem, .focus = appears_};
  if (text_field(style, "place", fields_[0], field)) finish(go_to_place());
}

void Popups::draw_find(const WidgetStyle& style, Rect place) {
  SourceReading& reading = session_.views.reading;
  constexpr int settled = 2;  // frames after which the pane has drawn it
  const bool gone = place.w <= 0 && drawn_ >= settled;
  if (!reading.searching || gone) {
    session_.popup.shown = Popup::none;
    return;
  }
  if (place.w <= 0) return;
  const bool focus = appears_ || std::exchange(find_entered_, false);
  const bool entered =
      bare_field(style, "find", place, reading.text, tr("Find in the source"), focus, appears_);
  if (!entered) return;
  reading.turns += shift_is_down() ? -1 : 1;
  find_entered_ = true;
}

void Popups::draw_keep(const WidgetStyle& style) {
  heading(style, tr("Add this moment to a lecture"));
  const std::string problem = problem_.text();
  bool entered = text_field(style, "keep_text", fields_[0],
                            {.label = tr("What the audience reads"),
                             .hint = tr("e.g. The stride doubles in each step."),
                             .message = problem,
                             .focus = appears_});
  if (text_field(style, "keep_file", fields_[1], {.label = tr("File, .yaml")})) entered = true;
  const bool whole = !fields_[0].empty() && !fields_[1].empty();
  if (button(style, tr("Add"), true, whole)) entered = true;
  if (entered) finish(session_.lectures.keep(fields_[1], fields_[0]));
}

void Popups::draw_answer(const WidgetStyle& style) {
  const auto form = session_.lesson.answer_form();
  if (!form) {  // it was answered, or left, behind the popup
    session_.popup.shown = Popup::none;
    return;
  }
  {
    const FontScope bold(style, Face::sans_bold, 16);
    paragraph(style, session_.lesson.stop().question->text.now(), style.theme.text);
  }
  constexpr int focused =
      4;  // frames after which the field has the keyboard: what a digit began goes on
  const std::string hint = *form == AnswerForm::cell ? "data[0]" : "0";
  const std::string problem = problem_.text();
  if (text_field(
          style, "answer", fields_[0],
          {.hint = hint, .message = problem, .focus = appears_, .select = drawn_ >= focused})) {
    finish(session_.lesson.give(fields_[0]));
  }
}

}  // namespace warpscope
