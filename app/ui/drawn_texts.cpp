#include "app/ui/drawn_texts.hpp"

#include <algorithm>

#include "app/ui/imgui_compat.h"

namespace warpscope {
namespace {

thread_local DrawnTexts* innermost = nullptr;

}  // namespace

bool DrawnTexts::Text::cut() const {
  constexpr float tolerance = 1;
  const bool seen = std::min(rect.right(), clip.right()) > std::max(rect.x, clip.x) &&
                    std::min(rect.bottom(), clip.bottom()) > std::max(rect.y, clip.y);
  return seen && (rect.x < clip.x - tolerance || rect.right() > clip.right() + tolerance);
}

DrawnTexts::DrawnTexts() : outer_(innermost) { innermost = this; }
DrawnTexts::~DrawnTexts() { innermost = outer_; }

void DrawnTexts::hear(const ImDrawList& list, std::string_view text, Rect pixels) {
  if (innermost == nullptr) return;
  const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
  innermost->texts_.push_back({.text = std::string(text),
                               .rect = pixels,
                               .clip = {low.x, low.y, high.x - low.x, high.y - low.y},
                               .over_window = &list != ImGui::GetBackgroundDrawList()});
}

void DrawnTexts::hear_item(std::string_view text) {
  if (innermost == nullptr) return;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  hear(*ImGui::GetWindowDrawList(), text, {low.x, low.y, high.x - low.x, high.y - low.y});
}

}  // namespace warpscope
