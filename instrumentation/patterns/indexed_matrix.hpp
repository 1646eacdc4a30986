#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A matrix of which only some entries are stored, and index arrays say where each belongs: what a
/// launch shows of it, in whichever format.
struct IndexedMatrix {
  struct Entry {
    ElementIndex element = 0;  ///< of `value` and of `column`
    std::int64_t row = 0, column = 0;
  };
  /// A lane uses an entry where it reads the factor that belongs to it.
  struct Use {
    std::uint32_t access = 0;  ///< to `factor`
    int lane = 0;
    ElementIndex element = 0;
  };

  int value = -1;       ///< the entries' numbers
  int column = -1;      ///< the entries' columns
  int factor = -1;      ///< read at these columns: the x of A x
  int row = -1;         ///< the entries' rows, or where each row begins; -1: no array says it
  int result = -1;      ///< written at the rows: the y of y = A x; -1: none is
  bool begins = false;  ///< `row` holds where each row begins
  std::int64_t rows = 0, columns = 0;
  std::vector<Entry> entries;  ///< by element
  std::vector<Use> uses;       ///< by access and lane

  /// nullptr if the launch does not use that entry.
  [[nodiscard]] const Entry* entry(ElementIndex element) const;
  /// The element that is stored of a place; nullopt if none is.
  [[nodiscard]] std::optional<ElementIndex> at(std::int64_t row, std::int64_t column) const;
  /// The entries that the lanes of an access to `factor` use.
  [[nodiscard]] std::span<const Use> uses_of(std::uint32_t access) const;

  std::vector<std::uint32_t> by_place;  ///< positions in `entries`, by row and column
};

/// Found by what lanes do: they read a number from one array and use it as the index of another
/// one, and take the element of a third array that stands where the number stood. An entry's row is
/// what an array says that is read at the same place (coordinates), or the stretch of an array of
/// beginnings in which it lies (compressed rows), else the element that its lane writes next.
/// nullopt if the launch uses no such matrix. Linear in the launch, for each pair of arrays.
[[nodiscard]] std::optional<IndexedMatrix> find_indexed_matrix(const Trace& trace,
                                                               const Launch& launch);

}  // namespace warpscope
