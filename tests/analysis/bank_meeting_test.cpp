#include "instrumentation/analysis/bank_meeting.hpp"

#include <gtest/gtest.h>

#include "tests/support/bank_requests.hpp"

namespace warpscope {
namespace {

TEST(BankMeeting, IsTheBankThatSetsTheWavefronts) {
  // Lanes 0 to 3 want word 5, and lane 4 word 37 of the same bank.
  SharedRequest request = test::request([](int lane) { return lane < 4 ? 20 : 148; }, 4, 0x1f);
  request.store = request.atomic = true;
  const BankMeeting turns = busiest_bank(BankModel::cc5, request);
  EXPECT_EQ(turns.bank, 5);
  EXPECT_EQ(turns.lanes, 5);
  EXPECT_EQ(turns.words, (std::vector<std::uint32_t>{20, 148}));
  EXPECT_EQ(wavefronts(BankModel::cc5, request).actual, turns.lanes) << "each lane takes a turn";
  request.counting = true;
  const BankMeeting counted = busiest_bank(BankModel::cc5, request);
  EXPECT_EQ(counted.words, turns.words);
  EXPECT_EQ(wavefronts(BankModel::cc5, request).actual, 2) << "lanes of one word count as one";
}

TEST(BankMeeting, OfNoLaneThereIsNone) {
  const BankMeeting none =
      busiest_bank(BankModel::cc5, test::request([](int lane) { return lane * 4; }, 4, 0));
  EXPECT_LT(none.bank, 0);
  EXPECT_TRUE(none.words.empty());
}

}  // namespace
}  // namespace warpscope
