#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Wavefronts per bank and access of a whole trace, and coarser levels above it whose cells are the
/// largest of those below: zoomed out, no conflict is lost. Accesses that use no bank are 0.
class HeatMap {
 public:
  HeatMap() = default;
  HeatMap(const Trace& trace, BankModel model);
  /// From a matrix given row by row, a row per bank.
  HeatMap(int banks, std::vector<std::uint8_t> cells);

  struct Level {
    std::size_t columns = 0;
    std::vector<std::uint8_t> cells;  ///< row by row
  };
  /// A number that no other map ever has; copies share it.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] int banks() const { return banks_; }
  [[nodiscard]] std::size_t accesses() const { return levels_.empty() ? 0 : levels_[0].columns; }
  [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
  /// A column of level k stands for 2^k accesses.
  [[nodiscard]] const Level& level(int k) const { return levels_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] int at(int bank, std::size_t access) const;
  /// The access of [first, last) with the most wavefronts at a bank, the first of several; `first`
  /// if none has any.
  [[nodiscard]] std::size_t worst(int bank, std::size_t first, std::size_t last) const;
  /// The most wavefronts that any bank ever needs.
  [[nodiscard]] int most() const { return most_; }

 private:
  void add_levels();

  std::uint64_t version_ = 0;
  int banks_ = 0;
  int most_ = 0;
  std::vector<Level> levels_;
};

/// The accesses in sight, as places on the axis of time: access i covers [i, i + 1).
struct HeatWindow {
  double from = 0, to = 0;
  [[nodiscard]] double span() const { return to - from; }
  friend bool operator==(const HeatWindow&, const HeatWindow&) = default;
};
[[nodiscard]] HeatWindow whole_window(std::size_t accesses);

/// Columns [first, first + count) of one level: those that a window needs on that many pixels, with
/// some to spare at both sides, so that panning rarely needs new ones.
struct HeatCut {
  int level = 0;
  std::size_t first = 0, count = 0;
  friend bool operator==(const HeatCut&, const HeatCut&) = default;
};
inline constexpr std::size_t widest_cut = 4096;  ///< columns: what any device holds as a texture
/// `last`, if it still serves; else the finest cut with at most two columns per pixel.
[[nodiscard]] HeatCut heat_cut(const HeatMap& map, HeatWindow window, float pixels,
                               const HeatCut& last);

}  // namespace warpscope
