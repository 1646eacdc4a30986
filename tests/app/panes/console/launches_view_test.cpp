#include "app/panes/console/launches_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/trace/sample_story.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::expect_readable;
using test::middle_of;
using test::Shown;

class LaunchesViewTest : public testing::Test {
 protected:
  LaunchesViewTest() { view_.on_document(*document_); }
  RecordingCanvas draw(std::uint32_t access = 0) { return shown_.draw(view_, *document_, access); }
  DocumentPtr document_ = document_of(test::racing_trace());
  ConsolePage page_ = test::racing_program().page;
  LaunchesView view_;
  Shown shown_{.area = {20, 20, 700, 200}, .console = &page_};
};

TEST_F(LaunchesViewTest, IsReadableAtEverySize) {
  for (const Rect area : {Rect{20, 20, 200, 60}, Rect{20, 20, 270, 118}, Rect{20, 20, 430, 126},
                          Rect{20, 20, 700, 260}}) {
    for (const bool lecture : {false, true}) {
      for (const ConsolePage* page :
           {static_cast<const ConsolePage*>(nullptr), static_cast<const ConsolePage*>(&page_)}) {
        shown_.area = area;
        shown_.lecture = lecture;
        shown_.console = page;
        expect_readable(draw(), area);
      }
    }
  }
}

TEST_F(LaunchesViewTest, TellsWhatEachLaunchCost) {
  const RecordingCanvas canvas = draw();
  for (const std::string_view part :
       {"kernel", "wavefronts", "findings", "fill", "race", "not recorded"}) {
    EXPECT_TRUE(canvas.says(part)) << part;
  }
  Frame frame;
  frame.document = document_.get();
  frame.lent.lend<ConsolePage>(&page_);
  EXPECT_EQ(view_.tab(frame), "Launches 3");
  EXPECT_TRUE(view_.subtitle(frame).starts_with("all blocks, ")) << "each grid has one";
  EXPECT_EQ(view_.text(frame).find("≈"), std::string::npos);
  frame.lent.lend<ConsolePage>(nullptr);
  EXPECT_EQ(view_.tab(frame), "Launches 2") << "of the trace";
}

TEST_F(LaunchesViewTest, ANarrowTableKeepsTheBlocksThatWavefrontsAreOneOf) {
  for (float width = 700; width > 120; width -= 10) {
    shown_.area.w = width;
    const RecordingCanvas canvas = draw();
    EXPECT_TRUE(canvas.says("grid") || !canvas.says("wavefronts")) << width;
    EXPECT_TRUE(canvas.says("grid") || !canvas.says("sectors")) << width;
  }
}

TEST_F(LaunchesViewTest, ItsMenuLeadsToTheLaunch) {
  shown_.pointer = {.at = middle_of(draw(), "race"), .inside = true, .menu = true};
  draw();
  ASSERT_TRUE(shown_.wishes.menu);
  EXPECT_EQ(shown_.wishes.menu->title, "race");
  EXPECT_EQ(shown_.wishes.menu->actions.front().seek, 3U);
  EXPECT_FALSE(shown_.wishes.seek) << "that was no click";
}

TEST_F(LaunchesViewTest, AClickGoesToTheLaunch) {
  shown_.pointer = {.at = middle_of(draw(), "race"), .inside = true, .pressed = true};
  draw();
  EXPECT_EQ(shown_.wishes.seek, 3U) << "the access with a conflict";
  shown_.pointer.at = middle_of(draw(), "not recorded");
  draw();
  EXPECT_FALSE(shown_.wishes.seek);
  EXPECT_NE(shown_.wishes.tooltip.find("not recorded"), std::string::npos);
}

TEST_F(LaunchesViewTest, KeepsTheLaunchOfThePlayheadInSight) {
  for (int number = 4; number < 2000; ++number) {
    page_.outcome->launches.push_back(test::program_launch(number, "more", {1}, {64}, -1));
  }
  std::rotate(page_.outcome->launches.begin(), page_.outcome->launches.begin() + 3,
              page_.outcome->launches.end());
  EXPECT_TRUE(draw(1).says("race"));
  const RecordingCanvas canvas = draw(1);
  EXPECT_LT(canvas.texts().size(), 120U) << "only rows in sight are drawn";
}

TEST_F(LaunchesViewTest, ASaveKeepsWhatIsReadAndElseFollowsThePlayhead) {
  for (int number = 4; number < 2000; ++number) {
    page_.outcome->launches.push_back(test::program_launch(number, "more", {1}, {64}, -1));
  }
  std::rotate(page_.outcome->launches.begin(), page_.outcome->launches.begin() + 3,
              page_.outcome->launches.end());
  LaunchesView unread;
  unread.on_document(*document_);
  unread.continue_from(view_);  // which nobody has seen yet
  EXPECT_TRUE(shown_.draw(unread, *document_, 1).says("race"));
  LaunchesView saved;
  saved.on_document(*document_);
  saved.continue_from(unread);
  shown_.pointer = {.at = shown_.area.center(), .inside = true, .wheel = 1000};
  shown_.draw(saved, *document_, 1);
  shown_.pointer = {};
  EXPECT_FALSE(shown_.draw(saved, *document_, 1).says("race"));
  LaunchesView again;
  again.on_document(*document_);
  again.continue_from(saved);
  EXPECT_FALSE(shown_.draw(again, *document_, 1).says("race"));
}

TEST_F(LaunchesViewTest, FiguresAreOfWholeGrids) {
  Trace trace = test::racing_trace();
  trace.launches[0].grid = {100};
  const DocumentPtr large = document_of(std::move(trace));
  LaunchesView view;
  view.on_document(*large);
  shown_.area.w = 1100;
  shown_.console = nullptr;
  const RecordingCanvas canvas = shown_.draw(view, *large, 0);
  EXPECT_TRUE(canvas.says("≈400")) << "four sectors a block";
  EXPECT_TRUE(canvas.says("ideal"));
  EXPECT_TRUE(canvas.says("cycles"));
  Frame frame;
  frame.document = large.get();
  EXPECT_TRUE(view.subtitle(frame).starts_with("all blocks, ≈ scaled from block 0 of each launch"));
  shown_.pointer = {.at = middle_of(canvas, "cycles"), .inside = true};
  shown_.draw(view, *large, 0);
  EXPECT_NE(shown_.wishes.tooltip.find("for a wavefront of shared memory"), std::string::npos);
}

class StreamsPictureTest : public LaunchesViewTest {
 protected:
  StreamsPictureTest() { page_.outcome->streams = test::sample_story(); }
  [[nodiscard]] static std::ptrdiff_t red(const RecordingCanvas& canvas) {
    return std::ranges::count(canvas.strokes(), dark_theme().costly, &RecordingCanvas::Box::color);
  }
};

TEST_F(StreamsPictureTest, IsReadableAtEverySize) {
  for (const Rect area : {Rect{20, 20, 200, 60}, Rect{20, 20, 270, 118}, Rect{20, 20, 430, 126},
                          Rect{20, 20, 700, 260}, Rect{0, 0, 1600, 700}}) {
    for (const bool lecture : {false, true}) {
      shown_.area = area;
      shown_.lecture = lecture;
      expect_readable(draw(), area);
    }
  }
}

TEST_F(StreamsPictureTest, HasALaneForEachStreamAndMarksTheTwoThatNothingOrders) {
  const RecordingCanvas canvas = draw();
  for (const std::string_view part : {"host", "stream load", "stream compute", "scale", "fill",
                                      "nothing orders them", "cudaStreamWaitEvent(load, event)"}) {
    EXPECT_TRUE(canvas.says(part)) << part;
  }
  EXPECT_EQ(red(canvas), 2) << "the launch and the copy";
  EXPECT_GT(canvas.inked(dark_theme().costly), 0U) << "and a line from one to the other";
  const float launch = middle_of(canvas, "fill").x;
  EXPECT_GT(launch, middle_of(canvas, "scale").x) << "the host waits between them";
}

TEST_F(StreamsPictureTest, WithoutAClashNothingIsRed) {
  page_.outcome->streams.clashes.clear();
  const RecordingCanvas canvas = draw();
  EXPECT_EQ(red(canvas), 0);
  EXPECT_TRUE(canvas.says("may run at the same time"));
}

TEST_F(StreamsPictureTest, AClickOnALaunchGoesThere) {
  shown_.pointer = {.at = middle_of(draw(), "fill"), .inside = true, .pressed = true};
  draw();
  EXPECT_EQ(shown_.wishes.seek, 3U) << "launch 2 of the program";
  EXPECT_NE(shown_.wishes.tooltip.find("line 25"), std::string::npos);
}

TEST_F(StreamsPictureTest, GivesWayToTheTable) {
  Frame frame;
  frame.document = document_.get();
  frame.lent.lend<ConsolePage>(&page_);
  EXPECT_EQ(view_.link(frame).command, "launches.next");
  shown_.look.set(LaunchesShown::table);
  EXPECT_TRUE(draw().says("wavefronts"));
  page_.outcome->streams = {};
  EXPECT_EQ(view_.link(frame).command, "") << "of one stream there is nothing else to see";
}

TEST_F(StreamsPictureTest, IsThereForATraceAlone) {
  Trace trace = test::racing_trace();
  trace.streams = test::sample_story();
  const DocumentPtr document = document_of(std::move(trace));
  LaunchesView view;
  view.on_document(*document);
  shown_.console = nullptr;
  EXPECT_TRUE(shown_.draw(view, *document, 0).says("stream compute"));
}

TEST(LaunchTable, SectorsBeyondTheIdealAreCostly) {
  test::TraceMaker make(32);
  make.load(make.global("in", 256), 3, all_lanes, [](int lane) { return 8 * lane; });
  make.launch(32);
  make.load(make.global("out", 32), 4, all_lanes, [](int lane) { return lane; });
  const Trace trace = make.take();
  const LaunchTable table =
      launch_table(trace, {BankModel::cc5, totals_of_launches(trace, BankModel::cc5)});
  EXPECT_TRUE(table.rows[0].costly_sectors);
  EXPECT_FALSE(table.rows[1].costly_sectors);
}

TEST(LaunchTable, WhatWasCountedInAllBlocksIsNotScaled) {
  test::RacingProgram program = test::racing_program();
  Trace& trace = program.trace;
  ProgramOutcome outcome = *program.page.outcome;
  for (ProgramLaunch& launch : outcome.launches) launch.grid = {100}, launch.checked_all = true;
  trace.launches[0].grid = trace.launches[1].grid = {100};
  outcome.totals.resize(outcome.launches.size());
  outcome.totals[1].shared_load = {.requests = 60, .wavefronts = 77, .ideal = 60};
  LaunchCosts costs{BankModel::cc5, totals_of_launches(trace, BankModel::cc5)};
  const auto wavefronts = [&] {
    const LaunchTable table = launch_table(outcome, told_findings(outcome), &trace, costs);
    EXPECT_EQ(table.counted(), table.rows[1].exact);
    return table.rows[1].cells[static_cast<std::size_t>(LaunchColumn::wavefronts)];
  };
  EXPECT_EQ(wavefronts().substr(0, 3), "≈") << "nobody says under which banks they were counted";
  costs.counted_banks = BankModel::cc5;
  EXPECT_EQ(wavefronts(), "77");
  costs.counted_banks = BankModel::cc1;
  EXPECT_EQ(wavefronts().substr(0, 3), "≈") << "other banks are shown";
}

TEST(LaunchTable, AFailedLaunchSaysSo) {
  const auto [trace, page] = test::racing_program();
  ProgramOutcome outcome = *page.outcome;
  outcome.launches[2].error = "cudaErrorIllegalAddress";
  const LaunchTable table =
      launch_table(outcome, told_findings(outcome), &trace,
                   {BankModel::cc5, totals_of_launches(trace, BankModel::cc5)});
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_TRUE(table.rows[1].recorded);
  EXPECT_TRUE(table.rows[1].costly);
  EXPECT_EQ(table.rows[2].error, "cudaErrorIllegalAddress");
  EXPECT_EQ(table.row_of(1), 1U);
  EXPECT_EQ(table.row_of(7), std::nullopt);
}

}  // namespace
}  // namespace warpscope
