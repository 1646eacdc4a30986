#include "app/views/parts/fault_parts.hpp"

#include <algorithm>
#include <string>

#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float fault_stroke = 3;
constexpr std::size_t most_nodes_back =
    200'000;  // that are looked through for the one that a cell holds

}  // namespace

std::vector<const FaultMark*> faults_here(const Document& shown, const Frame& frame) {
  std::vector<const FaultMark*> here;
  const Trace& trace = *shown.trace;
  if (frame.access >= trace.accesses.size()) return here;
  const std::uint32_t first = trace.steps[trace.accesses[frame.access].step].first_access;
  for (const FaultMark& mark : shown.faults.between(first, frame.access + 1)) {
    if (!frame.untold.allows(Told::races | Told::lanes, mark.access)) continue;
    // Of a race both accesses have a mark: the later one tells it.
    std::erase_if(here, [&](const FaultMark* other) {
      return other->kind == mark.kind && other->array == mark.array && other->index == mark.index;
    });
    here.push_back(&mark);
  }
  return here;
}

bool is_at_fault(std::span<const FaultMark* const> faults, int array, ElementIndex index) {
  return std::ranges::any_of(
      faults, [&](const FaultMark* mark) { return mark->array == array && mark->index == index; });
}

std::vector<std::uint32_t> nodes_at_fault(const Document& shown, const Frame& frame) {
  std::vector<std::uint32_t> found;
  const auto& nodes = shown.flow.nodes;
  for (const FaultMark* const mark : faults_here(shown, frame)) {
    if (mark->array < 0) continue;
    const auto later = std::ranges::upper_bound(nodes, frame.access, {}, &FlowNode::access);
    auto n = static_cast<std::size_t>(later - nodes.begin());
    const std::size_t end = n > most_nodes_back ? n - most_nodes_back : 0;
    while (n-- > end) {
      if (nodes[n].array != mark->array || nodes[n].index != mark->index) continue;
      found.push_back(static_cast<std::uint32_t>(n));
      break;
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void draw_fault_frame(Canvas& canvas, Rect box, const Theme& theme, float radius) {
  canvas.stroke(box.inset(-1), theme.costly, fault_stroke, radius);
}

void draw_fault_legend(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) {
  const auto faults = faults_here(*frame.document, frame);
  const float size = type_scale(frame.lecture).small;
  const float height = size + 10;
  if (faults.empty() || area.h < 4 * height) return;
  const Theme& theme = *frame.theme;
  Rect line = area.cut_bottom(height);
  area.cut_bottom(2);
  const Rect swatch{line.x + 2, line.center().y - size / 2 + 1, size - 2, size - 2};
  draw_fault_frame(canvas, swatch, theme, 2);
  line.cut_left(size + 8);
  const FaultMark& last = *faults.back();
  std::string text = fault_verdict(last);
  const Trace& trace = *frame.document->trace;
  if (last.array >= 0) {
    text += ": " + cell_text(trace, launch_of(frame), last.array, last.index);
  }
  if (faults.size() > 1) {
    const auto more = static_cast<std::int64_t>(faults.size()) - 1;
    // Translators: of what is wrong in one step.
    text += ", " + tr_n("{0} more in this step", "{0} more in this step", more);
  }
  const Color ink = readable(theme.costly, theme.panel, theme);
  canvas.text_fit({line.x, line.center().y}, text, {Face::sans, size, ink}, line.w);
  if (!frame.pointer.over(line)) return;
  wishes.about = line;
  wishes.tooltip = last.message.text();
  if (frame.pointer.pressed) wishes.seek = last.access;
}

}  // namespace warpscope
