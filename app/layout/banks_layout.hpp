#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/layout/geometry.hpp"
#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A row of 32 lanes as dots.
struct LaneRow {
  std::array<Point, warp_lanes> at{};
  float radius = 0;
  /// The lane whose dot, with its share of the space around, holds `p`; -1 if there is none.
  [[nodiscard]] int lane_at(Point p) const;
};
[[nodiscard]] LaneRow lane_row(Rect strip);

/// One bank's delivery in one wavefront, and where it is drawn.
struct BankCell : BankDelivery {
  Rect rect;
};

/// Lanes above, banks below them, and in the middle under each bank its words, one row a wavefront.
struct BanksLayout {
  int passes = 0;
  std::vector<int> first_passes;  ///< where half-warps, quarter-warps, … begin; ascending
  LaneRow lanes;
  std::vector<Rect> banks;
  std::vector<BankCell> cells;  ///< by wavefront, then bank
  Rect rows;                    ///< of all wavefronts, labels included
  float row_height = 0;
  /// Whether an access without conflicts would need this wavefront too.
  [[nodiscard]] bool needed(int pass) const;
};
/// `label_width` pixels stay free to the right of the banks for the names of the wavefronts.
[[nodiscard]] BanksLayout banks_layout(Rect area, float label_width, BankModel model,
                                       const SharedRequest& request);

/// A 32-byte sector of global memory and who wants which of its eight words.
struct SectorColumn {
  std::int64_t sector = 0;
  std::array<std::uint32_t, 8> lanes{};  ///< per 4-byte word
  Rect rect;                             ///< all eight words
  [[nodiscard]] Rect word(int i) const {
    return {rect.x, rect.y + rect.h / 8 * static_cast<float>(i), rect.w, rect.h / 8};
  }
};
inline constexpr std::int64_t line_sectors = 4;
/// The sectors of one cache line that are wanted.
struct SectorLine {
  std::int64_t line = 0;
  Rect rect;  ///< of its columns
};
struct SectorsLayout {
  LaneRow lanes;
  Rect headings;  ///< strip above the columns
  std::vector<SectorColumn> sectors;
  std::vector<SectorLine> lines;  ///< a gap stands between two of them
};
/// `indices` are the element indices of the active lanes of `mask`, of `bytes` each; a lane moves so
/// many `elements`.
[[nodiscard]] SectorsLayout sectors_layout(Rect area, std::uint32_t mask,
                                           std::span<const ElementIndex> indices, int bytes,
                                           int elements = 1);

/// index = stride · lane + offset, if the active lanes follow such a rule.
struct LinearIndex {
  std::int64_t stride = 0, offset = 0;
  [[nodiscard]] std::string text() const;  ///< "16·lane + 3"
};
[[nodiscard]] std::optional<LinearIndex> linear_index(std::uint32_t mask,
                                                      std::span<const ElementIndex> indices);

}  // namespace warpscope
