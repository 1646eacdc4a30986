#include "app/panes/caption/caption_view.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "app/layout/text_wrap.hpp"
#include "app/lesson/next_lesson.hpp"
#include "app/session/playhead.hpp"
#include "app/subject/letter_case.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/verdict_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float gap = 28;
constexpr float line_share = verdict_leading;

/// Draws a text on up to `lines` lines from the top of `area`, which shrinks by the height used. Returns whether all of
/// it found room.
bool draw_wrapped(Canvas& canvas, Rect& area, std::string_view text, const TextStyle& style,
                  int lines) {
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  bool whole = true;
  for (const std::string_view line : wrap_text(text, area.w, lines, measure)) {
    const Rect row = area.cut_top(style.size * line_share);
    whole = whole && measure(line) <= row.w + 0.5F;
    canvas.text_fit({row.x, row.center().y}, line, style, row.w);
  }
  return whole;
}

/// Where the kernel is, in whole parts, and behind it on the same line what the host did before. Returns whether all of
/// the first found room.
bool draw_place(Canvas& canvas, Rect& area, const Caption& caption, const TextStyle& step,
                const TextStyle& host) {
  const Rect row = area.cut_top(step.size * line_share);
  const float y = row.center().y;
  const auto measure = [&](std::string_view part) { return canvas.width(part, step); };
  std::string_view shown = whole_parts(caption.step, row.w, measure);
  if (shown.empty()) shown = caption.step;
  const float used = canvas.text_fit({row.x, y}, shown, step, row.w) + gap;
  const bool whole = measure(caption.step) <= row.w + 0.5F;
  if (caption.host.empty() || row.w - used < 8 * host.size) return whole;
  draw_parts(canvas, {row.x + used, y}, caption.host, host, row.w - used);
  return whole;
}

/// Type sizes of two captions side by side.
struct PairSizes {
  float heading, body;
};

/// The largest sizes at which both are told in whole sentences; nullopt if none of them is small enough.
std::optional<PairSizes> sizes_of_pair(const Canvas& canvas, Rect half,
                                       const std::array<const Caption*, 2>& both, bool lecture) {
  constexpr std::array<PairSizes, 5> of_lecture{{{40, 28}, {32, 24}, {28, 22}, {26, 20}, {22, 18}}};
  constexpr std::array<PairSizes, 2> of_desk{{{16, 14}, {14, 12}}};
  const auto fits = [&](PairSizes sizes) {
    const TextStyle sentence{Face::sans, sizes.body, {}};
    const auto measure = [&](std::string_view part) { return canvas.width(part, sentence); };
    std::size_t lines = lecture ? 1 : 0;  // of the verdict
    std::size_t longest = 0;
    for (const Caption* each : both) {
      longest = std::max(longest, wrap_text(each->sentence, half.w, 99, measure).size());
    }
    lines += longest;
    return (sizes.heading + static_cast<float>(lines) * sizes.body) * line_share <= half.h;
  };
  const std::span<const PairSizes> sizes =
      lecture ? std::span<const PairSizes>(of_lecture) : std::span<const PairSizes>(of_desk);
  const auto found = std::ranges::find_if(sizes, fits);
  return found == sizes.end() ? std::nullopt : std::optional(*found);
}

/// Both runs of a comparison, each below its pictures. False if there is no room for two sentences.
bool draw_pair(Canvas& canvas, Rect area, const Caption& left, const Caption& right, bool lecture,
               const Theme& theme) {
  std::array<Rect, 2> halves = halves_of_pair(area, lecture);
  const std::array<const Caption*, 2> both{&left, &right};
  const auto sizes = sizes_of_pair(canvas, halves[0], both, lecture);
  if (!sizes) return false;
  for (std::size_t side = 0; side < both.size(); ++side) {
    Rect& half = halves[side];
    Caption words = *both[side];
    const TextStyle step{Face::sans_bold, sizes->heading, theme.text};
    const TextStyle host{Face::sans, sizes->body, theme.active};
    // Half of what the host did says nothing.
    if (canvas.width(words.step, step) + gap + canvas.width(words.host, host) > half.w) {
      words.host.clear();
    }
    if (lecture) {
      draw_verdict(canvas, half.cut_bottom(sizes->body * line_share), words, sizes->body, theme);
    }
    draw_place(canvas, half, words, step, host);
    draw_wrapped(canvas, half, words.sentence, {Face::sans, sizes->body, theme.text}, 99);
  }
  return true;
}

/// Returns whether all words found room; so does draw_for_desk().
bool draw_for_lecture(Canvas& canvas, Rect area, const Caption& caption, const Theme& theme) {
  const auto fits = [&](float heading, float line, float lines) {
    return area.h >= (heading + lines * line) * line_share;
  };
  // If the banks beside the stage give the verdict, no room is left for it here.
  const bool large = area.w >= 1500 && (fits(40, 30, 3) || (!fits(36, 26, 3) && fits(40, 30, 2)));
  const bool narrow = area.w < 1000;  // a small window, or one at a large scale
  const float step = large ? 40 : narrow ? 26 : 36;
  const float body = large ? 30 : narrow ? 20 : 26;
  const int lines = narrow ? 3 : 2;
  const bool judged = fits(step, body, static_cast<float>(lines) + 1);
  Rect judgement{};
  if (judged) judgement = area.cut_bottom(body * line_share);
  bool whole = draw_place(canvas, area, caption, {Face::sans_bold, step, theme.text},
                          {Face::sans, body - 2, theme.active});
  // A little smaller is better than a second line of two words.
  TextStyle sentence{Face::sans, body, theme.text};
  for (const float less : {0.0F, 2.0F, 3.0F}) {
    sentence.size = body - less;
    if (canvas.width(caption.sentence, sentence) <= area.w) break;
  }
  if (canvas.width(caption.sentence, sentence) > area.w) sentence.size = body;
  whole = draw_wrapped(canvas, area, caption.sentence, sentence, lines) && whole;
  if (judged) draw_verdict(canvas, judgement, caption, body, theme);
  return whole;
}

bool draw_for_desk(Canvas& canvas, Rect area, const Caption& caption, const Theme& theme) {
  const TextStyle step{Face::sans_bold, 20, theme.text};
  const float step_width = canvas.width(caption.step, step);
  for (const float size : {20.0F, 16.0F}) {
    const TextStyle sentence{Face::sans, size, theme.text};
    if (!caption.host.empty()) break;  // needs a second line
    if (step_width + gap + canvas.width(caption.sentence, sentence) > area.w) continue;
    canvas.text({area.x, area.center().y}, caption.step, step);
    canvas.text({area.x + step_width + gap, area.center().y}, caption.sentence, sentence);
    return true;
  }
  const TextStyle sentence{Face::sans, 14, theme.text};
  constexpr float heading = 16 * line_share, line = 14 * line_share;
  const auto measure = [&](std::string_view part) { return canvas.width(part, sentence); };
  const int room = std::max(1, static_cast<int>((area.h - heading) / line));
  const auto lines = static_cast<int>(wrap_text(caption.sentence, area.w, room, measure).size());
  area.cut_top((area.h - heading - line * static_cast<float>(lines)) / 2);
  const bool whole = draw_place(canvas, area, caption, {Face::sans_bold, 16, theme.text},
                                {Face::sans, 14, theme.active});
  return draw_wrapped(canvas, area, caption.sentence, sentence, lines) && whole;
}

/// The kernel's own name of the step, behind a translated one, which the source says, too.
void leave_out_name(Caption& words, const Trace& trace, std::uint32_t access) {
  const std::string& name = trace.steps[trace.accesses[access].step].name;
  const std::string own = " (" + name + ")";
  const std::size_t at = shown_step(name) == name ? std::string::npos : words.step.find(own);
  if (at != std::string::npos) words.step.erase(at, own.size());
}

}  // namespace

void CaptionView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("What happens, in words, once a kernel has run."));
    return;
  }
  Caption words = caption_of(frame);
  if (const FaultMark* const mark = frame.document->faults.at(frame.access);
      mark != nullptr && frame.untold.allows(Told::races | Told::lanes, frame.access)) {
    words.sentence = mark->message.text();
    words.verdict = fault_verdict(*mark);
    words.detail.clear();
    words.costly = true;
  }
  // Before all else: it is what somebody looks for.
  if (const std::string pinned = pinned_text(frame); !pinned.empty()) {
    words.sentence = pinned + " " + words.sentence;
  }
  // Translators: the field is a step of the kernel.
  if (frame.before_question) words.step = tr("Before the question: {}", with_small(words.step));
  if (frame.pointer.menu && frame.pointer.inside && !frame.before_question) {
    wishes.menu = access_menu(frame.access);
    wishes.menu->actions = {{.title = tr("Set a bookmark here"), .bookmark = frame.access},
                            copy_action(tr("Copy the sentence"), words.sentence)};
    offer_lesson(*wishes.menu, lesson_on(*frame.document, frame.access));
    offer_landmarks(*wishes.menu);
  }
  const Trace& trace = *frame.document->trace;
  leave_out_name(words, trace, frame.access);
  if (const auto* const right = frame.ask<Playhead>(); right != nullptr) {
    const Document& other = *right->document();
    Caption beside = caption(*other.trace, other.summary, right->position());
    leave_out_name(beside, *other.trace, right->position());
    if (!frame.untold.allows(Told::costs)) beside.verdict = beside.detail = std::string();
    const bool swapped = frame.rival_first;
    if (draw_pair(canvas, area, swapped ? beside : words, swapped ? words : beside, frame.lecture,
                  *frame.theme)) {
      return;
    }
  }
  const bool whole = frame.lecture ? draw_for_lecture(canvas, area, words, *frame.theme)
                                   : draw_for_desk(canvas, area, words, *frame.theme);
  if (whole || !frame.pointer.inside || !area.contains(frame.pointer.at)) return;
  wishes.tooltip = words.step + "\n" + words.sentence;
  wishes.about = area;
}

}  // namespace warpscope
