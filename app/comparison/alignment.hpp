#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The correspondence of two traces. Steps of one name are paired in order, preferring equal values
/// if that costs no pair; the part between two pairs is stretched over the part between them on the
/// other side. Made once; linear in the traces but for a table of the steps that differ, which is
/// bounded.
class Alignment {
 public:
  Alignment() = default;
  Alignment(const Trace& left, const Trace& right);

  /// The access at the other side, as far into its part; if the other side lacks the part, the last
  /// one before it.
  [[nodiscard]] std::uint32_t to_right(std::uint32_t access) const;
  [[nodiscard]] std::uint32_t to_left(std::uint32_t access) const;

 private:
  struct Range {
    std::uint32_t first = 0, count = 0;  // accesses
  };
  struct Part {
    Range left, right;
  };
  [[nodiscard]] std::uint32_t across(std::uint32_t access, Range Part::*from,
                                     Range Part::*to) const;
  std::vector<Part> parts_;  // in order, side by side
};

}  // namespace warpscope
