// The catalogue's claims on the comparator networks, recorded on the emulator.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "kernels/sort/sorted_pairs.hpp"
#include "tests/support/sort_runs.hpp"

namespace warpscope::sorting {
namespace {

std::span<const Access> accesses_of(const Trace& trace, const Step& step) {
  return std::span(trace.accesses).subspan(step.first_access, step.access_count);
}

/// Shared array `name` at the barrier that ended a step.
std::vector<int> at_end_of(const Trace& trace, const Step& step, const std::string& name) {
  const auto array = std::ranges::find_if(trace.arrays, [&](const Array& candidate) {
    return candidate.name == name && candidate.space == Space::shared;
  });
  std::vector<int> content(static_cast<std::size_t>(array->count));
  std::memcpy(content.data(),
              trace.snapshots[static_cast<std::size_t>(step.snapshot)].data() + array->base,
              content.size() * sizeof(int));
  return content;
}

bool is_sorted(std::span<const int> run, bool ascending) {
  return ascending ? std::ranges::is_sorted(run) : std::ranges::is_sorted(run, std::greater{});
}

/// Lanes of loads or stores of `name` between the steps "load" and "store".
int lanes_inside(const Trace& trace, const std::string& name, Operation operation) {
  int lanes = 0;
  for (const Step& step : trace.steps) {
    if (step.name == "load" || step.name == "store") continue;
    for (const Access& access : accesses_of(trace, step)) {
      const Array& array = trace.arrays[access.array];
      if (array.space != Space::shared || array.name != name) continue;
      if (access.operation == operation) lanes += access.active();
    }
  }
  return lanes;
}

int comparators(const Trace& trace) { return lanes_inside(trace, "keys", Operation::load) / 2; }

int log2_of(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }

const std::vector<std::string> networks{"bitonic_shared", "bitonic_global", "odd_even_merge"};

TEST(SortTest, NetworksSortEveryInputBothWaysInAnyOrderOfWarps) {
  for (const std::string& id : networks) {
    for (const char* direction : {"ascending", "descending"}) {
      for (const char* input : {"wide", "special", "ones", "alternating", "reversed"}) {
        for (const int tiles : {1, 2, 4, 8}) {
          const RunRequest request{.kernel = id,
                                   .size = 128 * tiles,
                                   .block = 64,
                                   .input = {.kind = input},
                                   .parameters = {{"direction", direction}}};
          RunRequest shuffled = request;
          shuffled.schedule = {.random = true, .seed = 5};
          EXPECT_EQ(emulate(request).output, emulate(shuffled).output) << id << " " << input;
        }
      }
    }
  }
}

TEST(SortTest, TilesAreSortedEachOnItsOwnWhateverTheirNumber) {
  for (const char* id : {"bitonic_shared", "odd_even_merge"}) {
    for (int tiles = 1; tiles <= 8; ++tiles) {
      const RunResult result = emulate({.kernel = id, .size = 32 * tiles, .block = 16});
      const std::vector<double> keys = keys_of(result);
      for (int tile = 0; tile < tiles; ++tile) {
        EXPECT_TRUE(std::is_sorted(keys.begin() + 32 * tile, keys.begin() + 32 * (tile + 1)));
      }
    }
  }
}

TEST(SortTest, TheSlidesGeometryIsPossible) {
  for (const char* id : {"bitonic_shared", "odd_even_merge"}) {
    const RunResult result = emulate({.kernel = id, .size = 1024, .block = 512});
    EXPECT_EQ(result.trace->launches.front().shared_bytes, 8192U);
    EXPECT_TRUE(std::ranges::is_sorted(keys_of(result)));
  }
}

TEST(SortTest, WrongPairsAreFound) {
  const Problem<int> problem{.input = {3, 1, 2, 1}, .count = 4, .size = 4};
  EXPECT_EQ(pairs_mismatch(problem, {1, 1, 2, 3, 3, 1, 2, 0}, 4, true), "");
  EXPECT_EQ(pairs_mismatch(problem, {1, 3, 1, 2, 1, 0, 3, 2}, 2, true), "");
  EXPECT_EQ(pairs_mismatch(problem, {3, 2, 1, 1, 0, 2, 1, 3}, 4, false), "");
  EXPECT_EQ(pairs_mismatch(problem, {1, 2, 1, 3, 1, 2, 3, 0}, 4, true),
            "Key 1 is 2, the reference says 1.");
  EXPECT_EQ(pairs_mismatch(problem, {1, 1, 2, 3, 1, 1, 2, 0}, 4, true),
            "Value 1 is 1, which is not an unused place of its key 1.");
  EXPECT_EQ(pairs_mismatch(problem, {1, 1, 2, 3, 1, 2, 3, 0}, 4, true),
            "Value 1 is 2, which is not an unused place of its key 1.");
  EXPECT_EQ(pairs_mismatch(problem, {1, 1, 2, 3, 1, 4, 2, 0}, 4, true),
            "Value 1 is 4, which is not an unused place of its key 1.");
  EXPECT_EQ(pairs_mismatch(problem, {1}, 4, true),
            "The result has 1 keys and values, the reference 8.");
}

TEST(SortTest, BitonicStepsAreHalfCleanersAndMerges) {
  const RunResult result = emulate({.kernel = "bitonic_shared", .size = 16, .block = 8});
  EXPECT_EQ(steps_of(*result.trace),
            (std::vector<std::string>{"load", "merged 2", "half clean 4", "merged 4",
                                      "half clean 8", "half clean 4", "merged 8", "half clean 16",
                                      "half clean 8", "half clean 4", "merged 16", "store"}));
}

// After each merge the runs are sorted in alternating directions, after the last one all.
TEST(SortTest, BitonicMergesAlternate) {
  for (const bool ascending : {true, false}) {
    const RunResult result =
        emulate({.kernel = "bitonic_shared",
                 .size = 128,
                 .block = 64,
                 .input = {.kind = "wide"},
                 .parameters = {{"direction", ascending ? "ascending" : "descending"}}});
    int merges = 0;
    for (const Step& step : result.trace->steps) {
      if (step.name != "merged") continue;
      ++merges;
      const std::vector<int> keys = at_end_of(*result.trace, step, "keys");
      const auto size = static_cast<std::size_t>(*step.value);
      for (std::size_t first = 0; first < keys.size(); first += size) {
        const bool up = ascending == (first / size % 2 == 0);
        EXPECT_TRUE(is_sorted(std::span(keys).subspan(first, size), up)) << size << " " << first;
      }
    }
    EXPECT_EQ(merges, 7);
  }
}

// The promise of a half-cleaner: no key of one half is above any of the other.
TEST(SortTest, HalfCleanersPartHalves) {
  const RunResult result =
      emulate({.kernel = "bitonic_shared", .size = 128, .block = 64, .input = {.kind = "wide"}});
  int cleaned = 0;
  for (const Step& step : result.trace->steps) {
    if (step.name != "half clean") continue;
    const std::vector<int> keys = at_end_of(*result.trace, step, "keys");
    const auto half = static_cast<std::size_t>(*step.value / 2);
    for (std::size_t first = 0; first < keys.size(); first += 2 * half) {
      const auto low = std::ranges::minmax(std::span(keys).subspan(first, half));
      const auto high = std::ranges::minmax(std::span(keys).subspan(first + half, half));
      EXPECT_TRUE(low.max <= high.min || high.max <= low.min) << half << " " << first;
      ++cleaned;
    }
  }
  EXPECT_GT(cleaned, 100);
}

/// A zero or one each: at most two borders between them if the ends are joined.
bool is_bitonic(std::span<const int> bits) {
  int borders = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) borders += bits[i] != bits[(i + 1) % bits.size()];
  return borders <= 2;
}
bool is_clean(std::span<const int> bits) {
  return std::ranges::count(bits, bits.front()) == std::ssize(bits);
}

// The theorem that the sort stands on, for every bitonic sequence of zeros and ones: a half-cleaner
// leaves two bitonic halves, of which one is clean.
TEST(SortTest, AHalfCleanerCleansAHalf) {
  for (std::size_t half = 1; half <= 16; half *= 2) {
    for (std::size_t first = 0; first < 2 * half; ++first) {
      for (std::size_t ones = 0; ones <= 2 * half; ++ones) {
        std::vector<int> bits(2 * half);
        for (std::size_t i = 0; i < ones; ++i) bits[(first + i) % bits.size()] = 1;
        ASSERT_TRUE(is_bitonic(bits));
        for (std::size_t i = 0; i < half; ++i) {
          if (bits[i] > bits[i + half]) std::swap(bits[i], bits[i + half]);
        }
        const auto low = std::span(bits).first(half), high = std::span(bits).last(half);
        EXPECT_TRUE(is_clean(low) || is_clean(high)) << half << " " << first << " " << ones;
        EXPECT_TRUE(is_bitonic(low) && is_bitonic(high)) << half << " " << first << " " << ones;
      }
    }
  }
}

// The same in the kernel, whose last merge begins with such a sequence.
TEST(SortTest, ZerosAndOnesShowIt) {
  for (const int n : {16, 64, 256}) {
    const Trace trace = *emulate({.kernel = "bitonic_shared",
                                  .size = n,
                                  .block = n / 2,
                                  .input = {.kind = "zeros_ones"}})
                             .trace;
    const auto last_merge = std::ranges::find_if(trace.steps, [&](const Step& step) {
      return step.name == "half clean" && step.value == n;
    });
    ASSERT_NE(last_merge, trace.steps.end());
    const std::vector<int> before = at_end_of(trace, *(last_merge - 1), "keys");
    EXPECT_EQ(std::ranges::count(before, 1), 9 * n / 16);
    EXPECT_TRUE(is_bitonic(before) && !is_clean(before));
    const std::vector<int> after = at_end_of(trace, *last_merge, "keys");
    const auto half = static_cast<std::size_t>(n / 2);
    EXPECT_TRUE(is_bitonic(std::span(after).first(half)) &&
                !is_clean(std::span(after).first(half)));
    EXPECT_TRUE(is_clean(std::span(after).last(half)));
  }
}

// Half the words between the first and the last of a warp are skipped, until strides span a warp.
TEST(SortTest, ShortStridesConflictTwoWays) {
  for (const auto& [model, lanes] :
       {std::pair(BankModel::cc1, 16), std::pair(BankModel::cc5, 32)}) {
    const RunResult result =
        emulate({.kernel = "bitonic_shared", .size = 256, .block = 128, .input = {.kind = "wide"}});
    const Trace& trace = *result.trace;
    const Summary summary = summarize(trace, model);
    bool long_stride = false;
    for (const Step& step : trace.steps) {
      if (step.name == "load" || step.name == "store") continue;
      const std::int64_t stride = step.name == "merged" ? 1 : *step.value / 2;
      long_stride |= stride >= lanes;
      for (std::uint32_t i = 0; i < step.access_count; ++i) {
        const Access& access = trace.accesses[step.first_access + i];
        if (access.operation != Operation::load || access.active() < 32) continue;
        EXPECT_EQ(summary.accesses[step.first_access + i].degree, stride < lanes ? 2 : 1) << stride;
      }
    }
    EXPECT_TRUE(long_stride);
    EXPECT_EQ(summary.totals.max_degree, 2);
  }
}

// The slides speak of log2(n)² passes; it is half of that plus half of log2(n).
TEST(SortTest, NetworksHaveTheirNumbersOfComparators) {
  for (int n = 2; n <= 2048; n *= 2) {
    const int levels = log2_of(n);
    const int passes = levels * (levels + 1) / 2;
    const auto network = [&](const char* id) {
      const RunResult result = emulate({.kernel = id, .size = n, .block = n / 2});
      EXPECT_EQ(std::ssize(result.trace->steps), passes + 2) << id << " " << n;
      return comparators(*result.trace);
    };
    const int bitonic = network("bitonic_shared"), odd_even = network("odd_even_merge");
    EXPECT_EQ(bitonic, n / 2 * passes) << n;
    EXPECT_EQ(4 * (odd_even + 1), (levels * levels - levels + 4) * n) << n;
    if (n > 2) {
      EXPECT_LT(odd_even, bitonic) << n;
    }
  }
}

TEST(SortTest, OddEvenMergesDoNotAlternateAndIdleBetween) {
  const RunResult result =
      emulate({.kernel = "odd_even_merge", .size = 128, .block = 64, .input = {.kind = "wide"}});
  const Trace& trace = *result.trace;
  int merges = 0;
  for (const Step& step : trace.steps) {
    if (step.name == "load" || step.name == "store") continue;
    int loads = 0;
    for (const Access& access : accesses_of(trace, step)) {
      const bool of_keys = trace.arrays[access.array].name == "keys";
      if (of_keys && access.operation == Operation::load) loads += access.active();
    }
    const Step& before = *(&step - 1);
    const bool first_of_merge = before.name == "merged" || before.name == "load";
    if (first_of_merge) {
      EXPECT_EQ(loads, 128);
    } else {
      EXPECT_LT(loads, 128);
    }
    if (step.name != "merged") continue;
    ++merges;
    const std::vector<int> keys = at_end_of(trace, step, "keys");
    const auto size = static_cast<std::size_t>(*step.value);
    for (std::size_t first = 0; first < keys.size(); first += size) {
      EXPECT_TRUE(is_sorted(std::span(keys).subspan(first, size), true)) << size << " " << first;
    }
  }
  EXPECT_EQ(merges, 7);
}

TEST(SortTest, OnlyComparatorsOutOfOrderStore) {
  for (const char* id : {"bitonic_shared", "odd_even_merge"}) {
    const auto stores = [&](const char* input, const char* array) {
      const RunResult result =
          emulate({.kernel = id, .size = 128, .block = 64, .input = {.kind = input}});
      return lanes_inside(*result.trace, array, Operation::store);
    };
    EXPECT_EQ(stores("ones", "keys"), 0) << id;
    EXPECT_GT(stores("random", "keys"), 0) << id;
    EXPECT_EQ(stores("random", "keys"), stores("random", "values")) << id;
  }
  // Every comparator is met by sorted runs in order where all point the same way.
  const RunResult sorted = emulate({.kernel = "odd_even_merge", .input = {.kind = "ramp"}});
  EXPECT_EQ(lanes_inside(*sorted.trace, "keys", Operation::store), 0);
}

TEST(SortTest, LongHalfCleanersAreLaunchesInGlobalMemory) {
  const RunResult result = emulate({.kernel = "bitonic_global", .size = 512, .block = 32});
  const Trace& trace = *result.trace;
  std::vector<std::string> launches;
  for (std::size_t l = 0; l < trace.launches.size(); ++l) {
    launches.push_back(trace.launches[l].kernel + ", " + steps_of(trace, l)[0]);
  }
  const std::string tiles = "bitonic_shared, load";
  EXPECT_EQ(launches,
            (std::vector<std::string>{
                tiles, "bitonic_global, half clean 128", tiles, "bitonic_global, half clean 256",
                "bitonic_global, half clean 128", tiles, "bitonic_global, half clean 512",
                "bitonic_global, half clean 256", "bitonic_global, half clean 128", tiles}));
  for (const Access& access : trace.accesses) {
    const Launch& launch = trace.launch_of(access);
    if (launch.kernel == "bitonic_global") {
      EXPECT_EQ(trace.arrays[access.array].space, Space::global);
    }
  }
  for (const Launch& launch : trace.launches) {
    EXPECT_EQ(launch.shared_bytes, launch.kernel == "bitonic_global" ? 0U : 512U);
  }
  EXPECT_TRUE(std::ranges::is_sorted(keys_of(result)));
}

// Blocks that are timed keep the keys in registers: few barriers, few passes over shared memory.
TEST(SortTest, LargeBlocksEndAMergeInRegisters) {
  for (const char* direction : {"ascending", "descending"}) {
    for (const char* input : {"wide", "ones", "reversed"}) {
      const RunResult result = emulate({.kernel = "bitonic_global",
                                        .size = 4096,
                                        .block = 512,
                                        .input = {.kind = input},
                                        .parameters = {{"direction", direction}},
                                        .traced_block = 1});
      const Trace& trace = *result.trace;
      const Launch& last = trace.launches.back();
      EXPECT_EQ(last.kernel, "bitonic_merge");
      EXPECT_EQ(last.threads(), 64);
      EXPECT_EQ(steps_of(trace, trace.launches.size() - 1),
                (std::vector<std::string>{"load", "exchange 4", "half clean 64", "exchange 1",
                                          "half clean 4", "exchange 64", "store"}));
      const Summary summary = summarize(trace, BankModel::cc5);
      for (std::size_t i = 0; i < trace.accesses.size(); ++i) {
        if (trace.launch_of(trace.accesses[i]).kernel != "bitonic_merge") continue;
        EXPECT_LE(summary.accesses[i].degree, 2);
      }
    }
  }
}

TEST(SortTest, GlobalHalfCleanersCoalesceAndCostTheSameWhateverTheData) {
  const auto totals = [](const char* input) {
    const RunResult result =
        emulate({.kernel = "bitonic_global", .size = 512, .block = 32, .input = {.kind = input}});
    return summarize(*result.trace, BankModel::cc5).totals;
  };
  const Totals random = totals("random"), ones = totals("ones");
  EXPECT_EQ(random.global_load.sectors, random.global_load.ideal);
  EXPECT_EQ(random.global_store.sectors, random.global_store.ideal);
  EXPECT_EQ(random.global_store.requests, ones.global_store.requests);
  EXPECT_EQ(random.global_load.requests, ones.global_load.requests);
}

TEST(SortTest, WhatIsNotPossibleIsRefusedWithAReason) {
  EXPECT_EQ(refusal({.kernel = "bitonic_shared", .parameters = {{"direction", "up"}}}),
            "direction=up is not possible: bitonic_shared takes one of ascending, descending.");
  EXPECT_NE(refusal({.kernel = "bitonic_global", .size = 384}).find("it needs a power of two"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "odd_even_merge", .size = 100, .block = 64})
                .find("it needs a multiple of 128"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "bitonic_shared", .block = 2048}), "");
}

}  // namespace
}  // namespace warpscope::sorting
