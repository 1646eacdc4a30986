#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "app/panes/source/source_page.hpp"
#include "app/panes/source/source_rows.hpp"

namespace warpscope {

/// What stands beside a line, and in its tooltip.
inline constexpr Told line_tells = Told::costs | Told::lanes | Told::counts | Told::memories;

/// Columns and sizes of the lines in one frame.
struct SourceColumns {
  Rect area;  ///< of the lines, without the footer
  TextStyle code, number;
  float row = 0;
  float advance = 0;  ///< of one character of code
  float heat_width = 0;
  int now = -1;                                   ///< the playhead's line, from 0; negative: none
  int pan = 0;                                    ///< columns that are out of sight at the left
  bool counted = false;                           ///< numbers stand beside the bars
  float heat = 0, count = 0, line = 0, text = 0;  ///< left, right, right, left
  std::vector<int> pointed;  ///< lines, counted from 0, that the lesson points at
  /// Lines that matter now and are too long for a row.
  std::map<int, std::vector<SourceRow>> broken;

  [[nodiscard]] int rows_of(int line) const {
    const auto found = broken.find(line);
    return found == broken.end() ? 1 : static_cast<int>(found->second.size());
  }
  /// The parts of a line, each in a row of its own.
  [[nodiscard]] std::vector<SourceRow> parts_of(int line, const SourceLine& source,
                                                int shift) const;
  /// Of lines less than `near` lines from `line`, what they take beyond a row each.
  [[nodiscard]] int extra_rows(int line, float near) const;
  /// The operator's own indentation is the same everywhere; its room is better used for code.
  [[nodiscard]] int shift(const SourcePart& part, const SourceLine& source) const {
    const int indent = source.tokens.empty() ? 0 : source.tokens.front().column;
    return std::min(part.common_indent, indent);
  }
  /// Right end of a line's code.
  [[nodiscard]] float end_of(const SourcePart& part, const SourceLine& source) const {
    return text + advance * static_cast<float>(source.columns - shift(part, source) - pan);
  }
};

/// For lines in `area`; the playhead's line is not set.
[[nodiscard]] SourceColumns source_columns(const Canvas& canvas, Rect area,
                                           const SourceScene& scene);
/// Breaks what is to be read whole: the playhead's line, those that the lesson points at, and the
/// one that the user asked for.
void break_lines(const Canvas& canvas, SourceColumns& at, const SourceScene& scene);
inline constexpr float source_bleed = 15;  ///< a marked line reaches the pane's edges
/// A line, counted from 0, with its cost, its number, its code, and what is wrong there; `y` is the
/// top of its first row.
void draw_source_line(Canvas& canvas, const SourceColumns& at, int line, float y,
                      const SourceScene& scene, Wishes& wishes);
/// The mark that folds a block, beside the line that names it: of an open one, while the mouse is over the pane.
void draw_fold_mark(Canvas& canvas, const SourceColumns& at, int line, float y,
                    const SourceScene& scene);
/// Where that mark is clicked.
[[nodiscard]] Rect fold_mark(const SourceColumns& at, float y);

}  // namespace warpscope
