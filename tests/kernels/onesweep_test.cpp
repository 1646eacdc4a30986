// The radix sort by eight bits per pass: its counts, its look-back, its stability.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "kernels/sort/onesweep_sort.hpp"
#include "tests/support/sort_runs.hpp"

namespace warpscope::sorting {
namespace {

constexpr int tile = WatchedTile::keys;
constexpr std::uint32_t first_pass = 2;  // launch, after those that count and find the starts

RunRequest onesweep(std::int64_t size, const std::string& input, int traced_block = 0) {
  return {.kernel = "radix_onesweep",
          .size = size,
          .input = {.kind = input},
          .traced_block = traced_block};
}

struct Cell {
  ElementIndex index;
  std::uint32_t value;
};

/// The accesses of a launch to an array, one by one and lane by lane.
std::vector<Cell> cells(const Trace& trace, std::uint32_t launch, const std::string& array,
                        Operation operation) {
  std::vector<Cell> all;
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].launch != launch || access.operation != operation) continue;
    if (trace.arrays[access.array].name != array) continue;
    for_each_lane(access.mask, [&](int, int k) {
      all.push_back({trace.lane_indices(access)[static_cast<std::size_t>(k)],
                     trace.lane_value(access, k)[0]});
    });
  }
  return all;
}

TEST(Onesweep, SortsAnyNumberOfAnyKeys) {
  for (const char* input :
       {"wide", "random", "special", "ones", "ramp", "alternating", "reversed"}) {
    for (const int size : {1, 31, tile - 1, tile, tile + 1, 3 * tile, 5 * tile + 77}) {
      const RunResult result = emulate(onesweep(size, input, size / (2 * tile)));
      EXPECT_EQ(std::ssize(result.output), size) << input;
      EXPECT_TRUE(std::ranges::is_sorted(result.output)) << input << " " << size;
    }
  }
}

TEST(Onesweep, SortsWithTheTileThatIsTimed) {
  for (const int size : {FullSpeedTile::keys - 1, 2 * FullSpeedTile::keys + 100}) {
    RunRequest request = onesweep(size, "wide", size / FullSpeedTile::keys);
    request.block = FullSpeedTile::threads;
    const RunResult result = emulate(request);
    EXPECT_EQ(std::ssize(result.output), size);
    EXPECT_EQ(result.trace->launches.back().blocks(), size / FullSpeedTile::keys + 1);
  }
}

TEST(Onesweep, IsTheSameInAnyOrderOfWarps) {
  RunRequest request = onesweep(2 * tile + 5, "wide", 1);
  const RunResult result = emulate(request);
  for (const std::uint64_t seed : {1U, 2U}) {
    request.schedule = {.random = true, .seed = seed};
    EXPECT_EQ(emulate(request).output, result.output);
  }
}

TEST(Onesweep, CountsThenFindsStartsThenSweepsFourTimes) {
  const RunResult result = emulate(onesweep(3 * tile, "wide"));
  std::vector<std::string> kernels;
  for (const Launch& launch : result.trace->launches) kernels.push_back(launch.kernel);
  EXPECT_EQ(kernels,
            (std::vector<std::string>{"radix_digits", "radix_starts", "radix_onesweep",
                                      "radix_onesweep", "radix_onesweep", "radix_onesweep"}));
}

TEST(Onesweep, StartsAreTheKeysOfSmallerDigits) {
  const RunResult result = emulate(onesweep(tile, "random"));
  const std::vector<Cell> in = cells(*result.trace, 0, "in", Operation::load);
  ASSERT_EQ(std::ssize(in), tile);
  for (const Cell& start : cells(*result.trace, 1, "found", Operation::store)) {
    const auto smaller = std::ranges::count_if(
        in, [&](const Cell& cell) { return digit_of(cell.value, 0) < start.index % digits; });
    EXPECT_EQ(static_cast<int>(start.value), count_so_far(static_cast<int>(smaller)));
  }
}

// Equal keys look the same in the end, so only a pass by another digit shows it.
TEST(Onesweep, EveryPassIsStable) {
  const RunResult result = emulate(onesweep(tile, "wide"));
  const char* const arrays[] = {"in", "keys", "other_keys", "keys", "other_keys"};
  for (int pass = 0; pass < digit_places; ++pass) {
    const auto launch = first_pass + static_cast<std::uint32_t>(pass);
    std::vector<Cell> before = cells(*result.trace, launch, arrays[pass], Operation::load);
    std::vector<Cell> after = cells(*result.trace, launch, arrays[pass + 1], Operation::store);
    ASSERT_EQ(std::ssize(before), tile);
    ASSERT_EQ(std::ssize(after), tile);
    std::ranges::sort(before, {}, &Cell::index);
    std::ranges::sort(after, {}, &Cell::index);
    std::ranges::stable_sort(before, {}, [&](const Cell& c) { return digit_of(c.value, pass); });
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(after[i].value, before[i].value) << "pass " << pass << ", place " << i;
    }
  }
}

TEST(Onesweep, ATileTellsItsOwnCountsThenAllAndLooksBackAtTheTileBefore) {
  const RunResult result = emulate(onesweep(3 * tile, "wide", 1));
  const Trace& trace = *result.trace;
  std::map<ElementIndex, int> before;
  for (const auto& [index, value] : cells(trace, first_pass, "found", Operation::load)) {
    EXPECT_EQ(index / digits, 1) << "row 0 holds the starts, row 1 belongs to tile 0";
    before[index % digits] = static_cast<int>(value);
  }
  ASSERT_EQ(std::ssize(before), digits);
  const std::vector<Cell> told = cells(trace, first_pass, "found", Operation::store);
  ASSERT_EQ(std::ssize(told), 2 * digits);
  std::map<ElementIndex, int> own;
  int keys = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    EXPECT_EQ(told[i].index / digits, 2);
    own[told[i].index] = -1 - static_cast<int>(told[i].value);
    keys += own[told[i].index];
  }
  EXPECT_EQ(keys, tile);
  for (std::size_t i = digits; i < told.size(); ++i) {
    const auto [index, value] = told[i];
    EXPECT_EQ(static_cast<int>(value), before[index % digits] + own[index]) << index;
  }
}

// The room behind the last key is filled, and the filling belongs there.
TEST(Onesweep, RoomBehindTheKeysHoldsTheLargestKeys) {
  const RunResult result = emulate(onesweep(tile + 10, "ones", 1));
  const Trace& trace = *result.trace;
  const auto last = static_cast<std::uint32_t>(trace.launches.size() - 1);
  for (const auto& [index, value] : cells(trace, last, "other_keys", Operation::store)) {
    EXPECT_EQ(value, index < tile + 10 ? 1U : 0xffffffffU) << index;
  }
}

TEST(Onesweep, StoresOfATileFallIntoRuns) {
  const RunResult result = emulate(onesweep(tile, "ones"));
  const Summary summary = summarize(*result.trace, BankModel::cc5);
  for (const LineCost& line : summary.lines) {
    if (source_line(result.trace->sources[line.source], line.line) != "out[to] = next;") continue;
    EXPECT_EQ(line.wavefronts, line.requests * 4) << "equal digits lie side by side";
    return;
  }
  ADD_FAILURE() << "no line stores the keys";
}

TEST(Onesweep, WrongResultsAreFound) {
  const Problem<int> problem{.input = {3, -1, 0}, .count = 3, .size = 3};
  EXPECT_EQ(OnesweepSort::mismatch(problem, {0, 3, 0xffffffffU}), "");
  EXPECT_EQ(OnesweepSort::mismatch(problem, {0xffffffffU, 0, 3}),
            "Key 0 is 4294967295, the reference says 0.");
  EXPECT_EQ(OnesweepSort::mismatch(problem, {0, 3}), "The result has 2 keys, the reference 3.");
}

}  // namespace
}  // namespace warpscope::sorting
