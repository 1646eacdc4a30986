#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>

#include "app/panes/multiprocessor/copies_page.hpp"
#include "app/panes/multiprocessor/memory_page.hpp"
#include "app/panes/multiprocessor/operations_page.hpp"
#include "app/panes/multiprocessor/streams_paint.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

using test::emulated, test::expect_readable, test::middle_of, test::Shown;

TimingsPtr supplied() {
  static const auto timings = std::make_shared<const Timings>(read_timings({}));
  return timings;
}

/// The record that comes with the program, and a user's own.
TimingsPtr two_records() {
  static const auto both = [] {
    Timings timings = *supplied();
    timings.devices.push_back(test::device_sample());
    return std::make_shared<const Timings>(std::move(timings));
  }();
  return both;
}

Look turned(int turns) {
  Look look;
  look.set(RecordTurns{turns});
  return look;
}

std::unique_ptr<MachinePage> page_of(int which, TimingsPtr timings) {
  switch (which) {
    case 0: return std::make_unique<OperationsPage>(std::move(timings));
    case 1: return std::make_unique<MemoryPage>(std::move(timings));
    default: return std::make_unique<CopiesPage>(std::move(timings));
  }
}

class MeasuredPages : public testing::TestWithParam<int> {
 protected:
  RecordingCanvas draw(Shown& shown, const TimingsPtr& timings) {
    const auto page = page_of(GetParam(), timings);
    page->on_document(*document_);
    return shown.draw(*page, *document_, 0);
  }
  DocumentPtr document_ = emulated("reduce_strided", 64, 32);
};

TEST_P(MeasuredPages, CanBeReadAtEverySizeInBothLanguages) {
  for (const Rect area : {Rect{20, 20, 1240, 620}, Rect{20, 20, 980, 560}, Rect{20, 20, 420, 230},
                          Rect{20, 20, 560, 400}, Rect{20, 20, 300, 900}}) {
    for (const bool lecture : {false, true}) {
      for (const char* language : {"en", "ru"}) {
        for (const TimingsPtr& timings : {supplied(), two_records()}) {
          SCOPED_TRACE(testing::Message() << area.w << " × " << area.h << language << lecture);
          Shown shown{.area = area, .lecture = lecture};
          shown.language = language;
          expect_readable(draw(shown, timings), area);
        }
      }
    }
  }
}

TEST(MemoryPage, KeepsFiguresApartFromBars) {
  const DocumentPtr document = emulated("reduce_strided", 64, 32);
  MemoryPage page(supplied());
  page.on_document(*document);
  for (const char* language : {"en", "ru"}) {
    for (const Rect area : {Rect{20, 20, 420, 130}, Rect{20, 20, 590, 150}, Rect{20, 20, 830, 330},
                            Rect{20, 20, 1240, 620}}) {
      SCOPED_TRACE(testing::Message() << language << area.w);
      Shown shown{.area = area};
      shown.language = language;
      const RecordingCanvas canvas = shown.draw(page, *document, 0);
      int figures = 0;
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        if (text.style.face != Face::mono || text.style.color != dark_theme().text) continue;
        ++figures;
        for (const RecordingCanvas::Box& bar : canvas.fills()) {
          const Rect& r = bar.rect;
          if (std::abs(r.center().y - text.rect.center().y) > 4) continue;
          const bool right = r.x > text.rect.x;
          const float gap = right ? r.x - text.rect.right() : text.rect.x - r.right();
          EXPECT_GE(gap, right ? 20 : 6) << text.text;
        }
      }
      EXPECT_GE(figures, 6);
    }
  }
}

TEST_P(MeasuredPages, NameDeviceAndDate) {
  Shown shown;
  EXPECT_TRUE(draw(shown, supplied()).says("measured: NVIDIA H200"));
  const auto page = page_of(GetParam(), supplied());
  page->on_document(*document_);
  Frame frame;
  frame.document = document_.get();
  EXPECT_EQ(page->subtitle(frame), "measured: NVIDIA H200, 2026-11-24");
}

TEST_P(MeasuredPages, SayHowToMeasureWhenNothingWas) {
  Shown shown;
  EXPECT_TRUE(draw(shown, std::make_shared<const Timings>()).says("warpscope bench"));
  EXPECT_EQ(shown.wishes.command, "");
}

TEST_P(MeasuredPages, ShowTheUsersOwnRecordInItsTurn) {
  Shown shown{.look = turned(0)};
  const auto first = draw(shown, two_records());
  EXPECT_TRUE(first.says("record 1 of 2"));
  shown.look = turned(1);
  const auto second = draw(shown, two_records());
  EXPECT_TRUE(second.says("record 2 of 2"));
  EXPECT_TRUE(second.says("measured: A GPU"));
  shown.pointer = {.at = middle_of(second, "record 2 of 2"), .inside = true, .pressed = true};
  draw(shown, two_records());
  EXPECT_EQ(shown.wishes.command, "timing.records");
}

INSTANTIATE_TEST_SUITE_P(All, MeasuredPages, testing::Values(0, 1, 2));

class OnePage : public testing::Test {
 protected:
  /// The tooltip at a text.
  std::string told(MachinePage& page, const RecordingCanvas& canvas, std::string_view text) {
    shown_.pointer = {.at = middle_of(canvas, text), .inside = true};
    shown_.draw(page, *document_, 0);
    return shown_.wishes.tooltip;
  }
  DocumentPtr document_ = emulated("reduce_strided", 64, 32);
  Shown shown_{.area = {20, 20, 1240, 620}};
};

TEST_F(OnePage, OperationsSayTheirFiguresAndTheLectures) {
  OperationsPage page(supplied());
  page.on_document(*document_);
  const auto canvas = shown_.draw(page, *document_, 0);
  EXPECT_TRUE(canvas.says("0.253"));
  EXPECT_TRUE(canvas.says("table 6.1, cycles per warp:"));
  EXPECT_TRUE(canvas.says("24 bits"));
  const std::string add = told(page, canvas, "add, 64-bit real");
  EXPECT_NE(add.find("0.500 cycles a warp: 64.0 operations"), std::string::npos) << add;
  EXPECT_NE(add.find("C1060 32, C2050 2"), std::string::npos) << add;
  EXPECT_NE(add.find("latency 8.0"), std::string::npos) << add;
  EXPECT_NE(told(page, canvas, "barrier").find("256 threads"), std::string::npos);
  EXPECT_NE(told(page, canvas, "multiply, integer").find("C1060 4 (of 24-bit factors)"),
            std::string::npos);
}

TEST_F(OnePage, OperationsExplainEveryMarkThatTheyDraw) {
  OperationsPage page(supplied());
  page.on_document(*document_);
  for (const Rect area : {Rect{20, 20, 420, 270}, {20, 20, 590, 210}, {20, 20, 420, 118}}) {
    shown_.area = area;
    const auto canvas = shown_.draw(page, *document_, 0);
    const bool squares = std::ranges::any_of(canvas.strokes(), [](const RecordingCanvas::Box& box) {
      return box.color == dark_theme().other;
    });
    EXPECT_EQ(squares, canvas.says("C1060")) << area.h;
    EXPECT_EQ(squares, canvas.says("C2050")) << area.h;
  }
}

TEST_F(OnePage, AMarkedOperationIsInSightUntilTheWheelTurns) {
  shown_.area = {20, 20, 420, 230};
  OperationsPage page(supplied());
  page.on_document(*document_);
  EXPECT_FALSE(shown_.draw(page, *document_, 0).says("shuffle"));
  SliderSettings settings;
  const auto* shuffle = std::ranges::find(device_operation_ids, "shuffle");
  settings.values["operation"] = static_cast<int>(shuffle - device_operation_ids.begin());
  shown_.look.set(settings);
  const auto marked = shown_.draw(page, *document_, 0);
  EXPECT_TRUE(marked.says("shuffle"));
  EXPECT_TRUE(std::ranges::any_of(marked.fills(), [&](const RecordingCanvas::Box& box) {
    return box.color == dark_theme().active.alpha(0.16F) &&
           box.rect.contains(middle_of(marked, "shuffle"));
  }));
  shown_.pointer = {.at = {100, 120}, .inside = true, .wheel = 50};
  shown_.draw(page, *document_, 0);
  EXPECT_TRUE(shown_.draw(page, *document_, 0).says("add, 32-bit real"));
}

TEST_F(OnePage, AClickMarksAnOperation) {
  OperationsPage page(supplied());
  page.on_document(*document_);
  const Point sine = middle_of(shown_.draw(page, *document_, 0), "sine, fast");
  shown_.pointer = {.at = sine, .inside = true, .pressed = true};
  shown_.draw(page, *document_, 0);
  ASSERT_TRUE(shown_.wishes.slider);
  EXPECT_EQ(shown_.wishes.slider->slider->id, "operation");
  EXPECT_EQ(device_operation_ids.at(static_cast<std::size_t>(shown_.wishes.slider->value)),
            "fp32_sine_fast");
}

TEST_F(OnePage, OperationsScrollByTheWheel) {
  shown_.area = {20, 20, 420, 230};
  OperationsPage page(supplied());
  page.on_document(*document_);
  EXPECT_FALSE(shown_.draw(page, *document_, 0).says("barrier"));
  shown_.pointer = {.at = {100, 120}, .inside = true, .wheel = -50};
  shown_.draw(page, *document_, 0);
  EXPECT_TRUE(shown_.draw(page, *document_, 0).says("barrier"));
}

TEST_F(OnePage, MemoryNamesTheLevels) {
  MemoryPage page(supplied());
  page.on_document(*document_);
  const auto canvas = shown_.draw(page, *document_, 0);
  for (const char* part : {"L1 cache 32.1", "L2 cache 280", "device memory 687", "L2 holds 60 MiB",
                           "constant, 32 KiB", "not measured", "17.9", "TB/s"}) {
    EXPECT_TRUE(canvas.says(part)) << part;
  }
  const auto row = std::ranges::find(canvas.texts(), "shared", &RecordingCanvas::Text::text);
  ASSERT_NE(row, canvas.texts().end());
  shown_.pointer = {.at = row->rect.center(), .inside = true};
  shown_.draw(page, *document_, 0);
  const std::string shared = shown_.wishes.tooltip;
  EXPECT_NE(shared.find("23.0 cycles over 4 KiB"), std::string::npos) << shared;
  EXPECT_NE(shared.find("\n127.8 bytes a cycle to each multiprocessor"), std::string::npos)
      << shared;
}

TEST_F(OnePage, MemoryNamesTheArraysOfTheRunAndLeadsToTheSplit) {
  MemoryPage page(supplied());
  const auto local = emulated("local_array", 128, 32);
  page.on_document(*local);
  shown_.area = {20, 20, 620, 120};  // room for a few rows
  const auto low = shown_.draw(page, *local, 0);
  EXPECT_TRUE(low.says("local, in the L1 cache"));
  EXPECT_TRUE(low.says("this run: local counts"));
  EXPECT_FALSE(low.says("texture, in the L1 cache"));
  shown_.area = {20, 20, 1240, 620};
  const auto high = shown_.draw(page, *local, 0);
  EXPECT_TRUE(high.says("global in, out (from a cache or the device)"));
  for (const RecordingCanvas::Text& text : high.texts()) {
    EXPECT_FALSE(text.text.starts_with("global, 1 GiB") && text.style.face == Face::sans_bold)
        << "the arrays of the run are not that large";
  }
  shown_.pointer = {.at = middle_of(high, "divide one memory"), .inside = true, .pressed = true};
  shown_.draw(page, *local, 0);
  EXPECT_EQ(shown_.wishes.command, "multiprocessor.occupancy");
}

TEST_F(OnePage, CopiesCompareStreamsWithOneAndWithTheIdeal) {
  CopiesPage page(supplied());
  page.on_document(*document_);
  const auto canvas = shown_.draw(page, *document_, 0);
  for (const char* part : {"1 stream: 4.06 ms", "8 streams: 1.70 ms, 2.38 × as fast as one",
                           "derived ideal: 1.40 ms, 2.89 × as fast as one", "pageable, to device",
                           "256 MiB", "spans computed from events"}) {
    EXPECT_TRUE(canvas.says(part)) << part;
  }
  shown_.pointer = {.at = middle_of(canvas, "streams: all"), .inside = true, .pressed = true};
  shown_.draw(page, *document_, 0);
  EXPECT_EQ(shown_.wishes.command, "multiprocessor.streams");
  shown_.pointer = {};
  shown_.look.set(ShownStreams::two);
  const auto two = shown_.draw(page, *document_, 0);
  EXPECT_TRUE(two.says("2 streams: "));
  EXPECT_TRUE(two.says("streams: 2 of 1, 2, 4, 8"));
  EXPECT_FALSE(two.says("8 streams: "));
}

// A kernel waits for no copy engine: what a span waited for is that of its kind.
TEST_F(OnePage, ASpanOfAKernelNamesTheKernelBeforeIt) {
  CopiesPage page(supplied());
  page.on_document(*document_);
  shown_.language = "ru";
  std::set<std::string> waited;  // a span of each colour is enough
  const RecordingCanvas canvas = shown_.draw(page, *document_, 0);
  for (const auto& fill : canvas.fills()) {
    if (fill.rect.w > 40 || waited.size() == 3) continue;
    shown_.pointer = {.at = fill.rect.center(), .inside = true};
    shown_.draw(page, *document_, 0);
    const std::string& told = shown_.wishes.tooltip;
    if (told.find("вычислено по событиям") == std::string::npos) continue;
    const bool kernel = told.starts_with("ядро");
    EXPECT_EQ(told.find("устройство копирования") == std::string::npos, kernel) << told;
    EXPECT_EQ(told.find("предыдущее ядро") != std::string::npos, kernel) << told;
    waited.insert(told.substr(0, told.find(',')));
  }
  EXPECT_EQ(waited.size(), 3U);
}

TEST_F(OnePage, CopiesKeepOneStreamWhereNotAllHaveRoom) {
  CopiesPage page(supplied());
  page.on_document(*document_);
  for (const Rect area : {Rect{20, 20, 424, 252}, {28, 56, 584, 370}}) {
    shown_.area = area;
    const auto canvas = shown_.draw(page, *document_, 0);
    EXPECT_TRUE(canvas.says("streams: 1, 8 of 1, 2, 4, 8")) << area.h;
    EXPECT_TRUE(canvas.says("1 stream: 4.06 ms")) << area.h;
  }
}

TEST_F(OnePage, CopiesCompareTimesAloneInALowPane) {
  CopiesPage page(supplied());
  page.on_document(*document_);
  for (const float height : {118.0F, 80.0F, 60.0F}) {
    shown_.area = {20, 20, 600, height};
    const auto canvas = shown_.draw(page, *document_, 0);
    for (const char* figure : {"4.06", "2.21", "1.72", "1.70", "1.40", "derived ideal"}) {
      EXPECT_TRUE(canvas.says(figure)) << figure << " at " << height;
    }
    EXPECT_FALSE(canvas.says("copy in")) << "no row is lower than it can be read";
    expect_readable(canvas, shown_.area);
  }
}

TEST_F(OnePage, ARunWithoutOneStreamClaimsNoSpeedUp) {
  const DeviceRecord record = test::device_sample();
  EXPECT_EQ(stream_run_text(record, record.streams[0]), "4 streams: 2.50 ms");
}

}  // namespace
}  // namespace warpscope
