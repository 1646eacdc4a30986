#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "instrumentation/patterns/number_spread.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// How the values of a table are written, so that they can be compared: all with as many decimals,
/// all in one unit. Where cells are narrow, all are shortened; only those that are too long, if most others would be 0 then.
struct TableText {
  int room = 0;          ///< characters of a cell
  int exponent = 0;      ///< of ten, a multiple of 3: what is written counts thousands if it is 3
  int decimals = 0;      ///< of numbers that are not whole, and of all if there is an exponent
  bool fits = false;     ///< no truthful text has room unless
  bool rounded = false;  ///< to whole numbers, which some are not
  bool mixed = false;    ///< whole numbers, but for some that have a unit of their own: 31k

  /// Whole numbers whole, others with a decimal at least.
  [[nodiscard]] bool whole() const { return fits && exponent == 0 && !rounded && !mixed; }
  /// Empty if nothing truthful fits.
  [[nodiscard]] std::string write(ElementType type, std::span<const std::uint32_t> words) const;
  /// What has to be said beside the table; empty if its numbers are what they seem.
  [[nodiscard]] std::string note() const;
  /// The same as a sign: "×10^3", "≈".
  [[nodiscard]] std::string sign() const;
};

/// The most telling way that has room for `room` characters.
[[nodiscard]] TableText table_text(const NumberSpread& values, int room);

}  // namespace warpscope
