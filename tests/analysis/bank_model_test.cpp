#include "instrumentation/analysis/bank_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/support/bank_requests.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::request;
using test::strided;

void expect(BankModel model, const SharedRequest& wanted, Wavefronts cost) {
  const Wavefronts got = wavefronts(model, wanted);
  EXPECT_EQ(got.actual, cost.actual) << id(model);
  EXPECT_EQ(got.ideal, cost.ideal) << id(model);
  EXPECT_EQ(got.degree, cost.degree) << id(model);
}

constexpr std::array since_fermi{BankModel::cc2, BankModel::cc3x4, BankModel::cc3x8,
                                 BankModel::cc5};

// The figures of the CUDA C Programming Guide on strided and irregular accesses.

TEST(BankModelTest, NeighbouringWordsAreFree) {
  for (const BankModel model : since_fermi) expect(model, strided(1), {1, 1, 1});
  expect(BankModel::cc1, strided(1), {2, 2, 1});
}

TEST(BankModelTest, StrideTwoIsATwoWayConflictWithFourByteBanks) {
  expect(BankModel::cc1, strided(2), {4, 2, 2});
  expect(BankModel::cc2, strided(2), {2, 1, 2});
  expect(BankModel::cc5, strided(2), {2, 1, 2});
}

TEST(BankModelTest, StrideTwoIsFreeWithEightByteBanks) {
  expect(BankModel::cc3x4, strided(2), {1, 1, 1});  // words i and i + 32 share a row
  expect(BankModel::cc3x8, strided(2), {1, 1, 1});  // each lane has a bank of its own
}

TEST(BankModelTest, StrideThreeIsFreeWithFourByteBanks) {
  for (const BankModel model : {BankModel::cc2, BankModel::cc3x4, BankModel::cc5}) {
    expect(model, strided(3), {1, 1, 1});
  }
  expect(BankModel::cc1, strided(3), {2, 2, 1});
  expect(BankModel::cc3x8, strided(3), {2, 1, 2});     // three halves of a bank
  expect(BankModel::cc3x8, strided(3, 8), {1, 1, 1});  // three banks
}

TEST(BankModelTest, StrideThirtyTwoQueuesAllLanesAtOneBank) {
  expect(BankModel::cc1, strided(32), {32, 2, 16});
  expect(BankModel::cc2, strided(32), {32, 1, 32});
  expect(BankModel::cc5, strided(32), {32, 1, 32});
  expect(BankModel::cc3x4, strided(32), {16, 1, 16});
  expect(BankModel::cc3x8, strided(32), {16, 1, 16});
}

TEST(BankModelTest, RandomPermutationIsFree) {
  std::array<int, warp_lanes> word;
  std::iota(word.begin(), word.end(), 0);
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(word.begin(), word.end(), random);
    const SharedRequest permuted = request([&](int lane) { return 4 * word[lane]; });
    for (const BankModel model : since_fermi) expect(model, permuted, {1, 1, 1});
  }
}

TEST(BankModelTest, OneWordIsBroadcast) {
  const SharedRequest same = request([](int) { return 20; });
  for (const BankModel model : since_fermi) expect(model, same, {1, 1, 1});
  expect(BankModel::cc1, same, {2, 2, 1});
}

TEST(BankModelTest, TwoWordsAreBroadcastTogetherExceptOnTheFirstHardware) {
  const SharedRequest two = request([](int lane) { return lane % 2 == 0 ? 20 : 24; });
  for (const BankModel model : since_fermi) expect(model, two, {1, 1, 1});
  expect(BankModel::cc1, two, {4, 2, 2});
}

TEST(BankModelTest, FirstHardwareBroadcastsBesideOtherBanks) {
  // In each half-warp six lanes share a word, the others have banks of their own: one pass.
  const SharedRequest mixed = request([](int lane) { return 4 * (lane % 16 < 6 ? 0 : lane % 16); });
  expect(BankModel::cc1, mixed, {2, 2, 1});
  // Another word of the broadcast bank has to wait.
  const SharedRequest blocked = request([](int lane) { return lane % 16 < 15 ? 0 : 16 * 4; });
  expect(BankModel::cc1, blocked, {4, 2, 2});
}

// Widths other than 4 bytes.

TEST(BankModelTest, BytesOfOneWordAreFreeExceptOnTheFirstHardware) {
  for (const int bytes : {1, 2}) {
    for (const BankModel model : since_fermi) expect(model, strided(1, bytes), {1, 1, 1});
  }
  expect(BankModel::cc1, strided(1, 1), {8, 2, 4});
  expect(BankModel::cc1, strided(4, 1), {2, 2, 1});  // the guide's remedy: a word per lane
}

TEST(BankModelTest, NeighbouringDoublesAreFreeInHalfWarps) {
  expect(BankModel::cc2, strided(1, 8), {2, 2, 1});
  expect(BankModel::cc5, strided(1, 8), {2, 2, 1});
  expect(BankModel::cc3x4, strided(1, 8), {1, 1, 1});
  expect(BankModel::cc3x8, strided(1, 8), {1, 1, 1});
}

TEST(BankModelTest, FirstHardwareReadsDoublesInTwoHalvesOfTwoWays) {
  expect(BankModel::cc1, strided(1, 8), {8, 4, 2});
}

TEST(BankModelTest, SixteenByteElementsAreServedInQuarterWarps) {
  expect(BankModel::cc5, strided(1, 16), {4, 4, 1});
  expect(BankModel::cc2, strided(1, 16), {8, 4, 2});  // the two ways inherent there
  expect(BankModel::cc3x4, strided(1, 16), {2, 2, 1});
  expect(BankModel::cc3x8, strided(1, 16), {2, 2, 1});
}

TEST(BankModelTest, PartsWithoutActiveLanesCostNothing) {
  SharedRequest few = strided(1, 16);
  few.mask = 0xff;
  expect(BankModel::cc5, few, {1, 1, 1});
  few.bytes = 8;
  few.mask = 0xffff0000;
  expect(BankModel::cc5, few, {2, 1, 2});  // addresses still 16 bytes apart
}

TEST(BankModelTest, ThreeFloatsAreThreeFreeWords) {
  expect(BankModel::cc5, strided(1, 12), {3, 3, 1});
  expect(BankModel::cc1, strided(1, 12), {6, 6, 1});
}

TEST(BankModelTest, StoresToOneWordAreOnePassButAtomicsTakeTurns) {
  SharedRequest same = request([](int) { return 8; });
  same.store = true;
  for (const BankModel model : since_fermi) expect(model, same, {1, 1, 1});
  same.atomic = true;
  for (const BankModel model : since_fermi) expect(model, same, {32, 1, 32});
  expect(BankModel::cc1, same, {32, 2, 16});
}

// Rules that the guide does not state and an H200 follows: bank_calibration_test.cpp has the
// counters.

SharedRequest shared_by_pairs(int bytes, int bit) {
  return request([=](int lane) { return (lane & ~bit) * bytes; }, bytes);
}

TEST(BankModelTest, WideLoadsThatPairsOfLanesShareTakeTwiceTheLanes) {
  for (const int bit : {1, 2}) {
    expect(BankModel::cc5, shared_by_pairs(8, bit), {2, 1, 2});  // 64 words lie two in a bank
    expect(BankModel::cc5, shared_by_pairs(16, bit), {4, 2, 2});
    expect(BankModel::cc2, shared_by_pairs(8, bit), {2, 2, 1});
  }
  expect(BankModel::cc5, request([](int) { return 32; }, 8), {1, 1, 1});
  expect(BankModel::cc5, request([](int) { return 32; }, 16), {2, 2, 1});
  expect(BankModel::cc5, request([](int lane) { return lane / 2 * 8; }, 8), {1, 1, 1});
  expect(BankModel::cc5, request([](int lane) { return lane / 2 * 16; }, 16), {2, 2, 1});
}

TEST(BankModelTest, OtherPairsOfLanesAreServedInParts) {
  for (const int bit : {4, 8, 16}) expect(BankModel::cc5, shared_by_pairs(8, bit), {2, 2, 1});
  for (const int bit : {4, 8, 16}) expect(BankModel::cc5, shared_by_pairs(16, bit), {4, 4, 1});
  const auto half_each = [](int lane) { return (lane < 16 ? lane & ~1 : lane & ~2) * 8; };
  expect(BankModel::cc5, request(half_each, 8), {2, 2, 1});  // the whole warp must do the same
  SharedRequest broken = request([](int) { return 32; }, 8);
  broken.address[5] = 40;
  expect(BankModel::cc5, broken, {2, 2, 1});
  broken.mask = ~(1U << 5);
  expect(BankModel::cc5, broken, {1, 1, 1});
}

TEST(BankModelTest, LanesWithoutAnActivePartnerDoNotStandInTheWay) {
  SharedRequest even = strided(1, 8);
  even.mask = 0x55555555;
  expect(BankModel::cc5, even, {2, 1, 2});
  even = strided(1, 16);
  even.mask = 0x33333333;
  expect(BankModel::cc5, even, {4, 2, 2});
}

TEST(BankModelTest, WideStoresAndAtomicsAreAlwaysServedInParts) {
  for (const int bytes : {8, 16}) {
    SharedRequest same = request([](int) { return 32; }, bytes);
    const int parts = bytes / 4;
    same.store = true;
    expect(BankModel::cc5, same, {parts, parts, 1});
    same.atomic = true;
    expect(BankModel::cc5, same, {warp_lanes, parts, warp_lanes / parts});
  }
}

TEST(BankModelTest, LanesThatCountInOneWordAreCountedTogether) {
  SharedRequest bins = request([](int lane) { return lane % 4 * 128; });
  bins.store = bins.atomic = true;
  expect(BankModel::cc5, bins, {32, 1, 32});
  bins.counting = true;
  expect(BankModel::cc5, bins, {4, 1, 4});
  expect(BankModel::cc2, bins, {32, 1, 32});
}

bool counts(ElementType type, std::uint32_t operand, std::uint32_t last) {
  test::TraceMaker make;
  const int bins = make.shared("bins", 64, type);
  test::Lanes values{};
  values.fill(operand);
  values[7] = last;
  values[8] = 5;  // inactive
  make.atomic_add(
      bins, 3, test::first_lanes(8), [](int lane) { return lane; }, values);
  const Trace trace = make.take();
  const auto made = shared_request(trace, trace.accesses[0]);
  EXPECT_TRUE(made.has_value() && made->atomic);
  return made && made->counting;
}

TEST(BankModelTest, AnIntegerOneInAllLanesCounts) {
  EXPECT_TRUE(counts({Scalar::i32}, 1, 1));
  EXPECT_TRUE(counts({Scalar::u32}, 1, 1));
  EXPECT_FALSE(counts({Scalar::i32}, 1, 2));
  EXPECT_FALSE(counts({Scalar::i32}, 2, 1));
  EXPECT_FALSE(counts({Scalar::i32}, 3, 3));
  EXPECT_FALSE(counts({Scalar::f32}, 1, 1));
}

TEST(BankModelTest, StoresOfOneDoNotCount) {
  test::TraceMaker make;
  test::Lanes ones{};
  ones.fill(1);
  make.store(
      make.shared("bins", 64), 3, all_lanes, [](int lane) { return lane; }, ones);
  const Trace trace = make.take();
  EXPECT_FALSE(shared_request(trace, trace.accesses[0]).value().counting);
}

// Reduction 2 of the lectures: the degree doubles with the stride.
TEST(BankModelTest, StridedReductionConflictsDouble) {
  for (int stride = 2, degree = 2; stride <= 16; stride *= 2, degree *= 2) {
    const Wavefronts cost = wavefronts(BankModel::cc5, strided(stride));
    EXPECT_EQ(cost.degree, degree);
    EXPECT_EQ(cost.conflicts(), degree - 1);
  }
}

TEST(BankModelTest, BanksOfAddresses) {
  EXPECT_EQ(bank_of(BankModel::cc1, 4 * 17), 1);
  EXPECT_EQ(bank_of(BankModel::cc5, 4 * 33 + 3), 1);
  EXPECT_EQ(bank_of(BankModel::cc3x4, 4 * 33), 1);
  EXPECT_EQ(bank_of(BankModel::cc3x8, 4 * 33), 16);
  EXPECT_EQ(bank_count(BankModel::cc1), 16);
  EXPECT_EQ(bank_bytes(BankModel::cc3x4), 8);
}

TEST(BankModelTest, IdsLeadBackToTheirModels) {
  for (const BankModel model : all_bank_models) EXPECT_EQ(bank_model(id(model)), model);
  EXPECT_EQ(bank_model("cc9"), std::nullopt);
}

}  // namespace
}  // namespace warpscope
