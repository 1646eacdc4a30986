#include "app/panes/timeline/timeline_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>

#include "app/panes/lanes/lanes_view.hpp"
#include "app/panes/totals/totals_view.hpp"
#include "app/session/session.hpp"
#include "tests/app/diverging_barrier.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

TEST(MaxPyramid, EqualsTheMaximumOfTheRange) {
  std::mt19937 random(3);
  for (const std::size_t size : {0U, 1U, 2U, 7U, 64U, 100U}) {
    std::vector<std::uint8_t> values(size);
    for (auto& value : values) value = static_cast<std::uint8_t>(random() % 33);
    const MaxPyramid pyramid(values);
    for (std::size_t first = 0; first <= size; ++first) {
      for (std::size_t last = 0; last <= size + 1; ++last) {
        std::uint8_t expected = 0;
        for (std::size_t i = first; i < std::min(last, size); ++i) {
          expected = std::max(expected, values[i]);
        }
        ASSERT_EQ(pyramid.max(first, last), expected) << first << " " << last << " of " << size;
      }
    }
  }
  EXPECT_EQ(MaxPyramid().max(0, 5), 0);
}

TEST(TimeScale, FindsEveryAccessAgain) {
  const TimeScale scale{30, 700, 333};
  for (std::uint32_t access = 0; access < scale.count; ++access) {
    EXPECT_EQ(scale.access_at((scale.x_of(access) + scale.x_of(access + 1)) / 2), access);
  }
  EXPECT_EQ(scale.access_at(-100), 0U);
  EXPECT_EQ(scale.access_at(10'000), 332U);
}

std::vector<std::uint8_t> random_degrees(std::size_t count, std::uint32_t seed) {
  constexpr std::array<std::uint8_t, 6> degrees{1, 1, 1, 2, 8, 32};
  std::mt19937 random(seed);
  std::vector<std::uint8_t> list(count);
  for (auto& degree : list) degree = degrees[random() % degrees.size()];
  return list;
}

TEST(DegreeCounts, EqualACountOneByOne) {
  for (const std::size_t size : {0U, 1U, 255U, 256U, 257U, 3000U}) {
    const std::vector<std::uint8_t> degrees = random_degrees(size, 5);
    const DegreeCounts counts(degrees);
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
      std::size_t first = random() % (size + 1), last = random() % (size + 1);
      if (round % 10 == 0) first = first / 256 * 256;  // whole blocks, too
      if (first > last) std::swap(first, last);
      std::map<int, std::uint32_t> expected;
      for (std::size_t i = first; i < last; ++i) ++expected[degrees[i]];
      const std::vector<std::uint32_t> found = counts.count(first, last);
      ASSERT_EQ(found.size(), counts.degrees().size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        const auto wanted = expected.find(counts.degrees()[k]);
        ASSERT_EQ(found[k], wanted == expected.end() ? 0 : wanted->second) << first << " " << last;
      }
    }
  }
}

TEST(DegreeCounts, OfAMillionAccessesAreMadeAndAskedInTime) {
  const auto begin = std::chrono::steady_clock::now();
  const DegreeCounts counts(random_degrees(1'000'000, 3));
  const auto made = std::chrono::steady_clock::now();
  const auto bars = timeline_bars({0, 0, 1900, 40}, {0, 1900, counts.size()}, counts, 32);
  const auto asked = std::chrono::steady_clock::now();
  const auto milliseconds = [](auto time) {
    return std::chrono::duration<double, std::milli>(time).count();
  };
  RecordProperty("made_ms", std::to_string(milliseconds(made - begin)));
  RecordProperty("asked_ms", std::to_string(milliseconds(asked - made)));
  EXPECT_LT(milliseconds(made - begin), 2000) << "once for a trace, off the frame thread";
  EXPECT_LT(milliseconds(asked - made), 100) << "whenever the part in sight changes";
  EXPECT_GE(bars.size(), 475U);
}

TEST(TimelineBars, CoverEveryAccessOnceAndKeepTheWorst) {
  std::vector<std::uint8_t> degrees(100'000, 1);
  degrees[77'777] = 32;
  const auto bars =
      timeline_bars({0, 0, 1000, 50}, {0, 1000, degrees.size()}, DegreeCounts(degrees), 32);
  EXPECT_EQ(bars.size(), (100'000 + 255U) / 256)
      << "256 are the first power of 2 that has 2 pixels";
  std::uint32_t next = 0;
  for (const TimelineBar& bar : bars) {
    EXPECT_EQ(bar.first, next);
    next = bar.last;
    EXPECT_EQ(bar.degree == 32, bar.first <= 77'777 && 77'777 < bar.last);
    EXPECT_LE(bar.rect.h, 50.01F);
  }
  EXPECT_EQ(next, degrees.size());
}

/// A product of matrices showed a solid bar in the colour of its worst accesses, which were a tenth.
TEST(TimelineBars, SharesOfAColumnAreThoseOfItsAccesses) {
  const std::vector<std::uint8_t> degrees = random_degrees(40'000, 11);
  const DegreeCounts counts(degrees);
  const TimeScale scale{-700, 9000, degrees.size()};
  for (const TimelineBar& bar : timeline_bars({100, 0, 800, 40}, scale, counts, 32)) {
    std::array<double, 4> expected{};
    for (std::uint32_t i = bar.first; i < bar.last; ++i) {
      const int degree = degrees[i];
      ++expected[degree == 1 ? 0 : degree < 4 ? 1 : degree < 8 ? 2 : 3];
    }
    double sum = 0;
    for (std::size_t tier = 0; tier < expected.size(); ++tier) {
      const double accesses = static_cast<double>(bar.shares[tier]) * (bar.last - bar.first);
      EXPECT_NEAR(accesses, expected[tier], 1e-3);
      sum += accesses;
    }
    EXPECT_NEAR(sum, bar.last - bar.first, 1e-3) << "every access has its part";
  }
}

TEST(TimelineBars, StandForTheSameAccessesWhereverTheTrackIs) {
  const DegreeCounts counts(random_degrees(50'000, 2));
  const auto firsts = [&](double x) {
    std::set<std::uint32_t> all;
    for (const auto& bar : timeline_bars({0, 0, 600, 40}, {x, 6000, counts.size()}, counts, 32)) {
      all.insert(bar.first);
    }
    return all;
  };
  const std::set<std::uint32_t> here = firsts(-1000), moved = firsts(-1007.3);
  std::vector<std::uint32_t> both;
  std::ranges::set_intersection(here, moved, std::back_inserter(both));
  EXPECT_GE(both.size() + 6, here.size()) << "but for those at the ends";
}

TEST(TimeScale, IsExactDeepInALongTrace) {
  const TimeScale scale{-0.7 * 2e8, 2e8, 1'000'000};
  for (std::uint32_t access = 700'000; access < 700'005; ++access) {
    const float middle = (scale.x_of(access) + scale.x_of(access + 1)) / 2;
    EXPECT_EQ(scale.access_at(middle), access);
    EXPECT_NEAR(scale.x_of(access + 1) - scale.x_of(access), 200, 0.1);
  }
}

std::vector<Step> steps_of(int count, std::uint32_t accesses) {
  std::vector<Step> steps;
  for (int i = 0; i < count; ++i) {
    Step step;
    step.name = i == 0 ? "load" : "add";
    if (i > 0) step.value = std::int64_t{1} << (i % 30);
    step.barrier = true;
    step.first_access = static_cast<std::uint32_t>(i) * accesses;
    step.access_count = accesses;
    steps.push_back(step);
  }
  return steps;
}

/// Phases too short for their names could not be seen at all.
TEST(StepTicks, StandWhereStepsBeginAsFarAsTheyCanBeToldApart) {
  const auto steps = steps_of(5, 2);
  const auto ticks = [&](float width) {
    std::vector<long> pixels;
    for (const float x : step_ticks(steps, {0, width, 10}, 5)) pixels.push_back(std::lround(x));
    return pixels;
  };
  EXPECT_EQ(ticks(100), (std::vector<long>{0, 20, 40, 60, 80}));
  EXPECT_EQ(ticks(20), (std::vector<long>{0, 8, 16}));
}

TEST(LaunchMarks, NameTheKernelWhereThereIsRoom) {
  const Trace trace = test::several_launches();
  const auto measure = [](std::string_view text) { return 7 * static_cast<float>(text.size()); };
  const auto texts = [&](float width) {
    std::vector<std::string> list;
    for (const auto& mark : launch_marks(trace, {10, width, trace.accesses.size()}, measure)) {
      list.push_back(mark.text);
    }
    return list;
  };
  EXPECT_EQ(texts(1300), (std::vector<std::string>{"1 hand_made", "2 add", "3 hand_made"}));
  EXPECT_EQ(texts(150), (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(texts(20), (std::vector<std::string>{"", "", ""}));
  const auto marks = launch_marks(trace, {10, 130, 13}, measure);
  EXPECT_FLOAT_EQ(marks[1].x, 10 + 50);
  EXPECT_EQ(marks[1].launch, 1U);
}

TEST(LaunchMarks, ALoneLaunchNeedsNone) {
  const Trace trace = *emulated("reduce_strided", 64, 64)->trace;
  const auto measure = [](std::string_view) { return 1.0F; };
  EXPECT_TRUE(launch_marks(trace, {0, 900, trace.accesses.size()}, measure).empty());
}

TEST(TimelineView, NamesTheLaunches) {
  const auto document = test::document_of(test::several_launches());
  TimelineView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 900, 90}};
  const RecordingCanvas canvas = shown.draw(view, *document, 5);
  expect_readable(canvas, shown.area);
  EXPECT_TRUE(canvas.says("hand_made"));
  shown.pointer = {.at = {480, 40}, .inside = true};
  static_cast<void>(shown.draw(view, *document, 5));
  EXPECT_NE(shown.wishes.tooltip.find("launch 2 of 3: add"), std::string::npos)
      << shown.wishes.tooltip;
}

TEST(StepLabels, NeverOverlap) {
  const auto measure = [](std::string_view text) { return 7 * static_cast<float>(text.size()); };
  for (const int count : {1, 2, 9, 40, 5000}) {
    for (const float width : {60.0F, 300.0F, 1440.0F}) {
      const auto steps = steps_of(count, 3);
      const TimeScale scale{10, width, static_cast<std::size_t>(count) * 3};
      float free = 0;
      for (const TrackLabel& label : step_labels(steps, scale, measure)) {
        EXPECT_GE(label.x, free) << label.text;
        free = label.x + measure(label.text) + 4;
        EXPECT_LE(label.x + measure(label.text), 10 + width + 0.01F) << label.text;
      }
    }
  }
}

TEST(StepLabels, NeighboursWithoutRoomShareAName) {
  const auto measure = [](std::string_view text) { return 7 * static_cast<float>(text.size()); };
  const auto steps = steps_of(4, 1);
  const auto wide = step_labels(steps, {0, 800, 4}, measure);
  ASSERT_EQ(wide.size(), 4U);
  EXPECT_EQ(wide[1].text, "add 2");
  const auto narrow = step_labels(steps, {0, 260, 4}, measure);
  ASSERT_FALSE(narrow.empty());
  EXPECT_EQ(narrow[0].text, "load");
  EXPECT_EQ(narrow[1].text, "add 2");
  const auto tiny = step_labels(steps, {0, 200, 4}, measure);
  ASSERT_GE(tiny.size(), 2U);
  EXPECT_EQ(tiny[1].text, "add 2 … 4");
}

// "shuffle 1 … 2" says neither what happens nor how often.
TEST(StepLabels, AGroupOfSeveralNamesListsThemOnce) {
  const auto measure = [](std::string_view text) { return 7 * static_cast<float>(text.size()); };
  auto steps = steps_of(40, 1);
  for (std::size_t s = 0; s < steps.size(); ++s) {
    steps[s].name = s % 4 == 0 ? "products" : s % 4 == 3 ? "store" : "shuffle";
    steps[s].value = static_cast<std::int64_t>(s);
  }
  const auto labels = step_labels(steps, {0, 600, 40}, measure);
  ASSERT_GE(labels.size(), 2U);
  EXPECT_TRUE(labels[0].text.ends_with("× products, shuffle, store")) << labels[0].text;
  for (const TrackLabel& label : labels) {
    EXPECT_EQ(label.text.find("…"), std::string::npos) << label.text;
    EXPECT_TRUE(label.text.find("shuffle") != std::string::npos ||
                label.text.find("store") != std::string::npos)
        << label.text;
  }
}

TEST(StepLabels, AGroupIsCalledByThoseThatHaveNames) {
  const auto measure = [](std::string_view text) { return 7 * static_cast<float>(text.size()); };
  auto steps = steps_of(100, 1);
  for (Step& step : steps) {
    step.name.clear();
    step.value.reset();
  }
  for (const TrackLabel& label : step_labels(steps, {0, 1000, 100}, measure)) {
    EXPECT_EQ(label.text, "");
  }
  for (std::size_t s = 0; s + 1 < steps.size(); ++s) steps[s].name = "line 5";
  const auto named = step_labels(steps, {0, 300, 100}, measure);
  ASSERT_FALSE(named.empty());
  for (const TrackLabel& label : named) {
    EXPECT_EQ(label.text.find("…"), std::string::npos) << label.text;
    EXPECT_TRUE(label.text.starts_with("line 5 × ")) << label.text;
  }
}

TEST(CostDegrees, AreTimesMoreThanIdeal) {
  const auto document = emulated("reduce_strided", 256, 256);
  const auto degrees = cost_degrees(*document->trace, document->summary);
  ASSERT_EQ(degrees.size(), document->trace->accesses.size());
  EXPECT_EQ(*std::ranges::max_element(degrees), 8);
  EXPECT_EQ(degrees[0], 1) << "a coalesced load";
}

TEST(TimelineView, IsReadableAtEverySize) {
  for (const char* kernel : {"reduce_strided", "scan_blelloch"}) {
    const auto document = emulated(kernel, 512, 256);
    for (const Rect area : {Rect{20, 20, 1452, 98}, Rect{20, 20, 640, 82}, Rect{0, 0, 300, 40}}) {
      for (const bool lecture : {false, true}) {
        TimelineView view;
        view.on_document(*document);
        Shown shown{.area = area, .lecture = lecture};
        expect_readable(shown.draw(view, *document, 17), area);
      }
    }
  }
}

TEST(TimelineView, DragSeeksUntilTheButtonIsReleased) {
  const auto document = emulated("reduce_strided", 256, 256);
  const auto last = static_cast<std::uint32_t>(document->trace->accesses.size()) - 1;
  TimelineView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 540, 90}};  // too narrow for an axis: the bars have all of it
  const auto at = [&](Pointer pointer) {
    shown.pointer = pointer;
    static_cast<void>(shown.draw(view, *document, 0));
    return shown.wishes.seek;
  };
  EXPECT_FALSE(at({.at = {270, 40}, .inside = true}));
  EXPECT_FALSE(shown.wishes.tooltip.empty());
  EXPECT_EQ(at({.at = {270, 40}, .inside = true, .pressed = true, .down = true}), (last + 1) / 2);
  EXPECT_EQ(at({.at = {2000, 300}, .inside = false, .down = true}), last) << "outside the pane";
  EXPECT_FALSE(at({.at = {2000, 300}, .released = true}));
  EXPECT_FALSE(at({.at = {100, 40}, .inside = true, .down = true})) << "pressed elsewhere";
}

TEST(TimelineView, AMillionAccessesAreNoMoreWorkThanTheirPixels) {
  Trace trace;
  trace.header.kernel = "hand_made";
  trace.arrays.push_back({"data", Space::shared, {}, 64, 0});
  trace.sources.push_back({"hand_made.cuh", ""});
  trace.locations.emplace_back();
  trace.launches.push_back(
      {.kernel = "hand_made", .block = {32}, .shared_bytes = 256, .step_count = 5000});
  trace.indices.assign(1, 0);
  trace.words.assign(1, 0);
  for (std::uint32_t s = 0; s < 5000; ++s) {
    trace.steps.push_back({"add", s, true, 0, s * 200, 200, -1});
    Access access;
    access.mask = 1;
    access.operation = Operation::store;
    access.step = s;
    trace.accesses.insert(trace.accesses.end(), 200, access);
  }
  const Document document({}, std::make_shared<const Trace>(std::move(trace)), BankModel::cc5);
  TimelineView view;
  view.on_document(document);
  Shown shown{.area = {0, 0, 1440, 98}};
  const RecordingCanvas canvas = shown.draw(view, document, 500'000);
  EXPECT_LT(canvas.shapes(), 1500U);
  expect_readable(canvas, shown.area);
}

/// At the first open question whose access costs more than those before it.
class OpenQuestion : public testing::Test {
 protected:
  OpenQuestion() {
    EXPECT_TRUE(session_.choose_kernel("reduce_strided"));
    settle();
    session_.lesson.start();
    settle();
    const auto costly = [&] {
      return session_.lesson.asks() && !session_.lesson.untold().allows(Told::costs) &&
             degree(session_.lesson.found()->access) > 1;
    };
    while (!costly() && session_.lesson.has_next()) {
      session_.lesson.next();
      settle();
    }
    EXPECT_TRUE(costly());
  }
  void settle() { test::settle(session_); }
  [[nodiscard]] int degree(std::uint32_t access) const {
    return session_.playback.left().document()->summary.accesses[access].degree;
  }
  [[nodiscard]] const Document& document() const { return *session_.playback.left().document(); }
  Session session_;
};

std::size_t costly_bars(const RecordingCanvas& canvas, const Theme& theme) {
  std::size_t bars = 0;
  for (const auto& box : canvas.fills()) {
    for (const int degree : {2, 4, 8}) {
      const Color color = degree_color(theme, degree);
      bars += box.color == color || box.color == mix(theme.panel, color, 0.4F) ? 1 : 0;
    }
  }
  return bars;
}

TEST_F(OpenQuestion, TheTimelineHidesWhatItsAccessCosts) {
  TimelineView view;
  view.on_document(document());
  Shown shown{.area = {0, 0, 1200, 90}, .untold = session_.lesson.untold()};
  const std::uint32_t asked = session_.lesson.found()->access;
  const auto canvas = shown.draw(view, document(), session_.playback.left().position());
  EXPECT_TRUE(canvas.says("1 … ?"));
  shown.pointer = {.at = {1100, 40}, .inside = true};
  static_cast<void>(shown.draw(view, document(), session_.playback.left().position()));
  EXPECT_EQ(shown.wishes.tooltip.find("ideal"), std::string::npos) << shown.wishes.tooltip;
  const auto hidden = costly_bars(canvas, dark_theme());
  session_.lesson.tell();
  shown.untold = session_.lesson.untold();
  shown.pointer = {};
  const auto told = shown.draw(view, document(), asked);
  EXPECT_GT(costly_bars(told, dark_theme()), hidden);
  EXPECT_FALSE(told.says("1 … ?"));
}

TEST_F(OpenQuestion, TotalsHideIt) {
  Shown shown{.area = {0, 0, 420, 300}, .untold = session_.lesson.untold()};
  TotalsView totals;
  totals.on_document(document());
  const std::string worst = std::to_string(document().summary.totals.max_degree) + "-way";
  shown.area = {0, 0, 436, 400};
  EXPECT_FALSE(shown.draw(totals, document(), session_.playback.left().position()).says(worst));
  session_.lesson.tell();
  shown.untold = session_.lesson.untold();
  EXPECT_TRUE(shown.draw(totals, document(), session_.playback.left().position()).says(worst));
}

TEST(TimelineView, ThePresentBarIsInTheColourOfNowAndCostInThatOfCost) {
  const auto document = emulated("reduce_strided", 256, 256);
  TimelineView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 1200, 90}};
  const std::uint32_t access = test::with_degree(*document, 8);
  const auto canvas = shown.draw(view, *document, access);
  const Theme& theme = dark_theme();
  EXPECT_EQ(std::ranges::count(canvas.fills(), theme.now, &RecordingCanvas::Box::color), 1);
  EXPECT_GT(costly_bars(canvas, theme), 0U);
  EXPECT_TRUE(canvas.says("times ideal"));
  EXPECT_TRUE(canvas.says("1 … 8"));
  expect_readable(canvas, shown.area);
}

TEST(TimelineView, SaysWhatItsTooltipMustNotCover) {
  const auto document = emulated("reduce_strided", 256, 256);
  TimelineView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 1200, 90}};
  shown.pointer = {.at = {600, 30}, .inside = true};
  static_cast<void>(shown.draw(view, *document, 3));
  ASSERT_TRUE(shown.wishes.about);
  EXPECT_FLOAT_EQ(shown.wishes.about->h, 90);
}

TEST(TimelineView, StepsOfAPhaseAreOneNameOnTheAxis) {
  test::TraceMaker make;
  make.source(
      "__global__ void k() {\n  // ---- phase 1: load\n  a();\n  // ---- phase 2: sum\n  "
      "b();\n}\n");
  const int data = make.shared("data", 32);
  const auto own = [](int lane) { return lane; };
  for (const std::uint32_t line : {3U, 5U, 5U, 7U}) {
    make.load(data, line, all_lanes, own);
    make.barrier("barrier of line " + std::to_string(line));
  }
  Trace trace = make.take();
  EXPECT_EQ(titled_steps(trace).size(), 4U) << "a kernel of the catalogue names its own";
  trace.header.program = "k.cu";
  const std::vector<Step> steps = titled_steps(trace);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].name, "phase 1");
  EXPECT_EQ(steps[1].name, "phase 2");
  EXPECT_EQ(steps[1].access_count, 2U);
  EXPECT_EQ(steps[2].name, "barrier of line 7");
}

TEST(TimelineView, MarksABarrierToWhichNotAllCome) {
  Trace trace = test::diverging_barrier();
  const DocumentPtr wrong = test::document_of(trace);
  trace.findings.clear();
  const DocumentPtr right = test::document_of(std::move(trace));
  const auto red = [](const DocumentPtr& document) {
    TimelineView view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, 800, 100}};
    return shown.draw(view, *document, 1).inked(dark_theme().costly);
  };
  EXPECT_EQ(red(wrong), red(right) + 3) << "a line with a gap, and a tip";
}

TEST(TimelineView, TellsABarrierToWhichNotAllCome) {
  const DocumentPtr document = test::document_of(test::diverging_barrier());
  TimelineView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 800, 100}};
  shown.pointer = {.at = {100, 50}, .inside = true};
  shown.draw(view, *document, 1);
  EXPECT_NE(shown.wishes.tooltip.find("Half of them wait on line 5."), std::string::npos)
      << shown.wishes.tooltip;
}

}  // namespace
}  // namespace warpscope
