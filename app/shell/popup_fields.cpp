#include <algorithm>
#include <utility>

#include "app/shell/popups.hpp"
#include "app/shell/write_choice.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

void Popups::draw_place(const WidgetStyle& style) {
  const Playhead& head = session_.playback.left();
  if (!head.ready()) {  // it went away behind the popup
    session_.popup.shown = Popup::none;
    return;
  }
  heading(style, tr("Go to"));
  const Trace& trace = *head.document()->trace;
  const std::uint32_t last = head.count() - 1;
  const auto steps = trace.launch_of(trace.accesses[head.position()]).step_count;
  // Translators: what may be typed: "step" and "launch" are typed in English.
  const bool told = session_.lesson.untold().allows(Told::counts);
  const std::string hint =
      !told ? tr("e.g. 12, or step 3")
      : has_launches(trace)
          ? tr("e.g. 0 … {0}, or step 1 … {1}, or launch {2}", last, steps, launch_numbers(trace))
          : tr("e.g. 0 … {0}, or step 1 … {1}", last, steps);
  const std::string problem = problem_.text();
  if (!text_field(style, "place", fields_[0],
                  {.hint = hint, .message = problem, .focus = appears_})) {
    return;
  }
  const auto place = parse_place(trace, head.position(), fields_[0]);
  if (!place) return finish(place.error());
  static_cast<void>(session_.places.jump());
  session_.playback.seek(place.value());
  finish(Done{});
}

void Popups::draw_answer(const WidgetStyle& style) {
  const auto form = session_.lesson.answer_form();
  if (!form) {  // it was answered, or left, behind the popup
    session_.popup.shown = Popup::none;
    return;
  }
  heading(style, session_.lesson.stop().question->text.now());
  const std::string hint = *form == AnswerForm::cell ? "data[0]" : "0";
  const std::string problem = problem_.text();
  if (text_field(style, "answer", fields_[0],
                 {.hint = hint, .message = problem, .focus = appears_})) {
    finish(session_.lesson.give(fields_[0]));
  }
}

void Popups::draw_open(const WidgetStyle& style) {
  const bool beside = shown_ == Popup::rival_file;
  heading(style, beside ? tr("Compare with a program or a trace")
                        : tr("Open a program, a trace or a lecture"));
  auto chosen = browser_.draw(style, appears_, problem_.text());
  if (!chosen) chosen = draw_recent(style);
  if (chosen) finish(beside ? session_.programs.open_beside(*chosen) : session_.open(*chosen));
}

void Popups::draw_save(const WidgetStyle& style) {
  heading(style, tr("Save the trace"));
  const std::string problem = problem_.text();
  const bool entered = text_field(style, "path", fields_[0],
                                  {.label = tr("File, .wscope"),
                                   .hint = tr("e.g. reduce.wscope"),
                                   .message = problem,
                                   .focus = appears_});
  if (fields_[0].empty()) {
    button(style, tr("Save"), true, false);
    return;
  }
  const auto chosen = write_choice(style, tr("Save"), file_to_write(fields_[0]), entered);
  if (chosen) finish(session_.recording.save(*chosen));
}

}  // namespace warpscope
