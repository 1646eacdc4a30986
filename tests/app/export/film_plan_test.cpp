#include "app/export/film_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "app/session/player.hpp"

namespace warpscope {
namespace {

/// Of accesses with so many wavefronts; those that are not named have one.
FilmPlan plan_of(const std::vector<std::uint8_t>& wavefronts, std::uint32_t first,
                 std::uint32_t last, FilmPlan::Pace pace) {
  Summary summary;
  summary.accesses.resize(last + 1, {.wavefronts = 1});
  for (std::size_t i = 0; i < wavefronts.size(); ++i) {
    summary.accesses[i].wavefronts = wavefronts[i];
  }
  return FilmPlan::make(summary, first, last, pace).value();
}

TEST(FilmPlanOf, EveryAccessMovesAndComesToRest) {
  for (const int fps : {1, 10, 30, 60}) {
    for (const float speed : {0.25F, 1.0F, 8.0F}) {
      const FilmPlan plan = plan_of({1, 0, 32, 2}, 1, 3, {fps, speed});
      std::map<std::uint32_t, std::vector<float>> motions;
      std::uint32_t last = 1;
      for (std::uint64_t n = 0; n < plan.frame_count(); ++n) {
        const FilmFrame frame = plan.frame(n);
        EXPECT_GE(frame.access, last);
        last = frame.access;
        motions[frame.access].push_back(frame.motion);
      }
      ASSERT_EQ(motions.size(), 3U);
      for (const auto& [access, of] : motions) {
        EXPECT_GE(of.size(), 2U);
        EXPECT_TRUE(std::ranges::is_sorted(of));
        EXPECT_GT(of.front(), 0);
        EXPECT_EQ(of.back(), 1);
      }
      // The last one stays for a second.
      EXPECT_GE(std::ranges::count(motions[3], 1.0F), fps);
    }
  }
}

TEST(FilmPlanOf, PlaysAtTheWindowsPace) {
  const FilmPlan plan = plan_of({}, 0, 29, {.fps = 30});
  EXPECT_NEAR(plan.seconds(), 30 / Player::accesses_per_second + 1, 0.01);
  EXPECT_LT(plan.frame(4).motion, 1);  // 0.2 s of motion: six frames
  EXPECT_EQ(plan.frame(5).motion, 1);
  EXPECT_EQ(plan.frame(10), (FilmFrame{1, plan.frame(0).motion}));
}

TEST(FilmPlanOf, AConflictIsGivenTheTimeThatItsWavefrontsNeed) {
  const FilmPlan plan = plan_of({1, 16, 1}, 0, 2, {.fps = 30});
  const double conflict = Player::length_of(16), other = 1 / Player::accesses_per_second;
  ASSERT_GT(conflict, other);
  EXPECT_NEAR(plan.seconds(), 2 * other + conflict + 1, 0.05);
}

TEST(FilmPlanOf, OneWithoutEndIsRefused) {
  Summary summary;
  summary.accesses.resize((1 << 20) + 1);
  EXPECT_TRUE(FilmPlan::make(summary, 0, 100, {}));
  const auto refused = FilmPlan::make(summary, 0, 1 << 20, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("1048577 accesses"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
