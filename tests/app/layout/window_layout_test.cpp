#include "app/layout/window_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace warpscope {
namespace {

constexpr std::array every_slot{Slot::source, Slot::lanes,  Slot::stage,    Slot::memory,
                                Slot::banks,  Slot::totals, Slot::timeline, Slot::caption,
                                Slot::lesson, Slot::console};

bool frames_overlap(const Rect& a, const Rect& b) {
  constexpr float slack = 0.01F;
  return a.w > 0 && b.w > 0 && a.x + slack < b.right() && b.x + slack < a.right() &&
         a.y + slack < b.bottom() && b.y + slack < a.bottom();
}

bool inside(const Rect& inner, const Rect& outer) {
  constexpr float slack = 0.01F;
  return inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
         inner.right() <= outer.right() + slack && inner.bottom() <= outer.bottom() + slack;
}

void expect_sound(const LayoutRequest& request) {
  const WindowLayout layout = window_layout(request);
  SCOPED_TRACE(std::to_string(request.width) + " × " + std::to_string(request.height) + ", kind " +
               std::to_string(static_cast<int>(request.kind)));
  std::vector<Rect> rects{layout.toolbar, layout.heading, layout.transport};
  for (const Pane& pane : layout.panes) rects.push_back(pane.frame);
  for (std::size_t a = 0; a < rects.size(); ++a) {
    EXPECT_TRUE(inside(rects[a], layout.window)) << a;
    for (std::size_t b = a + 1; b < rects.size(); ++b) {
      EXPECT_FALSE(frames_overlap(rects[a], rects[b])) << a << " and " << b;
    }
  }
  for (const Pane& pane : layout.panes) {
    EXPECT_GE(pane.content().h, 30) << pane.frame.x << ", " << pane.frame.y;
    EXPECT_GE(pane.content().w, 180) << pane.frame.x << ", " << pane.frame.y;
    EXPECT_TRUE(inside(pane.content(), pane.frame)) << pane.frame.x << ", " << pane.frame.y;
  }
  for (const Handle& handle : layout.handles) {
    for (const Pane& pane : layout.panes) EXPECT_FALSE(frames_overlap(handle.rect, pane.frame));
  }
}

TEST(WindowLayout, NeverOverlapsAndFillsTheWindow) {
  for (const auto& [width, height] : {std::pair{1024, 768},
                                      {1024, 640},
                                      {1280, 720},
                                      {1920, 1080},
                                      {3840, 2160},
                                      {800, 500},
                                      {640, 360},
                                      {400, 300},
                                      {1100, 2000}}) {
    for (const auto kind : {LayoutKind::study, LayoutKind::lecture, LayoutKind::inspect}) {
      for (const bool compare : {false, true}) {
        for (const Slot slot : every_slot) {
          for (const bool lesson : {false, true}) {
            expect_sound({.width = static_cast<float>(width),
                          .height = static_cast<float>(height),
                          .kind = kind,
                          .compare = compare,
                          .lecture_slot = slot,
                          .lesson = lesson});
          }
        }
        for (const bool lesson : {false, true}) {
          expect_sound({.width = static_cast<float>(width),
                        .height = static_cast<float>(height),
                        .kind = kind,
                        .compare = compare,
                        .lesson = lesson,
                        .console = true});
        }
      }
    }
  }
}

std::ptrdiff_t panes_with(const WindowLayout& layout, Slot slot) {
  return std::ranges::count_if(layout.panes, [slot](const Pane& p) { return p.has(slot); });
}

TEST(WindowLayout, ALectureShowsWhatItIsAskedFor) {
  LayoutRequest request{.kind = LayoutKind::lecture};
  EXPECT_EQ(window_layout(request).panes.size(), 2U) << "stage and caption";
  request.lesson = true;
  for (const Slot slot : every_slot) {
    request.lecture_slot = slot;
    const WindowLayout layout = window_layout(request);
    EXPECT_EQ(panes_with(layout, slot), 1) << static_cast<int>(slot);
    EXPECT_EQ(panes_with(layout, Slot::stage), lecture_room(slot) == LectureRoom::instead ? 0 : 1);
  }
}

TEST(WindowLayout, ALectureShowsOnBothSidesOfAComparisonWhatIsAskedFor) {
  LayoutRequest request{.kind = LayoutKind::lecture, .compare = true};
  EXPECT_EQ(panes_with(window_layout(request), Slot::stage), 2);
  request.lecture_slot = Slot::totals;
  const WindowLayout layout = window_layout(request);
  EXPECT_EQ(panes_with(layout, Slot::totals), 2) << "there is no room beside two stages";
  EXPECT_EQ(panes_with(layout, Slot::stage), 0);
  EXPECT_TRUE(std::ranges::any_of(layout.panes,
                                  [](const Pane& p) { return p.has(Slot::totals) && p.rival; }));
}

void expect_same(const Rect& a, const Rect& b) {
  EXPECT_GT(a.w, 0);
  EXPECT_TRUE(inside(a, b) && inside(b, a)) << a.x << ", " << a.y << " and " << b.x << ", " << b.y;
}

TEST(WindowLayout, APlaceChangesRoomsWithTheStage) {
  const auto room = [](const WindowLayout& layout, Slot slot, bool rival) {
    const auto pane = std::ranges::find_if(
        layout.panes, [&](const Pane& p) { return p.has(slot) && p.rival == rival; });
    return pane == layout.panes.end() ? Rect{} : pane->frame;
  };
  for (const bool compare : {false, true}) {
    LayoutRequest request{.compare = compare, .lesson = true};
    const WindowLayout before = window_layout(request);
    request.large_slot = Slot::memory;
    const WindowLayout after = window_layout(request);
    expect_sound(request);
    for (const bool rival : {false, true}) {
      if (rival && !compare) continue;
      expect_same(room(after, Slot::memory, rival), room(before, Slot::stage, rival));
      expect_same(room(after, Slot::stage, rival), room(before, Slot::memory, rival));
    }
    expect_same(room(after, Slot::lesson, false), room(before, Slot::lesson, false));
  }
}

TEST(WindowLayout, WhatIsLargeTakesTheStagesPlaceInALecture) {
  for (const Slot slot : every_slot) {
    if (!can_be_large(slot)) continue;
    const WindowLayout layout = window_layout(
        {.kind = LayoutKind::lecture, .lecture_slot = slot, .large_slot = slot, .lesson = true});
    EXPECT_EQ(panes_with(layout, slot), 1) << static_cast<int>(slot);
    EXPECT_EQ(panes_with(layout, Slot::stage), 0) << static_cast<int>(slot);
  }
}

TEST(WindowLayout, APaneOfALectureHasATitleAboveItsView) {
  const WindowLayout layout =
      window_layout({.kind = LayoutKind::lecture, .lecture_slot = Slot::memory});
  const auto pane =
      std::ranges::find_if(layout.panes, [](const Pane& p) { return p.has(Slot::memory); });
  ASSERT_NE(pane, layout.panes.end());
  EXPECT_GT(pane->title().h, 0);
  EXPECT_FALSE(frames_overlap(pane->title(), pane->content()));
}

TEST(LectureScale, FillsAnyScreen) {
  EXPECT_FLOAT_EQ(lecture_scale(1, 3840, 2160), 2);
  EXPECT_FLOAT_EQ(lecture_scale(2, 3840, 2160), 2);
  EXPECT_FLOAT_EQ(lecture_scale(1, 1920, 1080), 1);
  EXPECT_FLOAT_EQ(lecture_scale(1, 1024, 768), 1) << "never smaller than the desk's";
  EXPECT_FLOAT_EQ(lecture_scale(1.5F, 1280, 720), 1.5F);
}

TEST(WindowLayout, SplittersAreClampedSoThatEveryPaneKeepsRoom) {
  for (const float share : {-1.0F, 0.0F, 0.5F, 1.0F, 9.0F}) {
    LayoutRequest request;
    request.splitters = {share, share, share, share, share, share, share, share, share, share};
    for (const bool compare : {false, true}) {
      for (const bool console : {false, true}) {
        request.compare = compare;
        request.console = console;
        expect_sound(request);
      }
    }
  }
}

TEST(WindowLayout, AHandleReadsTheShareThatMadeIt) {
  LayoutRequest request{1920, 1080, LayoutKind::study, false, {}};
  for (const bool console : {false, true}) {
    request.console = console;
    for (const Handle& handle : window_layout(request).handles) {
      const float at =
          handle.vertical ? handle.reversed ? handle.rect.right() : handle.rect.x : handle.rect.y;
      const float share = (handle.reversed ? handle.from - at : at - handle.from) / handle.room;
      EXPECT_NEAR(share, request.splitters.*handle.share, 0.001);
    }
  }
}

const Pane& pane_with(const WindowLayout& layout, Slot slot) {
  static const Pane none;
  const auto found =
      std::ranges::find_if(layout.panes, [&](const Pane& pane) { return pane.has(slot); });
  if (found == layout.panes.end()) ADD_FAILURE() << "no pane";
  return found == layout.panes.end() ? none : *found;
}

TEST(WindowLayout, TheConsoleStandsBelowSourceAndStage) {
  const WindowLayout layout = window_layout({.width = 1920, .height = 1080, .console = true});
  const Rect source = pane_with(layout, Slot::source).frame;
  const Rect stage = pane_with(layout, Slot::stage).frame;
  const Rect console = pane_with(layout, Slot::console).frame;
  const Rect memory = pane_with(layout, Slot::memory).frame;
  const Rect totals = pane_with(layout, Slot::totals).frame;
  EXPECT_FLOAT_EQ(console.x, source.x);
  EXPECT_FLOAT_EQ(memory.right(), stage.right());
  EXPECT_GT(console.y, source.bottom());
  EXPECT_FLOAT_EQ(console.y, memory.y);
  EXPECT_FLOAT_EQ(console.bottom(), totals.bottom()) << "the right column is as high as all";
  EXPECT_TRUE(pane_with(layout, Slot::memory).has(Slot::lanes));
}

TEST(WindowLayout, EveryViewOfAProgramHasItsPlaceWithALessonToo) {
  for (const auto& [width, height] : {std::pair{1024.0F, 640.0F}, {1280.0F, 720.0F}}) {
    const WindowLayout layout =
        window_layout({.width = width, .height = height, .lesson = true, .console = true});
    for (const Slot slot : {Slot::source, Slot::lanes, Slot::stage, Slot::memory, Slot::banks,
                            Slot::totals, Slot::lesson, Slot::console}) {
      static_cast<void>(pane_with(layout, slot));
    }
    EXPECT_GE(pane_with(layout, Slot::lesson).content().h, 120) << "words need room";
  }
}

TEST(WindowLayout, OnlyTheStudyLayoutHasAConsole) {
  for (const auto kind : {LayoutKind::study, LayoutKind::lecture, LayoutKind::inspect}) {
    for (const bool compare : {false, true}) {
      const WindowLayout layout =
          window_layout({.kind = kind, .compare = compare, .console = true});
      const bool has =
          std::ranges::any_of(layout.panes, [](const Pane& p) { return p.has(Slot::console); });
      EXPECT_EQ(has, kind == LayoutKind::study && !compare);
    }
  }
}

TEST(WindowLayout, ShowsTheStageTwiceInAComparison) {
  const WindowLayout layout = window_layout({1920, 1080, LayoutKind::study, true, {}});
  int stages = 0;
  bool table = false;
  for (const Pane& pane : layout.panes) {
    stages += pane.has(Slot::stage);
    table |= pane.slots.empty();
  }
  EXPECT_EQ(stages, 2);
  EXPECT_TRUE(table);
}

TEST(WindowLayout, TheRunThatCameFirstStandsAtTheLeft) {
  for (const LayoutKind kind : {LayoutKind::study, LayoutKind::lecture}) {
    LayoutRequest request{.kind = kind, .compare = true};
    const WindowLayout plain = window_layout(request);
    request.rival_first = true;
    const WindowLayout swapped = window_layout(request);
    ASSERT_EQ(plain.panes.size(), swapped.panes.size());
    int rivals = 0;
    for (std::size_t k = 0; k < plain.panes.size(); ++k) {
      const Pane &before = plain.panes[k], &after = swapped.panes[k];
      EXPECT_EQ(before.rival, after.rival);
      if (!before.rival) continue;
      ++rivals;
      EXPECT_LT(after.frame.x, before.frame.x);
      const auto fellow = std::ranges::find_if(
          plain.panes, [&](const Pane& pane) { return !pane.rival && pane.slots == before.slots; });
      ASSERT_NE(fellow, plain.panes.end());
      EXPECT_EQ(after.frame.x, fellow->frame.x);
      EXPECT_EQ(after.frame.y, fellow->frame.y);
    }
    EXPECT_GT(rivals, 0);
  }
}

TEST(DrawnScale, IsTheOneThatIsWanted) {
  EXPECT_FLOAT_EQ(drawn_scale(2.5F, 1), 2.5F);
  EXPECT_FLOAT_EQ(drawn_scale(0.75F, 1), 0.75F);
  EXPECT_FLOAT_EQ(drawn_scale(2.5F, 2), 5);
  EXPECT_FLOAT_EQ(drawn_scale(3, 4), most_drawn_scale) << "the fonts have no more";
}

TEST(WindowLayout, ShowsOnePaneAtATimeWhereAllHaveNoRoom) {
  for (const bool compare : {false, true}) {
    LayoutRequest request{.width = 768, .height = 432, .compare = compare};
    const std::size_t count = window_layout(request).choices.size();
    EXPECT_EQ(count, compare ? 5U : 6U);
    std::vector<std::vector<Slot>> seen;
    for (request.single = 0; request.single < count; ++request.single) {
      const WindowLayout layout = window_layout(request);
      expect_sound(request);
      EXPECT_TRUE(layout.handles.empty());
      const auto framed = std::ranges::count_if(layout.panes, &Pane::framed);
      EXPECT_EQ(framed, 1);
      EXPECT_GE(layout.panes.back().content().h, 130);
      seen.push_back(layout.panes.back().slots);
      EXPECT_EQ(seen.back(), layout.choices[request.single].slots);
    }
    request.single = 99;
    EXPECT_EQ(window_layout(request).panes.back().slots, seen.back());
  }
  EXPECT_TRUE(window_layout({.width = 1024, .height = 640}).choices.empty());
}

TEST(WindowLayout, OnePaneCanHaveTheRoomOfAll) {
  for (const bool compare : {false, true}) {
    for (const LayoutKind kind : {LayoutKind::study, LayoutKind::inspect}) {
      LayoutRequest request{.width = 1280, .height = 720, .kind = kind, .compare = compare};
      const WindowLayout all = window_layout(request);
      const auto framed = std::ranges::count_if(all.panes, &Pane::framed);
      request.enlarged = true;
      const WindowLayout one = window_layout(request);
      EXPECT_EQ(std::ssize(one.choices), framed);
      EXPECT_EQ(one.toolbar.h, all.toolbar.h) << "nothing around the panes moves";
      EXPECT_EQ(one.footer.y, all.footer.y);
      EXPECT_GT(one.panes.back().frame.w, 0.9F * all.window.w);
      expect_sound(request);
    }
  }
}

TEST(WindowLayout, EveryPaneHasABorderThatMakesItWider) {
  LayoutRequest request{.width = 1280, .height = 720};
  const WindowLayout layout = window_layout(request);
  for (std::size_t i = 0; i < layout.panes.size(); ++i) {
    const Pane& pane = layout.panes[i];
    if (!pane.framed) continue;
    for (const bool vertical : {true, false}) {
      const PaneBorder border = border_of(layout, pane, vertical);
      ASSERT_NE(border.handle, nullptr) << i;
      request.splitters = {};
      request.splitters.*border.handle->share = moved_share(*border.handle, border.way * 24);
      const Rect after = window_layout(request).panes[i].frame;
      const float grown = vertical ? after.w - pane.frame.w : after.h - pane.frame.h;
      EXPECT_NEAR(grown, 24, 0.5F) << i << (vertical ? " wider" : " taller");
    }
  }
}

TEST(WindowLayout, TheWordsOfALessonStayBesideTheOnePane) {
  for (const float width : {853.0F, 683.0F}) {
    const WindowLayout layout = window_layout({.width = width, .height = 512, .lesson = true});
    EXPECT_EQ(panes_with(layout, Slot::lesson), 1);
    EXPECT_TRUE(std::ranges::none_of(layout.choices,
                                     [](const Pane& pane) { return pane.has(Slot::lesson); }));
    expect_sound({.width = width, .height = 512, .lesson = true});
  }
}

TEST(WindowLayout, TheTableOfAComparisonGrowsWithTheWindowAndByItsBorder) {
  const auto table = [](const WindowLayout& layout) {
    return std::ranges::find_if(layout.panes, [](const Pane& pane) { return pane.slots.empty(); })
        ->frame.w;
  };
  float last = 0;
  for (const float width : {1280.0F, 1600.0F, 1920.0F}) {
    LayoutRequest request{.width = width, .height = 900, .compare = true};
    const WindowLayout layout = window_layout(request);
    EXPECT_GT(table(layout), last) << width;
    last = table(layout);
    const auto border = std::ranges::find(layout.handles, &Splitters::right, &Handle::share);
    ASSERT_NE(border, layout.handles.end());
    request.splitters.right = moved_share(*border, -60);
    EXPECT_NEAR(table(window_layout(request)), last + 60, 1) << width;
  }
}

}  // namespace
}  // namespace warpscope
