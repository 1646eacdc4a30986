#pragma once

#include "app/panes/banks/layout_buttons.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The cost of the present access, and the reason: shared memory's banks, global memory's sectors,
/// the words of constant memory one after another, or the lanes between which a shuffle moves
/// values.
class BanksView final : public View {
 public:
  static constexpr ViewInfo info{
      .id = "banks",
      .title = tr_noop("Banks"),
      .slot = Slot::banks,
      .keys = {"Alt+B", "Ctrl+J"},
      .tells = Told::costs | Told::lanes | Told::memories | Told::places};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document&) override { buttons_.forget(); }
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  LayoutButtons buttons_;
};

}  // namespace warpscope
