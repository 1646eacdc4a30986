#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/show_term.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float list_width = 288, between = 24, narrowest_glossary = 600;
constexpr float term_row = 28, topic_row = 34;
constexpr float under_sheet = 16;  // what the sheet pads

const SearchWords& words_of(const Term& term) {
  static const std::vector<SearchWords> all = [] {
    std::vector<SearchWords> made;
    for (const Term& each : glossary()) made.push_back(search_words(each));
    return made;
  }();
  return all[static_cast<std::size_t>(&term - glossary().data())];
}

}  // namespace

void Popups::find_terms() {
  terms_.clear();
  const WordQuery query(fields_[0]);
  std::vector<std::pair<int, const Term*>> found;
  for (const Term& term : glossary()) {
    const int score = query.empty() ? 1 : query.score(words_of(term));
    if (score > 0) found.emplace_back(score, &term);
  }
  std::ranges::stable_sort(found, std::greater{}, [](const auto& hit) { return hit.first; });
  for (const auto& [score, term] : found) terms_.push_back(term);
  const auto wanted = std::ranges::find(terms_, find_term(session_.popup.term));
  highlighted_ =
      query.empty() && wanted != terms_.end() ? static_cast<int>(wanted - terms_.begin()) : 0;
  to_term_ = true;
}

void Popups::draw_glossary(const WidgetStyle& style) {
  const std::string before = fields_[0];
  // Enter shows the term, wherever the keyboard is.
  (void)text_field(style, "query", fields_[0], {.hint = tr("Find a word"), .focus = appears_});
  if (fields_[0] != before) find_terms();
  const int was = highlighted_;
  follow_arrow_keys(highlighted_, static_cast<int>(terms_.size()));
  to_term_ = to_term_ || highlighted_ != was;
  const float scale = style.fonts.scale();
  const bool narrow = room_for_next(style) < narrowest_glossary;  // the term stands below the list
  const float room = room_left(style) - under_sheet;
  const float height = std::clamp(narrow ? room / 2 : room, 5 * term_row, 560.0F);
  {
    const ScrollArea area(style, "terms", height, narrow ? 0 : list_width);
    list_terms(style);
  }
  if (narrow) {
    hairline(style);
  } else {
    ImGui::SameLine(0, between * scale);
  }
  const ScrollArea area(style, "term", height);
  if (terms_.empty()) {
    return paragraph(style, tr("The glossary does not know this word."), style.theme.muted);
  }
  const Term& term = *terms_[static_cast<std::size_t>(highlighted_)];
  session_.popup.term = term.id;
  draw_term(style, term, confirmed(style) && !appears_);
}

void Popups::list_terms(const WidgetStyle& style) {
  const bool all = fields_[0].empty();
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Term& term = *terms_[i];
    if (all && (i == 0 || terms_[i - 1]->topic != term.topic)) {
      label(style, own_glossary().topics[term.topic].now(), topic_row);
    }
    const IdScope id(static_cast<int>(i));
    const bool here = static_cast<int>(i) == highlighted_;
    const Row shown{.text = term.name(), .highlighted = here, .height = term_row, .in_list = true};
    if (row(style, "term", shown)) highlighted_ = static_cast<int>(i);
    if (to_term_ && here) ImGui::SetScrollHereY(0.3F);
  }
  to_term_ = false;
}

void Popups::draw_term(const WidgetStyle& style, const Term& term, bool entered) {
  heading(style, term.name());
  space(style, 2);
  {
    const FontScope larger(style, Face::sans, 16);
    paragraph(style, term.meaning(), style.theme.text);
  }
  space(style, 4);
  std::string names = term.also.now();
  // Whoever reads on elsewhere needs the English name.
  if (term.name() != term.title.en) names = term.title.en + (names.empty() ? "" : ", ") + names;
  if (!names.empty()) paragraph(style, tr("Also: {}", names), style.theme.muted);
  space(style, 6);
  const std::string title = title_of_lesson(session_, term.kernel);
  // Translators: a button that opens a kernel; the field is the title of its lesson.
  const bool shows = button(style, tr("Show it: {}", title), true);
  if (!term.see.empty()) {
    label(style, tr("See also"), 34, 0);
    std::vector<std::string> others;
    for (const std::string& id : term.see) others.emplace_back(find_term(id)->name());
    const int clicked = chips(style, others, -1);
    if (clicked >= 0) {
      session_.popup.term = term.see[static_cast<std::size_t>(clicked)];
      fields_[0].clear();
      find_terms();
    }
  }
  if (!problem_.empty()) paragraph(style, problem_.text(), style.theme.costly);
  if (shows || entered) finish(show_term(session_, commands_, term));
}

}  // namespace warpscope
