#include "app/layout/tooltip_place.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

bool tooltip_overlaps(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

TEST(TooltipPlace, StaysInsideAndCoversNeitherRowNorPointer) {
  const Rect window{0, 0, 1280, 720};
  const Rect size{0, 0, 320, 74};
  for (const Rect& about : {Rect{900, 400, 340, 22}, Rect{900, 690, 340, 22},
                            Rect{0, 570, 1280, 150}, Rect{4, 4, 200, 20}, Rect{640, 300, 18, 18}}) {
    for (const float x : {0.1F, 0.5F, 0.99F}) {
      for (const float y : {0.1F, 0.5F, 0.95F}) {
        const Point pointer{about.x + about.w * x, about.y + about.h * y};
        const Rect card = tooltip_place(window, pointer, size, about);
        EXPECT_FALSE(tooltip_overlaps(card, about)) << pointer.x << " " << pointer.y;
        EXPECT_FALSE(card.contains(pointer));
        EXPECT_GE(card.x, 0);
        EXPECT_GE(card.y, 0);
        EXPECT_LE(card.right(), window.right());
        EXPECT_LE(card.bottom(), window.bottom());
      }
    }
  }
}

TEST(TooltipPlace, WithoutAnyRoomItStaysInTheWindow) {
  const Rect window{0, 0, 400, 200};
  const Rect card = tooltip_place(window, {200, 100}, {0, 0, 380, 60}, {0, 0, 400, 200});
  EXPECT_GE(card.y, 0);
  EXPECT_LE(card.bottom(), 200);
}

}  // namespace
}  // namespace warpscope
