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
/// a row goes to the line's next access, one on its mark opens it into its arrays and callers; hover
/// tells which lanes take part how often.
class LinesView final : public View {
 public:
  static constexpr std::array options{lines_option, parts_option};
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
  /// `files`: lines are of several.
  [[nodiscard]] Cells cells(Rect area, const TypeScale& type, bool files) const;
  /// Names calls beside the lines, if there is room; `placed` places columns.
  template <class Place>
  void add_caller(Cells& at, const Place& placed) const;
  void measure(const Canvas& canvas, const Trace& trace, const TypeScale& type);
  /// What the lines cost in the other run, or before the last save.
  void put_beside(const Frame& frame);
  [[nodiscard]] LineOrder effective(LineOrder order) const;
  void sort(LineOrder order);
  /// A row in sight: a line, or a part of it.
  struct Seen {
    std::size_t row = 0;
    int part = -1;  // negative: the whole line
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  /// Lists what is in sight: opens or closes all lines, or the one whose mark was clicked.
  void open(LineParts parts);
  void list_rows();
  [[nodiscard]] const LineRow& row_of(const Seen& seen) const;
  void scroll(float rows, const Frame& frame);
  void draw_heading(Canvas& canvas, Rect row, const Cells& cells, const Frame& frame,
                    Wishes& wishes) const;
  [[nodiscard]] ContextMenu menu_of(const Seen& seen, const Frame& frame) const;
  void draw_rows(Canvas& canvas, Rect area, const Cells& cells, const Frame& frame, Wishes& wishes);
  /// What the mouse does over a row. Returns whether its mark was clicked.
  [[nodiscard]] bool hover_row(const Seen& seen, Rect rect, const Cells& cells, const Frame& frame,
                               Wishes& wishes) const;
  void draw_mark_of(Canvas& canvas, Rect rect, const Cells& cells, const Seen& seen,
                    const Frame& frame) const;
  /// In place of the line's number, its text and its access.
  void draw_part(Canvas& canvas, Rect rect, const Cells& cells, const LineRow& part,
                 const Frame& frame) const;
  void draw_row(Canvas& canvas, Rect rect, const Cells& cells, const LineRow& row, bool now,
                bool part, const Frame& frame) const;
  void draw_cost(Canvas& canvas, Rect cell, const LineRow& row, const Theme& theme) const;
  /// Whether none of its accesses is followed.
  [[nodiscard]] bool fades(const Seen& seen, const Frame& frame) const;
  /// The phase of the row's first access; empty: none.
  [[nodiscard]] std::string phase_of_row(const Trace& trace, const Seen& seen) const;
  [[nodiscard]] std::string tooltip(const Frame& frame, const Seen& seen) const;

  LineTable table_;
  std::array<std::uint64_t, 2> dearest_{};  // lines: most wavefronts, most sectors
  std::vector<std::size_t> order_;
  std::vector<Seen> seen_rows_;
  std::vector<bool> opened_;  // of the table's rows
  bool any_parts_ = false;    // some rows have parts
  LineParts parts_ = LineParts::closed;
  LineOrder ordered_by_;
  std::vector<float> widths_;  // widths that the columns need at the size of type `measured_`
  std::vector<float> tight_;   // the same without the mark of the order beside the heading
  float measured_ = 0;
  int language_ = 0;  // of the headings that were measured
  /// Widths that the line needs, by LineNaming: with how much of its file's name, without and with the call.
  std::array<std::array<float, 2>, 3> line_widths_{};
  float mark_ = 0;    // width of what a line does
  float scroll_ = 0;  // rows
  std::optional<std::uint32_t> followed_;
  bool continued_ = false;  // where the user reads, not where the playhead stands
};

}  // namespace warpscope
