#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/comparison/since_save.hpp"
#include "app/views/parts/line_changes.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

/// What the last save of a program of the user's own changed: what its lines cost before and now, or its totals. A
/// click on a line or on the first difference goes there; a button opens the comparison.
class SinceSaveView final : public View {
 public:
  static constexpr std::array options{changes_option};
  static constexpr ViewInfo info{.id = "since_save",
                                 .title = tr_noop("Since the last save"),
                                 .slot = Slot::totals,
                                 .tells_all = Told::costs | Told::lanes | Told::counts,
                                 .of_programs = true,
                                 .of_one_run = true,
                                 .options = options};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  /// Short: it stands beside the totals' other tabs.
  [[nodiscard]] std::string tab(const Frame&) const override { return tr("Since save"); }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  [[nodiscard]] Link link(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// Right ends of the columns of numbers.
  struct Columns {
    float before = 0, now = 0, change = 0;
    float text = 12;  // size
  };
  [[nodiscard]] static Columns columns(const Canvas& canvas, Rect area, const SinceSave& since,
                                       float size);
  static void draw_row(Canvas& canvas, Rect rect, const Columns& at, const DifferenceRow& row,
                       const Theme& theme);
  /// The first difference, at the bottom of `area`, which it shrinks.
  static void draw_parting(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type,
                           Wishes& wishes);
  static void draw_button(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type,
                          Wishes& wishes);
  void draw_lines(Canvas& canvas, Rect area, const Frame& frame, const TypeScale& type,
                  Wishes& wishes);
  void draw_totals(Canvas& canvas, Rect area, const Frame& frame, const TypeScale& type);
  void scroll(float shown, float count, const Frame& frame);

  LineChanges lines_;
  float scroll_ = 0;  // first row of totals shown
};

}  // namespace warpscope
