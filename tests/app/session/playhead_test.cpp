#include "app/session/playhead.hpp"

#include <gtest/gtest.h>

#include "app/session/player.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

/// Steps: load (2 accesses), add 1 (2), add 2 (1), an empty step, store (1).
Trace small_trace(int rounds = 2) {
  test::TraceMaker make(64);
  const int data = make.shared("data", 64);
  const auto own = [](int lane) { return lane; };
  const auto store = [&](int warp, std::uint32_t value) {
    make.warp(warp);
    test::Lanes values{};
    values.fill(value);
    make.store(
        data, 10, all_lanes, [warp](int lane) { return warp * 32 + lane; }, values);
  };
  store(0, 1);
  store(1, 2);
  make.barrier("load");
  for (int round = 0; round < rounds; ++round) {
    if (round == 0) store(0, 3);
    store(1, 4);
    make.barrier("add", round + 1);
  }
  make.barrier("nothing");
  make.warp(0);
  make.load(data, 12, all_lanes, own);
  make.step("store");
  return make.take();
}

DocumentPtr document(Trace trace) {
  return std::make_shared<const Document>(
      RunRequest{}, std::make_shared<const Trace>(std::move(trace)), BankModel::cc5);
}

TEST(Places, StepOverEmptyStepsBothWays) {
  const Trace trace = small_trace();
  EXPECT_EQ(next_place(trace, 0, Granularity::access), 1U);
  EXPECT_EQ(next_place(trace, 5, Granularity::access), 5U);
  EXPECT_EQ(next_place(trace, 1, Granularity::barrier), 2U);
  EXPECT_EQ(next_place(trace, 4, Granularity::barrier), 5U);
  EXPECT_EQ(next_place(trace, 5, Granularity::barrier), 5U);
  EXPECT_EQ(previous_place(trace, 3, Granularity::barrier), 2U);
  EXPECT_EQ(previous_place(trace, 5, Granularity::barrier), 4U);
  EXPECT_EQ(previous_place(trace, 0, Granularity::barrier), 0U);
}

TEST(Places, APhaseIsARunOfStepsOfOneName) {
  const Trace trace = small_trace();
  EXPECT_EQ(next_place(trace, 2, Granularity::phase), 5U);
  EXPECT_EQ(previous_place(trace, 4, Granularity::phase), 2U);
  EXPECT_EQ(previous_place(trace, 2, Granularity::phase), 0U);
}

TEST(Places, AreTypedByTheNumberThatTheyHaveOnTheCommandLine) {
  const Trace trace = small_trace();
  EXPECT_EQ(parse_place(trace, 0, " 3 ").value(), 3U);
  EXPECT_EQ(parse_place(trace, 0, "#3").value(), 3U);
  EXPECT_EQ(parse_place(trace, 4, "0").value(), 0U);
  EXPECT_EQ(parse_place(trace, 0, "s2").value(), 2U);
  EXPECT_EQ(parse_place(trace, 0, "step 3").value(), 4U);
  for (const char* bad :
       {"", "6", "7", "step 0", "step 9", "three", "-1", "2x", "#", "#6", "#step 1"}) {
    const auto place = parse_place(trace, 0, bad);
    ASSERT_FALSE(place) << bad;
    EXPECT_NE(place.error().message.find("from 0 to 5"), std::string::npos);
  }
}

TEST(Places, LaunchesAreSteppedOverAndTyped) {
  const Trace trace = test::several_launches();
  ASSERT_TRUE(has_launches(trace));
  EXPECT_FALSE(has_launches(small_trace()));
  EXPECT_EQ(next_place(trace, 0, Granularity::launch), 5U);
  EXPECT_EQ(next_place(trace, 5, Granularity::launch), 8U);
  EXPECT_EQ(next_place(trace, 8, Granularity::launch), 12U) << "the end";
  EXPECT_EQ(previous_place(trace, 12, Granularity::launch), 8U);
  EXPECT_EQ(previous_place(trace, 8, Granularity::launch), 5U);
  EXPECT_EQ(parse_place(trace, 0, "launch 2").value(), 5U);
  EXPECT_EQ(parse_place(trace, 0, "l3").value(), 8U);
  EXPECT_EQ(parse_place(trace, 0, "launch 3 step 2").value(), 12U);
  EXPECT_EQ(parse_place(trace, 0, "step 2").value(), 4U) << "of the present launch";
  EXPECT_EQ(parse_place(trace, 9, "step 2").value(), 12U);
  for (const char* bad :
       {"launch", "launch 4", "launch 2 3", "launch 2 step 2", "step 3 launch 1"}) {
    const auto place = parse_place(trace, 0, bad);
    ASSERT_FALSE(place) << bad;
    EXPECT_NE(place.error().message.find("'launch' and a number from 1 to 3"), std::string::npos);
  }
}

TEST(Places, LaunchesHaveTheNumbersOfTheirProgram) {
  Trace trace = test::several_launches();
  trace.launches[1].number = 7;
  trace.launches[2].number = 12;
  trace.header.program_launches = 40;
  EXPECT_EQ(parse_place(trace, 0, "launch 7").value(), 5U);
  EXPECT_EQ(parse_place(trace, 0, "launch 12 step 2").value(), 12U);
  EXPECT_EQ(launch_numbers(trace), "1 to 40 (3 recorded)");
  const auto place = parse_place(trace, 0, "launch 2");
  ASSERT_FALSE(place);
  EXPECT_NE(place.error().message.find("from 1 to 40 (3 recorded)"), std::string::npos);
}

TEST(Places, ALaunchThatDoesNothingLeadsToTheNext) {
  test::TraceMaker make;
  const int data = make.global("data", 32);
  const auto own = [](int lane) { return lane; };
  make.load(data, 3, all_lanes, own);
  make.launch(32, "quiet");
  make.launch(32);
  make.load(data, 3, all_lanes, own);
  const Trace trace = make.take();
  EXPECT_EQ(parse_place(trace, 0, "launch 2").value(), 1U);
  EXPECT_EQ(next_place(trace, 0, Granularity::launch), 1U);
}

TEST(Playhead, KeepsMemoryBeforeAndAfterInStepWithReplay) {
  Playhead head;
  EXPECT_FALSE(head.ready());
  EXPECT_FALSE(head.forward(Granularity::access));
  head.open(document(small_trace()));
  const Replay& replay = head.document()->replay;
  for (const std::uint32_t place : {1U, 4U, 2U, 5U, 0U, 3U}) {
    EXPECT_TRUE(head.seek(place));
    EXPECT_EQ(head.before().bytes, replay.at(place).bytes);
    EXPECT_EQ(head.after().bytes, replay.at(place + 1).bytes);
    EXPECT_EQ(head.after().writer, replay.at(place + 1).writer);
  }
  head.seek(1000);
  EXPECT_EQ(head.position(), 5U);
}

TEST(Playhead, StaysUnderAnotherBankModelAndStartsOverWithAnotherTrace) {
  Playhead head;
  const DocumentPtr first = document(small_trace());
  head.open(first);
  head.seek(3);
  head.open(with_model(*first, BankModel::cc1));
  EXPECT_EQ(head.position(), 3U);
  head.open(document(small_trace(5)));
  EXPECT_EQ(head.position(), 0U);
}

TEST(Player, PlaysInTimeAndStopsMovingWhenTheAnimationEnds) {
  Player player;
  player.play(true);
  int steps = 0;
  for (int frame = 0; frame < 61; ++frame) steps += player.update(1 / 60.0F);
  EXPECT_EQ(steps, 3);
  player.set_speed(100);
  EXPECT_EQ(player.speed(), Player::max_speed);
  player.play(false);

  player.set_speed(1);
  player.animate();
  EXPECT_EQ(player.motion(), 0);
  EXPECT_EQ(player.update(Player::motion_seconds / 2), 0);
  EXPECT_NEAR(player.motion(), 0.5, 0.01);
  EXPECT_EQ(player.update(1), 0);
  EXPECT_EQ(player.motion(), 1);
  EXPECT_GT(player.seconds_until_change(), 3600);
  player.reduced_motion = true;
  player.animate();
  EXPECT_FALSE(player.moving());
}

TEST(Player, ConflictsTakeTheirTimeAndPlayingWaitsForThem) {
  const auto frames = [](Player& player) {
    int count = 0;
    for (; player.moving(); ++count) static_cast<void>(player.update(1 / 120.0F));
    return count;
  };
  Player player;
  player.animate(1);
  const int one = frames(player);
  player.animate(8);
  const int eight = frames(player);
  EXPECT_GT(eight, 3 * one);
  player.animate(255);
  EXPECT_LE(frames(player), 1 + static_cast<int>(120 * Player::longest_motion));

  player.play(true);
  player.animate(16);
  int waited = 0;
  while (player.update(1 / 120.0F) == 0) ++waited;
  EXPECT_FALSE(player.moving()) << "the last wavefront was seen";
  EXPECT_GT(waited, 120) << "more than a third of a second";
  player.granularity = Granularity::barrier;
  player.animate(255);
  waited = 0;
  while (player.update(1 / 120.0F) == 0) ++waited;
  EXPECT_NEAR(waited, 120, 2) << "of a whole step nobody sees single accesses";
}

}  // namespace
}  // namespace warpscope
