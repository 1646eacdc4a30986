#include "app/layout/window_scroll.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace warpscope {
namespace {

constexpr Rect whole{0, 0, 1024, 640};

TEST(WindowScroll, IsNotThereWhereEverythingFits) {
  WindowScroll scroll;
  scroll.resize(1024, 640, whole);
  EXPECT_FALSE(scroll.needed());
  EXPECT_EQ(scroll.view().w, 1024);
  EXPECT_EQ(scroll.view().h, 640);
  EXPECT_EQ(scroll.track(true).w, 0);
  scroll.wheel(-3, false);
  EXPECT_EQ(scroll.offset().y, 0);
}

TEST(WindowScroll, ABarThatTakesRoomMayNeedTheOtherOne) {
  WindowScroll scroll;
  scroll.resize(1024, 600, whole);
  EXPECT_GT(scroll.track(true).h, 0);
  EXPECT_GT(scroll.track(false).w, 0) << "12 pixels of the width are now behind a bar";
  scroll.resize(1100, 600, whole);
  EXPECT_GT(scroll.track(true).h, 0);
  EXPECT_EQ(scroll.track(false).w, 0);
}

TEST(WindowScroll, ReachesEveryCornerAndNoFurther) {
  for (const auto& [width, height] :
       {std::pair{800.0F, 500.0F}, {480.0F, 320.0F}, {20.0F, 10.0F}}) {
    WindowScroll scroll;
    scroll.resize(width, height, whole);
    for (int i = 0; i < 100; ++i) scroll.wheel(-1, false);
    for (int i = 0; i < 100; ++i) scroll.wheel(-1, true);
    EXPECT_FLOAT_EQ(scroll.offset().x + scroll.view().w, whole.w);
    EXPECT_FLOAT_EQ(scroll.offset().y + scroll.view().h, whole.h);
    for (int i = 0; i < 100; ++i) scroll.wheel(1, i % 2 == 0);
    EXPECT_EQ(scroll.offset().x, 0);
    EXPECT_EQ(scroll.offset().y, 0);
  }
}

TEST(WindowScroll, TheThumbFollowsTheMouse) {
  WindowScroll scroll;
  scroll.resize(700, 400, whole);
  for (const bool upright : {false, true}) {
    const Rect thumb = scroll.thumb(upright);
    const Point grip = thumb.center();
    EXPECT_TRUE(scroll.point(grip, true, true));
    EXPECT_TRUE(
        scroll.point({grip.x + (upright ? 90 : 40), grip.y + (upright ? 40 : 90)}, false, true));
    const Rect moved = scroll.thumb(upright);
    EXPECT_NEAR(upright ? moved.y - thumb.y : moved.x - thumb.x, 40, 0.01);
    EXPECT_TRUE(scroll.point({5000, 5000}, false, true)) << "held, wherever the mouse is";
    const Rect end = scroll.thumb(upright), track = scroll.track(upright);
    EXPECT_NEAR(upright ? end.bottom() : end.right(), upright ? track.bottom() : track.right(),
                0.01);
    EXPECT_FALSE(scroll.point({50, 50}, false, false)) << "let go";
  }
}

TEST(WindowScroll, APressBesideTheThumbBringsItThere) {
  WindowScroll scroll;
  scroll.resize(700, 400, whole);
  const Rect track = scroll.track(true);
  EXPECT_TRUE(scroll.point({track.center().x, track.bottom() - 1}, true, true));
  EXPECT_FLOAT_EQ(scroll.offset().y + scroll.view().h, whole.h);
}

TEST(WindowScroll, StaysWithinWhenTheWindowGrows) {
  WindowScroll scroll;
  scroll.resize(480, 320, whole);
  scroll.wheel(-100, false);
  scroll.wheel(-100, true);
  scroll.resize(1000, 600, whole);
  EXPECT_FLOAT_EQ(scroll.offset().x + scroll.view().w, whole.w);
  scroll.resize(2000, 1200, {0, 0, 2000, 1200});
  EXPECT_EQ(scroll.offset().x, 0);
  EXPECT_EQ(scroll.offset().y, 0);
}

}  // namespace
}  // namespace warpscope
