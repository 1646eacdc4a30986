#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/document.hpp"
#include "instrumentation/analysis/launch_sites.hpp"

namespace warpscope {

/// A row's cost at one side of a comparison.
struct LineSide {
  std::uint32_t source = 0, line = 0;  ///< of an array that several lines touch, the costliest line
  std::uint32_t lines = 1;             ///< how many lines the row sums up
  std::string text{};                  ///< of that line, without leading blanks
  std::string array{};                 ///< as the launch calls it; empty: none
  std::int32_t caller = -1;            ///< CodeLocation::caller of that line
  std::uint64_t requests = 0;
  std::uint64_t served = 0, ideal = 0;    ///< wavefronts or sectors, see unit of the space
  std::uint64_t grid = 0;                 ///< `served` of whole grids
  std::optional<std::uint32_t> access{};  ///< the first one; none of the loads of atomics
};

/// What one memory gave in one operation, at both sides. At least one side is there.
struct ComparedLine {
  Space space = Space::shared;
  Operation operation = Operation::load;
  std::optional<LineSide> left{}, right{};

  [[nodiscard]] std::uint64_t left_grid() const { return left ? left->grid : 0; }
  [[nodiscard]] std::uint64_t right_grid() const { return right ? right->grid : 0; }
  /// How far the two are apart, of whole grids.
  [[nodiscard]] std::uint64_t distance() const;
};

/// The rows of one memory, which have one unit, and their sum.
struct ComparedSpace {
  Space space = Space::shared;
  std::vector<ComparedLine> rows{};  ///< what changed most first
  LineSide left{}, right{};          ///< only figures; of all rows
};

/// Two runs line by line, each line divided by array and caller. Made off the frame thread.
struct LineComparison {
  enum class By : std::uint8_t {
    lines,   ///< lines of one source, which may have moved or changed between the sides
    arrays,  ///< the sides have other sources: what each array costs
  };
  By by = By::lines;
  bool left_scaled = false, right_scaled = false;  ///< whole grids are estimated
  std::vector<ComparedSpace> spaces{};             ///< those in which something changed first
  [[nodiscard]] std::size_t rows() const;
};

/// Lines are matched through SourceMatch, even where they moved; then by array and caller. Sides with
/// other sources are compared by array: arrays of one name, or alone in their role.
[[nodiscard]] LineComparison compare_lines(const Document& left, const Document& right);

}  // namespace warpscope
