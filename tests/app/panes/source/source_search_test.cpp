// Searching in the source pane, folding in it, and moving its code sideways.
#include "app/panes/source/source_search.hpp"

#include <gtest/gtest.h>

#include "app/panes/source/source_view.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::expect_readable;
using test::Shown;

TEST(SourceHits, StandInTheOrderOfFilesAndLines) {
  const auto first = read_source("Warp warp\nno\nWARP"), second = read_source("no\nwarpwarp");
  const std::vector<const std::vector<SourceLine>*> files{&first, &second};
  const SourceHits alike(files, "warp", false);
  const std::vector<SourceHit> expected{
      {0, 0, 0, 4}, {0, 0, 5, 4}, {0, 2, 0, 4}, {1, 1, 0, 4}, {1, 1, 4, 4}};
  EXPECT_EQ(alike.all(), expected);
  EXPECT_EQ(alike.files(), 2U);
  EXPECT_EQ(alike.of_line(0, 0).size(), 2U);
  EXPECT_TRUE(alike.of_line(0, 1).empty());
  EXPECT_EQ(alike.first_from(0, 1), 2U);
  EXPECT_EQ(alike.first_from(1, 2), 0U) << "behind the last comes the first";
  EXPECT_EQ(SourceHits(files, "WARP", true).all().size(), 1U);
  EXPECT_TRUE(SourceHits(files, "", false).all().empty());
  EXPECT_EQ(SourceHits({}, "a", false).first_from(0, 0), std::nullopt);
}

TEST(SourceHits, RussianLettersCountAsTheSameInBothSizes) {
  const auto lines = read_source("// Сумма сумма");
  const std::vector<const std::vector<SourceLine>*> files{&lines};
  EXPECT_EQ(SourceHits(files, "СУММА", false).all().size(), 2U);
}

TEST(SourceHits, AreBounded) {
  const auto lines = read_source(std::string(900, 'a') + "\n");
  const std::vector<const std::vector<SourceLine>*> files(20, &lines);
  EXPECT_EQ(SourceHits(files, "a", false).all().size(), SourceHits::most);
}

class SourceReadingTest : public testing::Test {
 protected:
  SourceReadingTest() {
    view_.on_document(*document_);
    shown_.reading = &reading_;
    draw();
  }
  RecordingCanvas draw(std::uint32_t access = 2) { return shown_.draw(view_, *document_, access); }

  DocumentPtr document_ = document_of(test::racing_trace());
  ConsolePage page_ = test::racing_program().page;
  SourceReading reading_;
  SourceView view_;
  Shown shown_{.area = {20, 20, 560, 400}, .console = &page_};
};

TEST_F(SourceReadingTest, ASearchGoesThroughAllFilesAndStaysWhereItEnds) {
  reading_.searching = true;
  EXPECT_TRUE(draw().says("Find in the source"));
  reading_.text = "cudamalloc";
  draw();
  const RecordingCanvas found = draw();
  EXPECT_TRUE(found.says("1 of 1"));
  EXPECT_TRUE(found.says("cudaMalloc(")) << "of race.cu, though the playhead stands in tile.cuh";
  ASSERT_TRUE(shown_.wishes.field);
  reading_.match_case = true;
  EXPECT_TRUE(draw().says("nothing found"));
  reading_.match_case = false;
  draw();
  reading_.searching = false;
  draw();
  EXPECT_EQ(shown_.wishes.read, (FilePlace{"/home/ada/race.cu", 9}));
}

TEST_F(SourceReadingTest, TurnsGoRound) {
  reading_ = {.searching = true, .text = "read_tile"};
  draw();
  EXPECT_TRUE(draw().says("1 of 3"));
  --reading_.turns;
  EXPECT_TRUE(draw().says("3 of 3"));
  reading_.turns += 2;
  EXPECT_TRUE(draw().says("2 of 3"));
  reading_.text = "nowhere at all";
  EXPECT_TRUE(draw().says("nothing found"));
  reading_.turns += 3;
  EXPECT_TRUE(draw().says("nothing found"));
}

TEST_F(SourceReadingTest, ThePlayheadTakesTheSourceBack) {
  reading_ = {.searching = true, .text = "cudaMalloc"};
  draw();
  ASSERT_TRUE(draw().says("cudaMalloc("));
  EXPECT_FALSE(draw(1).says("cudaMalloc(")) << "it went on to an access of another file";
  ++reading_.turns;
  EXPECT_TRUE(draw(1).says("cudaMalloc("));
}

TEST_F(SourceReadingTest, IsReadableAtEverySize) {
  reading_ = {.searching = true, .text = "tile"};
  for (const Rect area : {Rect{20, 20, 200, 120}, Rect{20, 20, 268, 240}, Rect{20, 20, 700, 500}}) {
    for (const bool lecture : {false, true}) {
      shown_.area = area;
      shown_.lecture = lecture;
      expect_readable(draw(), area);
      ++reading_.folds_of_others;
      expect_readable(draw(), area);
      reading_.columns += 8;
      expect_readable(draw(), area);
    }
  }
}

TEST_F(SourceReadingTest, ALineThatCallsShowsWhatItsCallsCost) {
  // Line 11 of tile.cuh calls read_tile(), whose line 8 reads the tile.
  const Point call = test::middle_of(draw(), "read_tile(tile, threadIdx");
  shown_.pointer = {.at = call, .inside = true};
  draw();
  EXPECT_NE(shown_.wishes.tooltip.find("calls line 8, tile: shared load: 2 requests"),
            std::string::npos)
      << shown_.wishes.tooltip;
}

TEST_F(SourceReadingTest, AFoldHidesLinesUntilTheyAreNeeded) {
  shown_.area.h = 700;
  const std::size_t before = draw().texts().size();
  ++reading_.folds;
  EXPECT_LT(draw().texts().size(), before);
  ++reading_.unfolds;
  EXPECT_EQ(draw().texts().size(), before);
  ++reading_.folds;
  EXPECT_LT(draw().texts().size(), before);
  draw(1);
  EXPECT_EQ(draw(2).texts().size(), before) << "the playhead came to a line inside";
}

TEST_F(SourceReadingTest, CodeMovesSidewaysAndComesBackWithThePlayhead) {
  shown_.area.w = 240;
  const auto left_of = [](const RecordingCanvas& canvas) {
    std::size_t shown = 0;
    for (const auto& text : canvas.texts())
      shown += text.text.find("__shared__") != std::string::npos;
    return shown;
  };
  const std::size_t before = left_of(draw());
  shown_.pointer = {.at = shown_.area.center(), .inside = true, .shift = true, .wheel = -3};
  const std::size_t moved = left_of(draw());
  shown_.pointer = {};
  EXPECT_EQ(left_of(draw()), moved) << "stays";
  draw(1);
  EXPECT_EQ(left_of(draw(2)), before);
}

}  // namespace
}  // namespace warpscope
