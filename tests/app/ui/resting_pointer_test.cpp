#include "app/ui/resting_pointer.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

class RestingPointerTest : public testing::Test {
 protected:
  /// A frame of a tenth of a second; returns whether it explains.
  bool frame(Point at, const char* text, bool acted = false) {
    pointer_.hear(at, true, acted, 0.1F);
    return pointer_.explains(text);
  }
  bool rest(Point at, const char* text) {
    bool shown = false;
    for (int i = 0; i < 5; ++i) shown = frame(at, text);
    return shown;
  }
  /// Onto a thing, and until it explains itself.
  void ask() {
    frame({1, 1}, "");
    frame({9, 9}, "a thing");
    ASSERT_TRUE(rest({9, 9}, "a thing"));
  }

  RestingPointer pointer_;
};

TEST_F(RestingPointerTest, ExplainsWhatItWasMovedToOnceItRests) {
  frame({1, 1}, "");
  EXPECT_FALSE(frame({9, 9}, "a thing"));
  EXPECT_NEAR(pointer_.seconds_until_change(), RestingPointer::delay, 1e-6F);
  EXPECT_FALSE(frame({9, 9}, "a thing"));
  EXPECT_FALSE(frame({9, 9}, "a thing"));
  EXPECT_TRUE(rest({9, 9}, "a thing"));
  EXPECT_GT(pointer_.seconds_until_change(), 1e3F) << "it stays";
}

TEST_F(RestingPointerTest, AMouseThatLiesStillAsksForNothing) {
  EXPECT_FALSE(rest({9, 9}, "a thing")) << "it was there when the window opened";
  EXPECT_FALSE(rest({9, 9}, "another thing"));
}

TEST_F(RestingPointerTest, ContentThatMovesBelowItEndsTheExplanation) {
  ask();
  EXPECT_FALSE(frame({9, 9}, "another thing"));
  EXPECT_FALSE(rest({9, 9}, "another thing"));
  EXPECT_TRUE(frame({9, 8}, "another thing") || rest({9, 8}, "another thing"));
}

TEST_F(RestingPointerTest, AKeyOrAClickEndsItUntilTheMouseMoves) {
  ask();
  EXPECT_FALSE(frame({9, 9}, "a thing", true));
  EXPECT_FALSE(rest({9, 9}, "a thing"));
  frame({9, 8}, "a thing");
  EXPECT_TRUE(rest({9, 8}, "a thing"));
}

TEST_F(RestingPointerTest, FromOneExplanationToTheNextThereIsNoWait) {
  ask();
  EXPECT_TRUE(frame({12, 9}, "its neighbour"));
  EXPECT_FALSE(frame({50, 9}, "")) << "nothing lies between";
  EXPECT_FALSE(frame({60, 9}, "far away"));
}

TEST_F(RestingPointerTest, LeavingThePaneEndsIt) {
  ask();
  pointer_.hear({9, 9}, false, false, 0.1F);
  EXPECT_FALSE(pointer_.explains("a thing"));
  EXPECT_FALSE(rest({9, 9}, "a thing")) << "a popup closed over a mouse that lies still";
}

}  // namespace
}  // namespace warpscope
