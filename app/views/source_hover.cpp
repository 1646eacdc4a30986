#include <algorithm>
#include <cstdio>

#include "app/views/source_view.hpp"

namespace warpscope {

std::string SourceView::line_tooltip(const Frame& frame, int line, bool cut) const {
  const Document& document = *frame.document;
  const auto number = static_cast<std::uint32_t>(line) + 1;
  std::string text = cut ? source_line(document.trace->sources[source_], number) : "";
  for (const LineCost& cost : document.summary.lines) {
    if (cost.source != source_ || cost.line != number) continue;
    if (!text.empty()) text += '\n';
    text += operation_text(cost.space, cost.operation) + ": " + counted(cost.requests, "request");
    if (cost.space != Space::registers) {
      text += ", " + counted(cost.wavefronts, cost_noun(cost.space));
      text += ", ideal " + std::to_string(cost.ideal);
    }
    if (cost.max_degree > 1 && cost.space == Space::shared) {
      text += ", up to " + std::to_string(cost.max_degree) + "-way";
    }
    char lanes[48];
    std::snprintf(lanes, sizeof lanes, ", %.3g of 32 lanes active",
                  static_cast<double>(cost.active_lanes) / static_cast<double>(cost.requests));
    text += lanes;
  }
  return text;
}

std::optional<std::uint32_t> SourceView::next_access(int line, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const auto accesses = of_line_.of(static_cast<std::size_t>(line) + 1);
  const auto after = std::upper_bound(accesses.begin(), accesses.end(), frame.access);
  const auto here = [&](std::uint32_t access) {
    return trace.launch_of(trace.accesses[access]).source == source_;
  };
  auto next = std::find_if(after, accesses.end(), here);
  if (next == accesses.end()) next = std::find_if(accesses.begin(), after, here);
  if (next == accesses.end()) return std::nullopt;
  return *next;
}

}  // namespace warpscope
