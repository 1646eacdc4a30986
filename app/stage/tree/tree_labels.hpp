#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/stage/tree/tree_layout.hpp"

namespace warpscope {

/// How many words a label has. What tells steps apart, their number and value, is in all of them.
enum class LabelLength : std::uint8_t {
  whole,  ///< "step 36 · sum, distance = 16"
  brief,  ///< "step 36 · sum 16"
  least,  ///< "36 · sum 16"
};
inline constexpr LabelLength label_lengths[] = {LabelLength::whole, LabelLength::brief,
                                                LabelLength::least};

/// The names of steps that stand beside the rows of a tree.
class TreeLabels {
 public:
  TreeLabels() = default;
  TreeLabels(const Trace& trace, std::span<const TreeRow> rows);

  /// "s = 8" instead of "add, s = 8" if only one name carries numbers; "step 3 · line 55" in a
  /// launch whose steps have one name.
  [[nodiscard]] std::string of(const Trace& trace, std::uint32_t step, LabelLength length) const;
  /// One per row; empty if it repeats the one above.
  [[nodiscard]] std::span<const std::string> rows(LabelLength length) const {
    return rows_[static_cast<std::size_t>(length)];
  }
  /// Labels above a row, or of all rows.
  [[nodiscard]] std::uint32_t before(std::size_t row) const { return before_[row]; }
  [[nodiscard]] std::uint32_t count() const { return before_.back(); }

 private:
  bool one_numbered_ = false;
  std::vector<bool> numbered_;  // per launch: its steps cannot be told apart by their names
  std::array<std::vector<std::string>, std::size(label_lengths)> rows_;
  std::vector<std::uint32_t> before_{0};
};

}  // namespace warpscope
