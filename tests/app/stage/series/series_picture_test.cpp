#include "app/stage/series/series_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/follow/followed.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/stage/shown_picture.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::Shown;

TEST(SeriesPicture, IsReadableForEveryKernel) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto document = emulated(std::string(kernel->id));
    test::expect_readable_at_all_moments<SeriesPicture>(*document, std::string(kernel->id),
                                                        test::all_places, 3000, 3);
    if (HasFailure()) return;
  }
}

TEST(SeriesPicture, SaysTheValueOfNow) {
  const auto document = emulated("jacobi", 32, 32);
  const SeriesLayout layout(*document->trace, document->flow);
  const auto& points = layout.panels()[0].lines[0].points;
  SeriesPicture picture;
  picture.on_document(*document);
  Shown shown{};
  for (const SeriesPoint& point : {points[3], points.back()}) {
    const RecordingCanvas canvas = shown.draw(picture, *document, point.access);
    bool said = false;
    for (const auto& text : canvas.texts()) {
      said = said || (text.text == axis_text(point.value) && text.style.color == dark_theme().now);
    }
    EXPECT_TRUE(said) << axis_text(point.value);
  }
}

TEST(SeriesPicture, HoverTellsAPointAndAClickGoesThere) {
  const auto document = emulated("jacobi", 32, 32);
  const SeriesLayout layout(*document->trace, document->flow);
  SeriesPicture picture;
  picture.on_document(*document);
  Shown shown{};
  shown.pointer.inside = shown.pointer.pressed = shown.pointer.released = true;
  bool found = false;
  for (float y = shown.area.y; y < shown.area.y + 150 && !found; y += 4) {
    for (float x = shown.area.x; x < shown.area.right() && !found; x += 4) {
      shown.pointer.at = {x, y};
      (void)shown.draw(picture, *document, 0);
      if (shown.wishes.tooltip.find("residual[4] = ") == std::string::npos) continue;
      found = true;
      EXPECT_NE(shown.wishes.tooltip.find("iteration 5 of 16"), std::string::npos);
      EXPECT_NE(shown.wishes.tooltip.find("Still to come."), std::string::npos);
      EXPECT_EQ(shown.wishes.seek, layout.panels()[0].lines[0].points[4].access);
    }
  }
  EXPECT_TRUE(found);
}

TEST(SeriesPicture, NamesItsAxis) {
  const auto axis = [](const char* kernel, std::int64_t size, int block) {
    const auto document = emulated(kernel, size, block);
    SeriesPicture picture;
    picture.on_document(*document);
    Shown shown{.area = {0, 0, 560, 330}};
    const auto canvas = shown.draw(picture, *document, 0);
    for (const auto& text : canvas.texts()) {
      if (text.text == "iteration" || text.text.starts_with("step")) return text.text;
    }
    return std::string();
  };
  EXPECT_EQ(axis("jacobi", 32, 32), "iteration");
  EXPECT_EQ(axis("parallel_cyclic_reduction", 128, 128), "step: reduce, d = …");
  EXPECT_EQ(axis("bitonic_shared", 128, 64), "step, counted from 1");
}

TEST(SeriesPicture, SaysWhatWouldFillIt) {
  const auto document = emulated("transpose_naive");
  SeriesPicture picture;
  picture.on_document(*document);
  Shown shown{};
  EXPECT_TRUE(shown.draw(picture, *document, 0).says("again and again"));
  Frame frame;
  frame.document = document.get();
  EXPECT_EQ(picture.subtitle(frame), "");
}

TEST(AxisText, HasThreeDigitsAndShortExponents) {
  EXPECT_EQ(axis_text(42), "42");
  EXPECT_EQ(axis_text(0.125), "0.125");
  EXPECT_EQ(axis_text(1.5e-6), "1.5e-6");
  EXPECT_EQ(axis_text(-2e30), "-2e30");
  EXPECT_EQ(axis_text(0), "0");
  EXPECT_EQ(axis_text(10000), "10,000");
  const InLanguage russian(*find_language("ru"));
  EXPECT_EQ(axis_text(0.125), "0,125");
}

TEST(SeriesPicture, ManyLongLinesStayCheap) {
  test::TraceMaker make(32);
  const int data = make.shared("data", 32);
  for (std::uint32_t moment = 0; moment < 3000; ++moment) {
    test::Lanes values{};
    for (std::uint32_t lane = 0; lane < 32; ++lane) values[lane] = (moment * 37 + lane * 11) % 97;
    make.load(data, 3, all_lanes, [](int lane) { return lane; });
    make.store(
        data, 4, all_lanes, [](int lane) { return lane; }, values);
    make.barrier("iterate", moment);
  }
  const auto document = test::document_of(make.take());
  SeriesPicture picture;
  picture.on_document(*document);
  Shown shown{.area = {0, 0, 1800, 800}};
  const auto canvas = shown.draw(picture, *document, 3000);
  EXPECT_GT(canvas.path_points(), 5'000U) << "else this test says nothing";
  EXPECT_LT(canvas.path_points(), 33'000U);
}

/// Two cells, written by lanes 0 and 1 in each of 8 steps.
Trace two_cells() {
  test::TraceMaker make(32);
  const int data = make.shared("data", 32);
  for (std::uint32_t moment = 0; moment < 8; ++moment) {
    test::Lanes values{};
    values[0] = moment;
    values[1] = 20 - moment;
    make.load(data, 3, 3, test::own);
    make.store(data, 4, 3, test::own, values);
    make.barrier("iterate", moment);
  }
  return make.take();
}

TEST(SeriesPicture, FadesTheLinesOfWhatIsNotPinned) {
  const auto document = test::document_of(two_cells());
  SeriesPicture picture;
  picture.on_document(*document);
  Shown shown{.area = {0, 0, 900, 500}};
  const std::uint32_t last = test::last_access(*document);
  const auto plain = shown.draw(picture, *document, last).colors();
  const Followed cell(*document->trace, {.pin = PinnedCell{.array = "data", .index = 1}});
  shown.followed = &cell;
  Frame frame;
  EXPECT_TRUE(picture.follows_pin(frame)) << "else the stage fades it as a whole";
  const auto pinned = shown.draw(picture, *document, last).colors();
  EXPECT_NE(plain, pinned);
  // The line of the pinned cell keeps its colour, the other one is paler.
  const auto kept = std::ranges::count_if(
      pinned, [&](const Color& color) { return std::ranges::count(plain, color) > 0; });
  EXPECT_GT(kept, 0);
  const bool paler = std::ranges::any_of(plain, [&](const Color& color) {
    return std::ranges::count(pinned, mix(dark_theme().panel, color, pale_share)) > 0;
  });
  EXPECT_TRUE(paler);
}

TEST(SeriesPicture, FadesTheValuesThatAFilterLeavesOut) {
  const auto document = test::document_of(two_cells());
  SeriesPicture picture;
  picture.on_document(*document);
  Shown shown{.area = {0, 0, 900, 500}};
  const std::uint32_t last = test::last_access(*document);
  const auto plain = shown.draw(picture, *document, last).colors();
  const Followed none(*document->trace, {.pin = {}, .filter = {.warp = 5}});
  shown.followed = &none;
  EXPECT_NE(shown.draw(picture, *document, last).colors(), plain) << "no value is of warp 5";
  const Followed all(*document->trace, {.pin = {}, .filter = {.warp = 0}});
  shown.followed = &all;
  EXPECT_EQ(shown.draw(picture, *document, last).colors(), plain) << "all are of warp 0";
}

TEST(SeriesPicture, FramesTheValueThatGoesWrong) {
  Trace trace = two_cells();
  trace.header.program = "two.cu";
  trace.findings.push_back({.kind = FindingKind::race,
                            .line = 4,
                            .other_line = 4,
                            .step = 3,
                            .thread = 1,
                            .other_thread = 0,
                            .array = 0,
                            .index = 1,
                            .message = {}});
  const auto document = test::document_of(std::move(trace));
  SeriesPicture picture;
  picture.on_document(*document);
  Shown shown{.area = {0, 0, 900, 500}};
  const auto red = [&](std::uint32_t access) {
    return std::ranges::count(shown.draw(picture, *document, access).strokes(), dark_theme().costly,
                              &RecordingCanvas::Box::color);
  };
  EXPECT_EQ(red(7), 1) << "the store of step 3";
  EXPECT_EQ(red(9), 0) << "the next step";
}

}  // namespace
}  // namespace warpscope
