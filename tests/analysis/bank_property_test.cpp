// Properties of every request under every bank model.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "instrumentation/analysis/bank_model.hpp"
#include "tests/support/bank_requests.hpp"

namespace warpscope {
namespace {

using test::request;
using test::strided;

/// When, and from which bank, each lane gets its first word, according to the deliveries; -1 for
/// lanes that are not active.
struct BankSchedule {
  std::array<int, warp_lanes> pass_of_lane{}, bank_of_lane{};
  int passes = 0;
};
BankSchedule schedule_of(BankModel model, const SharedRequest& request) {
  BankSchedule schedule;
  schedule.pass_of_lane.fill(-1);
  schedule.bank_of_lane.fill(-1);
  for (const BankDelivery& delivery : bank_deliveries(model, request)) {
    schedule.passes = delivery.pass + 1;
    for_each_lane(delivery.lanes, [&](int number, int) {
      const auto lane = static_cast<std::size_t>(number);
      const bool first_word = delivery.bank == bank_of(model, request.address[lane]);
      if (!first_word || schedule.pass_of_lane[lane] >= 0) return;
      schedule.pass_of_lane[lane] = delivery.pass;
      schedule.bank_of_lane[lane] = delivery.bank;
    });
  }
  return schedule;
}

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
    if (random_() % 3 == 0) {  // lanes that share with a neighbour
      const std::size_t bit = std::size_t{1} << random_() % 3;
      for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
        made.address[lane] = made.address[lane & ~bit];
      }
    }
    made.atomic = random_() % 4 == 0;
    made.counting = made.atomic && random_() % 2 == 0;
    made.store = made.atomic || random_() % 3 == 0;
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
    const BankSchedule schedule = schedule_of(GetParam(), any);
    EXPECT_LE(schedule.passes, wavefronts(GetParam(), any).actual);
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
      EXPECT_EQ(std::ssize(used), wavefronts(GetParam(), any).actual) << "no pass is empty";
    }
  }
}

TEST_P(BankPropertyTest, ABankDeliversOneRowInAPass) {
  for (int round = 0; round < 500; ++round) {
    SharedRequest any = any_request();
    any.bytes = 4;
    for (auto& address : any.address) address &= ~3U;
    const BankSchedule schedule = schedule_of(GetParam(), any);
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

TEST_P(BankPropertyTest, EveryWordOfEveryLaneIsDeliveredOnce) {
  for (int round = 0; round < 1000; ++round) {
    const SharedRequest any = any_request();
    const int passes = wavefronts(GetParam(), any).actual;
    std::array<int, warp_lanes> words_of_lane{};
    std::pair<int, int> last{-1, -1};
    for (const BankDelivery& delivery : bank_deliveries(GetParam(), any)) {
      EXPECT_LT(delivery.pass, passes);
      EXPECT_EQ(delivery.bank, bank_of(GetParam(), delivery.address));
      EXPECT_LT(last, std::pair(delivery.pass, delivery.bank)) << "in order, each place once";
      last = {delivery.pass, delivery.bank};
      EXPECT_EQ(delivery.lanes & ~any.mask, 0U);
      for_each_lane(delivery.lanes, [&](int lane, int) { ++words_of_lane.at(lane); });
    }
    // A bank 8 bytes wide may deliver two words at once.
    const int most = std::max(1, any.bytes / 4);
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const bool active = (any.mask >> lane & 1) != 0;
      EXPECT_LE(words_of_lane.at(lane), active ? most : 0);
      if (active) {
        EXPECT_GE(words_of_lane.at(lane), std::max(1, any.bytes / bank_bytes(GetParam())));
      }
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST_P(BankPropertyTest, PassesOfBanksCountTheDeliveries) {
  for (int round = 0; round < 1000; ++round) {
    const SharedRequest any = any_request();
    std::array<std::uint8_t, warp_lanes> counted{};
    for (const BankDelivery& delivery : bank_deliveries(GetParam(), any)) {
      ++counted.at(static_cast<std::size_t>(delivery.bank));
    }
    EXPECT_EQ(passes_of_banks(GetParam(), any), counted);
    const int busiest = *std::ranges::max_element(counted);
    const Wavefronts cost = wavefronts(GetParam(), any);
    EXPECT_LE(busiest, cost.actual);
    if (any.bytes <= 4 && GetParam() != BankModel::cc1) {
      EXPECT_EQ(busiest, cost.actual) << "one part: the busiest bank sets the pace";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryModel, BankPropertyTest, ::testing::ValuesIn(all_bank_models),
                         [](const auto& tested) { return std::string(id(tested.param)); });

class FourByteBanksTest : public BankPropertyTest {};

// If an element is wider than a word, all its words come in the pass of the first.
TEST_P(FourByteBanksTest, EachBankDeliversOneWordOfWideElementsInAPass) {
  for (int round = 0; round < 1000; ++round) {
    const SharedRequest any = any_request();
    const BankSchedule schedule = schedule_of(GetParam(), any);
    std::map<std::pair<int, std::uint32_t>, std::uint32_t> delivered;  // by pass and bank
    for_each_lane(any.mask, [&](int lane, int) {
      const std::uint32_t end = any.address[lane] + static_cast<std::uint32_t>(any.bytes);
      for (std::uint32_t word = any.address[lane] / 4; word < (end + 3) / 4; ++word) {
        const std::pair place{schedule.pass_of_lane[lane], word % 32};
        EXPECT_EQ(delivered.try_emplace(place, word).first->second, word);
      }
    });
    if (testing::Test::HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(OnePassPerElement, FourByteBanksTest,
                         ::testing::Values(BankModel::cc2, BankModel::cc5),
                         [](const auto& tested) { return std::string(id(tested.param)); });

}  // namespace
}  // namespace warpscope
