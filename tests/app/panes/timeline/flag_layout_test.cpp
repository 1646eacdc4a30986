#include "app/panes/timeline/flag_layout.hpp"

#include <gtest/gtest.h>

#include "app/panes/timeline/timeline_view.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

TEST(FlagTags, StandAtTheirPolesAndNeverOverlap) {
  const Rect band{10, 5, 300, 16};
  const std::vector<float> poles{20, 100, 104, 108, 305, 308, 309};
  const std::vector<Rect> tags = flag_tags(poles, band);
  ASSERT_EQ(tags.size(), poles.size());
  EXPECT_EQ(tags[0].x, 20);
  EXPECT_EQ(tags[1].x, 100);
  EXPECT_EQ(tags[2].x, 118) << "beside the one before";
  for (std::size_t i = 0; i < tags.size(); ++i) {
    EXPECT_GE(tags[i].x, band.x);
    EXPECT_LE(tags[i].right(), band.right());
    EXPECT_TRUE(i == 0 || tags[i].x >= tags[i - 1].right()) << i;
  }
  EXPECT_TRUE(flag_tags({}, band).empty());
}

TEST(TimelineFlags, AreNumberedTellTheirNoteAndLeadThere) {
  const auto document = test::emulated("reduce_strided", 256, 256);
  const std::vector<Flag> flags{
      {3, 40, "the worst of all"}, {1, 4, "begin"}, {2, 4'000'000, "far"}};
  TimelineView view;
  view.on_document(*document);
  test::Shown shown{.area = {0, 0, 900, 90}};
  shown.flags = flags;
  const RecordingCanvas canvas = shown.draw(view, *document, 10);
  test::expect_readable(canvas, shown.area);
  Point third;
  int numbers = 0;
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    if (text.style.color != dark_theme().on_accent) continue;
    ++numbers;
    if (text.text == "3") third = text.rect.center();
  }
  EXPECT_EQ(numbers, 3);
  shown.pointer = {.at = third, .inside = true};
  static_cast<void>(shown.draw(view, *document, 10));
  EXPECT_NE(shown.wishes.tooltip.find("the worst of all"), std::string::npos);
  EXPECT_TRUE(shown.wishes.command.empty());
  shown.pointer.pressed = shown.pointer.down = true;
  static_cast<void>(shown.draw(view, *document, 10));
  EXPECT_EQ(shown.wishes.command, "bookmark.go.3");
  EXPECT_FALSE(shown.wishes.seek) << "a flag is no scrubbing";
}

}  // namespace
}  // namespace warpscope
