#pragma once

#include <cstdint>
#include <string_view>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

inline constexpr std::int64_t largest_number = std::int64_t{1} << 62;

/// A whole number as typed: "256", "2^20". `option` names it in the error sentence.
[[nodiscard]] Result<std::int64_t> parse_number(std::string_view option, std::string_view text,
                                                std::int64_t smallest,
                                                std::int64_t largest = largest_number);

/// A seed: any number from 0 to 2^64 - 1.
[[nodiscard]] Result<std::uint64_t> parse_seed(std::string_view option, std::string_view text);

struct NumberRange {
  std::int64_t first = 0, last = 0;
};
/// "A:B", or one number for both.
[[nodiscard]] Result<NumberRange> parse_range(std::string_view option, std::string_view text,
                                              std::int64_t smallest);

}  // namespace warpscope
