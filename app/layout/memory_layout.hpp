#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/layout/geometry.hpp"
#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// One shared array, cut into rows that each pass once through all banks.
struct MemorySection {
  int array = 0;
  float title_y = 0;      ///< middle of the title; sections have titles when there are several
  float first_row_y = 0;  ///< top of the first row
  std::uint32_t first_byte = 0;  ///< address at the left end of the first row
  int rows = 0;
};

/// Sizes that the geometry is made for, in pixels.
struct MemoryMetrics {
  float width = 0;
  float row_height = 24;  ///< of rows of cells and of titles
};

/// Where the cells of shared memory lie: rows are banks, so that what shares a column conflicts.
/// y starts at 0; the view scrolls.
class MemoryLayout {
 public:
  MemoryLayout() = default;
  MemoryLayout(const Trace& trace, BankModel model, MemoryMetrics metrics);

  [[nodiscard]] const std::vector<MemorySection>& sections() const { return sections_; }
  [[nodiscard]] float height() const { return height_; }
  [[nodiscard]] std::uint32_t row_bytes() const { return row_bytes_; }
  /// Width of one 4-byte word.
  [[nodiscard]] float word_width() const {
    return metrics_.width * 4 / static_cast<float>(row_bytes_);
  }

  /// The cell of an element; nullopt where the array is not shared or has no such element.
  [[nodiscard]] std::optional<Rect> cell(const Trace& trace, int array, std::int64_t index) const;

  struct Hit {
    int array = 0;
    std::int64_t index = 0;
  };
  [[nodiscard]] std::optional<Hit> hit(const Trace& trace, Point point) const;

  /// Elements [first, end) of a section that touch the rows between two heights.
  struct Range {
    std::int64_t first = 0, end = 0;
  };
  [[nodiscard]] Range elements(const Trace& trace, const MemorySection& section, float top,
                               float bottom) const;

 private:
  MemoryMetrics metrics_;
  std::uint32_t row_bytes_ = 128;
  std::vector<MemorySection> sections_;
  float height_ = 0;
};

/// Bytes after which a model's banks repeat.
[[nodiscard]] std::uint32_t bank_period(BankModel model);

}  // namespace warpscope
