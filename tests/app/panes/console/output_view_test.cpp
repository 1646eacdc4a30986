#include "app/panes/console/output_view.hpp"

#include <gtest/gtest.h>

#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::expect_readable;
using test::middle_of;
using test::Shown;

constexpr Rect low{20, 20, 430, 126};

class OutputViewTest : public testing::Test {
 protected:
  RecordingCanvas draw(const ConsolePage* page) {
    shown_.console = page;
    return shown_.draw(view_, *document_, 0);
  }
  RecordingCanvas turn_wheel(const ConsolePage* page, float notches) {
    shown_.pointer = {.at = {100, 60}, .inside = true, .wheel = notches};
    RecordingCanvas canvas = draw(page);
    shown_.pointer = {};
    return canvas;
  }
  DocumentPtr document_ = document_of(test::racing_trace());
  OutputView view_;
  Shown shown_{.area = low};
};

TEST_F(OutputViewTest, IsReadableAtEverySize) {
  ConsolePage page = test::racing_program().page;
  const ConsolePage broken = test::broken_page(), running = test::running_page();
  for (const ConsolePage* each : {static_cast<const ConsolePage*>(nullptr),
                                  static_cast<const ConsolePage*>(&page), &broken, &running}) {
    for (const Rect area : {Rect{20, 20, 200, 60}, low, Rect{20, 20, 700, 260}}) {
      for (const bool lecture : {false, true}) {
        shown_.area = area;
        shown_.lecture = lecture;
        expect_readable(draw(each), area);
      }
    }
  }
}

ConsolePage long_page(int lines) {
  ConsolePage page = test::racing_program().page;
  page.output.clear();
  for (int i = 0; i < lines; ++i) page.output.push_back("line " + std::to_string(i) + ".");
  return page;
}

TEST_F(OutputViewTest, FollowsTheEndUntilTheUserScrollsUp) {
  ConsolePage page = long_page(100);
  EXPECT_TRUE(draw(&page).says("3 findings"));
  EXPECT_FALSE(draw(&page).says("line 0."));
  EXPECT_TRUE(turn_wheel(&page, 100).says("line 0."));
  page = long_page(200);
  page.revision = 2;
  EXPECT_TRUE(draw(&page).says("line 0.")) << "the user reads there";
  turn_wheel(&page, -1000);
  page = long_page(300);
  page.revision = 3;
  EXPECT_TRUE(draw(&page).says("3 findings")) << "follows again";
}

TEST_F(OutputViewTest, KeepsTheLineThatIsReadWhileOthersAreDropped) {
  ConsolePage page = long_page(100);
  draw(&page);
  turn_wheel(&page, 20);
  const RecordingCanvas before = draw(&page);
  std::string top;
  for (const auto& text : before.texts()) {
    if (top.empty() && text.text.starts_with("line ")) top = text.text;
  }
  ASSERT_FALSE(top.empty());
  page.output.erase(page.output.begin(), page.output.begin() + 10);
  page.dropped_lines = 10;
  page.revision = 2;
  const RecordingCanvas after = draw(&page);
  const auto first = std::ranges::find_if(
      after.texts(), [](const auto& text) { return text.text.starts_with("line "); });
  ASSERT_NE(first, after.texts().end());
  EXPECT_EQ(first->text, top);
}

TEST_F(OutputViewTest, ShowsTheFirstErrorIfNothingWasBuilt) {
  ConsolePage page = test::broken_page();
  for (int i = 0; i < 30; ++i) page.diagnostics.push_back(page.diagnostics[1]);
  EXPECT_TRUE(draw(&page).says("race.cu does not compile"));
}

TEST_F(OutputViewTest, AClickOnAMessageShowsItsLineAndTwoOpenIt) {
  const ConsolePage page = test::broken_page();
  shown_.area = {20, 20, 700, 300};
  const Point error = middle_of(draw(&page), "dato[threadIdx.x]");
  shown_.pointer = {.at = error, .inside = true, .pressed = true};
  draw(&page);
  EXPECT_EQ(shown_.wishes.read, (FilePlace{"/home/ada/race.cu", 4}));
  EXPECT_FALSE(shown_.wishes.edit);
  shown_.pointer.double_clicked = true;
  draw(&page);
  EXPECT_EQ(shown_.wishes.edit, (FilePlace{"/home/ada/race.cu", 4}));
  shown_.pointer = {.at = error, .inside = true, .pressed = true, .ctrl = true};
  draw(&page);
  EXPECT_TRUE(shown_.wishes.edit);
  shown_.pointer = {.at = error, .inside = true};
  draw(&page);
  EXPECT_FALSE(shown_.wishes.tooltip.empty());
  EXPECT_FALSE(shown_.wishes.read);
}

TEST_F(OutputViewTest, TheLastLineLeadsToTheFindings) {
  const ConsolePage page = test::racing_program().page;
  shown_.pointer = {.at = middle_of(draw(&page), "3 findings"), .inside = true, .pressed = true};
  draw(&page);
  EXPECT_EQ(shown_.wishes.command, "view.findings");
}

TEST_F(OutputViewTest, TellsWhatAProgramHasDoneWhileItRuns) {
  const ConsolePage page = test::running_page();
  shown_.area = {20, 20, 700, 300};
  const RecordingCanvas canvas = draw(&page);
  EXPECT_TRUE(canvas.says("tile.cuh:5: Thread 40 writes tile[64] on line 5."));
  EXPECT_TRUE(canvas.says("A launch of fill failed: cudaErrorIllegalAddress."));
  EXPECT_TRUE(canvas.says("1,204 launches: 1,000 × race, 200 × fill, 4 of others"));
  EXPECT_TRUE(canvas.says("running launch 1,204, race<<<(16, 8), 64>>> …"));
  shown_.pointer = {.at = middle_of(canvas, "2 findings so far"), .inside = true, .pressed = true};
  draw(&page);
  EXPECT_EQ(shown_.wishes.command, "view.findings");
  shown_.pointer.at = middle_of(canvas, "Thread 40");
  draw(&page);
  EXPECT_EQ(shown_.wishes.read, (FilePlace{"/home/ada/tile.cuh", 5}));
}

TEST_F(OutputViewTest, ASaveLeavesTheLineThatIsRead) {
  const ConsolePage page = long_page(100);
  draw(&page);
  turn_wheel(&page, 20);
  ASSERT_FALSE(draw(&page).says("3 findings"));
  const auto top = [](const RecordingCanvas& canvas) { return canvas.texts().front().text; };
  const std::string read = top(draw(&page));
  ASSERT_TRUE(read.starts_with("line ")) << read;
  ConsolePage building{.state = ConsolePage::State::building, .revision = 2, .program = "race.cu"};
  draw(&building);
  ConsolePage running = long_page(10);
  running.revision = 3;
  running.state = ConsolePage::State::running;
  running.outcome.reset();
  draw(&running);
  ConsolePage saved = long_page(120);
  saved.revision = 4;
  OutputView fresh;
  fresh.on_document(*document_);
  fresh.continue_from(view_);
  shown_.console = &saved;
  EXPECT_EQ(top(shown_.draw(fresh, *document_, 0)), read);
  ConsolePage shorter = long_page(3);
  shorter.revision = 5;
  shown_.console = &shorter;
  EXPECT_TRUE(shown_.draw(fresh, *document_, 0).says("3 findings")) << "the line is gone";
}

TEST_F(OutputViewTest, CopiesWhatTheMouseSelectsElseAll) {
  const ConsolePage page = test::racing_program().page;
  shown_.area = {20, 20, 700, 300};
  const RecordingCanvas canvas = draw(&page);
  EXPECT_EQ(view_.text({}),
            "compiled race.cu  0.31 s\nn = 64\ndone\nThe program returned 0 after 0.04 s.\n");
  const auto drag = [&](std::string_view text, bool pressed, bool shift = false) {
    shown_.pointer = {.at = middle_of(canvas, text),
                      .inside = true,
                      .pressed = pressed,
                      .down = true,
                      .shift = shift};
    draw(&page);
  };
  drag("n = 64", true);
  EXPECT_NE(view_.text({}).find("compiled"), std::string::npos) << "a click selects nothing";
  drag("done", false);
  EXPECT_EQ(view_.text({}), "n = 64\ndone\n");
  shown_.pointer = {};
  draw(&page);
  ConsolePage later = page;
  later.revision = 9;
  draw(&later);
  EXPECT_EQ(view_.text({}), "n = 64\ndone\n") << "it outlives a change";
  drag("returned", true, true);
  EXPECT_EQ(view_.text({}), "n = 64\ndone\nThe program returned 0 after 0.04 s.\n") << "Shift";
  shown_.pointer = {};
  draw(&page);
  drag("done", true);
  EXPECT_NE(view_.text({}).find("compiled"), std::string::npos) << "the next click ends it";
}

}  // namespace
}  // namespace warpscope
