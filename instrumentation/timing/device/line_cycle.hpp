#pragma once

namespace warpscope {

/// The line that follows `line` in a cycle through all of 2^n lines, `mask` = 2^n - 1. The multiplier is
/// 1 modulo 4 and the summand odd, so that each line comes once (Hull and Dobell, 1962), in an order
/// that no cache foresees.
[[nodiscard]] constexpr unsigned next_line(unsigned line, unsigned mask) {
  return (line * 1664525U + 1013904223U) & mask;
}

}  // namespace warpscope
