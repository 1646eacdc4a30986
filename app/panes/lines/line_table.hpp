#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/comparison/line_comparison.hpp"
#include "app/layout/access_groups.hpp"
#include "app/layout/lane_use.hpp"
#include "app/panes/lines/line_order.hpp"
#include "instrumentation/analysis/summary.hpp"

namespace warpscope {

/// The accesses of one source line with one operation on one space; or those of them that touch one array and
/// come from one place.
struct LineRow {
  LineCost cost;
  std::string text{};   ///< of the line, without leading blanks; of a part, the line that calls
  LaneUse lanes{};      ///< of a whole line
  std::string array{};  ///< as the launch calls it; empty: several, or none as of shuffles
  std::int32_t caller = -1;  ///< CodeLocation::caller; -1: nobody calls, or several do
  std::optional<std::uint64_t>
      other{};  ///< its cost in the other run; nullopt: it is not there, or there is none
  std::vector<LineRow> parts{};  ///< by array and caller, the dearest first; at least two, or none

  /// Whether it costs sectors of global or local memory; otherwise it costs passes, if anything.
  [[nodiscard]] bool in_sectors() const { return moves_sectors(cost.space); }
  /// Its cost beyond the ideal, in its unit.
  [[nodiscard]] std::uint64_t excess() const;
  /// Whether a column has anything to say about it.
  [[nodiscard]] bool has(LineColumn column) const;
  /// The figure in a column; 0 if the column has nothing to say about it, and for columns of words.
  [[nodiscard]] std::uint64_t count(LineColumn column) const;
  /// Active lanes of all lanes of its requests, 0..1.
  [[nodiscard]] double active() const;
};

/// All lines that access anything, and the places in the trace where they do.
class LineTable {
 public:
  LineTable() = default;
  LineTable(const Trace& trace, const Summary& summary);

  [[nodiscard]] const std::vector<LineRow>& rows() const { return rows_; }
  /// The row to which an access belongs.
  [[nodiscard]] std::optional<std::size_t> row_of(const Trace& trace, std::uint32_t access) const;
  /// The row's first access behind this one; if there is none, its first of all.
  [[nodiscard]] std::uint32_t next_access(std::size_t row, std::uint32_t access) const;
  /// The same among the accesses of one of its parts.
  [[nodiscard]] std::uint32_t next_access(const Trace& trace, std::size_t row, std::size_t part,
                                          std::uint32_t access) const;
  /// Takes over what the lines cost in the other run of a comparison, in which this one is the left or the right; nullptr:
  /// there is none. Returns whether anything changed.
  bool put_beside(const LineComparison* lines, bool right);
  /// Rows in the wanted order; equal ones by cost, then by line.
  [[nodiscard]] std::vector<std::size_t> sorted(LineOrder order) const;

 private:
  /// Loads of a line may be those of its atomics (AtomicLoop), which no access of their own stands for.
  [[nodiscard]] std::size_t row_of_atomics(std::size_t row) const;
  void add_parts(const Trace& trace, BankModel model);

  std::vector<LineRow> rows_;
  AccessGroups of_row_;
};

/// A column that found room.
struct PlacedColumn {
  LineColumn column = LineColumn::line;
  float x = 0, width = 0;
};
/// Chooses the columns that stand in `width`, in their order, `gap` apart. `widths` says how much
/// each needs, one per LineColumn, the source's being the least that is of use; 0: nothing to tell.
/// The room that the others leave goes to the source.
[[nodiscard]] std::vector<PlacedColumn> place_columns(std::span<const float> widths, float width,
                                                      float gap);

}  // namespace warpscope
