#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// Bins of all histograms but the tagged one.
inline constexpr int few_bins = 64;
inline constexpr ValueRange few_bins_range{0, few_bins - 1, true};
/// One for each value of a byte.
inline constexpr int byte_bins = 256;
inline constexpr ValueRange byte_bins_range{0, byte_bins - 1, true};

/// What each element adds to its bin. Known to the compiler, which has an instruction for 1.
template <std::uint32_t W>
struct Weight {
  static constexpr std::uint32_t value = W;
};
inline constexpr std::array weight_parameters{
    Parameter{"weight", "1 2", tr_noop("that an element adds to its bin")}};

/// Of the kernels that count in bytes: how much a thread does, the default first.
constexpr std::array<Parameter, 1> counted_in_bytes(std::string_view per_thread) {
  return {Parameter{"per_thread", per_thread, tr_noop("elements that a thread counts"), 1, 255,
                    false, tr_noop("a byte counts to 255")}};
}
// Twice the threads, half as much for each: the same size by default.
inline constexpr auto parameters_of_64_threads = counted_in_bytes("32 16 64 128 255");
inline constexpr auto parameters_of_128_threads = counted_in_bytes("16 32 64 128 255");

/// Blocks of so many threads, so that the largest sizes are whole blocks of theirs.
inline constexpr int tagged_threads = 192, most_tagged_per_thread = 16;
inline constexpr std::int64_t tagged_unit = tagged_threads * most_tagged_per_thread;
inline constexpr std::int64_t largest_tagged = 21846 * tagged_unit;        ///< about 2^26
inline constexpr std::int64_t largest_emulated_tagged = 86 * tagged_unit;  ///< about 2^18
inline constexpr std::array tagged_parameters{Parameter{"per_thread", "4 1 2 8 16",
                                                        tr_noop("elements that a thread counts"), 1,
                                                        most_tagged_per_thread}};

}  // namespace warpscope
