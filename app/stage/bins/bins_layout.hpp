#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/stage/bins/bins_kinds.hpp"

namespace warpscope {

/// Bars side by side, in as many rows as they need to stay wide enough to be told apart.
class BarsLayout {
 public:
  static constexpr float least_pitch = 2.5F;  ///< pixels from bar to bar
  static constexpr std::int64_t most_rows = 8;

  BarsLayout() = default;
  /// `label`: height below each row for its numbers. `focus`: if not all rows fit, those around
  /// this bar are shown. `enlarged`: how much larger `area` is than by itself: the rows stay.
  BarsLayout(Rect area, std::int64_t bars, float label, std::int64_t focus = 0, float enlarged = 1);
  /// Some bars alone, in order and in one row.
  BarsLayout(Rect area, std::vector<std::int64_t> chosen, float label);

  /// How many are shown, and which, from left to right and row by row.
  [[nodiscard]] std::int64_t count() const { return end_ - first_; }
  [[nodiscard]] std::int64_t shown(std::int64_t place) const {
    return chosen_.empty() ? first_ + place : chosen_[static_cast<std::size_t>(place)];
  }
  /// Whether bars are left out between a place and the one before.
  [[nodiscard]] bool jumps(std::int64_t place) const {
    return place > 0 && shown(place) != shown(place - 1) + 1;
  }
  [[nodiscard]] std::int64_t per_row() const { return per_row_; }
  [[nodiscard]] float pitch() const { return pitch_; }
  [[nodiscard]] bool shows(std::int64_t bar) const {
    return chosen_.empty() ? bar >= first_ && bar < end_ : std::ranges::binary_search(chosen_, bar);
  }
  /// The full height that a bar may have.
  [[nodiscard]] Rect slot(std::int64_t bar) const;
  /// The part of a slot between two shares of its height, 0 at the bottom; leaves a gap to the
  /// neighbours.
  [[nodiscard]] Rect bar(std::int64_t bar, float low, float high) const;
  [[nodiscard]] std::optional<std::int64_t> hit(Point point) const;

 private:
  Rect area_;
  float label_ = 0;
  float pitch_ = 1;
  float row_height_ = 1;
  std::int64_t per_row_ = 1;
  std::int64_t first_ = 0, end_ = 0;  // of places, if some are chosen
  std::vector<std::int64_t> chosen_;
};

/// One lane of an access to counters.
struct FallingLane {
  int lane = 0;
  std::int64_t bin = 0;
  ElementIndex cell = 0;
  int order = 0;      ///< among the lanes of its bin, 0 is the lowest
  bool lost = false;  ///< another lane's store to the cell survived
};
/// The places to which the lanes of an access to the counters or their totals go. Leaves out cells
/// that do not exist.
[[nodiscard]] std::vector<FallingLane> falling_lanes(const Trace& trace, const Counters& counters,
                                                     std::uint32_t access);
/// How many lanes want the most wanted cell.
struct Crowd {
  int lanes = 0;
  std::int64_t bin = 0;
};
[[nodiscard]] Crowd largest_crowd(const std::vector<FallingLane>& lanes);

/// The access to counters or totals that the present one leads to: itself, or the next one of its
/// warp and step; nullopt if none follows.
[[nodiscard]] std::optional<std::uint32_t> counting_access(const Trace& trace,
                                                           const Counters& counters,
                                                           std::uint32_t access);

/// Stores to counters that a warp repeats at once, with the lanes whose store did not survive.
struct Rounds {
  int now = 0;  ///< 1 is the first; 0 before it
  int all = 0;
  std::uint32_t again = 0;  ///< lanes of the next round
};
[[nodiscard]] Rounds rounds_at(const Trace& trace, const Counters& counters, std::uint32_t access);

}  // namespace warpscope
