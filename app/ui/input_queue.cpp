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

}  // namespace warpscope::compat
