// What only Dear ImGui's internal header offers.
#define IMGUI_DISABLE_SSE  // else 40,000 lines of intrinsics come along, for a function not called here
#include <imgui_internal.h>

#include "app/ui/imgui_compat.h"

namespace warpscope::compat {
namespace {

/// Versions before 1.87 have no queue.
template <class Context>
bool has_queued_input(const Context& context) {
  if constexpr (requires { context.InputEventsQueue; }) return !context.InputEventsQueue.empty();
  return false;
}

}  // namespace

bool input_waits() { return has_queued_input(*ImGui::GetCurrentContext()); }

void show(ImVec2 low, ImVec2 high) {
  const float around = ImGui::GetStyle().ItemSpacing.x;  // a ring has room there
  ImGui::ScrollToBringRectIntoView(ImGui::GetCurrentWindow(),
                                   {low.x, low.y - around, high.x, high.y + around});
}

void take_keyboard() { ImGui::ClearActiveID(); }

}  // namespace warpscope::compat
