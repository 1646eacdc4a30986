#pragma once

#include "app/views/view.hpp"

namespace warpscope {

/// The teacher: where the kernel is, and one sentence about what happens there.
class CaptionView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "caption"; }
  [[nodiscard]] std::string_view title() const override { return "Caption"; }
  [[nodiscard]] std::string subtitle(const Frame&) const override { return ""; }
  void on_document(const Document&) override {}
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
};

}  // namespace warpscope
