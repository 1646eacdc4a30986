#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panes/console/output_lines.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The console of a program of the user's own: what the compiler says, what the program prints, and
/// how it ended. Follows the end unless the user scrolls up; shows the first error if nothing was
/// built. A click on a message shows its line; dragging selects lines.
class OutputView final : public View {
 public:
  static constexpr ViewInfo info{.id = "output",
                                 .title = tr_noop("Output"),
                                 .slot = Slot::console,
                                 .keys = {"Alt+7"},
                                 .call = tr_noop("Console: output"),
                                 .sheet = tr_noop("Output, findings, launches"),
                                 .of_programs = true,
                                 .of_text = true};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  [[nodiscard]] std::string text(const Frame& frame) const override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// Breaks the page's lines anew if it or the width has changed.
  void follow(const ConsolePage& page, int columns);
  /// Brings the row on top back to where it was in the page before.
  void place();
  void scroll(float shown, const Frame& frame);
  /// The line of the row at that height, or of the nearest one.
  [[nodiscard]] std::size_t line_at(Rect area, float height, float y) const;
  void select(Rect area, float height, const Frame& frame, Wishes& wishes);
  void find_selected();
  [[nodiscard]] bool is_selected(std::size_t line) const {
    return selected_ && selected_->first <= line && line <= selected_->second;
  }
  /// The line of the row under the mouse, if a click there does something; else nullptr.
  [[nodiscard]] const OutputLine* hover(Rect area, float height, const Frame& frame,
                                        Wishes& wishes) const;
  void draw_row(Canvas& canvas, Rect rect, const OutputRow& row, const TextStyle& style,
                const OutputLine* hovered, const Theme& theme) const;

  std::vector<OutputLine> lines_;
  std::vector<OutputRow> rows_;
  const ConsolePage* page_ = nullptr;  // that they are of; compared, not used
  std::uint64_t revision_ = 0;
  int columns_ = 0;
  int language_ = 0;
  bool failed_ = false;     // it was not built
  bool at_error_ = false;   // shows the first error, until the wheel turns
  float scroll_ = 0;        // first row shown
  bool at_end_ = true;      // follows the output
  LineMark reading_;        // the line on top, if it does not,
  std::size_t row_of_ = 0;  // and which of its rows
  std::optional<Point> pressed_at_;
  LineMark from_, to_;  // ends of the selection, in the order in which they were touched
  bool selects_ = false;
  std::optional<std::pair<std::size_t, std::size_t>> selected_;  // lines of this page
};

}  // namespace warpscope
