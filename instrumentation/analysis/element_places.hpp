#pragma once

#include <functional>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// New places for the elements of one shared array: unused elements after each row, or columns
/// swapped within each row. Indices out of bounds stay out of bounds.
class ElementPlaces {
 public:
  /// Where the array has them.
  explicit ElementPlaces(const Array& array);
  /// `gap` unused elements after each `every` elements of a row of a matrix, or of another array, but none
  /// behind its last element.
  [[nodiscard]] static ElementPlaces padded(const Array& array, std::int64_t every, int gap);
  /// The inverse of padded(), for an array that was padded so; it had so many columns before.
  [[nodiscard]] static ElementPlaces without_padding(const Array& array, std::int64_t columns,
                                                     std::int64_t every, int gap);
  /// Column c of row r moves to c ^ (r / rows * unit) ^ (c / columns * unit), within the row: its own inverse. Where `rows` or
  /// `columns` is 0, that part is missing. With `rows` the array is a matrix whose columns are a power of
  /// two; an array without rows is one row. With `columns`, a row is a multiple of them, and columns only move
  /// among so many; both are powers of two, and `unit` is less.
  [[nodiscard]] static ElementPlaces swizzled(const Array& array, int rows, int unit,
                                              int columns = 0);
  /// Element i moves to places[i]. No two go to the same place; `columns` there are in a row then, 0: no rows.
  [[nodiscard]] static ElementPlaces listed(const Array& array, std::vector<ElementIndex> places,
                                            std::int64_t columns);
  /// The inverse of listed(), for an array that was moved so, and had so many columns before.
  [[nodiscard]] static ElementPlaces without_list(const Array& array,
                                                  const std::vector<ElementIndex>& places,
                                                  std::int64_t columns);

  /// A part of each of an array's structures, counted in cells from the structure's begin: where it is, and the
  /// new places of its cells.
  struct Part;
  /// The cells of an array of structures of so many cells each. What stands behind a part that grows, or shrinks, moves
  /// on, or back, by whole 16 bytes.
  [[nodiscard]] static ElementPlaces within(const Array& array, std::int64_t cells,
                                            std::vector<Part> parts);

  /// Cells of a structure after the move, and where the cell that begins a member moves to.
  [[nodiscard]] std::int64_t cells() const { return moved_row_; }
  [[nodiscard]] std::int64_t cell_of(std::int64_t cell) const { return in_structure(cell); }
  [[nodiscard]] std::int64_t count() const { return moved_count_; }      ///< after the move
  [[nodiscard]] std::int64_t columns() const { return moved_columns_; }  ///< likewise
  /// Elements that the array becomes longer by.
  [[nodiscard]] std::int64_t growth() const { return moved_count_ - count_; }
  [[nodiscard]] ElementIndex operator()(ElementIndex index) const;
  /// True if an unused element stands there before the move, which has no place after it.
  [[nodiscard]] bool unused(ElementIndex index) const;

 private:
  enum class Kind : std::uint8_t { kept, padded, gathered, swizzled, listed, parts };
  [[nodiscard]] ElementIndex at(ElementIndex index) const;
  [[nodiscard]] std::int64_t in_structure(std::int64_t cell) const;

  Kind kind_ = Kind::kept;
  std::int64_t row_ = 1;        // elements of a row; of an array without rows all
  std::int64_t moved_row_ = 1;  // likewise, after the move
  std::int64_t group_ = 1, gap_ = 0, together_ = 1, unit_ = 1, columns_ = 0;
  std::int64_t count_ = 0, moved_count_ = 0, moved_columns_ = 0;
  std::vector<Part> parts_;         // in order
  std::vector<ElementIndex> list_;  // the place of each; -1: an unused element has none
};

struct ElementPlaces::Part {
  std::int64_t first = 0;   ///< cell
  ElementPlaces places;     ///< of its cells among themselves
  std::int64_t shift = 0;   ///< of the part, which within() finds
  std::int64_t behind = 0;  ///< likewise, of what stands behind it
};

/// How a trace's shared arrays move.
struct SharedMove {
  std::function<ElementPlaces(const Array&)> places;
  /// The structure of an array whose cells move, after the move; unset: it stays.
  std::function<Structure(const Array&)> structure = {};
  /// All shared arrays lie one behind the other after the move, each aligned to its elements. Else
  /// arrays behind one that grows move on by whole 16 bytes, and the others stay.
  bool compact = false;
};

/// A block that would need more shared memory than it can have.
struct SharedOverflow {
  std::size_t launch = 0;
  std::uint32_t needed = 0, most = 0;  ///< bytes
};

/// Moves the elements of shared arrays: indices, counts, the arrays' places, snapshots and findings.
/// Lines, lanes and values stay. Gives nothing and fills `overflow` if a block would need more
/// shared memory than it can have.
[[nodiscard]] std::optional<Trace> move_shared(const Trace& trace, const SharedMove& move,
                                               SharedOverflow& overflow);

/// The block that would need more shared memory than it can have after the move; nullopt: there is none. Moves nothing.
[[nodiscard]] std::optional<SharedOverflow> shared_overflow(const Trace& trace,
                                                            const SharedMove& move);

/// The most shared memory that a block of every GPU can have without asking, in bytes.
inline constexpr std::uint32_t common_shared_bytes = 48 * 1024;
/// The first byte behind a shared array.
[[nodiscard]] inline std::uint32_t shared_end(const Array& array) {
  return static_cast<std::uint32_t>(array.base + array.count * array.type.bytes());
}

}  // namespace warpscope
