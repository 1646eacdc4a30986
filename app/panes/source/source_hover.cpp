#include <algorithm>
#include <cmath>

#include "app/lesson/next_lesson.hpp"
#include "app/panes/source/source_lines.hpp"
#include "app/panes/source/source_view.hpp"
#include "app/panes/source/source_words.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/line_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr int most_calls_told = 3;  // the pane of lines has all of them

}  // namespace

std::string SourceView::line_tooltip(const Frame& frame, int line, bool cut) const {
  const auto number = static_cast<std::uint32_t>(line) + 1;
  const bool noted = frame.untold.allows(Told::races);
  const SourceNote* note = noted ? note_at(page().notes, number) : nullptr;
  if (spot_.listing) return note == nullptr ? std::string() : note->tooltip;
  const Document& document = *frame.document;
  std::string text;
  if (note != nullptr) {
    text = note->tooltip;
  } else if (cut) {
    text = source_line(document.trace->sources[spot_.source], number);
  }
  if (!frame.untold.allows(line_tells)) return text;
  bool any = false;
  for (const LineCost& cost : document.summary.lines) {
    if (cost.source != spot_.source || cost.line != number) continue;
    if (!text.empty()) text += '\n';
    text += line_cost_text(cost);
    any = true;
  }
  int calls = 0;
  for (const SiteCost& site : sites_) {
    if (site.caller < 0) continue;
    const CodeLocation& call = document.trace->locations[static_cast<std::size_t>(site.caller)];
    if (call.source != spot_.source || call.line != number || ++calls > most_calls_told) continue;
    if (!text.empty()) text += '\n';
    // Translators: {0} is a line of what is called, {1} an array, {2} what it costs there.
    text += tr("calls line {0}, {1}: {2}", site.cost.line, printable(site.array),
               line_cost_text(site.cost));
  }
  const std::string launches = launches_text(frame);
  if (any && !launches.empty()) {
    // Translators: the field are launches: "3 of 8 launches".
    text += "\n" + tr("over {}", launches);
  }
  if (any) text += "\n" + lane_use_text(page().lanes[static_cast<std::size_t>(line)]);
  return text;
}

void SourceView::explain_word(Canvas& canvas, const SourceColumns& at, int line, Rect row,
                              const Frame& frame, Wishes& wishes) const {
  // Who writes CUDA needs no CUDA explained, and cooperative groups call a barrier block.sync(), too.
  if (spot_.listing || !frame.document->trace->header.program.empty()) return;
  const SourceLine& source = page().lines[static_cast<std::size_t>(line)];
  const int shift = at.shift(part_, source);
  const std::vector<SourceRow> parts = at.parts_of(line, source, shift);
  const auto number = static_cast<std::size_t>((frame.pointer.at.y - row.y) / at.row);
  const SourceRow& part = parts[std::min(number, parts.size() - 1)];
  row = {row.x, row.y + static_cast<float>(number) * at.row, row.w, at.row};
  const int moved = part.first - part.at;
  const float column =
      std::floor((frame.pointer.at.x - at.text) / at.advance) + static_cast<float>(shift + moved);
  if (column < static_cast<float>(part.first) || column >= static_cast<float>(part.end)) return;
  const auto before = first_characters(source.text, static_cast<int>(column));
  const auto place = code_word_at(source, before.size());
  if (!place) return;
  const auto bytes = std::string_view(source.text).substr(0, place->first);
  const auto characters = static_cast<std::ptrdiff_t>(count_characters(bytes));
  const auto columns = static_cast<float>(characters - shift - moved);
  const Rect word{at.text + columns * at.advance, row.y,
                  static_cast<float>(place->length) * at.advance, row.h};
  wishes.about = word;
  wishes.tooltip = code_word_text(*place->word);
  if (wishes.menu) {
    const CodeWord& code = *place->word;
    if (!code.term.empty()) wishes.menu->actions.push_back({.term = std::string(code.term)});
    if (!code.cuda.empty()) {
      wishes.menu->actions.push_back(
          copy_action(tr("Copy “{}”, its name in CUDA", code.cuda), std::string(code.cuda)));
    }
  }
  canvas.line({word.x, word.bottom() - 2}, {word.right(), word.bottom() - 2}, frame.theme->active,
              1);
}

ContextMenu SourceView::menu_of_line(int line, const Frame& frame) const {
  const std::string& text = page().lines[static_cast<std::size_t>(line)].text;
  ContextMenu menu{tr("line {}", line + 1), {}};
  if (!spot_.listing) {
    const LineAccesses near = accesses_around(line, frame);
    menu.actions.push_back(go_action(tr("Next access of this line"), near.next));
    menu.actions.push_back(go_action(tr("Previous access of this line"), near.previous));
    const FileLine here{frame.document->trace->sources[spot_.source].name,
                        static_cast<std::uint32_t>(line) + 1};
    menu.actions.push_back(pin_action(frame, PinnedLine{here}));
    menu.actions.push_back(filter_action({.line = here}));
    const auto some = near.next ? near.next : near.previous;
    if (some && frame.untold.allows(Told::costs)) {
      offer_lesson(menu, lesson_on(*frame.document, *some));
    }
  }
  if (frame.ask<ConsolePage>() != nullptr) {
    menu.actions.push_back(
        {.title = tr("Open the line in your editor"), .edit = place_of_line(spot_, frame, line)});
  }
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  menu.actions.push_back(copy_action(tr("Copy the line"), text.substr(first)));
  menu.actions.push_back(
      copy_action(tr("Copy all of the source"), files_of(frame)[spot_.source].text));
  return menu;
}

SourceView::LineAccesses SourceView::accesses_around(int line, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  LineAccesses near;
  for (const std::uint32_t access : of_line_.of(static_cast<std::size_t>(line) + 1)) {
    if (trace.location_of(trace.accesses[access]).source != spot_.source) continue;
    if (access < frame.access) near.previous = access;
    if (access <= frame.access) continue;
    near.next = access;
    break;
  }
  return near;
}

std::optional<std::uint32_t> SourceView::next_access(int line, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const auto accesses = of_line_.of(static_cast<std::size_t>(line) + 1);
  const auto after = std::upper_bound(accesses.begin(), accesses.end(), frame.access);
  const auto here = [&](std::uint32_t access) {
    return trace.location_of(trace.accesses[access]).source == spot_.source;
  };
  auto next = std::find_if(after, accesses.end(), here);
  if (next == accesses.end()) next = std::find_if(accesses.begin(), after, here);
  if (next == accesses.end()) return std::nullopt;
  return *next;
}

}  // namespace warpscope
