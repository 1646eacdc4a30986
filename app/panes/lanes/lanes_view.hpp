#pragma once

#include "app/layout/access_groups.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Shows which lanes of the present warp took part in its accesses, one row per access.
class LanesView final : public View {
 public:
  static constexpr ViewInfo info{.id = "lanes",
                                 .title = "Lanes",
                                 .slot = Slot::lanes,
                                 .keys = {"Alt+L", "Ctrl+L"},
                                 .costs = CostsTold::present};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Row;
  void draw_row(Canvas& canvas, const Row& row, const Frame& frame, Wishes& wishes) const;

  AccessGroups of_warp_;
};

}  // namespace warpscope
