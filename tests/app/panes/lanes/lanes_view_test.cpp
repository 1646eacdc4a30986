#include "app/panes/lanes/lanes_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/app/diverging_barrier.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

TEST(AccessGroups, KeepTraceOrderWithinAGroup) {
  std::vector<Access> accesses(7);
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    accesses[i].warp = static_cast<int>(i % 3 == 2 ? 4 : i % 3);
  }
  const AccessGroups groups(accesses, [](const Access& access) { return access.warp; });
  EXPECT_TRUE(std::ranges::equal(groups.of(0), std::array{0U, 3U, 6U}));
  EXPECT_TRUE(std::ranges::equal(groups.of(4), std::array{2U, 5U}));
  EXPECT_TRUE(groups.of(2).empty());
  EXPECT_TRUE(groups.of(99).empty());
  EXPECT_TRUE(AccessGroups().of(0).empty());
}

TEST(LanesView, IsReadableAtEverySize) {
  const auto document = emulated("reduce_divergent", 512, 256);
  for (const Rect area : {Rect{20, 20, 425, 229}, Rect{20, 20, 269, 106}, Rect{0, 0, 232, 64},
                          Rect{0, 0, 1200, 700}}) {
    for (const bool lecture : {false, true}) {
      for (std::uint32_t access = 0; access < document->trace->accesses.size(); access += 9) {
        LanesView view;
        view.on_document(*document);
        Shown shown{.area = area, .lecture = lecture};
        expect_readable(shown.draw(view, *document, access), area);
      }
    }
  }
}

TEST(LanesView, ShowsActiveLanesOfThePresentAccess) {
  const auto document = emulated("reduce_divergent", 256, 256);
  const auto& accesses = document->trace->accesses;
  const auto half =
      std::ranges::find_if(accesses, [](const Access& a) { return a.active() == 16; });
  ASSERT_NE(half, accesses.end());
  const auto access = static_cast<std::uint32_t>(half - accesses.begin());
  LanesView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 229}};
  const RecordingCanvas canvas = shown.draw(view, *document, access);
  const auto strong =
      std::ranges::count(canvas.fills(), dark_theme().active, &RecordingCanvas::Box::color);
  EXPECT_EQ(strong, 16) << "full colour for the active lanes of one row only";
}

/// A kernel's run, as if its block had this shape.
DocumentPtr in_shape(const Dim3& block) {
  Trace trace = *emulated("block_shape")->trace;
  trace.launches.front().block = block;
  return test::document_of(std::move(trace));
}

TEST(LanesView, ShowsWhichThreadsOfABlockFormTheWarp) {
  for (const auto& [block, of_warp] : {std::pair{Dim3{8, 8, 1}, 32},
                                       {Dim3{5, 7, 1}, 3},  // 35 threads: the last warp has 3
                                       {Dim3{4, 4, 3}, 16}}) {
    const DocumentPtr document = in_shape(block);
    const std::uint32_t access = 1;
    ASSERT_EQ(document->trace->accesses[access].warp, 1);
    LanesView view;
    view.on_document(*document);
    Shown shown{.area = {20, 20, 425, 229}};
    const RecordingCanvas canvas = shown.draw(view, *document, access);
    const auto strong =
        std::ranges::count(canvas.fills(), dark_theme().active, &RecordingCanvas::Box::color);
    EXPECT_EQ(strong, warp_lanes + of_warp) << "lanes of the row, and threads of the block";
    EXPECT_TRUE(canvas.says("block " + extent_text(block)));
  }
}

TEST(LanesView, TellsWhoAThreadIsAndGoesToItsWarp) {
  const DocumentPtr document = in_shape({8, 8, 1});
  LanesView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 229}};
  shown.pointer = {.at = {22 + 3 * 14, 22 + 4 * 14}, .inside = true, .pressed = true, .down = true};
  static_cast<void>(shown.draw(view, *document, 2));
  EXPECT_EQ(shown.wishes.tooltip, "thread (3, 4): 3 + 8 · 4 = 35\nwarp 1, lane 3");
  ASSERT_TRUE(shown.wishes.seek);
  EXPECT_EQ(*shown.wishes.seek, 3U) << "the next access of warp 1";
}

TEST(LanesView, IsReadableWithEveryShapeOfABlock) {
  for (const Dim3& block : {Dim3{8, 8, 1}, Dim3{32, 2, 1}, Dim3{1, 64, 1}, Dim3{4, 4, 4}}) {
    const DocumentPtr document = in_shape(block);
    for (const Rect area : {Rect{20, 20, 425, 229}, Rect{20, 20, 269, 106}, Rect{0, 0, 232, 64},
                            Rect{0, 0, 1200, 700}}) {
      for (const bool lecture : {false, true}) {
        LanesView view;
        view.on_document(*document);
        Shown shown{.area = area, .lecture = lecture};
        expect_readable(shown.draw(view, *document, 1), area);
      }
    }
  }
}

TEST(LanesView, ClickGoesToAnAccessOfTheSameWarp) {
  const auto document = emulated("reduce_strided", 256, 256);
  const auto& accesses = document->trace->accesses;
  const std::uint32_t now = 20;
  LanesView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 229}};
  std::vector<std::uint32_t> sought;
  for (float y = 24; y < 200; y += 4) {
    shown.pointer = {.at = {200, y}, .inside = true, .pressed = true, .down = true};
    static_cast<void>(shown.draw(view, *document, now));
    if (!shown.wishes.seek) continue;
    EXPECT_EQ(accesses[*shown.wishes.seek].warp, accesses[now].warp);
    EXPECT_NE(shown.wishes.tooltip.find(
                  "line " + std::to_string(document->trace->line_of(accesses[*shown.wishes.seek]))),
              std::string::npos);
    sought.push_back(*shown.wishes.seek);
  }
  EXPECT_TRUE(std::ranges::is_sorted(sought));
  EXPECT_TRUE(std::ranges::find(sought, now) != sought.end());
  EXPECT_GT(sought.back(), sought.front());
}

TEST(LanesView, SaysWhoComesToTheBarrierOfTheStep) {
  const DocumentPtr document = test::document_of(test::diverging_barrier());
  LanesView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 229}};
  const auto missing = [](const RecordingCanvas& canvas) {
    return std::ranges::count(canvas.strokes(), dark_theme().costly, &RecordingCanvas::Box::color);
  };
  const RecordingCanvas half = shown.draw(view, *document, 0);
  EXPECT_EQ(missing(half), 16) << "the lanes of warp 0 that do not come";
  EXPECT_TRUE(half.says("red = does not"));
  const RecordingCanvas whole = shown.draw(view, *document, 1);
  EXPECT_EQ(missing(whole), 0);
  EXPECT_TRUE(whole.says("all come to the barrier"));
  const RecordingCanvas last = shown.draw(view, *document, 2);
  EXPECT_FALSE(last.says("barrier")) << "there is none";
}

TEST(LanesView, TellsWarpsThatMissABarrier) {
  const DocumentPtr document = test::document_of(test::diverging_barrier());
  LanesView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 229}};
  shown.pointer.inside = true;
  for (float y = 20; y < 249 && shown.wishes.tooltip.find("warp 1") == std::string::npos; y += 4) {
    shown.pointer.at = {200, y};
    shown.draw(view, *document, 0);
  }
  EXPECT_NE(shown.wishes.tooltip.find("warp 0: 16 of 32 come"), std::string::npos)
      << shown.wishes.tooltip;
  EXPECT_NE(shown.wishes.tooltip.find("warp 1: 0 of 8 come"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
