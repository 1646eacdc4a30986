#include <string>
#include <string_view>

#include "app/layout/text_wrap.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/scene.hpp"
#include "app/subject/layout_offers.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/telling_access.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {

namespace {

/// What there is to do at the access at which a run opens.
struct OpeningOffer {
  const Command* command = nullptr;  // nullptr: nothing
  std::string_view words{};
  bool answers = false;   // the question that the access raises
  std::string instead{};  // more pressing than what the access shows; empty: nothing is
};

constexpr float strip_padding =
    12;  // beside the words of a button and of the strip, and between buttons

std::size_t count_findings(const Session& session) {
  const ConsolePage* page = session.programs.console();
  return page != nullptr && page->outcome ? page->told.findings.size() : 0;
}

std::string findings_text(std::size_t count) {
  const auto number = static_cast<std::int64_t>(count);
  return tr_n("The check of this program has {1} finding.",
              "The check of this program has {1} findings.", number, whole_text(number));
}

OpeningOffer opening_offer(const Session& session, const Commands& commands) {
  const Command* lesson = commands.find("lesson");
  if (lesson->enabled()) return {lesson, tr("Start the lesson"), true};
  const Command* findings = commands.find("view.findings");
  const std::size_t found = count_findings(session);
  if (findings != nullptr && found > 0) {
    return {findings, tr("See what is wrong"), false, findings_text(found)};
  }
  const Document& document = *session.playback.left().document();
  const auto layouts = document.layout_offers().at(session.playback.left().position());
  if (layouts && !layouts->empty()) {
    return {commands.find("what_if.layout"), tr("Try another layout")};
  }
  return {};
}

}  // namespace

Rect Scene::cut_opening(const Pane& pane, Rect& content) const {
  constexpr float height = 52, gap = 8, least_stage = 140;
  const bool asks =
      session_.opening.on() && session_.views.layout == LayoutKind::study && !shows_both();
  if (!(asks || ends()) || !pane.has(Slot::stage) || content.h < least_stage + height) return {};
  const Rect strip = content.cut_bottom(height);
  content.cut_bottom(gap);
  return strip;
}

float Scene::strip_button_width(const Canvas& canvas, std::string_view words) {
  return canvas.width(words, {Face::sans_bold, 14, {}}) + 3 * strip_padding + 1;
}

void Scene::draw_strip_button(Canvas& canvas, Rect& strip, const Command& command,
                              const std::string& words, const Input& input) {
  Control button{.command = command.id, .value = words};
  button.rect = strip.cut_right(strip_button_width(canvas, words) - strip_padding);
  button.rect = {button.rect.x, strip.center().y - 17, button.rect.w, 34};
  button.active = true;
  strip.cut_right(strip_padding);
  const bool hovered = input.pointer.over_control(button.rect);
  draw_control(canvas, button, theme(), true, hovered);
  if (hovered) offer(command, button.rect, input.pointer);
}

void Scene::draw_strip_text(Canvas& canvas, Rect strip, std::string_view words,
                            const TextStyle& style) {
  constexpr float line_height = 20;
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  const auto lines = wrap_text(words, strip.w, 2, measure);
  float y = strip.center().y - (static_cast<float>(lines.size()) - 1) * line_height / 2;
  for (const std::string_view line : lines) {
    canvas.text_fit({strip.x, y}, line, style, strip.w);
    y += line_height;
  }
}

void Scene::draw_opening(Canvas& canvas, Rect strip, const Input& input) {
  canvas.fill(strip, theme().raised, 6);
  canvas.fill(strip.cut_left(4), theme().now, 2);
  strip = strip.inset(strip_padding, 6);
  if (!session_.opening.on()) return draw_ending(canvas, strip, input);

  const OpeningOffer offer = opening_offer(session_, commands_);
  if (offer.command != nullptr) {
    // Translators: what a button does, and its key.
    const std::string button =
        tr("{0} ({1})", offer.words, shown_text(offer.command->keys.front()));
    draw_strip_button(canvas, strip, *offer.command, button, input);
  }

  // Nobody asks where nothing answers.
  const std::string all = session_.opening.text();
  const bool leads = session_.opening.newcomer && offer.command != nullptr;
  const std::string said = offer.instead.empty()
                               ? std::string(offer.answers ? all : without_question(all))
                               : offer.instead;
  // Translators: what a newcomer reads before the sentences about an access.
  const std::string words = leads ? tr("Start here. {}", said) : said;
  draw_strip_text(canvas, strip, words, {Face::sans_bold, 14, theme().text});
}

}  // namespace warpscope
