#include "app/panes/timing/timing_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/app/shown_view.hpp"
#include "tests/app/timing_samples.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;
using test::timed;

/// Two devices over several sizes, and a table of a slide.
Timings timings_sample() {
  Timings timings;
  timings.supplied = 3;
  for (const char* device : {"First GPU", "Second GPU"}) {
    TimingRecord record{.device = device, .date = "2026-11-22", .command = "warpscope bench"};
    for (int power = 20; power <= 26; power += 2) {
      const double ms = static_cast<double>(1 << power) * 1e-8;
      record.results.push_back(timed("reduce_divergent", 1 << power, 8 * ms));
      record.results.push_back(timed("reduce_strided", 1 << power, 4 * ms));
    }
    record.results.push_back(timed("reduce_shuffle", 1 << 22, 0.01));
    timings.records.push_back(record);
  }
  TimingRecord slide{.device = "A slide", .date = "not said"};
  slide.results = {timed("reduce_divergent", 0, 20), timed("reduce_strided", 0, 10)};
  timings.records.push_back(slide);
  return timings;
}

/// The place at which a text is drawn.
Rect place_of(const RecordingCanvas& canvas, std::string_view text) {
  for (const auto& drawn : canvas.texts()) {
    if (drawn.text == text) return drawn.rect;
  }
  ADD_FAILURE() << text << " is not drawn";
  return {};
}

const KernelInfo* kernel(std::string_view id) { return find_kernel(id).value(); }

Ladder reductions(const Timings& timings, std::optional<std::int64_t> size = {}) {
  return make_ladder(timings.records, 0, {.kernel = kernel("reduce_strided"), .size = size});
}

const Rung& rung(const Ladder& ladder, std::string_view id) {
  const auto found =
      std::ranges::find_if(ladder.rungs, [&](const Rung& r) { return r.of.id == id; });
  EXPECT_NE(found, ladder.rungs.end()) << id;
  return *found;
}

TEST(TimingLadder, TakesTheLargestOfTheFullestSizes) {
  const Timings timings = timings_sample();
  const Ladder ladder = reductions(timings);
  EXPECT_EQ(ladder.size, 1 << 22) << "only there all three were timed";
  EXPECT_EQ(ladder.sizes, (std::vector<std::int64_t>{1 << 20, 1 << 22, 1 << 24, 1 << 26}));
  EXPECT_EQ(ladder.rungs.size(), 3U);
  EXPECT_EQ(ladder.curves.size(), 3U);
  EXPECT_EQ(reductions(timings, 1 << 26).size, 1 << 26);
  EXPECT_EQ(reductions(timings, 12345).size, 1 << 22);
  EXPECT_TRUE(make_ladder(timings.records, 0, {.kernel = kernel("scan_blelloch")}).rungs.empty());
}

TEST(TimingLadder, ThePresentKernelHasARungEvenIfItWasNotTimed) {
  const Timings timings = timings_sample();
  const Ladder ladder = make_ladder(timings.records, 0, {.kernel = kernel("reduce_last_block")});
  EXPECT_EQ(ladder.rungs.size(), 4U);
  EXPECT_EQ(rung(ladder, "reduce_last_block").result, nullptr);
}

TEST(TimingLadder, RatiosAreAgainstTheFirstThatDoesTheSame) {
  Timings timings = timings_sample();
  TimingRecord& record = timings.records[0];
  record.results.push_back(timed("reduce_vectorized", 1 << 22, 0.5));
  record.results.back().bytes /= 2;  // as if it did something else
  const Ladder ladder = reductions(timings);
  EXPECT_DOUBLE_EQ(*rung(ladder, "reduce_divergent").speedup, 1);
  EXPECT_DOUBLE_EQ(*rung(ladder, "reduce_strided").speedup, 2);
  EXPECT_DOUBLE_EQ(*rung(ladder, "reduce_vectorized").speedup, 1);
  EXPECT_TRUE(ladder.slides);
  EXPECT_DOUBLE_EQ(*rung(ladder, "reduce_strided").slide_speedup, 2);
  EXPECT_FALSE(rung(ladder, "reduce_shuffle").slide_ms);
}

TEST(TimingLadder, ASizeNextToAPowerOfTwoCountsAsIt) {
  Timings timings = timings_sample();
  timings.records[0].results.push_back(timed("reduce_vectorized", (1 << 22) - 256, 0.01));
  const Ladder ladder = reductions(timings);
  EXPECT_EQ(ladder.sizes, (std::vector<std::int64_t>{1 << 20, 1 << 22, 1 << 24, 1 << 26}));
  EXPECT_EQ(ladder.size, 1 << 22);
  EXPECT_EQ(rung(ladder, "reduce_vectorized").result->size, (1 << 22) - 256);
}

TEST(TimingLadder, PrefersTheParametersOfTheDocument) {
  Timings timings;
  timings.records.push_back({.device = "GPU"});
  auto& results = timings.records[0].results;
  results.push_back(timed("reduce_strided", 1024, 1, {{"type", "int"}, {"op", "add"}}));
  results.push_back(timed("reduce_strided", 1024, 2, {{"type", "float"}, {"op", "add"}}));
  results.push_back(timed("reduce_strided", 1024, 3, {{"type", "float"}, {"op", "max"}}));
  const auto chosen = [&](const char* type, const char* op) {
    const Ladder ladder = make_ladder(
        timings.records, 0,
        {.kernel = kernel("reduce_strided"), .parameters = {{"type", type}, {"op", op}}});
    return ladder.rungs.front().result->median_ms;
  };
  EXPECT_EQ(chosen("int", "add"), 1);
  EXPECT_EQ(chosen("float", "add"), 2);
  EXPECT_EQ(chosen("float", "max"), 3);
}

TEST(TimingLadder, ASlideAloneIsNoRecordToShow) {
  const Timings timings = timings_sample();
  EXPECT_EQ(records_of(timings.records, *kernel("reduce_strided")->family),
            (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(records_of(timings.records, *kernel("jacobi")->family).empty());
}

TEST(TimingView, IsReadableInEveryPane) {
  const Timings timings = timings_sample();
  const auto document = emulated("reduce_strided");
  for (const Rect area : {Rect{20, 20, 925, 230}, Rect{0, 0, 620, 120}, Rect{0, 0, 1600, 900},
                          Rect{0, 0, 400, 600}, Rect{0, 0, 300, 90}}) {
    for (const bool lecture : {false, true}) {
      TimingView view(std::make_shared<const Timings>(timings));
      view.on_document(*document);
      Shown shown{.area = area, .lecture = lecture};
      if (lecture && area.h < 200) continue;
      expect_readable(shown.draw(view, *document, 0), area);
    }
  }
}

TEST(TimingView, FirstStandsTheNewestThatTimesTheKernelOnItsUsualInput) {
  Timings timings = timings_sample();
  TimingRecord& alone = timings.records[1];
  alone.date = "2026-11-23";
  const auto first_of = [&](const char* id) {
    TimingView view(std::make_shared<const Timings>(timings));
    view.on_document(*emulated(id));
    return view.subtitle({}).substr(0, 5);
  };
  EXPECT_EQ(first_of("reduce_strided"), "Secon") << "the newest";
  std::erase_if(alone.results, [](const BenchResult& r) { return r.kernel != "reduce_divergent"; });
  EXPECT_EQ(first_of("reduce_strided"), "First") << "the newest does not time it";
  timings.supplied = 0;
  EXPECT_EQ(first_of("reduce_divergent"), "Secon") << "the newest of the user's own";
  timings.supplied = timings.records.size();
  EXPECT_EQ(first_of("reduce_divergent"), "First")
      << "of those that come with the program the fuller one";
  for (BenchResult& result : timings.records[0].results) result.parameters["type"] = "float";
  EXPECT_EQ(first_of("reduce_divergent"), "Secon") << "the other has other parameters";
  for (BenchResult& result : timings.records[0].results) result.parameters["type"] = "int";
  timings.supplied = 0;
  for (BenchResult& result : alone.results) result.parameters["input"] = "ones";
  EXPECT_EQ(first_of("reduce_divergent"), "First") << "the newest has another input";
}

TEST(TimingView, AClickOnACurveShowsThatSizeAndOneOnARecordLaysItOver) {
  const Timings timings = timings_sample();
  const auto document = emulated("reduce_strided");
  TimingView view(std::make_shared<const Timings>(timings));
  view.on_document(*document);
  Shown shown{.area = {0, 0, 1200, 400}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  Frame frame;
  EXPECT_EQ(view.subtitle(frame), "First GPU, 2026-11-22, n = 2^22");
  // The point of the slower curve is at the bottom of the plot, over the name of its size.
  bool shown_other = false;
  for (float y = 30; y < 400 && !shown_other; y += 4) {
    shown.pointer = {
        .at = {place_of(canvas, "2^26").center().x, y}, .inside = true, .pressed = true};
    (void)shown.draw(view, *document, 0);
    shown_other = view.subtitle(frame) == "First GPU, 2026-11-22, n = 2^26";
  }
  EXPECT_TRUE(shown_other);
  shown.pointer = {.at = place_of(canvas, "Second GPU, 2026-11-22, recorded").center(),
                   .inside = true,
                   .pressed = true};
  (void)shown.draw(view, *document, 0);
  EXPECT_EQ(view.subtitle(frame), "First GPU, 2026-11-22 + 1, n = 2^26") << "the size stays";
}

TEST(TimingView, HoverTellsAllFigures) {
  const Timings timings = timings_sample();
  const auto document = emulated("reduce_strided");
  TimingView view(std::make_shared<const Timings>(timings));
  view.on_document(*document);
  Shown shown{.area = {0, 0, 600, 300}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  shown.pointer = {.at = place_of(canvas, "2 strided").center(), .inside = true};
  (void)shown.draw(view, *document, 0);
  for (const char* words : {"n = 2^22", "30 runs", "GB/s", "on the slides 10.00 ms"}) {
    EXPECT_NE(shown.wishes.tooltip.find(words), std::string::npos) << shown.wishes.tooltip;
  }
}

TEST(TimingView, SaysWhatToDoWhereNothingWasTimed) {
  const Timings none;
  const auto document = emulated("reduce_strided");
  TimingView view(std::make_shared<const Timings>(none));
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 230}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  ASSERT_FALSE(canvas.texts().empty());
  EXPECT_NE(canvas.texts()[0].text.find("Measure here"), std::string::npos);
}

TEST(Timings, ADamagedFileIsNamedAndTheOthersAreRead) {
  const TestFolder folder;
  TimingRecord mine{.device = "Mine", .date = "2026-11-22", .command = "warpscope bench"};
  mine.results = {timed("reduce_strided", 1 << 20, 1)};
  std::ofstream(folder.file("b.json")) << timing_json(mine);
  std::ofstream(folder.file("a.json")) << "{\"kind\": \"bench\"";
  std::ofstream(folder.file("notes.txt")) << "no record";
  const Timings timings = read_timings(folder.path());
  ASSERT_EQ(timings.damaged.size(), 1U);
  EXPECT_NE(timings.damaged[0].find("a.json"), std::string::npos);
  EXPECT_EQ(timings.records.back().device, "Mine");
  EXPECT_EQ(timings.records.size(), read_timings({}).records.size() + 1);
}

/// timings_sample() and a record of reduce_strided without its conflicts, at two sizes.
Timings conflict_sample() {
  Timings timings = timings_sample();
  TimingRecord record{.device = "Third GPU", .date = "2026-11-24", .command = "warpscope bench"};
  for (const int power : {20, 24}) {
    record.results.push_back(timed("reduce_strided", 1 << power, 4, {{"type", "int"}}));
    record.results.push_back(
        timed("reduce_strided", 1 << power, power == 24 ? 1 : 2, {{"type", "int"}}));
    record.results.back().what_if = std::string(conflict_free);
  }
  timings.what_ifs.push_back(std::move(record));
  return timings;
}

TEST(TimingLadder, SaysWhatConflictsTake) {
  const Timings timings = conflict_sample();
  const auto cost = [&](std::int64_t size, const char* type) {
    return conflict_cost(timings.what_ifs, "reduce_strided", {{"type", type}}, size);
  };
  EXPECT_DOUBLE_EQ(cost(1 << 20, "int")->share, 0.5);
  EXPECT_DOUBLE_EQ(cost(1 << 22, "int")->share, 0.75) << "the largest size stands for others";
  EXPECT_FALSE(cost(1 << 20, "float")) << "not timed";
  const Ladder ladder = make_ladder(
      timings.records, 0, {.kernel = kernel("reduce_strided"), .what_ifs = timings.what_ifs});
  EXPECT_TRUE(rung(ladder, "reduce_strided").conflicts);
  EXPECT_FALSE(rung(ladder, "reduce_shuffle").conflicts);
}

TEST(TimingView, TellsWhatConflictsTakeAndThatTheOtherResultIsWrong) {
  const auto timings = std::make_shared<const Timings>(conflict_sample());
  const auto document = emulated("reduce_strided");
  TimingView view(timings);
  view.on_document(*document);
  Shown shown{.area = {0, 0, 1200, 400}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  shown.pointer = {.at = place_of(canvas, "75 % conflicts").center(), .inside = true};
  (void)shown.draw(view, *document, 0);
  for (const char* words :
       {"75 % of its time, n = 2^24", "wrong result", "Third GPU, 2026-11-24"}) {
    EXPECT_NE(shown.wishes.tooltip.find(words), std::string::npos) << shown.wishes.tooltip;
  }
}

TEST(Timings, AWhatIfIsNoRecordOfTheKernels) {
  const TestFolder folder;
  std::ofstream(folder.file("free.json")) << timing_json(conflict_sample().what_ifs.front());
  const Timings timings = read_timings(folder.path()), none = read_timings({});
  EXPECT_EQ(timings.records.size(), none.records.size());
  EXPECT_EQ(timings.what_ifs.size(), none.what_ifs.size() + 1);
}

}  // namespace
}  // namespace warpscope
