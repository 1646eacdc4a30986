// The pictures beside the timing view's ladder, and the texts around them.
#include <gtest/gtest.h>

#include <memory>

#include "app/panes/timing/timing_view.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/timing_samples.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::limited_record;
using test::Shown;
using test::timed;

/// One that comes with the program, an older one that was measured here, and the slides' table.
TimingsPtr sample_timings() {
  Timings timings;
  timings.records = {limited_record(), limited_record()};
  timings.records[1].device = "My GPU";
  timings.records[1].date = "2026-11-20";
  timings.records[1].skipped.clear();
  timings.supplied = 1;
  TimingRecord slide{.device = "A slide", .date = "not said"};
  slide.results = {timed("reduce_divergent", 0, 20), timed("reduce_strided", 0, 10)};
  timings.records.push_back(slide);
  return std::make_shared<const Timings>(timings);
}

Look look_of(TimingPicture picture, int turns) {
  Look look;
  look.set(picture);
  look.set(RecordTurns{turns});
  return look;
}

class TimingPictures : public testing::TestWithParam<TimingPicture> {};

TEST_P(TimingPictures, AreReadableInEveryPane) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  for (const Rect area : {Rect{20, 20, 925, 230}, Rect{0, 0, 600, 115}, Rect{0, 0, 1600, 900},
                          Rect{0, 0, 400, 600}, Rect{0, 0, 300, 90}}) {
    for (const int turns : {0, 2}) {
      Shown shown{.area = area, .look = look_of(GetParam(), turns)};
      expect_readable(shown.draw(view, *document, 0), area);
      shown.lecture = true;
      if (area.h >= 200) expect_readable(shown.draw(view, *document, 0), area);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, TimingPictures, testing::ValuesIn(all_values<TimingPicture>),
                         [](const auto& picture) {
                           return std::string(names_of(picture.param).id);
                         });

/// A picture of the view, and its texts, at 1200 × 500.
struct Drawn {
  explicit Drawn(TimingView& view, const Document& document, const Look& look = {},
                 Pointer pointer = {})
      : shown{.area = {0, 0, 1200, 500}, .pointer = pointer, .look = look},
        canvas(shown.draw(view, document, 0)) {}
  Shown shown;
  RecordingCanvas canvas;
};

TEST(TimingPicture, LadderTellsCeilingRivalsAndRatios) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  const RecordingCanvas canvas = Drawn(view, *document, {}).canvas;
  for (const char* words : {"ceiling 4,000 GB/s, reading", "CUB DeviceReduce", "CPU, all threads",
                            "25 %", "× 0.31", "of ceiling", "to library", "1 skipped"}) {
    EXPECT_TRUE(canvas.says(words)) << words;
  }
}

TEST(TimingPicture, TheWheelScrollsBarsWithoutRoom) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  Shown shown{.area = {0, 0, 600, 90}};
  EXPECT_FALSE(shown.draw(view, *document, 0).says("CPU, all threads"));
  shown.pointer = {.at = {200, 50}, .inside = true, .wheel = -9};
  EXPECT_TRUE(shown.draw(view, *document, 0).says("CPU, all threads"));
  shown.pointer.wheel = 9;
  EXPECT_TRUE(shown.draw(view, *document, 0).says("1 divergent"));
}

TEST(TimingPicture, TimeShowsWhatALaunchTakes) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  EXPECT_TRUE(Drawn(view, *document, look_of(TimingPicture::time, 0)).canvas.says("empty launch"));
  EXPECT_FALSE(
      Drawn(view, *document, look_of(TimingPicture::throughput, 0)).canvas.says("empty launch"));
}

TEST(TimingPicture, RooflineTellsBothLimits) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  const RecordingCanvas canvas = Drawn(view, *document, look_of(TimingPicture::roofline, 0)).canvas;
  EXPECT_TRUE(canvas.says("16.0 TFLOP/s, FP32 peak"));
  EXPECT_TRUE(canvas.says("4,000 GB/s, reading"));
}

TEST(TimingPicture, WhatCannotBeDrawnSaysWhy) {
  Timings timings;
  timings.records = {limited_record()};
  for (BenchResult& result : timings.records[0].results) {
    if (result.subject == TimedKind::kernel) result.operations = 0;
  }
  const auto document = emulated("reduce_strided");
  TimingView view(std::make_shared<const Timings>(timings));
  view.on_document(*document);
  EXPECT_TRUE(
      Drawn(view, *document, look_of(TimingPicture::roofline, 0)).canvas.says("No operations"));
  EXPECT_TRUE(
      Drawn(view, *document, look_of(TimingPicture::wavefronts, 0)).canvas.says("not recorded"));
}

TEST(TimingPicture, KeysTurnThroughTheRecords) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  const auto shown = [&](int turns) {
    Drawn drawn(view, *document, look_of(TimingPicture::throughput, turns));
    return view.subtitle({});
  };
  EXPECT_EQ(shown(0), "Sample, 2026-11-22, n = 2^26") << "the newest first";
  EXPECT_EQ(shown(1), "My GPU, 2026-11-20, n = 2^26");
  EXPECT_EQ(shown(2), "Sample, 2026-11-22 + 1, n = 2^26");
  EXPECT_EQ(shown(3), shown(0));
}

Pointer press(const RecordingCanvas& canvas, std::string_view text) {
  for (const auto& drawn : canvas.texts()) {
    if (drawn.text == text) {
      return {.at = drawn.rect.center(), .inside = true, .pressed = true};
    }
  }
  ADD_FAILURE() << text << " is not drawn";
  return {};
}

TEST(TimingPicture, ACheckMarkShowsAndHidesARecordButNotTheLast) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  const auto click = [&](std::string_view name) {
    const Drawn before(view, *document, {});
    const Drawn after(view, *document, {}, press(before.canvas, name));
    return view.subtitle({});
  };
  EXPECT_EQ(click("My GPU, 2026-11-20, measured here"), "Sample, 2026-11-22 + 1, n = 2^26");
  EXPECT_EQ(click("Sample, 2026-11-22, recorded"), "My GPU, 2026-11-20, n = 2^26");
  EXPECT_EQ(click("My GPU, 2026-11-20, measured here"), "My GPU, 2026-11-20, n = 2^26");
  EXPECT_TRUE(Drawn(view, *document, {}).canvas.says("on the slides"));
  (void)click("the lectures' table");
  EXPECT_FALSE(Drawn(view, *document, {}).canvas.says("on the slides"));
}

TEST(TimingPicture, TheNamesAtTheFootCallThePictures) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  const Drawn before(view, *document, {});
  const Drawn after(view, *document, {}, press(before.canvas, "Roofline"));
  EXPECT_EQ(after.shown.wishes.command, "timing.roofline");
}

TEST(TimingPicture, HoverTellsWhereItWasMeasured) {
  const auto document = emulated("reduce_strided");
  TimingView view(sample_timings());
  view.on_document(*document);
  const Drawn before(view, *document, {});
  // The bars are drawn last.
  Pointer over{.inside = true};
  for (const auto& drawn : before.canvas.texts()) {
    if (drawn.text == "2 strided") over.at = drawn.rect.center();
  }
  const Drawn after(view, *document, {}, over);
  for (const char* words : {"quartiles", "1,000 GB/s", "25 % of the ceiling", "CUB DeviceReduce",
                            "driver 1.2", "commit abc123", "recorded", "Gop/s"}) {
    EXPECT_NE(after.shown.wishes.tooltip.find(words), std::string::npos)
        << words << " is not in\n"
        << after.shown.wishes.tooltip;
  }
}

TEST(TimingPicture, WhatIsMeasuredMeanwhileIsShown) {
  const TimingsPtr before = recorded_timings();
  const auto document = emulated("reduce_strided");
  TimingView view;
  view.on_document(*document);
  Timings grown = *before;
  grown.records.push_back(limited_record());
  grown.records.back().date = "2099-01-01";
  show_timings(grown);
  const Drawn drawn(view, *document, {});
  EXPECT_EQ(view.subtitle({}), "Sample, 2099-01-01, n = 2^26");
  show_timings(*before);
}

}  // namespace
}  // namespace warpscope
