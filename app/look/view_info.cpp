#include "app/look/view_info.hpp"

#include <algorithm>

namespace warpscope {

std::size_t index_of(std::span<const StageInfo> stages, std::string_view id) {
  const auto found = std::ranges::find(stages, id, &StageInfo::id);
  return found == stages.end() ? 0 : static_cast<std::size_t>(found - stages.begin());
}

std::vector<ViewOption> look_options(std::span<const ViewInfo> views) {
  std::vector<ViewOption> all;
  for (const ViewInfo& view : views) {
    for (const LookOption& option : view.options) all.push_back({&view, &option});
  }
  std::ranges::sort(all, {}, [](const ViewOption& each) { return each.option->id; });
  return all;
}

std::vector<ViewSlider> look_sliders(std::span<const ViewInfo> views) {
  std::vector<ViewSlider> all;
  for (const ViewInfo& view : views) {
    for (const LookSlider& slider : view.sliders) all.push_back({&view, &slider});
  }
  return all;
}

}  // namespace warpscope
