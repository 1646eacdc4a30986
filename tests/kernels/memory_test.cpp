// Checks the lectures' claims on branches, coalescing, local and constant memory, on the emulator's
// traces.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/analysis/block_stream.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;
using test::refusal;
using Parameters = std::map<std::string, std::string>;

/// The cost of the kernel at its own size with these parameters.
Totals memory_totals(const std::string& kernel, const Parameters& parameters,
                     BankModel model = BankModel::cc5) {
  return test::totals({.kernel = kernel, .parameters = parameters}, model);
}

/// Warp instructions of a run with 4 warps, by the lanes that they ran with.
std::map<std::uint32_t, int> instructions_by_mask(const std::string& pattern) {
  const auto trace = emulate({.kernel = "branch_divergence",
                              .size = 128,
                              .block = 128,
                              .parameters = {{"pattern", pattern}}})
                         .trace;
  std::map<std::uint32_t, int> counts;
  for (const Access& access : trace->accesses) ++counts[access.mask];
  return counts;
}

TEST(BranchDivergence, CostsOnlyTheWarpThatParts) {
  const std::map<std::uint32_t, int> expected{{1U, 2}, {0xfffffffeU, 2}, {all_lanes, 3 * 2}};
  EXPECT_EQ(instructions_by_mask("thread"), expected);
}

TEST(BranchDivergence, TakesHalfTheInstructionsWhereWarpsAgree) {
  const std::map<std::uint32_t, int> odd{{0xaaaaaaaaU, 4 * 2}, {0x55555555U, 4 * 2}};
  EXPECT_EQ(instructions_by_mask("odd"), odd);
  const std::map<std::uint32_t, int> warp{{all_lanes, 4 * 2}};
  EXPECT_EQ(instructions_by_mask("warp"), warp);
}

Totals strided_globally(int stride, const std::string& element) {
  return memory_totals("global_stride", {{"stride", std::to_string(stride)}, {"element", element}});
}

TEST(GlobalStride, TakesFourSectorsPerStrideUpToOnePerLane) {
  for (int stride = 1; stride <= 32; ++stride) {
    const Totals sums = strided_globally(stride, "float");
    const auto expected = static_cast<std::uint64_t>(std::min(4 * stride, 32));
    EXPECT_EQ(sums.global_load.sectors, expected * sums.global_load.requests) << stride;
    EXPECT_EQ(sums.global_load.ideal, 4 * sums.global_load.requests);
    EXPECT_EQ(sums.global_store.sectors, 4 * sums.global_store.requests);
  }
}

TEST(GlobalStride, OfFloat3IsThreeRequestsOfFloat4One) {
  const Totals three = strided_globally(1, "float3"), four = strided_globally(1, "float4");
  const std::uint64_t warps = 4;
  for (const GlobalTotals& sums : {three.global_load, three.global_store}) {
    EXPECT_EQ(sums.requests, 3 * warps);
    EXPECT_EQ(sums.sectors, 3 * 12 * warps) << "each request touches all 12 sectors";
    EXPECT_EQ(sums.ideal, 12 * warps);
  }
  for (const GlobalTotals& sums : {four.global_load, four.global_store}) {
    EXPECT_EQ(sums.requests, warps);
    EXPECT_EQ(sums.sectors, 16 * warps);
    EXPECT_EQ(sums.ideal, 16 * warps);
  }
  EXPECT_EQ(strided_globally(2, "float4").global_load.sectors, 32 * warps);
}

TEST(GlobalStride, RefusesWhatItDoesNotTake) {
  EXPECT_NE(refusal({.kernel = "global_stride", .parameters = {{"stride", "0"}}})
                .find("a whole number from 1 to 32"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "global_stride", .parameters = {{"element", "float2"}}})
                .find("one of float, float3, float4"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "global_stride", .size = 100}).find("a multiple of 64"),
            std::string::npos);
}

TEST(GlobalOffset, TakesAFifthSectorUnlessItIsAligned) {
  for (int offset = 0; offset <= 32; ++offset) {
    const GlobalTotals loads =
        memory_totals("global_offset", {{"offset", std::to_string(offset)}}).global_load;
    const std::uint64_t expected = offset % 8 == 0 ? 4 : 5;
    EXPECT_EQ(loads.requests, 4U);
    EXPECT_EQ(loads.sectors, expected * loads.requests) << offset;
  }
  EXPECT_NE(refusal({.kernel = "global_offset", .parameters = {{"offset", "33"}}}), "");
}

struct WarpShape {
  const char* name;
  std::uint64_t sectors;     // of a load or store, in rows of 32 words; a sector holds 8 of a row
  std::uint64_t wavefronts;  // of the tile without padding: a column's threads want one bank
};
constexpr std::array warp_shapes{WarpShape{"32x1", 4, 1},   WarpShape{"16x2", 4, 2},
                                 WarpShape{"8x4", 4, 4},    WarpShape{"4x8", 8, 8},
                                 WarpShape{"2x16", 16, 16}, WarpShape{"1x32", 32, 32}};

Totals shaped(const std::string& shape, int pad, int block = 64) {
  return test::totals({.kernel = "block_shape",
                       .size = std::int64_t{32} * block,
                       .block = block,
                       .parameters = {{"shape", shape}, {"pad", std::to_string(pad)}}},
                      BankModel::cc5);
}

TEST(BlockShape, DecidesSectorsAndWavefronts) {
  for (const auto& [name, sectors, wavefronts] : warp_shapes) {
    for (const int block : {32, 64, 128}) {
      const auto warps = static_cast<std::uint64_t>(block / 32);
      const Totals sums = shaped(name, 0, block);
      for (const GlobalTotals& global : {sums.global_load, sums.global_store}) {
        EXPECT_EQ(global.requests, warps) << name;
        EXPECT_EQ(global.sectors, sectors * warps) << name;
        EXPECT_EQ(global.ideal, 4 * warps) << name;
      }
      for (const SharedTotals& shared : {sums.shared_load, sums.shared_store}) {
        EXPECT_EQ(shared.requests, warps) << name;
        EXPECT_EQ(shared.wavefronts, wavefronts * warps) << name;
      }
    }
  }
}

TEST(BlockShape, IsFreeOfConflictsIfRowsBeginAsManyBanksApartAsABlockIsWide) {
  for (const auto& [name, sectors, wavefronts] : warp_shapes) {
    const Totals sums = shaped(name, std::stoi(name));
    EXPECT_EQ(sums.shared_load.wavefronts, 2U) << name;
    EXPECT_EQ(sums.global_load.sectors, 2 * sectors) << "padding is the tile's affair";
  }
  // One word of padding: as many lanes share a bank as the shorter side has threads.
  EXPECT_EQ(shaped("16x2", 1).shared_load.wavefronts, 2 * 2U);
  EXPECT_EQ(shaped("8x4", 1).shared_load.wavefronts, 2 * 4U);
  EXPECT_EQ(shaped("4x8", 1).shared_load.wavefronts, 2 * 4U);
  EXPECT_EQ(shaped("1x32", 1).shared_load.wavefronts, 2 * 1U);
}

TEST(BlockShape, IsRecordedWithTheTrace) {
  for (const auto& [shape, block] : {std::pair{"8x4", Dim3{8, 8, 1}}, {"1x32", Dim3{1, 64, 1}}}) {
    const auto trace = emulate({.kernel = "block_shape", .parameters = {{"shape", shape}}}).trace;
    EXPECT_EQ(trace->launches.front().block, block);
  }
}

// ---- latency_hiding

Trace latency_trace(const std::string& order, int size, int rounds) {
  return *emulate({.kernel = "latency_hiding",
                   .size = size,
                   .block = 64,
                   .parameters = {{"order", order}, {"rounds", std::to_string(rounds)}}})
              .trace;
}
/// Elements that the lanes of block 0 load from data, load after load, warp after warp.
std::vector<ElementIndex> loaded_places(const Trace& trace) {
  std::vector<ElementIndex> places;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].name != "data") continue;
    const auto indices = trace.lane_indices(access);
    places.insert(places.end(), indices.begin(), indices.end());
  }
  return places;
}

TEST(LatencyHiding, LoadsFromTheSamePlacesInBothOrders) {
  for (const int size : {64, 128, 192, 1024, 4096}) {
    const Trace dependent = latency_trace("dependent", size, 2);
    const Trace independent = latency_trace("independent", size, 2);
    EXPECT_EQ(loaded_places(dependent), loaded_places(independent)) << size;
    EXPECT_EQ(loaded_places(dependent).size(), 64U * 8);
    EXPECT_EQ(dependent.accesses.size(), independent.accesses.size());
  }
}

TEST(LatencyHiding, LoadsWholeSectorsAndNoneAgainInLargeArrays) {
  const Trace trace = latency_trace("dependent", 4096, 8);
  const GlobalTotals loads = summarize(trace, BankModel::cc5).totals.global_load;
  EXPECT_EQ(loads.sectors, 4 * loads.requests);
  std::map<std::int32_t, std::vector<ElementIndex>> first_lanes;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].name != "data") continue;
    first_lanes[access.warp].push_back(trace.lane_indices(access).front());
  }
  for (auto& [warp, places] : first_lanes) {
    std::ranges::sort(places);
    EXPECT_EQ(std::ranges::adjacent_find(places), places.end()) << "warp " << warp;
  }
}

TEST(LatencyHiding, FindsTheNextPlaceInTheLoadedValueOnlyIfDependent) {
  for (const bool dependent : {true, false}) {
    const Trace trace = latency_trace(dependent ? "dependent" : "independent", 128, 1);
    const Summary summary = summarize(trace, BankModel::cc5);
    const BlockStream stream = block_stream(trace, summary, dataflow(trace), 0, LoadWait::use);
    for (const std::size_t warp : {0U, 1U}) {
      EXPECT_EQ(value_waits(stream, warp), dependent ? 4U : 1U);
    }
  }
}

// ---- local_array

const Array& array_named(const Trace& trace, std::string_view name) {
  return *std::ranges::find(trace.arrays, name, &Array::name);
}
/// Sectors of each access to a thread's array that counts the round-th number.
std::vector<int> sectors_of_counting(const std::string& input, int block) {
  const auto trace =
      emulate(
          {.kernel = "local_array", .size = 4 * block, .block = block, .input = {.kind = input}})
          .trace;
  std::vector<int> found;
  for (const Access& access : trace->accesses) {
    if (trace->steps[access.step].name != "count") continue;
    EXPECT_EQ(trace->arrays[access.array].space, Space::local);
    found.push_back(sectors(*trace, access));
  }
  return found;
}

TEST(LocalArray, IsCoalescedIfLanesUseOneIndexAndNotIfTheyDiffer) {
  for (const int block : {32, 64}) {
    const std::size_t accesses = 2U * 4 * static_cast<std::size_t>(block / 32);
    EXPECT_EQ(sectors_of_counting("ones", block), std::vector(accesses, 4)) << block;
    EXPECT_EQ(sectors_of_counting("ramp", block), std::vector(accesses, 32)) << block;
    const auto random = sectors_of_counting("random", block);
    EXPECT_GT(*std::ranges::min_element(random), 8) << block;
    EXPECT_LT(*std::ranges::max_element(random), 32) << block;
  }
}

TEST(LocalArray, ClearsAndReadsWithOneIndexWhateverItCounts) {
  const Totals sums = memory_totals("local_array", {{"rounds", "1"}});
  EXPECT_EQ(sums.local_load.requests, 8U + 1);
  EXPECT_EQ(sums.local_store.requests, 8U + 1);
  EXPECT_EQ(sums.local_load.ideal, 4 * sums.local_load.requests);
  EXPECT_EQ(sums.local_load.sectors, sums.local_store.sectors);
  EXPECT_EQ(sums.shared_load.requests + sums.shared_store.requests, 0U);
}

TEST(LocalArray, InterleavesTheWordsOfAWarpsLanes) {
  const auto trace =
      emulate({.kernel = "local_array", .size = 4 * 64, .block = 64, .input = {.kind = "ramp"}})
          .trace;
  const Array& counts = array_named(*trace, "counts");
  EXPECT_EQ(counts.space, Space::local);
  EXPECT_EQ(counts.extents, (std::vector<std::int64_t>{2, 8, 32}));
  for (const Access& access : trace->accesses) {
    if (trace->arrays[access.array].space != Space::local) continue;
    const auto indices = trace->lane_indices(access);
    for_each_lane(access.mask, [&](int lane, int k) {
      const ElementIndex index = indices[static_cast<std::size_t>(k)];
      EXPECT_EQ(index % 32, lane);
      EXPECT_EQ(local_place(counts, index).thread, access.warp * 32 + lane);
      EXPECT_EQ(index / 32 / 8, access.warp) << "a warp's rows lie together";
    });
  }
}

TEST(LocalArray, StaysInRegistersIfIndicesAreConstant) {
  for (const char* input : {"ones", "ramp", "random"}) {
    const RunRequest local{.kernel = "local_array", .input = {.kind = input}};
    RunRequest constant = local;
    constant.parameters["index"] = "constant";
    const auto trace = emulate(constant).trace;
    EXPECT_EQ(std::ranges::count(trace->arrays, Space::local, &Array::space), 0);
    EXPECT_EQ(emulate(constant).output, emulate(local).output) << input;
    const Totals sums = test::totals(constant, BankModel::cc5);
    EXPECT_EQ(sums.local_load.requests + sums.local_store.requests, 0U);
  }
}

TEST(ConstantBroadcast, TakesAPassForEachDifferentWord) {
  for (int words = 1; words <= 32; ++words) {
    const SharedTotals loads =
        memory_totals("constant_broadcast", {{"words", std::to_string(words)}}).constant_load;
    EXPECT_EQ(loads.requests, 4U);
    EXPECT_EQ(loads.wavefronts, static_cast<std::uint64_t>(words) * loads.requests) << words;
  }
  EXPECT_NE(refusal({.kernel = "constant_broadcast", .parameters = {{"words", "33"}}}), "");
}

}  // namespace
}  // namespace warpscope
