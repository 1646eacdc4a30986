#include "app/panes/timing/timing_measure.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "app/measure/measuring.hpp"
#include "app/subject/timings.hpp"
#include "tests/app/fake_bench.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using test::begun_event, test::expect_readable, test::FakeBench, test::echoed;

constexpr Rect row_place{20, 200, 900, 24};

/// The row, drawn alone.
struct MeasureRow {
  Rect left = row_place;
  Wishes wishes;
  RecordingCanvas canvas;

  MeasureRow(const Measuring* measuring, Rect area = row_place, Pointer pointer = {},
             bool lecture = false)
      : left(area), canvas(area, fonts()) {
    Frame frame;
    frame.theme = &dark_theme();
    frame.lent.lend<Measuring>(measuring);
    frame.pointer = pointer;
    frame.lecture = lecture;
    draw_measure(canvas, left, frame, wishes);
  }
  [[nodiscard]] Rect place_of(std::string_view text) const {
    for (const auto& drawn : canvas.texts()) {
      if (drawn.text == text) return drawn.rect;
    }
    ADD_FAILURE() << text << " is not drawn";
    return {};
  }
  static const Fonts& fonts() {
    static const Fonts all;
    return all;
  }
};

Pointer click(Point at) { return {.at = at, .inside = true, .pressed = true}; }

TEST(TimingMeasure, AButtonAsksForAMeasurement) {
  const FakeBench fake("");
  Measuring measuring;
  measuring.use({fake.program(), {}, {}});
  const MeasureRow row(&measuring);
  EXPECT_LT(row.left.right(), row_place.right());
  const MeasureRow clicked(&measuring, row_place, click(row.place_of("Measure here").center()));
  EXPECT_EQ(clicked.wishes.command, "measure");
  EXPECT_TRUE(MeasureRow(&measuring, row_place, click({30, 210})).wishes.command.empty());
}

TEST(TimingMeasure, TheReasonStandsBesideAButtonThatCannot) {
  Measuring measuring;
  measuring.use({"/bin/true", {}, [] { return std::string("This machine has no GPU."); }});
  const MeasureRow row(&measuring);
  EXPECT_GT(row.place_of("This machine has no GPU.").w, 0);
  const Point button = row.place_of("Measure here").center();
  const MeasureRow narrow(&measuring, {20, 200, 300, 24}, {});
  EXPECT_EQ(narrow.canvas.texts().size(), 1U) << "the button alone has room";
  const MeasureRow pointed(&measuring, row_place, click(button));
  EXPECT_EQ(pointed.wishes.tooltip, "This machine has no GPU.");
  EXPECT_EQ(pointed.wishes.command, "measure") << "which says it in full";
}

TEST(TimingMeasure, WhileOneRunsItSaysHowFarAndCanBeCancelled) {
  const FakeBench fake(echoed(begun_event(30)) +
                       echoed(progress_event(12, 30, "reduce_strided, 2^24")) +
                       "while :; do sleep 0.01; done");
  Measuring measuring;
  measuring.use({fake.program(), {}, {}});
  ASSERT_TRUE(measuring.start({.what = "reduction"}));
  while (measuring.progress().done == 0) std::this_thread::sleep_for(1ms);
  const MeasureRow row(&measuring);
  EXPECT_GT(row.place_of("12 of 30: Reduction · 2 strided, 2^24").w, 0);
  const MeasureRow clicked(&measuring, row_place, click(row.place_of("Cancel").center()));
  EXPECT_EQ(clicked.wishes.command, "cancel");
  for (const float width : {60.0F, 160.0F, 300.0F, 900.0F, 1800.0F}) {
    for (const bool lecture : {false, true}) {
      const Rect area{20, 200, width, lecture ? 36.0F : 24.0F};
      expect_readable(MeasureRow(&measuring, area, {}, lecture).canvas, area);
    }
  }
  measuring.cancel();
  if (measuring.running()) {
    const MeasureRow ending(&measuring);
    EXPECT_FALSE(ending.canvas.blank());
  }
}

TEST(TimingMeasure, APictureOfTheViewAloneHasNoButton) {
  const MeasureRow row(nullptr);
  EXPECT_TRUE(row.canvas.blank());
  EXPECT_EQ(row.left.w, row_place.w);
}

}  // namespace
}  // namespace warpscope
