#include "app/panes/console/stream_schedule.hpp"

#include <gtest/gtest.h>

#include "app/panes/console/stream_text.hpp"
#include "tests/trace/sample_story.hpp"

namespace warpscope {
namespace {

TEST(StreamSchedule, PutsOneAboveTheOtherWhatNothingOrders) {
  const StreamSchedule schedule = stream_schedule(test::sample_story());
  ASSERT_EQ(schedule.slots.size(), 6U);
  const auto &copy = schedule.slots[0], &event = schedule.slots[1], &scale = schedule.slots[2],
             &wait = schedule.slots[3], &fill = schedule.slots[4], &read = schedule.slots[5];
  EXPECT_EQ(copy.begin, 0);
  EXPECT_EQ(event.begin, copy.end);
  EXPECT_EQ(scale.begin, copy.end) << "it waits for the event";
  EXPECT_EQ(wait.begin, scale.end);
  EXPECT_GT(wait.end, wait.begin) << "else two of them would fall together";
  EXPECT_EQ(fill.begin, wait.end);
  EXPECT_EQ(read.begin, fill.begin) << "they may run at the same time";
  EXPECT_EQ(schedule.length, fill.end);
}

TEST(StreamSchedule, DrawsAnOrderOnce) {
  const StreamSchedule schedule = stream_schedule(test::sample_story());
  const std::vector<StreamSchedule::Arrow> arrows{{1, 2}};
  EXPECT_EQ(schedule.arrows, arrows) << "what the host has waited for needs no arrow";
  ASSERT_EQ(schedule.waits.size(), 1U);
  EXPECT_EQ(schedule.waits[0].streams, (std::vector<std::uint32_t>{0, 1}));
}

TEST(StreamSchedule, OfAChainDrawsTheLastLink) {
  StreamStory story;
  story.streams.resize(3);
  story.calls = {{.stream = 0, .number = 1, .clock = {1}},
                 {.stream = 1, .number = 1, .clock = {1, 1}},
                 {.stream = 2, .number = 1, .clock = {1, 1, 1}}};
  const std::vector<StreamSchedule::Arrow> arrows{{0, 1}, {1, 2}};
  EXPECT_EQ(stream_schedule(story).arrows, arrows);
}

TEST(StreamText, NamesStreamsAsTheProgramDoes) {
  StreamStory story = test::sample_story();
  EXPECT_EQ(stream_text(story, 1), "stream compute");
  story.streams[0].name = story.streams[1].name = "streams[i]";
  EXPECT_EQ(stream_text(story, 1), "stream 1 (streams[i])");
  story.streams[0].legacy = true;
  EXPECT_EQ(stream_text(story, 0), "default stream");
}

TEST(StreamText, SaysWhichOrderIsMissingAndHowToGiveIt) {
  const StreamStory story = test::sample_story();
  EXPECT_EQ(clash_text(story, story.clashes[0]),
            "cudaMemcpyAsync (stream load) reads out, which fill (stream compute) writes: nothing "
            "orders them.");
  const std::string remedy = clash_remedy(story, story.clashes[0]);
  EXPECT_NE(remedy.find("cudaEventRecord(event, compute)"), std::string::npos) << remedy;
  EXPECT_NE(remedy.find("cudaStreamWaitEvent(load, event)"), std::string::npos) << remedy;
}

}  // namespace
}  // namespace warpscope
