#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/protocol/compared_run.hpp"

namespace warpscope {

/// How near two results are.
enum class Likeness : std::uint8_t {
  same,
  reordered,  ///< the same lines or elements, in another order
  rounding,  ///< floating-point numbers, which differ as sums do that are added up in another order
  different
};

/// What two runs printed, compared line by line.
struct OutputDifference {
  Likeness likeness = Likeness::same;
  std::int64_t line = 0;      ///< from 1: the first that differs; 0: none
  std::string first, second;  ///< it, in both; empty: it is not there
};
/// `but`: lines, from 1, that are not looked at.
[[nodiscard]] OutputDifference compare_outputs(std::string_view first, std::string_view second,
                                               const std::set<std::int64_t>& but = {});
/// The lines that differ; none if the outputs have different numbers of lines.
[[nodiscard]] std::optional<std::set<std::int64_t>> differing_lines(std::string_view first,
                                                                    std::string_view second);

/// Two contents of one memory, compared element by element.
struct ContentsDifference {
  Likeness likeness = Likeness::same;
  std::int64_t index = -1;    ///< the first element that differs
  std::int64_t offset = -1;   ///< its first byte that differs, in the memory
  std::string first, second;  ///< the element in both; empty: nobody has written it
  std::int64_t elements = 0;  ///< that differ
  double relative = 0;        ///< the largest relative difference, of floating-point numbers
};
[[nodiscard]] ContentsDifference compare_contents(const MemoryContents& first,
                                                  const MemoryContents& second);

}  // namespace warpscope
