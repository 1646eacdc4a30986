#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/panes/lines/line_order.hpp"
#include "app/panes/lines/line_table.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The cost of each source line, as a table that can be sorted. A click on a heading sorts, one on
/// a row goes to the line's next access; hover tells which lanes take part how often.
class LinesView final : public View {
 public:
  static constexpr std::array options{lines_option};
  static constexpr ViewInfo info{
      .id = "lines",
      .title = tr_noop("Lines"),
      .slot = Slot::totals,
      .keys = {"Alt+C"},
      .call = tr_noop("What each line costs"),
      .listed_at = Slot::source,
      .tells_all = Told::costs | Told::lanes | Told::counts | Told::memories,
      .options = options};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// The places of a row's cells, in the frame that is drawn.
  struct Cells;
  [[nodiscard]] Cells cells(Rect area, const TypeScale& type) const;
  void measure(const Canvas& canvas, const Trace& trace, const TypeScale& type);
  [[nodiscard]] LineOrder effective(LineOrder order) const;
  void sort(LineOrder order);
  void scroll(float rows, const Frame& frame);
  void draw_heading(Canvas& canvas, Rect row, const Cells& cells, const Frame& frame,
                    Wishes& wishes) const;
  [[nodiscard]] ContextMenu menu_of(std::size_t number, const Frame& frame) const;
  void draw_rows(Canvas& canvas, Rect area, const Cells& cells, const Frame& frame,
                 Wishes& wishes) const;
  void draw_row(Canvas& canvas, Rect rect, const Cells& cells, const LineRow& row, bool now,
                const Frame& frame) const;
  void draw_cost(Canvas& canvas, Rect cell, const LineRow& row, const Theme& theme) const;
  [[nodiscard]] std::string tooltip(const Frame& frame, const LineRow& row) const;

  LineTable table_;
  std::array<std::uint64_t, 2> dearest_{};  // lines: most wavefronts, most sectors
  std::vector<std::size_t> order_;
  LineOrder ordered_by_;
  std::vector<float> widths_;  // widths that the columns need at the size of type `measured_`
  float measured_ = 0;
  int language_ = 0;      // of the headings that were measured
  float named_line_ = 0;  // width that the line needs with its file's name; 0 if there is one file
  float scroll_ = 0;      // rows
  std::optional<std::uint32_t> followed_;
  bool continued_ = false;  // where the user reads, not where the playhead stands
};

}  // namespace warpscope
