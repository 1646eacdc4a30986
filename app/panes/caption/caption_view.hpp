#pragma once

#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The teacher: where the kernel is, and one sentence about what happens there.
class CaptionView final : public View {
 public:
  static constexpr ViewInfo info{
      .id = "caption", .title = tr_noop("Caption"), .slot = Slot::caption};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame&) const override { return ""; }
  void on_document(const Document&) override {}
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
};

}  // namespace warpscope
