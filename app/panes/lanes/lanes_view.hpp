#pragma once

#include "app/layout/access_groups.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Shows which lanes of the present warp took part in its accesses, one row per access.
class LanesView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "lanes"; }
  [[nodiscard]] std::string_view title() const override { return "Lanes"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Row;
  void draw_row(Canvas& canvas, const Row& row, const Frame& frame, Wishes& wishes) const;

  AccessGroups of_warp_;
};

}  // namespace warpscope
