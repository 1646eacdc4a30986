#include "app/panes/memory/memory_shade.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/panes/memory/memory_view.hpp"
#include "instrumentation/patterns/memory_use.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::last_access;
using test::Shown;

/// Warp 1 writes elements 0 … 31 backwards, then warp 0 writes element 0 anew and reads 40.
Trace two_writers() {
  test::TraceMaker make(64);
  const int data = make.shared("data", 64);
  make.warp(1);
  make.store(
      data, 3, all_lanes, [](int lane) { return 31 - lane; }, test::Lanes{});
  make.barrier("load");
  make.warp(0);
  make.store(
      data, 4, 1, [](int) { return 0; }, test::Lanes{});
  make.load(data, 5, 1, [](int) { return 40; });
  return make.take();
}

TEST(MemoryShade, KnowsWhoWroteAndWhen) {
  const Trace trace = two_writers();
  EXPECT_EQ(writing_lane(trace, 0, 0, 5), 26);
  EXPECT_EQ(writing_lane(trace, 0, 0, 40), std::nullopt);
  EXPECT_EQ(writer_share(trace, CellShade::value, 0, 5, 0, 2), std::nullopt);
  EXPECT_EQ(writer_share(trace, CellShade::warp, 0, 5, 0, 2), 1.0F) << "warp 1 of two";
  EXPECT_EQ(writer_share(trace, CellShade::warp, 0, 0, 1, 2), 0.0F);
  EXPECT_FLOAT_EQ(*writer_share(trace, CellShade::lane, 0, 5, 0, 2), 26 / 31.0F);
  EXPECT_EQ(writer_share(trace, CellShade::age, 0, 0, 2, 2), 1.0F) << "now";
  EXPECT_EQ(writer_share(trace, CellShade::age, 0, 5, 0, 2), 0.0F) << "as old as can be";
  EXPECT_EQ(shade_ends(trace, CellShade::warp, 2).high, "warp 1");
  EXPECT_EQ(shade_ends(trace, CellShade::age, 2).low, "2 accesses ago");
}

TEST(MemoryShade, TextOnItCanBeRead) {
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    for (const CellShade shade : all_values<CellShade>) {
      for (float share = 0; share <= 1; share += 0.01F) {
        const Tint tint = shade_tint(*theme, shade, share);
        EXPECT_GE(contrast(tint.fill, tint.text), 4.2) << names_of(shade).label;
      }
    }
  }
}

TEST(MemoryShade, TheKeyGoesThroughAllOfThem) {
  std::set<CellShade> seen;
  CellShade shade{};
  for (std::size_t i = 0; i < cell_shades.size(); ++i, shade = next_choice(shade)) {
    seen.insert(shade);
  }
  EXPECT_EQ(seen.size(), cell_shades.size());
  EXPECT_EQ(shade, CellShade{});
}

TEST(MemoryView, CellsTakeTheColourOfTheirWriter) {
  const auto document = test::document_of(two_writers());
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 200}};
  shown.look.set(CellShade::warp);
  const auto canvas = shown.draw(view, *document, 2);
  const auto filled = [&](Color color) {
    return std::ranges::count(canvas.fills(), color, &RecordingCanvas::Box::color);
  };
  // One strip of the legend's scale has the colour too.
  EXPECT_EQ(filled(shade_tint(dark_theme(), CellShade::warp, 1).fill), 31 + 1);
  EXPECT_EQ(filled(shade_tint(dark_theme(), CellShade::warp, 0).fill), 1 + 1);
  EXPECT_TRUE(canvas.says("warp 1"));
}

TEST(MemoryView, EveryShadeIsReadableAndTheLegendTurnsToTheNext) {
  const auto document = emulated("transpose_padded", 64, 256);
  for (const CellShade shade : all_values<CellShade>) {
    for (const float width : {300.0F, 600.0F, 1100.0F}) {
      MemoryView view;
      view.on_document(*document);
      Shown shown{.area = {10, 10, width, 240}};
      shown.look.set(shade);
      const auto canvas = shown.draw(view, *document, last_access(*document) / 2);
      test::expect_readable(canvas, shown.area);
      if (width < 600) continue;
      EXPECT_TRUE(canvas.says("colour: " + std::string(names_of(shade).label)));
      shown.pointer = {.at = {shown.area.right() - 40, shown.area.bottom() - 6},
                       .inside = true,
                       .pressed = true};
      (void)shown.draw(view, *document, last_access(*document) / 2);
      EXPECT_EQ(shown.wishes.command, "cells.next");
    }
  }
}

TEST(MemoryUse, WordsThatAreOnlyReadAreNoPadding) {
  const auto use = memory_use(two_writers());
  EXPECT_EQ(use[0].role(std::size_t{40} * 4), WordRole::touched);
  EXPECT_EQ(use[0].role(std::size_t{41} * 4), WordRole::none) << "behind the last one used";
}

TEST(MemoryView, RowsLoseSomeAirWhereAllAreInSightThen) {
  const auto document = emulated("reduce_strided", 256, 256);  // eight rows of 24 pixels
  MemoryView view;
  view.on_document(*document);
  const auto rows_seen = [&](float height) {
    Shown shown{.area = {0, 0, 925, height}};
    const auto canvas = shown.draw(view, *document, 20);
    std::set<float> tops;
    for (const auto& box : canvas.strokes()) {
      if (box.rect.h > 14) tops.insert(box.rect.y);
    }
    return tops.size();
  };
  EXPECT_EQ(rows_seen(192 + 60), 8U);
  EXPECT_EQ(rows_seen(160 + 46), 8U) << "a row of 20 pixels holds its text too";
  EXPECT_LT(rows_seen(120), 8U);
}

}  // namespace
}  // namespace warpscope
