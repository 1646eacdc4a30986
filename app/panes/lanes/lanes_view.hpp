#pragma once

#include <cstdint>
#include <vector>

#include "app/layout/access_groups.hpp"
#include "app/subject/barrier_state.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// Shows which lanes of the present warp took part in its accesses, one row per access. A block of
/// several dimensions stands beside the rows in its shape: which of its threads form the warp?
class LanesView final : public View {
 public:
  static constexpr ViewInfo info{.id = "lanes",
                                 .title = tr_noop("Lanes"),
                                 .slot = Slot::lanes,
                                 .keys = {"Alt+L", "Ctrl+L"},
                                 .tells = Told::lanes};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Row;
  /// Draws the block at the left of `area`, which it shrinks.
  void draw_block(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const;
  /// Who comes to the barrier that ends the present step, in a row at the bottom of `area`, which it cuts off.
  void draw_barrier(Canvas& canvas, Rect& area, float cells, float pitch, float height,
                    const BarrierState& state, const Frame& frame, Wishes& wishes) const;
  static void offer_lanes(Canvas& canvas, const Row& row, const Frame& frame, Wishes& wishes);
  void draw_row(Canvas& canvas, const Row& row, const Frame& frame, Wishes& wishes) const;

  /// Lanes at fault in an access, unless that answers a question.
  [[nodiscard]] std::uint32_t wrong_lanes(std::uint32_t access, const Frame& frame) const;

  [[nodiscard]] std::vector<ContextAction> warp_actions(int warp, std::uint32_t access) const;
  static void offer_pins(ContextMenu& menu, const Frame& frame, int warp, int lane);
  [[nodiscard]] static int lane_at(const Row& row, Point at);
  [[nodiscard]] ContextMenu menu_of(const Row& row, const Frame& frame) const;

  AccessGroups of_warp_;
};

}  // namespace warpscope
