#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "app/layout/shade_range.hpp"
#include "app/panes/memory/cell_shade.hpp"
#include "app/panes/memory/memory_layout.hpp"
#include "app/panes/memory/memory_shade.hpp"
#include "app/views/parts/table_text.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/tr_noop.hpp"
#include "instrumentation/patterns/cell_history.hpp"
#include "instrumentation/patterns/memory_use.hpp"

namespace warpscope {

/// The present launch's shared memory, in rows that each cover all banks once: what the present
/// access reads, writes and changes. Numbers at the left say which element a row begins with; the
/// beginning of a matrix's row is marked. Hover tells a cell's address, bank and last writer; a
/// click goes to that writer. If the launch has no shared memory: the rows of global memory that
/// its present step touches, with the values that the trace knows, and local memory, a row for each
/// element of a warp's threads.
class MemoryView final : public View {
 public:
  static constexpr std::array options{
      option_of<CellShade>({.id = "cells",
                            .about = tr_noop("What the colour of shared memory tells"),
                            .title = tr_noop("Memory by"),
                            .next_command = "cells.next",
                            .next_title = tr_noop("Memory by value, writer or age"),
                            .next_key = "A",
                            .calls_view = false})};  // in a lecture that would fold the stage away
  static constexpr ViewInfo info{.id = "memory",
                                 .title = tr_noop("Shared memory"),
                                 .slot = Slot::memory,
                                 .keys = {"Alt+M", "Ctrl+M"},
                                 .tells = Told::lanes | Told::values | Told::places,
                                 .tells_all = Told::memories,
                                 .options = options};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string_view title() const override { return tr(title_); }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// A cell at the present moment.
  struct Cell {
    MemoryLayout::Cell place;
    ElementType type;
    bool digits = true;                ///< there is room for them
    TableText text;                    ///< how they are written
    float share = 0;                   ///< place on the scale of colours
    bool shaded = true;                ///< that place is known
    bool row_start = false;            ///< of a matrix
    std::vector<std::uint32_t> words;  ///< of `before` or `after`, whichever is shown
    std::uint32_t writer = 0;          ///< as SharedState::writer
    bool known = false;                ///< its content
    bool pad = false;                  ///< between what this launch uses, never touched
    bool idle = false;                 ///< of a part that this launch never uses
    bool written = false;              ///< by the present access, which has taken effect
    bool changed = false;              ///< and changed by it
    bool pale = false;                 ///< something else is pinned
    bool raced =
        false;  ///< `words` are what the present access got, not what the trace's order leaves there
  };
  void lay_out(Canvas& canvas, Rect area, const Frame& frame);
  /// Returns whether all rows are in sight.
  bool lay_out(Rect area, const Frame& frame, int folds);
  /// Whether all arrays that are shown have room for their values in digits.
  [[nodiscard]] bool all_values_fit(const Frame& frame, bool whole) const;
  /// An array's name, and what has to be said of how its values are written.
  [[nodiscard]] std::string section_title(const Frame& frame, const MemorySection& section) const;
  void scroll_to_now(Rect cells, const Frame& frame, Wishes& wishes);
  void tell_cells(Rect cells, const Frame& frame) const;
  void hover(Rect cells, const Frame& frame, Wishes& wishes) const;
  /// Both return the access that wrote the cell.
  std::optional<std::uint32_t> hover_shared(const MemoryLayout::Hit& hit, const Cell& cell,
                                            const Frame& frame, Wishes& wishes) const;
  std::optional<std::uint32_t> hover_global(const MemoryLayout::Hit& hit, const Cell& cell,
                                            const Frame& frame, Wishes& wishes) const;
  /// The array that the pane shows, or whose rows are at its top; -1: none.
  [[nodiscard]] int array_in_sight(const Frame& frame) const;
  /// The section to which a height belongs; nullptr if there is none.
  [[nodiscard]] const MemorySection* section_at(float y) const;
  void draw_pinned_title(Canvas& canvas, Rect cells, const Frame& frame) const;
  void draw_header(Canvas& canvas, Rect header, const Frame& frame) const;
  void draw_banks(Canvas& canvas, Rect header, const Frame& frame) const;
  void draw_cells(Canvas& canvas, Rect cells, const Frame& frame);
  void draw_section(Canvas& canvas, Rect cells, const Frame& frame, std::span<const Cell> visible,
                    const MemorySection& section) const;
  void draw_row_numbers(Canvas& canvas, Rect cells, const Frame& frame) const;
  /// Pixels that the numbers of the rows take; 0 if the cells need them.
  [[nodiscard]] float gutter(Rect area, const Frame& frame) const;
  [[nodiscard]] std::optional<MemoryLayout::Extent> wanted(const Frame& frame) const;
  [[nodiscard]] ShadeEnds ends(const Frame& frame) const;
  static void shade(const Frame& frame, int array, std::int64_t index, Cell& cell);
  void draw_cell(Canvas& canvas, const Frame& frame, const Cell& cell) const;
  void draw_touched(Canvas& canvas, Rect cells, const Frame& frame) const;
  /// A ring around the element that is pinned.
  void draw_pinned(Canvas& canvas, Rect cells, const Frame& frame) const;
  /// Marks the cells that the lesson points at.
  void draw_marks(Canvas& canvas, Rect cells, const Frame& frame) const;
  /// A red ring around the element at which the present access is wrong.
  void draw_fault(Canvas& canvas, Rect cells, const Frame& frame) const;
  void draw_legend(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) const;
  /// At the right end; cuts its room off.
  void draw_scale(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const;
  [[nodiscard]] const MemoryUse& use(const Frame& frame) const;
  /// Whether an array in that space is among those that are shown.
  [[nodiscard]] bool shows(const Frame& frame, Space space) const;
  /// "shared", "global and local".
  [[nodiscard]] std::string_view spaces_text(const Frame& frame) const;
  [[nodiscard]] Cell look_at(const Frame& frame, int array, std::int64_t index) const;
  void look_at_shared(const Frame& frame, int array, std::int64_t index, Cell& cell) const;
  void look_at_global(const Frame& frame, int array, std::int64_t index, Cell& cell) const;
  /// Brings the known content of global memory, and of small elements, to the present moment.
  void follow_history(const Frame& frame);
  /// The ends of the columns that are one sector, and the places where rows are left out.
  void draw_sectors(Canvas& canvas, Rect cells, const Frame& frame) const;
  /// How the values of the i-th array that is shown are written; if they have no room, they are
  /// told by colours only.
  [[nodiscard]] TableText table(const Frame& frame, std::size_t i) const;
  [[nodiscard]] int room_for_digits(float width) const {
    return static_cast<int>((width - 2.5F) / digit_);
  }

  std::string_view title_ = info.title;  // English
  bool of_several_spaces_ = false;       // launches with and without shared memory
  std::vector<MemoryUse> use_;           // per launch
  GlobalUse global_;                     // of launches without shared memory
  CellHistory history_;                  // of global memory, and of elements smaller than a word
  bool small_elements_ = false;          // there are such in shared memory
  // Words that the present access is about to overwrite, if they are known.
  std::map<std::int64_t, std::vector<std::uint32_t>> overwritten_;
  std::uint32_t followed_ = 0;  // the access that they belong to
  MemoryLayout layout_;         // of the present launch's arrays
  float text_ = 12;             // of values
  float digit_ = 7;
  float row_ = 24;    // height of a row of cells
  float pinned_ = 0;  // height of the title that stays at the top; 0: there is none
  float scroll_ = 0;
  float seen_height_ = 0;  // of the cells in sight
  int keyed_ = 0;          // rows that keys had scrolled by when the last picture was drawn
  // For the cells in sight:
  ShadeRange values_;
  std::vector<TableText> tables_;  // of each array
  bool any_padding_ = false, any_unwritten_ = false, any_idle_ = false, any_same_ = false;
  bool any_raced_ = false;
  bool placed_ = false;     // the first picture does not glide into place
  bool following_ = true;   // until the wheel is used
  bool continued_ = false;  // it stays so over a save
  std::uint32_t seen_access_ = 0;
};

}  // namespace warpscope
