#pragma once

#include "app/views/view.hpp"

namespace warpscope {

/// The cost of the present access, and the reason: shared memory's banks, global memory's sectors,
/// the words of constant memory one after another, or the lanes between which a shuffle moves
/// values.
class BanksView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "banks"; }
  [[nodiscard]] std::string_view title() const override { return "Banks"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document&) override {}
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
};

}  // namespace warpscope
