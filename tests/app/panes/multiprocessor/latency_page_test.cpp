#include "app/panes/multiprocessor/latency_page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "app/panes/multiprocessor/hiding_figures.hpp"
#include "app/panes/multiprocessor/latency_text.hpp"
#include "app/panes/multiprocessor/multiprocessor_view.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/trace/printable.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/cut_trace.hpp"
#include "tests/support/long_trace.hpp"
#include "tests/support/trace_maker.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

using test::emulated, test::expect_readable, test::Shown;

Look with(std::map<std::string, int, std::less<>> values) {
  Look look;
  look.set(MultiprocessorPage::latency);
  look.set(SliderSettings{.values = std::move(values), .chosen = {}});
  return look;
}

TimingsPtr supplied_records() {
  static const auto timings = std::make_shared<const Timings>(read_timings({}));
  return timings;
}

class LatencyPageTest : public testing::Test {
 protected:
  RecordingCanvas draw(const Pointer& pointer = {}, std::uint32_t access = 0) {
    shown_.pointer = pointer;
    return shown_.draw(page_, *document_, access);
  }
  /// The access whose mark stands at a place, if one does.
  std::optional<std::uint32_t> clicked(Point at) {
    draw({.at = at, .inside = true, .pressed = true, .down = true});
    draw({.at = at, .inside = true, .released = true});
    return shown_.wishes.seek;
  }

  DocumentPtr document_ = emulated("latency_hiding");
  LatencyPage page_{supplied_records()};
  Shown shown_{.area = {20, 20, 1240, 620}, .look = with({})};
};

TEST_F(LatencyPageTest, SaysThatItIsModelledAndWhatItAssumes) {
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("Issue slots busy"));
  EXPECT_TRUE(canvas.says("modelled: 9.0 (H200), no caches"));
  EXPECT_TRUE(canvas.says("3 instructions assumed before each access"));
  EXPECT_TRUE(canvas.says("waits for memory"));
  EXPECT_TRUE(canvas.says("Little's law"));
  EXPECT_TRUE(canvas.says("global"));
  expect_readable(canvas, shown_.area);
}

TEST_F(LatencyPageTest, FollowsTheBlockUntilSlidersSaySo) {
  LatencyChoice choice = latency_choice(shown_.look, *document_, 0);
  EXPECT_EQ(choice.warps, 4);
  EXPECT_TRUE(choice.warps_follow);
  EXPECT_EQ(choice.latency, machine_model(BankModel::cc5).memory(Space::global).latency);
  choice = latency_choice(with({{"resident", 13}, {"between", 7}, {"latency", 200}, {"waits", 1}}),
                          *document_, 0);
  EXPECT_EQ(choice.warps, 13);
  EXPECT_EQ(choice.arithmetic, 7);
  EXPECT_EQ(choice.model().memory(Space::global).latency, 200);
  EXPECT_EQ(choice.wait(), LoadWait::each);
  EXPECT_TRUE(choice.request().arithmetic_waits);
  choice = latency_choice(with({{"waits", 2}}), *document_, 0);
  EXPECT_EQ(choice.machine, &book_machine());
  EXPECT_FALSE(choice.request().arithmetic_waits);
}

TEST_F(LatencyPageTest, HoldsNoMoreWarpsThanTheMachine) {
  const auto old = emulated("latency_hiding", 128, 128, BankModel::cc1);
  EXPECT_EQ(latency_choice(with({{"resident", 64}}), *old, 0).warps, 32);
}

TEST_F(LatencyPageTest, ShowsTheBooksFiftyWarpsBusyAllTheTime) {
  RunRequest request;
  request.kernel = "latency_hiding";
  request.parameters = {{"rounds", "16"}};
  request.machine = MachineKind::emulator;
  const DocumentPtr document = make_document(request, BankModel::cc1).value();
  const auto busy = [&](int warps, int arithmetic) {
    LatencyFigures figures;
    figures.prepare(
        *document,
        latency_choice(with({{"resident", warps}, {"between", arithmetic}, {"waits", 2}}),
                       *document, 0));
    return figures.present().busy;
  };
  EXPECT_GT(busy(50, 0), 0.99);
  EXPECT_LT(busy(45, 0), 0.95);
  EXPECT_GT(busy(13, 3), 0.96);
  EXPECT_LT(busy(10, 3), 0.9);
}

TEST_F(LatencyPageTest, GoesToTheAccessOfTheIssueThatIsClicked) {
  RecordingCanvas canvas = draw();
  // Every place along the row of warp 1 belongs to that warp.
  std::set<std::uint32_t> found;
  for (float x = 60; x < 800; x += 3) {
    const auto access = clicked({x, 20 + 22 + 16 + 60});
    if (access) found.insert(*access);
  }
  EXPECT_GE(found.size(), 4U);
  for (const std::uint32_t access : found) {
    EXPECT_EQ(document_->trace->accesses[access].warp, 1) << access;
  }
}

TEST_F(LatencyPageTest, TellsWhatIsAtTheMouse) {
  draw();
  draw({.at = {300, 20 + 22 + 16 + 60}, .inside = true});
  EXPECT_NE(shown_.wishes.tooltip.find("warp 1 of the block at place 0"), std::string::npos);
  EXPECT_NE(shown_.wishes.tooltip.find("waits for global memory"), std::string::npos);
  EXPECT_TRUE(shown_.wishes.about.has_value());
}

TEST_F(LatencyPageTest, ZoomsAndShowsAllAgain) {
  draw();
  const CycleWindow before = page_.window();
  const Point at{300, 120};
  for (int i = 0; i < 5; ++i) draw({.at = at, .inside = true, .wheel = 1});
  const CycleWindow zoomed = page_.window();
  EXPECT_LT(zoomed.span(), 0.4 * before.span());
  draw({.at = at, .inside = true, .pressed = true, .down = true});
  draw({.at = {at.x - 100, at.y}, .inside = true, .down = true});
  EXPECT_GT(page_.window().from, zoomed.from);
  draw({.at = {at.x - 100, at.y}, .inside = true, .released = true});
  EXPECT_FALSE(shown_.wishes.seek) << "it was dragged";
  draw({.at = at, .inside = true, .pressed = true, .down = true, .double_clicked = true});
  EXPECT_EQ(page_.window().from, 0);
  EXPECT_GE(page_.window().to, before.to);
}

TEST_F(LatencyPageTest, BringsThePlayheadIntoSight) {
  draw();
  for (int i = 0; i < 12; ++i) draw({.at = {100, 120}, .inside = true, .wheel = 1});
  const CycleWindow before = page_.window();
  draw({}, test::last_access(*document_));
  EXPECT_GT(page_.window().from, before.to);
  EXPECT_NEAR(page_.window().span(), before.span(), 1e-6);
}

TEST_F(LatencyPageTest, ReadsWellInBothLanguagesThemesAndAnySize) {
  const DocumentPtr barriers = emulated("reduce_strided");
  for (const DocumentPtr& document : {document_, barriers}) {
    for (const Rect area : {Rect{20, 20, 1240, 620},
                            {20, 20, 600, 115},
                            {20, 20, 380, 170},
                            {20, 20, 300, 300},
                            {20, 20, 1880, 980},
                            {20, 20, 440, 840}}) {
      for (const int warps : {1, 9, 64}) {
        for (const bool russian : {false, true}) {
          Shown shown{.area = area, .look = with({{"resident", warps}})};
          shown.language = russian ? "ru" : "en";
          shown.theme = russian ? &light_theme() : &dark_theme();
          const RecordingCanvas canvas = shown.draw(page_, *document, 3);
          expect_readable(canvas, area);
          EXPECT_EQ(canvas.says("Слоты выдачи"), russian);
        }
      }
    }
  }
}

TEST_F(LatencyPageTest, ShowsMeasuredThroughputBesideTheModels) {
  shown_.look = with({{"resident", 12}, {"between", 64}});
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("12 warps, 64 multiply-adds:"));
  EXPECT_TRUE(canvas.says("modelled 12.6 (9.0)"));
  EXPECT_TRUE(canvas.says("measured 12.1 = 0.96 × modelled (NVIDIA H200, 2026-11-24)"));
  EXPECT_TRUE(canvas.says("Little's law, from one warp 12.2"));
  EXPECT_TRUE(canvas.says("multipliers full at 31.2"));
  for (const char* curve : {"0", "4", "16", "64", "256"}) EXPECT_TRUE(canvas.says(curve)) << curve;
  const Point title = test::middle_of(canvas, "by integer multiply-adds between them");
  draw({.at = {title.x, title.y + 20}, .inside = true});
  EXPECT_NE(shown_.wishes.tooltip.find("one load under way"), std::string::npos);
}

TEST_F(LatencyPageTest, ShowsTheStampsOfRealWarpsBelowTheModel) {
  shown_.look = with({{"resident", 4}, {"between", 64}});
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("Measured, one block alone: 4 warps; NVIDIA H200, 2026-11-24"));
  EXPECT_TRUE(canvas.says("64 integer multiply-adds"));
  const Point head = test::middle_of(canvas, "both 958 cycles, modelled 949");
  const Timings timings = read_timings({});
  const StampedBlock& block = *nearest_stamps(timings.devices.at(0), 4, 64);
  const Stamp& arithmetic = block.stamps.at(1);  // of warp 0, after its first load
  const double middle = 0.5 * static_cast<double>(arithmetic.begin + arithmetic.end);
  const CycleWindow window = page_.window();
  const double share = (middle - window.from) / window.span();
  const auto x = static_cast<float>(48 + share * (1240 - 400 - 18 - 28));
  draw({.at = {x, head.y + 30}, .inside = true});
  EXPECT_EQ(shown_.wishes.tooltip,
            fmt::format("warp 0\ncycles {} … {} ({})\n64 integer multiply-adds\n"
                        "measured: NVIDIA H200, 2026-11-24",
                        grouped(static_cast<std::uint64_t>(arithmetic.begin)),
                        grouped(static_cast<std::uint64_t>(arithmetic.end)),
                        arithmetic.end - arithmetic.begin));
  draw({.at = {x, head.y}, .inside = true});
  EXPECT_NE(shown_.wishes.tooltip.find("multipliers for 2 cycles"), std::string::npos);
}

TEST_F(LatencyPageTest, ShowsOnePartOfItWhereThereIsNoRoomForAll) {
  shown_.area = {20, 20, 600, 115};
  shown_.look = with({{"resident", 16}, {"between", 64}});
  const RecordingCanvas first = draw();
  EXPECT_TRUE(first.says("Issue slots busy"));
  draw({.at = test::middle_of(first, "shown: modelled warps"), .inside = true, .pressed = true});
  EXPECT_EQ(shown_.wishes.command, "multiprocessor.hiding");
  shown_.look.set(LatencyPart::stamps);
  const RecordingCanvas stamps = draw();
  EXPECT_TRUE(stamps.says("shown: measured warps"));
  EXPECT_TRUE(stamps.says("Measured, one block alone: 16 warps; NVIDIA H200, 2026-11-24"));
  shown_.look.set(LatencyPart::throughput);
  const RecordingCanvas throughput = draw();
  EXPECT_TRUE(throughput.says("shown: throughput"));
  EXPECT_TRUE(throughput.says("measured 15.7 = 0.93 × modelled (NVIDIA H200, 2026-11-24)"));
  EXPECT_TRUE(throughput.says("256")) << "a curve";
  for (const RecordingCanvas* canvas : {&first, &stamps, &throughput}) {
    expect_readable(*canvas, shown_.area);
  }
  shown_.area = {20, 20, 1240, 620};
  EXPECT_FALSE(draw().says("shown:")) << "there is room for all";
}

TEST_F(LatencyPageTest, ShowsEachPartReadablyInAnyPane) {
  for (const Rect area : {Rect{20, 20, 920, 250},
                          {20, 20, 600, 115},
                          {20, 20, 380, 170},
                          {20, 20, 300, 300},
                          {20, 20, 560, 60}}) {
    for (const LatencyPart part : all_values<LatencyPart>) {
      for (const bool russian : {false, true}) {
        Shown shown{.area = area, .lecture = area.w > 600, .look = with({{"resident", 64}})};
        shown.look.set(part);
        shown.language = russian ? "ru" : "en";
        expect_readable(shown.draw(page_, *document_, 3), area);
      }
    }
  }
}

TEST_F(LatencyPageTest, ShowsTheModelAloneIfNothingWasMeasured) {
  LatencyPage page(std::make_shared<const Timings>());
  const RecordingCanvas canvas = shown_.draw(page, *document_, 0);
  EXPECT_TRUE(canvas.says("Issue slots busy"));
  EXPECT_FALSE(canvas.says("easured"));
  expect_readable(canvas, shown_.area);
}

TEST_F(LatencyPageTest, TurnsToTheUsersOwnRecord) {
  Timings timings = read_timings({});
  timings.devices.push_back(test::device_sample());
  LatencyPage page(std::make_shared<const Timings>(std::move(timings)));
  shown_.look.set(RecordTurns{1});
  const RecordingCanvas canvas = shown_.draw(page, *document_, 0);
  EXPECT_TRUE(canvas.says("record 2 of 2"));
  EXPECT_TRUE(canvas.says("A GPU, 2026-11-24"));
  expect_readable(canvas, shown_.area);
}

TEST_F(LatencyPageTest, SaysWhenTheTraceIsCut) {
  LatencyFigures figures;
  const DocumentPtr long_one = test::document_of(test::long_trace(60'000));
  figures.prepare(*long_one, latency_choice(with({}), *long_one, 0));
  EXPECT_TRUE(figures.stream().cut);
  EXPECT_EQ(cut_text(figures),
            fmt::format("only the first {} of {} accesses", grouped(figures.stream().accesses),
                        grouped(long_one->trace->accesses.size())));
  EXPECT_LE(figures.stream().accesses, 50'000U);
  EXPECT_LE(figures.schedule().issues, 100'010U);
  EXPECT_FALSE(figures.place_of(test::last_access(*long_one), *long_one->trace));
}

TEST_F(LatencyPageTest, SaysWhenStoresWaitForTooLittle) {
  LatencyFigures figures;
  const DocumentPtr cut = test::document_of(test::sums_of_many(2048, 8));
  figures.prepare(*cut, latency_choice(with({}), *cut, 0));
  EXPECT_NE(cut_text(figures).find("none of the many loads that feed them"), std::string::npos)
      << cut_text(figures);
}

TEST_F(LatencyPageTest, ShowsTheLaunchOfThePlayhead) {
  const DocumentPtr two = emulated("histogram_merge");
  const std::uint32_t last = test::last_access(*two);
  ASSERT_GT(two->trace->launches.size(), 1U);
  EXPECT_EQ(latency_choice(with({}), *two, last).launch, two->trace->launches.size() - 1);
}

TEST_F(LatencyPageTest, SaysSoIfThereAreNoAccesses) {
  test::TraceMaker make;
  const DocumentPtr empty = test::document_of(make.take());
  EXPECT_TRUE(shown_.draw(page_, *empty, 0).says("accessed nothing"));
}

}  // namespace
}  // namespace warpscope
