#include <algorithm>

#include "app/panes/source/source_view.hpp"
#include "app/views/parts/line_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

std::string SourceView::line_tooltip(const Frame& frame, int line, bool cut) const {
  const auto number = static_cast<std::uint32_t>(line) + 1;
  const SourceNote* note = note_at(page().notes, number);
  if (spot_.listing) return note == nullptr ? std::string() : note->tooltip;
  const Document& document = *frame.document;
  std::string text;
  if (note != nullptr) {
    text = note->tooltip;
  } else if (cut) {
    text = source_line(document.trace->sources[spot_.source], number);
  }
  bool any = false;
  for (const LineCost& cost : document.summary.lines) {
    if (cost.source != spot_.source || cost.line != number) continue;
    if (!text.empty()) text += '\n';
    text += line_cost_text(cost);
    any = true;
  }
  const std::string launches = launches_text(frame);
  if (any && !launches.empty()) {
    // Translators: the field are launches: "3 of 8 launches".
    text += "\n" + tr("over {}", launches);
  }
  if (any) text += "\n" + lane_use_text(page().lanes[static_cast<std::size_t>(line)]);
  return text;
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
