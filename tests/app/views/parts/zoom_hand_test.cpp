#include "app/views/parts/zoom_hand.hpp"

#include <gtest/gtest.h>

#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

/// A picture with a cross at every tenth of it: whoever points at one must find it.
class Crosses {
 public:
  ZoomedPicture picture{.id = "crosses", .room = {100, 50, 800, 400}, .size = {}};
  ZoomHand hand;
  std::optional<int> hovered;  ///< of 81
  bool clicked = false;

  Crosses() {
    picture.size = [](double factor) { return ZoomSize{800 * factor, 400 * factor}; };
  }
  [[nodiscard]] Point cross(int i) const {
    const Rect whole = hand.whole();
    const int column = i % 9 + 1, row = i / 9 + 1;
    return {whole.x + whole.w * static_cast<float>(column) / 10,
            whole.y + whole.h * static_cast<float>(row) / 10};
  }
  void draw(Canvas& canvas, Rect, const Frame& frame, Wishes& wishes) {
    hand.look(picture, frame, wishes);
    const Pointer pointer = hand.within(frame.pointer);
    hovered.reset();
    for (int i = 0; i < 81; ++i) {
      const Point at = cross(i);
      if (pointer.over({at.x - 4, at.y - 4, 8, 8})) hovered = i;
    }
    clicked = pointer.pressed && hovered;
    hand.draw_chip(canvas, picture.room, frame, wishes);
  }
};

class ZoomHandTest : public testing::Test {
 protected:
  RecordingCanvas draw(const Pointer& pointer = {}, std::uint32_t access = 0) {
    shown_.pointer = pointer;
    RecordingCanvas canvas = shown_.draw(crosses_, *document_, access);
    shown_.zoom = {};
    // As the session does.
    if (const auto& wish = shown_.wishes.zoom) {
      ZoomPlaces places = shown_.look.get<ZoomPlaces>();
      places.of[wish->picture] = wish->place;
      shown_.look.set(places);
    }
    return canvas;
  }
  Pointer at(Point point, float wheel = 0) { return {.at = point, .inside = true, .wheel = wheel}; }

  DocumentPtr document_ = test::emulated("reduce_strided", 64, 64);
  Crosses crosses_;
  test::Shown shown_{.seconds = 10};
};

TEST_F(ZoomHandTest, WhatIsUnderThePointerStaysThereAndIsFound) {
  draw();
  for (const int i : {0, 40, 44, 80}) {
    const Point there = crosses_.cross(i);
    for (int notch = 0; notch < 9; ++notch) {
      draw(at(there, 1));
      draw(at(there));
      EXPECT_EQ(crosses_.hovered, i) << "zoomed " << crosses_.hand.place().factor << " times";
    }
    EXPECT_GT(crosses_.hand.place().factor, 7);
    for (int notch = 0; notch < 9; ++notch) draw(at(there, -1));
    EXPECT_EQ(crosses_.hand.place(), ZoomPlace{});
  }
}

TEST_F(ZoomHandTest, DraggingMovesAndIsNoClick) {
  draw();
  const Point middle = crosses_.cross(40);
  for (int notch = 0; notch < 5; ++notch) draw(at(middle, 1));
  Pointer pressed = at(middle);
  pressed.pressed = pressed.down = true;
  draw(pressed);
  EXPECT_FALSE(crosses_.clicked);
  const Point to{middle.x + 90, middle.y - 40};
  Pointer dragged = at(to);
  dragged.down = true;
  draw(dragged);
  EXPECT_NEAR(crosses_.cross(40).x, to.x, 0.5);
  EXPECT_NEAR(crosses_.cross(40).y, to.y, 0.5);
  EXPECT_FALSE(crosses_.hovered) << "what lies under a hand that moves the picture tells nothing";
  Pointer released = at(to);
  released.released = true;
  draw(released);
  EXPECT_FALSE(crosses_.clicked);
  draw(pressed = {.at = to, .inside = true, .pressed = true, .down = true});
  draw(released);
  EXPECT_TRUE(crosses_.clicked) << "pressed and let go at one place";
}

TEST_F(ZoomHandTest, ADoubleClickTheChipAndAKeyShowTheWhole) {
  const auto closer = [&] {
    draw();
    for (int notch = 0; notch < 6; ++notch) draw(at(crosses_.cross(40), 1));
    ASSERT_TRUE(crosses_.hand.zoomed());
  };
  closer();
  EXPECT_TRUE(draw().says("×3.8 · whole picture"));
  draw({.at = {400, 200}, .inside = true, .pressed = true, .down = true, .double_clicked = true});
  EXPECT_FALSE(crosses_.hand.zoomed());
  EXPECT_FALSE(draw().says("whole picture")) << "nothing is out of sight";

  closer();
  const RecordingCanvas canvas = draw();
  const auto chip = std::ranges::find_if(canvas.texts(), [](const auto& text) {
    return text.text.find("whole picture") != std::string::npos;
  });
  ASSERT_NE(chip, canvas.texts().end());
  draw({.at = chip->rect.center(), .inside = true, .pressed = true, .down = true});
  EXPECT_FALSE(crosses_.hand.zoomed());

  closer();
  shown_.zoom = {.whole = true};
  draw();
  EXPECT_FALSE(crosses_.hand.zoomed());
  EXPECT_EQ(crosses_.hand.place(), ZoomPlace{});
}

TEST_F(ZoomHandTest, TheWheelScrollsWhatIsHigherThanItsRoomAndZoomsWithCtrl) {
  crosses_.picture.size = [](double factor) { return ZoomSize{800 * factor, 1200 * factor}; };
  draw();
  const double top = crosses_.hand.part().top;
  draw(at({400, 200}, -1));
  EXPECT_GT(crosses_.hand.part().top, top);
  EXPECT_FALSE(crosses_.hand.zoomed());
  Pointer pointer = at({400, 200}, 1);
  pointer.ctrl = true;
  draw(pointer);
  EXPECT_TRUE(crosses_.hand.zoomed());
}

TEST_F(ZoomHandTest, WhatHappensNowStaysInSightWhileThePlayheadMoves) {
  const auto now = [&](double x) {
    crosses_.picture.present = ZoomPart{.left = x, .top = 0.4, .right = x + 0.01, .bottom = 0.41};
  };
  now(0.1);
  draw({}, 0);
  shown_.zoom = {.factor = 8};
  draw({}, 0);
  EXPECT_TRUE(crosses_.hand.part().contains(*crosses_.picture.present)) << "keys go there";
  for (const double x : {0.5, 0.95, 0.02}) {
    static std::uint32_t access = 0;
    now(x);
    draw({}, ++access);
    EXPECT_TRUE(crosses_.hand.part().contains(*crosses_.picture.present)) << x;
    EXPECT_EQ(crosses_.hand.place().factor, 8);
  }
  // Whoever looks elsewhere is left alone until the playhead moves on.
  draw({.at = {500, 250}, .inside = true, .pressed = true, .down = true}, 3);
  draw({.at = {100, 250}, .inside = true, .down = true}, 3);
  draw({}, 3);
  EXPECT_FALSE(crosses_.hand.part().contains(*crosses_.picture.present));
}

/// A hand-out, an export, or the picture of a run that was shown before begins there.
TEST_F(ZoomHandTest, AnotherPictureOfTheRunBeginsWhereTheUserLooked) {
  draw();
  for (int notch = 0; notch < 6; ++notch) draw(at({300, 120}, 1));
  const ZoomPlace place = crosses_.hand.place();
  ASSERT_GT(place.factor, 3);
  Crosses other;
  std::swap(crosses_, other);
  shown_.seconds = 0;
  draw();
  EXPECT_EQ(crosses_.hand.place(), place);
  const DocumentPtr of_another = test::emulated("reduce_strided", 128, 64);
  static_cast<void>(shown_.draw(crosses_, *of_another, 0));
  EXPECT_EQ(crosses_.hand.place(), ZoomPlace{}) << "another run is whole";
}

TEST_F(ZoomHandTest, GlidesAndComesToRest) {
  draw();
  shown_.seconds = 1 / 60.0F;
  draw(at({300, 120}, 3));
  EXPECT_TRUE(shown_.wishes.animate);
  const double first = crosses_.hand.place().factor;
  EXPECT_LT(first, 1.9);
  int frames = 0;
  for (; shown_.wishes.animate && frames < 120; ++frames) draw();
  EXPECT_LT(frames, 60) << "less than a second";
  EXPECT_NEAR(crosses_.hand.place().factor, 1.953, 0.001);
}

}  // namespace
}  // namespace warpscope
