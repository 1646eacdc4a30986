#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/layout/geometry.hpp"
#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/patterns/memory_use.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// One array, cut into rows that each cover all banks once, or a part of them, or are a line of the
/// cache.
struct MemorySection {
  int array = 0;
  float title_y = 0;      ///< middle of the title; sections have titles when there are several
  float first_row_y = 0;  ///< top of the first row
  std::uint32_t first_byte = 0;        ///< address at the left end of the first row
  int rows = 0;                        ///< that are shown
  std::span<const std::int64_t> kept;  ///< which ones, sorted; none: all

  /// The row of the array that is shown as the i-th, and back; nullopt if it is not shown.
  [[nodiscard]] std::int64_t row(int i) const {
    return kept.empty() ? i : kept[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::optional<int> place(std::int64_t row) const;
};

/// Sizes that the geometry is made for, in pixels.
struct MemoryMetrics {
  float width = 0;
  float row_height = 24;  ///< of rows of cells and of titles
  int folds = 1;          ///< rows in which the banks lie below each other: 1, 2, 4 …
};

/// The places of cells of shared memory: columns are banks, so that cells which share one conflict; where
/// rows are folded, columns are several banks, and every so many rows the banks begin anew;
/// the rows of a matrix are marked by the view. Rows of global memory are lines of the cache, and
/// those that are shown stand on each other. y starts at 0; the view scrolls.
class MemoryLayout {
 public:
  MemoryLayout() = default;
  /// Of some of the trace's shared arrays.
  MemoryLayout(const Trace& trace, BankModel model, MemoryMetrics metrics,
               std::span<const int> arrays);
  /// Of arrays in global memory: of each only some rows, which must outlive the layout.
  MemoryLayout(MemoryMetrics metrics, const MemoryUse& use);
  /// Of all shared arrays.
  MemoryLayout(const Trace& trace, BankModel model, MemoryMetrics metrics);

  [[nodiscard]] const std::vector<MemorySection>& sections() const { return sections_; }
  [[nodiscard]] float height() const { return height_; }
  [[nodiscard]] std::uint32_t row_bytes() const { return row_bytes_; }
  [[nodiscard]] float byte_width() const { return metrics_.width / static_cast<float>(row_bytes_); }

  /// The place of an element. One that reaches over the end of a row, as twelve bytes may, lies in
  /// two pieces.
  struct Cell {
    std::array<Rect, 2> pieces;
    int count = 1;
    [[nodiscard]] std::span<const Rect> rects() const {
      return {pieces.data(), static_cast<std::size_t>(count)};
    }
    /// The piece with the most room for a text.
    [[nodiscard]] const Rect& widest() const {
      return count == 2 && pieces[1].w > pieces[0].w ? pieces[1] : pieces[0];
    }
  };
  /// nullopt if the array is not shown or has no such element.
  [[nodiscard]] std::optional<Cell> cell(const Trace& trace, int array, std::int64_t index) const;

  /// The heights between which an access touches cells; nullopt if it touches none.
  struct Extent {
    float top = 0, bottom = 0;
  };
  [[nodiscard]] std::optional<Extent> extent(const Trace& trace, const Access& access) const;

  struct Hit {
    int array = 0;
    std::int64_t index = 0;
  };
  [[nodiscard]] std::optional<Hit> hit(const Trace& trace, Point point) const;

  /// Elements [first, end) of a section that touch rows between two heights: a range for each run
  /// of rows that follow each other in the array.
  struct Range {
    std::int64_t first = 0, end = 0;
  };
  [[nodiscard]] std::vector<Range> elements(const Trace& trace, const MemorySection& section,
                                            float top, float bottom) const;

 private:
  void add(MemorySection section, bool titled);

  MemoryMetrics metrics_;
  std::uint32_t row_bytes_ = 128;
  std::vector<MemorySection> sections_;
  float height_ = 0;
};

/// Bytes after which a model's banks repeat.
[[nodiscard]] std::uint32_t bank_period(BankModel model);

}  // namespace warpscope
