#include "app/layout/zoom.hpp"

#include <gtest/gtest.h>

#include <random>

namespace warpscope {
namespace {

constexpr ZoomSize room{600, 300};

ZoomSize larger(double factor) { return {room.w * factor, room.h * factor}; }

/// What of the picture lies at a place of the room.
Point seen_at(const ZoomPlace& place, Point at) {
  const ZoomPart part = part_in_sight(place, larger(place.factor), room);
  return {static_cast<float>(part.left + static_cast<double>(at.x) * part.w()),
          static_cast<float>(part.top + static_cast<double>(at.y) * part.h())};
}

TEST(Zoom, AllIsInSightAtFirst) {
  const ZoomPart part = part_in_sight({}, room, room);
  EXPECT_EQ(part.left, 0);
  EXPECT_EQ(part.top, 0);
  EXPECT_EQ(part.right, 1);
  EXPECT_EQ(part.bottom, 1);
}

TEST(Zoom, KeepsWhatLiesUnderThePointer) {
  ZoomPlace place;
  const Point at{0.3F, 0.8F};
  const Point before = seen_at(place, at);
  for (const double factor : {1.25, 3.0, 17.0, 64.0, 40.0, 2.0}) {
    place = zoomed_about(place, factor, at, larger(place.factor), larger(factor), room);
    EXPECT_EQ(place.factor, factor);
    EXPECT_NEAR(seen_at(place, at).x, before.x, 1e-5);
    EXPECT_NEAR(seen_at(place, at).y, before.y, 1e-5);
  }
  place = zoomed_about(place, 1, at, larger(place.factor), larger(1), room);
  EXPECT_EQ(place, ZoomPlace{}) << "back at the whole, wherever the pointer is";
}

/// On the way from one place to the next, too.
TEST(Zoom, KeepsWhatLiesUnderThePointerWhileItGlides) {
  const Point at{0.25F, 0.5F};
  const ZoomPlace from = zoomed_about({}, 2, at, larger(1), larger(2), room);
  const ZoomPlace to = zoomed_about(from, 9, at, larger(2), larger(9), room);
  for (double share = 0; share <= 1; share += 0.125) {
    const ZoomPlace place = between(from, to, share);
    EXPECT_NEAR(seen_at(place, at).x, seen_at(from, at).x, 1e-5) << share;
  }
  EXPECT_NEAR(between(from, to, 1).factor, 9, 1e-9);
}

TEST(Zoom, NothingBesideThePictureComesIntoSight) {
  std::mt19937 random(4);
  const auto share = [&] { return static_cast<double>(random() % 2001) / 1000 - 0.5; };
  for (int round = 0; round < 500; ++round) {
    const ZoomPlace place{1 + static_cast<double>(random() % 90), share(), share()};
    const ZoomPart part = part_in_sight(place, larger(place.factor), room);
    EXPECT_GE(part.left, -1e-12);
    EXPECT_GE(part.top, -1e-12);
    EXPECT_LE(part.right, 1 + 1e-12);
    EXPECT_LE(part.bottom, 1 + 1e-12);
    EXPECT_NEAR(part.w(), 1 / place.factor, 1e-9);
  }
}

TEST(Zoom, PansByPixelsOfThePicture) {
  const ZoomPlace place{4, 0.5, 0.5};
  const ZoomPart before = part_in_sight(place, larger(4), room);
  const ZoomPart after = part_in_sight(panned_by(place, 24, -12, larger(4), room), larger(4), room);
  EXPECT_NEAR(after.left - before.left, 24 / (4 * room.w), 1e-12);
  EXPECT_NEAR(after.top - before.top, -12 / (4 * room.h), 1e-12);
  EXPECT_EQ(panned_by(place, 1e9, 0, larger(4), room).x, 1 - 0.125) << "ends with the picture";
}

TEST(Zoom, ComesIntoSightByTheShortestWay) {
  const ZoomPlace place{8, 0.5, 0.5};
  const auto seen = [](const ZoomPlace& at) { return part_in_sight(at, larger(8), room); };
  const ZoomPart inside{.left = 0.49, .top = 0.49, .right = 0.5, .bottom = 0.5};
  EXPECT_EQ(with_in_sight(place, inside, larger(8), room), place) << "it is in sight";
  const ZoomPart away{.left = 0.8, .top = 0.49, .right = 0.82, .bottom = 0.5};
  const ZoomPlace there = with_in_sight(place, away, larger(8), room);
  EXPECT_TRUE(seen(there).contains(away));
  EXPECT_LT(there.x, 0.81) << "as little as is needed";
  EXPECT_EQ(there.y, place.y);
  EXPECT_NEAR(with_in_sight(place, away, larger(8), room, true).x, 0.81, 1e-12);
  const ZoomPart large{.left = 0.1, .top = 0.49, .right = 0.7, .bottom = 0.5};
  EXPECT_NEAR(with_in_sight(place, large, larger(8), room).x, 0.4, 1e-12) << "its middle";
}

TEST(Zoom, APictureHigherThanItsRoomIsScrolledByItself) {
  const ZoomSize tall{room.w, 3 * room.h};
  const ZoomPlace top = kept_inside({1, 0.5, 0}, tall, room);
  const ZoomPart part = part_in_sight(top, tall, room);
  EXPECT_NEAR(part.top, 0, 1e-12);
  EXPECT_NEAR(part.h(), 1.0 / 3, 1e-12);
  EXPECT_EQ(part.w(), 1);
  const Rect whole = whole_rect(top, tall, {10, 20, 600, 300});
  EXPECT_FLOAT_EQ(whole.x, 10);
  EXPECT_FLOAT_EQ(whole.y, 20);
  EXPECT_FLOAT_EQ(whole.h, 900);
}

}  // namespace
}  // namespace warpscope
