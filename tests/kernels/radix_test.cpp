// The catalogue's claims on the radix sorts, recorded on the emulator.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "kernels/sort/radix_float.cuh"
#include "kernels/sort/radix_sort.hpp"
#include "tests/support/sort_runs.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope::sorting {
namespace {

/// Values that a launch stored to a global array, in the order of their indices.
std::vector<int> stored(const Trace& trace, std::uint32_t launch, const std::string& name) {
  std::map<ElementIndex, int> cells;
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].launch != launch || access.operation != Operation::store) continue;
    if (trace.arrays[access.array].name != name) continue;
    for_each_lane(access.mask, [&](int, int k) {
      cells[trace.lane_indices(access)[static_cast<std::size_t>(k)]] =
          static_cast<int>(trace.lane_value(access, k)[0]);
    });
  }
  std::vector<int> values;
  for (const auto& [index, value] : cells) values.push_back(value);
  return values;
}

// The slides' example: the bits, their scan and their sum, and the places to which they send the
// keys.
TEST(RadixTest, RadixSplitsTheSlidesExample) {
  const TestFolder folder;
  const std::string file = folder.file("radix_bits.txt");
  std::ofstream(file) << "0 1 1 0 1 0 0 1 1 0 1\n";
  const RunRequest request{.kernel = "radix_split",
                           .size = 11,
                           .block = 16,
                           .input = {.kind = file},
                           .parameters = {{"bits", "1"}}};
  const RunResult result = emulate(request);
  const Trace& trace = *result.trace;
  EXPECT_EQ(stored(trace, 0, "ones_before"), (std::vector{0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 5}));
  EXPECT_EQ(stored(trace, 0, "block_ones"), (std::vector{6}));
  EXPECT_EQ(stored(trace, 1, "before_block"), (std::vector{0, 6}));
  // Nz = 5: zeros to i − s, ones to 5 + s.
  EXPECT_EQ(places_of(result), (std::vector<double>{0, 3, 5, 6, 9, 1, 2, 4, 7, 8, 10}));

  RunRequest three = request;
  three.block = 4;
  three.traced_block = 1;
  const RunResult blocks = emulate(three);
  EXPECT_EQ(stored(*blocks.trace, 0, "ones_before"), (std::vector{0, 1, 1, 1}));
  EXPECT_EQ(stored(*blocks.trace, 1, "before_block"), (std::vector{0, 2, 4, 6}));
  EXPECT_EQ(blocks.output, result.output);
}

TEST(RadixTest, RadixTakesThreeLaunchesABit) {
  const RunResult result = emulate({.kernel = "radix_split", .parameters = {{"bits", "8"}}});
  const Trace& trace = *result.trace;
  ASSERT_EQ(trace.launches.size(), 24U);
  for (std::size_t l = 0; l < 24; l += 3) {
    EXPECT_EQ(trace.launches[l].kernel, "radix_bits");
    EXPECT_EQ(trace.launches[l + 1].kernel, "radix_sums");
    EXPECT_EQ(trace.launches[l + 2].kernel, "radix_split");
    EXPECT_EQ(steps_of(trace, l).front(), "bit " + std::to_string(l / 3));
    EXPECT_EQ(steps_of(trace, l + 2).front(), "scatter " + std::to_string(l / 3));
  }
}

TEST(RadixTest, RadixSortsStablyAndAnyNumber) {
  for (const char* input : {"random", "wide", "special", "ones", "alternating", "reversed"}) {
    for (const int size : {1, 31, 64, 65, 200, 512}) {
      const RunResult result =
          emulate({.kernel = "radix_split", .size = size, .block = 64, .input = {.kind = input}});
      const std::vector<double> keys = keys_of(result), places = places_of(result);
      for (std::size_t i = 1; i < keys.size(); ++i) {
        EXPECT_LE(keys[i - 1], keys[i]) << input << " " << size;
        if (keys[i - 1] == keys[i]) {
          EXPECT_LT(places[i - 1], places[i]) << input << " " << size;
        }
      }
    }
  }
}

TEST(RadixTest, RadixIsTheSameInAnyOrderOfWarps) {
  for (const char* id : {"radix_split", "radix_float"}) {
    RunRequest request{.kernel = id, .size = 300, .block = 128, .input = {.kind = "wide"}};
    const RunResult result = emulate(request);
    for (const std::uint64_t seed : {1U, 2U}) {
      request.schedule = {.random = true, .seed = seed};
      EXPECT_EQ(emulate(request).output, result.output) << id;
    }
  }
}

TEST(RadixTest, FewBitsSortByTheLowOnesAlone) {
  const RunResult result = emulate({.kernel = "radix_split",
                                    .size = 64,
                                    .input = {.kind = "reversed"},
                                    .parameters = {{"bits", "4"}}});
  const std::vector<double> keys = keys_of(result);
  EXPECT_FALSE(std::ranges::is_sorted(keys));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t low = i / 4, times = i % 4;
    EXPECT_EQ(keys[i], static_cast<double>(low + 16 * (3 - times)));
  }
}

// The slides' order, from the highest bit to the lowest, does not sort.
TEST(RadixTest, BeginningWithTheHighestBitSortsByReversedBits) {
  const RunResult result = emulate({.kernel = "radix_split",
                                    .size = 8,
                                    .block = 8,
                                    .input = {.kind = "ramp"},
                                    .parameters = {{"bits", "3"}, {"first", "highest"}}});
  EXPECT_EQ(keys_of(result), (std::vector<double>{0, 4, 2, 6, 1, 5, 3, 7}));
}

// More blocks than one block has threads: their sums are scanned in several goes.
TEST(RadixTest, RadixCarriesOverManyBlocks) {
  const RunResult result = emulate({.kernel = "radix_split",
                                    .size = 2500,
                                    .block = 1,
                                    .input = {.kind = "wide"},
                                    .parameters = {{"bits", "2"}}});
  EXPECT_EQ(result.trace->launches[1].threads(), 1024);
  const auto steps = steps_of(*result.trace, 1);
  EXPECT_EQ(std::ranges::count(steps, "load 2048"), 1);
  EXPECT_EQ(steps.back(), "total");
}

TEST(RadixTest, FlippedFloatsAreInOrderAsUnsignedNumbers) {
  const float inf = std::numeric_limits<float>::infinity();
  const float tiny = std::numeric_limits<float>::denorm_min();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> rising{-nan, -inf, -1e30F, -1,    -tiny, -0.0F,
                                  0,    tiny, 1,      1e30F, inf,   nan};
  const auto flipped = [](float x) { return flip_float(std::bit_cast<unsigned>(x)); };
  for (std::size_t i = 0; i < rising.size(); ++i) {
    EXPECT_EQ(unflip_float(flipped(rising[i])), std::bit_cast<unsigned>(rising[i]));
    if (i > 0) {
      EXPECT_LT(flipped(rising[i - 1]), flipped(rising[i])) << i;
    }
  }
}

TEST(RadixTest, RadixFloatPutsEverySpecialInItsPlace) {
  const RunResult result =
      emulate({.kernel = "radix_float", .size = 500, .block = 128, .input = {.kind = "special"}});
  const std::vector<double> keys = keys_of(result);
  const auto group = [](double x) {
    if (std::isnan(x)) return std::signbit(x) ? 0 : 7;
    if (std::isinf(x)) return std::signbit(x) ? 1 : 6;
    if (x == 0) return std::signbit(x) ? 3 : 4;
    return std::signbit(x) ? 2 : 5;
  };
  std::vector<int> groups(8);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ++groups[static_cast<std::size_t>(group(keys[i]))];
    if (i == 0) continue;
    ASSERT_LE(group(keys[i - 1]), group(keys[i])) << i;
    if (group(keys[i - 1]) == group(keys[i]) && !std::isnan(keys[i])) {
      EXPECT_LE(keys[i - 1], keys[i]) << i;
    }
  }
  for (const int members : groups) EXPECT_GT(members, 0);
  EXPECT_EQ(result.trace->launches.size(), 98U);
  EXPECT_EQ(result.trace->launches.front().kernel, "radix_float");
  EXPECT_EQ(result.trace->launches.back().kernel, "radix_unflip");
}

TEST(RadixTest, WrongResultsAreFound) {
  const Problem<int> ints{.input = {3, -1, 3, 0},
                          .count = 4,
                          .size = 4,
                          .parameters = {{"bits", "32"}, {"first", "lowest"}}};
  const unsigned last = 0xffffffffU;
  EXPECT_EQ(RadixSort::mismatch(ints, {0, 3, 3, last, 3, 0, 2, 1}), "");
  EXPECT_EQ(RadixSort::mismatch(ints, {0, 3, 3, last, 3, 2, 0, 1}),
            "Key 1 is 3 from place 2, the reference says 3 from place 0.");
  EXPECT_NE(RadixSort::mismatch(ints, {last, 0, 3, 3, 1, 3, 0, 2}), "");
  EXPECT_NE(RadixSort::mismatch(ints, {0, 3, 3, last}), "");

  const Problem<float> floats{.input = {0.0F, -0.0F, -1}, .count = 3, .size = 3};
  EXPECT_EQ(RadixFloatSort::mismatch(floats, {-1, -0.0, 0.0, 2, 1, 0}), "");
  EXPECT_EQ(RadixFloatSort::mismatch(floats, {-1, 0.0, -0.0, 2, 1, 0}),
            "Key 1 is 0 (0x00000000) from place 1, the reference says -0 (0x80000000) from place "
            "1.");
}

TEST(RadixTest, BitsThatAreNotPossibleAreRefusedWithAReason) {
  EXPECT_EQ(refusal({.kernel = "radix_split", .parameters = {{"bits", "33"}}}),
            "bits=33 is not possible: radix_split takes a whole number from 1 to 32, since a key "
            "has 32 bits.");
  EXPECT_NE(refusal({.kernel = "radix_split", .parameters = {{"bits", "0"}}}), "");
}

}  // namespace
}  // namespace warpscope::sorting
