#include "app/layout/message_place.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace warpscope {
namespace {

constexpr Rect message_room{16, 56, 1248, 490};
constexpr Rect message_size{0, 0, 400, 44};

float covered_area(const Rect& card, const std::vector<Rect>& kept_free) {
  float area = 0;
  for (const Rect& rect : kept_free) area += common(card, rect).w * common(card, rect).h;
  return area;
}

TEST(MessagePlace, IsInTheMiddleBelowIfNothingIsThere) {
  const Rect card = message_place(message_room, message_size, {});
  EXPECT_EQ(card.center().x, message_room.center().x);
  EXPECT_EQ(card.bottom(), message_room.bottom());
}

TEST(MessagePlace, LeavesTheNearestPlaceThatIsFree) {
  const std::vector<Rect> line{{600, 520, 60, 20}};
  const Rect card = message_place(message_room, message_size, line);
  EXPECT_EQ(covered_area(card, line), 0);
  EXPECT_EQ(card.center().x, message_room.center().x) << "up, which is nearer than aside";
  EXPECT_LE(card.bottom(), 520);
  EXPECT_GE(card.bottom(), 500);

  const std::vector<Rect> column{{600, 56, 20, 490}};
  const Rect aside = message_place(message_room, message_size, column);
  EXPECT_EQ(covered_area(aside, column), 0);
  EXPECT_EQ(aside.bottom(), message_room.bottom());
}

TEST(MessagePlace, CoversAsLittleAsItCanWhereNothingIsFree) {
  const std::vector<Rect> all{message_room, {16, 56, 1248, 440}};
  const Rect card = message_place(message_room, message_size, all);
  EXPECT_EQ(card.bottom(), message_room.bottom());
  const Rect narrow{0, 0, 100, 30};
  EXPECT_EQ(message_place(narrow, message_size, all).w, message_size.w);
}

}  // namespace
}  // namespace warpscope
