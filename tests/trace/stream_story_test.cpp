#include "instrumentation/trace/stream_story.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "instrumentation/trace/stream_story_json.hpp"
#include "tests/trace/sample_story.hpp"

namespace warpscope {
namespace {

TEST(StreamStory, GoesThroughJson) {
  const StreamStory story = test::sample_story();
  ASSERT_TRUE(is_sound(story));
  EXPECT_EQ(read_story(story_json(story)), story);
}

TEST(StreamStory, IsRefusedWhereItPointsOutsideItself) {
  StreamStory story = test::sample_story();
  story.calls[0].stream = 2;
  EXPECT_FALSE(is_sound(story));
  story = test::sample_story();
  story.clashes[0].later = static_cast<std::uint32_t>(story.calls.size());
  EXPECT_FALSE(is_sound(story));
  story = test::sample_story();
  std::swap(story.clashes[0].later, story.clashes[0].earlier);
  EXPECT_FALSE(is_sound(story)) << "the later call is the one that came too early";
  story = test::sample_story();
  story.calls[0].clock = {1, 1, 1};
  EXPECT_FALSE(is_sound(story)) << "a clock of a stream that is not there";
}

TEST(StreamStory, KnowsWhatComesBeforeWhat) {
  const StreamStory story = test::sample_story();
  EXPECT_TRUE(is_ordered(story.calls[0], story.calls[2])) << "by the event";
  EXPECT_FALSE(is_ordered(story.calls[4], story.calls[5])) << "two streams, nothing between";
}

}  // namespace
}  // namespace warpscope
