#include "app/shell/popups.hpp"
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

}  // namespace warpscope
