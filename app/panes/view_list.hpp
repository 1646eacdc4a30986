#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "app/look/view_info.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The `info` of every view and of every picture of the stage.
[[nodiscard]] const ViewLists& view_lists();
/// A view of each kind, in that order. Made anew for each document pane.
[[nodiscard]] std::vector<std::unique_ptr<View>> make_views();
[[nodiscard]] std::unique_ptr<View> make_view(std::string_view id);  ///< nullptr if unknown
[[nodiscard]] const std::vector<std::string_view>& view_ids();
/// Ids of the views that share a place of the window, in the order of their tabs.
[[nodiscard]] std::vector<std::string_view> views_of(Slot slot);

}  // namespace warpscope
