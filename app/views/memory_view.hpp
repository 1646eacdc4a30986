#pragma once

#include <span>
#include <vector>

#include "app/layout/memory_layout.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Shared memory, a row per pass through the banks: what the present access reads, writes and
/// changes. Hover tells a cell's address, bank and last writer; a click goes to that writer.
class MemoryView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "memory"; }
  [[nodiscard]] std::string_view title() const override { return "Shared memory"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Cell;
  struct ValueRange {
    double low = 0, high = 0;
  };
  void scroll_to_now(Rect cells, const Frame& frame, Wishes& wishes);
  void hover(Rect cells, const Frame& frame, Wishes& wishes) const;
  void draw_banks(Canvas& canvas, Rect header, const Frame& frame) const;
  void draw_cells(Canvas& canvas, Rect cells, const Frame& frame) const;
  void draw_cell(Canvas& canvas, const Frame& frame, const Cell& cell, ValueRange values) const;
  [[nodiscard]] static ValueRange range_of(std::span<const Cell> cells);
  void draw_touched(Canvas& canvas, Rect cells, const Frame& frame) const;
  void draw_legend(Canvas& canvas, Rect area, const Frame& frame) const;
  [[nodiscard]] Cell look_at(const Frame& frame, int array, std::int64_t index) const;

  MemoryLayout layout_;
  std::vector<bool> ever_written_;  // per 4-byte word of shared memory, in the whole trace
  int needed_characters_ = 3;       // for the values of this trace
  bool values_fit_ = true;          // else cells are coloured by their value
  float digit_ = 7;
  float scroll_ = 0;
  bool placed_ = false;    // the first picture does not glide into place
  bool following_ = true;  // until the wheel is used
  std::uint32_t seen_access_ = 0;
};

}  // namespace warpscope
