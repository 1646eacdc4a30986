#include "instrumentation/analysis/bank_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace warpscope {
namespace {

template <class Address>
SharedRequest request(Address address, int bytes = 4, std::uint32_t mask = all_lanes) {
  SharedRequest made;
  made.mask = mask;
  made.bytes = bytes;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    made.address[lane] = static_cast<std::uint32_t>(address(lane));
  }
  return made;
}

SharedRequest strided(int stride, int bytes = 4) {
  return request([=](int lane) { return lane * stride * bytes; }, bytes);
}

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

// Properties.

class BankPropertyTest : public ::testing::TestWithParam<BankModel> {
 protected:
  /// Any mask, any width, words from a memory that is now small, now large.
  SharedRequest any_request() {
    constexpr std::array widths{1, 2, 4, 8, 16};
    const int bytes = widths[random_() % widths.size()];
    const std::uint32_t elements = 1U << (random_() % 12);
    SharedRequest made =
        request([&](int) { return static_cast<int>(random_() % elements) * bytes; }, bytes,
                static_cast<std::uint32_t>(random_()) | 1U << random_() % 32);
    made.atomic = random_() % 4 == 0;
    return made;
  }
  std::mt19937 random_{20};
};

TEST_P(BankPropertyTest, WavefrontsLieBetweenIdealAndActiveLanes) {
  for (int round = 0; round < 2000; ++round) {
    const SharedRequest any = any_request();
    const Wavefronts cost = wavefronts(GetParam(), any);
    EXPECT_GE(cost.ideal, 1);
    EXPECT_GE(cost.actual, cost.ideal);
    EXPECT_LE(cost.degree, cost.actual);
    if (any.bytes <= 4) {
      EXPECT_LE(cost.actual, std::popcount(any.mask));
    }
  }
}

TEST_P(BankPropertyTest, OddStridesOfBankWordsAreFree) {
  const int bytes = GetParam() == BankModel::cc3x8 ? 8 : 4;
  const int ideal = GetParam() == BankModel::cc1 ? 2 : 1;
  for (int stride = 1; stride < 128; stride += 2) {
    EXPECT_EQ(wavefronts(GetParam(), strided(stride, bytes)), (Wavefronts{ideal, ideal, 1}));
  }
}

TEST_P(BankPropertyTest, PermutingLanesChangesNothing) {
  if (GetParam() == BankModel::cc1) return;  // there half-warps are served apart
  for (int round = 0; round < 500; ++round) {
    SharedRequest any = any_request();
    if (any.bytes > 4) continue;  // served in parts as well
    const Wavefronts before = wavefronts(GetParam(), any);
    for (int lane = warp_lanes - 1; lane > 0; --lane) {
      const int other = static_cast<int>(random_() % static_cast<unsigned>(lane + 1));
      std::swap(any.address[lane], any.address[other]);
      const std::uint32_t differ = (any.mask >> lane ^ any.mask >> other) & 1;
      any.mask ^= differ << lane | differ << other;
    }
    EXPECT_EQ(wavefronts(GetParam(), any), before);
  }
}

TEST_P(BankPropertyTest, ScheduleServesEveryLaneOnceInAsManyPassesAsCounted) {
  for (int round = 0; round < 2000; ++round) {
    const SharedRequest any = any_request();
    const BankSchedule schedule = bank_schedule(GetParam(), any);
    EXPECT_EQ(schedule.passes, wavefronts(GetParam(), any).actual);
    std::set<int> used;
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const bool active = (any.mask >> lane & 1) != 0;
      EXPECT_EQ(schedule.bank_of_lane[lane], active ? bank_of(GetParam(), any.address[lane]) : -1);
      if (active) {
        EXPECT_GE(schedule.pass_of_lane[lane], 0);
        EXPECT_LT(schedule.pass_of_lane[lane], schedule.passes);
        used.insert(schedule.pass_of_lane[lane]);
      } else {
        EXPECT_EQ(schedule.pass_of_lane[lane], -1);
      }
    }
    if (any.bytes <= 4) {
      EXPECT_EQ(std::ssize(used), schedule.passes) << "no pass is empty";
    }
  }
}

TEST_P(BankPropertyTest, ABankDeliversOneRowInAPass) {
  for (int round = 0; round < 500; ++round) {
    SharedRequest any = any_request();
    any.bytes = 4;
    for (auto& address : any.address) address &= ~3U;
    const BankSchedule schedule = bank_schedule(GetParam(), any);
    const std::uint32_t row =
        static_cast<std::uint32_t>(bank_count(GetParam()) * bank_bytes(GetParam()));
    std::set<std::array<std::uint32_t, 3>> rows;  // pass, bank, row
    std::set<std::pair<int, int>> banks;          // pass, bank
    for_each_lane(any.mask, [&](int lane, int) {
      const auto pass = static_cast<std::uint32_t>(schedule.pass_of_lane[lane]);
      const auto bank = static_cast<std::uint32_t>(schedule.bank_of_lane[lane]);
      rows.insert({pass, bank, any.address[lane] / row});
      banks.insert({schedule.pass_of_lane[lane], schedule.bank_of_lane[lane]});
    });
    EXPECT_EQ(rows.size(), banks.size());
  }
}

INSTANTIATE_TEST_SUITE_P(EveryModel, BankPropertyTest, ::testing::ValuesIn(all_bank_models),
                         [](const auto& tested) { return std::string(id(tested.param)); });

}  // namespace
}  // namespace warpscope
