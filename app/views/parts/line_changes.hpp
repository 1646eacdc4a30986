#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/comparison/comparison.hpp"
#include "app/look/change_rows.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Two runs of which a table tells, and how it calls them.
struct ChangeSides {
  const Trace* left = nullptr;  ///< set
  const Trace* right = nullptr;
  bool right_first = false;  ///< the right run is shown before the left one
  const char* first = "";    ///< heading of what stands first: "before"
  const char* second = "";
};

/// Whether lines are told rather than totals; `own`: of a program of the user's own.
[[nodiscard]] bool tells_lines(const Look& look, bool own);

/// The figures of a table's cells: first, second and change, "≈−56".
struct ChangeFigures {
  std::string first, second, change;
};
[[nodiscard]] ChangeFigures change_figures(const LineComparison& lines, const ComparedLine& row,
                                           const ChangeSides& sides);
/// Everything about a row: where it stands at both sides, what it says there, and its figures.
[[nodiscard]] std::string compared_line_text(const LineComparison& lines, const ComparedLine& row,
                                             const ChangeSides& sides);

/// The table of two runs line by line: for each memory the lines by how much they changed, and their
/// sum. In a narrow pane a row has its line of the source above its figures. Scrolls by the wheel.
class LineChanges {
 public:
  struct Pointed {
    const ComparedLine* row = nullptr;  ///< nullptr: the mouse is over none
    Rect rect;
  };
  Pointed draw(Canvas& canvas, Rect area, const LineComparison& lines, const ChangeSides& sides,
               const Pointer& pointer, const TypeScale& type, const Theme& theme);
  /// Back to the first row.
  void rewind() { first_ = 0; }
  void continue_from(const LineChanges& before) { first_ = before.first_; }

 private:
  enum class Kind : std::uint8_t { heading, line, sum };
  struct Item {
    Kind kind = Kind::line;
    const ComparedSpace* space = nullptr;
    const ComparedLine* row = nullptr;
  };
  enum class Shape : std::uint8_t { wide, folded, low };  // folded: two lines a row
  struct Columns {
    Shape shape = Shape::wide;
    float first = 0, second = 0, change = 0;  // right ends
    bool with_first = true;                   // there is room for it
    float numbers_from = 0;                   // words end before it
    float line = 0;                           // width of line numbers
    float array_from = 0;                     // wide only
    bool named = false;                       // lines of several files
    float size = 12;
  };
  [[nodiscard]] static std::vector<Item> items_of(const LineComparison& lines);
  [[nodiscard]] static Columns columns_of(const Canvas& canvas, Rect area,
                                          const LineComparison& lines, const ChangeSides& sides,
                                          const TypeScale& type);
  static void draw_heading(Canvas& canvas, Rect rect, const Columns& at, const ComparedSpace& space,
                           const ChangeSides& sides, const Theme& theme);
  static void draw_figures(Canvas& canvas, float y, const Columns& at, const LineComparison& lines,
                           const ComparedLine& row, const ChangeSides& sides, bool sum,
                           const Theme& theme);
  static void draw_words(Canvas& canvas, Rect rect, float figures_y, const Columns& at,
                         const LineComparison& lines, const ComparedLine& row,
                         const ChangeSides& sides, const Theme& theme);

  float first_ = 0;  // item that stands on top
};

}  // namespace warpscope
