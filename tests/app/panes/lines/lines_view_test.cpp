#include "app/panes/lines/lines_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/comparison/comparison.hpp"
#include "app/panes/lines/line_words.hpp"
#include "app/subject/figure_scope.hpp"
#include "app/views/parts/line_text.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

LineTable table_of(const Document& document) { return {*document.trace, document.summary}; }

TEST(LineTable, RowsAddUpToTheTotals) {
  const auto document = emulated("reduce_strided", 256, 256);
  const LineTable table = table_of(*document);
  const Totals& totals = document->summary.totals;
  std::uint64_t requests = 0, lanes = 0, excess = 0;
  for (const LineRow& row : table.rows()) {
    requests += row.cost.requests;
    if (row.cost.space == Space::shared) excess += row.excess();
    for (const std::uint32_t times : row.lanes.times) lanes += times;
  }
  EXPECT_EQ(requests, document->trace->accesses.size());
  EXPECT_EQ(lanes, totals.active_lanes);
  EXPECT_EQ(excess, totals.shared_load.conflicts() + totals.shared_store.conflicts());
  EXPECT_GT(excess, 0U);
}

TEST(LineTable, EveryColumnSortsAndTurnsRound) {
  const auto document = emulated("histogram256_tagged", 3840, 192);
  const LineTable table = table_of(*document);
  const auto& rows = table.rows();
  ASSERT_GT(rows.size(), 3U);
  const auto value = [&](std::size_t row, LineColumn by) -> double {
    const LineCost& cost = rows[row].cost;
    switch (by) {
      case LineColumn::requests: return static_cast<double>(cost.requests);
      case LineColumn::wavefronts:
        return cost.space == Space::shared ? static_cast<double>(cost.wavefronts) : 0;
      case LineColumn::sectors:
        return cost.space == Space::global ? static_cast<double>(cost.wavefronts) : 0;
      case LineColumn::excess:
        return cost.space == Space::shared ? static_cast<double>(rows[row].excess()) : 0;
      case LineColumn::degree: return cost.space == Space::shared ? cost.max_degree : 0;
      case LineColumn::active: return -rows[row].active();
      default: return -(1e6 * cost.source + cost.line);
    }
  };
  for (const LineColumn by :
       {LineColumn::line, LineColumn::requests, LineColumn::wavefronts, LineColumn::sectors,
        LineColumn::excess, LineColumn::active, LineColumn::degree}) {
    for (const bool reversed : {false, true}) {
      const auto order = table.sorted({by, reversed});
      auto all = order;
      std::ranges::sort(all);
      for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(all[i], i) << "every row once";
      for (std::size_t i = 1; i < order.size(); ++i) {
        const double before = value(order[i - 1], by), after = value(order[i], by);
        EXPECT_TRUE(reversed ? before <= after : before >= after)
            << names_of(by).id << ", row " << i;
      }
    }
  }
}

TEST(LineOrder, ASecondChoiceTurnsRoundAndAnotherColumnDoesNot) {
  LineOrder order;
  order.choose(LineColumn::excess);
  EXPECT_EQ(order, (LineOrder{LineColumn::excess, false}));
  EXPECT_FALSE(order.ascending());
  order.choose(LineColumn::excess);
  EXPECT_EQ(order, (LineOrder{LineColumn::excess, true}));
  order.choose(LineColumn::line);
  EXPECT_TRUE(order.ascending());
  order.choose(LineColumn::line);
  order.choose(LineColumn::degree);
  EXPECT_EQ(order, (LineOrder{LineColumn::degree, false}));
}

TEST(LineTable, NextAccessStaysInTheRowAndWraps) {
  const auto document = test::document_of(test::several_launches());
  const Trace& trace = *document->trace;
  const LineTable table = table_of(*document);
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    const auto row = table.row_of(trace, a);
    ASSERT_TRUE(row) << a;
    const std::uint32_t next = table.next_access(*row, a);
    EXPECT_EQ(table.row_of(trace, next), row);
    EXPECT_EQ(trace.line_of(trace.accesses[next]), trace.line_of(trace.accesses[a]));
    for (std::uint32_t between = a + 1; between < next; ++between) {
      EXPECT_NE(table.row_of(trace, between), row) << "none is passed over";
    }
  }
}

/// Line 3 is a helper's: three call sites, two arrays, one of them of shared memory.
Trace trace_of_helper() {
  test::TraceMaker make;
  const int a = make.global("a", 256), b = make.global("b", 256);
  const int tile = make.shared("tile", 256);
  const auto own = [](int lane) { return lane; };
  const auto apart = [](int lane) { return 2 * lane; };
  for (int i = 0; i < 2; ++i) make.load(a, 3, all_lanes, own);
  make.load(b, 3, all_lanes, apart);
  make.load(tile, 3, all_lanes, own);
  make.load(tile, 4, all_lanes, own);
  Trace trace = make.take();
  const auto calls = static_cast<std::int32_t>(trace.locations.size());
  for (const std::uint32_t line : {20U, 21U, 22U}) trace.locations.push_back({0, line});
  for (std::int32_t call = calls; call < calls + 3; ++call) {
    trace.locations.push_back({0, 3, call, "load4"});
  }
  constexpr std::array<int, 4> from{0, 1, 2, 0};
  for (std::size_t i = 0; i < from.size(); ++i) {
    trace.accesses[i].location = static_cast<std::uint32_t>(calls + 3 + from[i]);
  }
  return trace;
}

TEST(LineTable, TheWorkOfAHelperIsDividedByArrayAndCaller) {
  const auto document = test::document_of(trace_of_helper());
  const LineTable table = table_of(*document);
  ASSERT_EQ(table.rows().size(), 3U);
  const LineRow& shared = table.rows()[0];
  EXPECT_EQ(shared.array, "tile");
  EXPECT_TRUE(shared.parts.empty()) << "there is only one";
  const LineRow& global = table.rows()[1];
  EXPECT_EQ(global.array, "") << "two";
  ASSERT_EQ(global.parts.size(), 3U);
  EXPECT_EQ(global.parts[0].array, "b") << "the dearest first";
  EXPECT_EQ(global.parts[1].array, "a");
  EXPECT_EQ(global.parts[2].array, "a");
  EXPECT_NE(global.parts[1].caller, global.parts[2].caller);
  for (std::size_t part = 0; part < 3; ++part) {
    const std::uint32_t next = table.next_access(*document->trace, 1, part, 0);
    const Access& access = document->trace->accesses[next];
    EXPECT_EQ(document->trace->location_of(access).caller, global.parts[part].caller);
  }
}

TEST(LineTable, ThePartsOfALineAddUpToIt) {
  const auto helper = test::document_of(trace_of_helper());
  const auto launches = test::document_of(test::several_launches());
  const auto histogram = emulated("histogram256_tagged", 3840, 192);
  std::size_t divided = 0;
  for (const DocumentPtr& document : {helper, launches, histogram}) {
    const LineTable table = table_of(*document);
    for (const LineRow& row : table.rows()) {
      if (row.parts.empty()) continue;
      ++divided;
      LineCost sum;
      for (const LineRow& part : row.parts) {
        sum.requests += part.cost.requests;
        sum.wavefronts += part.cost.wavefronts;
        sum.ideal += part.cost.ideal;
        sum.active_lanes += part.cost.active_lanes;
        sum.max_degree = std::max(sum.max_degree, part.cost.max_degree);
      }
      EXPECT_EQ(sum.requests, row.cost.requests) << row.cost.line;
      EXPECT_EQ(sum.wavefronts, row.cost.wavefronts) << row.cost.line;
      EXPECT_EQ(sum.ideal, row.cost.ideal) << row.cost.line;
      EXPECT_EQ(sum.active_lanes, row.cost.active_lanes) << row.cost.line;
      EXPECT_EQ(sum.max_degree, row.cost.max_degree) << row.cost.line;
    }
  }
  EXPECT_GT(divided, 0U);
}

TEST(LinesView, ALineIsDividedAndClosedAgain) {
  const auto document = test::document_of(trace_of_helper());
  LinesView view;
  view.on_document(*document);
  for (const float width : {220.0F, 320.0F}) {
    Shown shown{.area = {20, 20, width, 200}};
    EXPECT_FALSE(shown.draw(view, *document, 0).says("20 ▸ a")) << width;
    shown.look.set(LineParts::open);
    const RecordingCanvas open = shown.draw(view, *document, 0);
    EXPECT_TRUE(open.says("20 ▸ a")) << width;
    EXPECT_TRUE(open.says("21 ▸ a")) << width;
    EXPECT_TRUE(open.says("22 ▸ b")) << width;
    expect_readable(open, shown.area);
    shown.pointer = {.at = test::middle_of(open, "22 ▸ b"), .inside = true, .pressed = true};
    shown.draw(view, *document, 0);
    EXPECT_EQ(shown.wishes.seek, 2U) << width;
    shown.pointer = {};
    shown.look.set(LineParts::closed);
    EXPECT_FALSE(shown.draw(view, *document, 0).says("20 ▸ a")) << width;
  }
}

TEST(LinesView, WithRoomAPartShowsTheLineThatCalls) {
  Trace trace = trace_of_helper();
  trace.sources[0].text.clear();
  for (int line = 1; line < 30; ++line) {
    trace.sources[0].text += "call_of_" + std::to_string(line) + "();\n";
  }
  const auto document = test::document_of(std::move(trace));
  LinesView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 1200, 300}};
  shown.look.set(LineParts::open);
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  EXPECT_TRUE(canvas.says("▸ call_of_22();"));
  EXPECT_TRUE(canvas.says("2 arrays"));
  expect_readable(canvas, shown.area);
}

TEST(PlaceColumns, DropsTheLeastAndFillsTheWidth) {
  const std::vector<float> widths{30, 100, 70, 60, 40, 45, 40, 40, 45, 40, 45};
  std::size_t before = 0;
  for (float width = 60; width < 900; width += 7) {
    const auto placed = place_columns(widths, width, 10);
    ASSERT_FALSE(placed.empty());
    EXPECT_GE(placed.size(), before) << "more room never hides a column";
    before = placed.size();
    EXPECT_EQ(placed.front().column, LineColumn::line);
    for (std::size_t i = 1; i < placed.size(); ++i) {
      EXPECT_GE(placed[i].x, placed[i - 1].x + placed[i - 1].width + 9.9F);
    }
    if (width < 100) continue;  // not even the least columns fit
    EXPECT_NEAR(placed.back().x + placed.back().width, width, 0.1F);
  }
  EXPECT_EQ(before, line_columns.size());
}

TEST(LaneUse, GroupsLanesThatWorkEquallyOften) {
  LaneUse use;
  use.add(0x0000ffffU, 3);
  use.add(0x00000001U);
  EXPECT_EQ(use.groups(),
            (std::vector<LaneUse::Group>{{0x00000001U, 4}, {0x0000fffeU, 3}, {0xffff0000U, 0}}));
  EXPECT_EQ(lane_use_text(use),
            "lane 0 in 4 requests\nlanes 1 … 15 in 3 requests\nlanes 16 … 31 in none");
}

Point heading_at(const RecordingCanvas& canvas, std::string_view text) {
  const auto found = std::ranges::find(canvas.texts(), text, &RecordingCanvas::Text::text);
  return found == canvas.texts().end() ? Point{-1, -1} : found->rect.center();
}

TEST(LinesView, IsReadableInEveryWidth) {
  const auto document = emulated("histogram256_tagged", 3840, 192);
  LinesView view;
  view.on_document(*document);
  for (const float width : {180.0F, 269.0F, 425.0F, 640.0F, 1200.0F}) {
    for (const float height : {70.0F, 150.0F, 400.0F}) {
      Shown shown{.area = {20, 20, width, height}};
      const auto canvas = shown.draw(view, *document, 40);
      SCOPED_TRACE(width);
      expect_readable(canvas, shown.area);
      EXPECT_TRUE(canvas.says("Wavefronts"));
      EXPECT_TRUE(canvas.says("Sectors") || width < 200);
      EXPECT_EQ(canvas.says("Worst conflict"), width > 700);
    }
  }
}

TEST(LinesView, HeadingsSortRowsSeekAndHoverTellsTheLanes) {
  const auto document = emulated("reduce_strided", 256, 256);
  const Trace& trace = *document->trace;
  LinesView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 640, 300}};
  const auto canvas = shown.draw(view, *document, 0);
  shown.pointer = {.at = heading_at(canvas, "Excessive"), .inside = true, .pressed = true};
  (void)shown.draw(view, *document, 0);
  EXPECT_EQ(shown.wishes.command, "lines.excess");
  EXPECT_FALSE(shown.wishes.seek);

  const LineTable table = table_of(*document);
  const auto order = table.sorted({});
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LineCost& cost = table.rows()[order[i]].cost;
    shown.pointer.at = {200, heading_at(canvas, "Excessive").y + 27 + 22 * static_cast<float>(i)};
    (void)shown.draw(view, *document, 5);
    ASSERT_TRUE(shown.wishes.seek) << i;
    EXPECT_GT(*shown.wishes.seek, 5U) << "each line runs again after the fifth access";
    EXPECT_EQ(trace.line_of(trace.accesses[*shown.wishes.seek]), cost.line);
    EXPECT_NE(shown.wishes.tooltip.find(line_cost_text(cost)), std::string::npos)
        << shown.wishes.tooltip;
    EXPECT_NE(shown.wishes.tooltip.find("lane"), std::string::npos);
  }
}

TEST(LinesView, EveryColumnHasOneUnit) {
  const auto texts_of = [](const char* kernel) {
    const auto document = emulated(kernel, 256, 256);
    LinesView view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, 1200, 300}};
    return shown.draw(view, *document, 0);
  };
  const auto both = texts_of("reduce_strided");
  EXPECT_TRUE(both.says("8-way conflict"));
  EXPECT_TRUE(both.says("conflict-free"));
  const float sectors = heading_at(both, "Sectors").x, passes = heading_at(both, "Wavefronts").x;
  for (const auto& text : both.texts()) {
    if (text.text != "32") continue;  // of the load from global memory
    EXPECT_LT(std::abs(text.rect.right() - sectors), std::abs(text.rect.right() - passes));
  }
  const auto global = texts_of("transpose_naive");
  EXPECT_FALSE(global.says("Wavefronts")) << "nothing here has any";
  EXPECT_TRUE(global.says("Sectors"));
}

TEST(LinesView, NamesTheFileWhereThereAreSeveral) {
  const auto document = test::document_of(test::several_launches());
  ASSERT_GT(document->trace->sources.size(), 1U);
  LinesView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 1200, 300}};
  const LineCost& cost = document->summary.lines.front();
  const std::string& file = document->trace->sources[cost.source].name;
  const std::string named = file.substr(0, file.rfind('.')) + ":" + std::to_string(cost.line);
  EXPECT_TRUE(shown.draw(view, *document, 0).says(named)) << named;
  shown.area.w = 200;
  EXPECT_FALSE(shown.draw(view, *document, 0).says(named)) << "no room";
}

TEST(LinesView, ALoadAndAStoreOfOneLineAreToldApartHoweverNarrow) {
  test::TraceMaker make;
  const int data = make.shared("data", 64);
  const auto own = [](int lane) { return lane; };
  make.store(data, 62, all_lanes, own, make.load(data, 62, all_lanes, own));
  const auto document = test::document_of(make.take());
  LinesView view;
  view.on_document(*document);
  for (const float width : {180.0F, 266.0F, 280.0F}) {
    Shown shown{.area = {20, 20, width, 200}};
    const RecordingCanvas canvas = shown.draw(view, *document, 0);
    EXPECT_FALSE(canvas.says("shared load")) << "there is no room";
    EXPECT_TRUE(canvas.says("ld")) << width;
    EXPECT_TRUE(canvas.says("st")) << width;
    EXPECT_TRUE(canvas.says("Wavefronts")) << width;
    EXPECT_EQ(canvas.says("Excessive"), width > 200) << "no column gives way";
    expect_readable(canvas, shown.area);
  }
  Shown wide{.area = {20, 20, 900, 200}};
  const RecordingCanvas canvas = wide.draw(view, *document, 0);
  EXPECT_TRUE(canvas.says("shared load"));
  EXPECT_FALSE(canvas.says("ld")) << "a column says it";
}

/// Line 12 of helper.cuh, which line 40 of kernel.cu calls.
Trace trace_of_files() {
  test::TraceMaker make;
  const int tile = make.shared("tile", 64);
  make.load(tile, 12, all_lanes, [](int lane) { return lane; });
  Trace trace = make.take();
  trace.sources[0].name = "/home/somebody/a/long/way/kernel.cu";
  trace.sources.push_back({"/home/somebody/a/long/way/my_helpers.cuh", ""});
  trace.locations = {{0, 40}, {1, 12, 0, "load4"}};
  trace.accesses[0].location = 1;
  return trace;
}

TEST(LinesView, AHelpersLineNamesItsFileAndItsCall) {
  const auto document = test::document_of(trace_of_files());
  LinesView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 200}};
  EXPECT_TRUE(shown.draw(view, *document, 0).says("my_helpers:12 ← kernel.cu:40"));
  shown.area.w = 280;
  const RecordingCanvas narrow = shown.draw(view, *document, 0);
  EXPECT_TRUE(narrow.says("my_…ers:12") || narrow.says("my_helpers:12"))
      << "the number is never what is cut";
  expect_readable(narrow, shown.area);
  shown.pointer = {.at = test::middle_of(narrow, ":12"), .inside = true};
  shown.draw(view, *document, 0);
  const std::string& told = shown.wishes.tooltip;
  EXPECT_NE(told.find("called on line 40 of /home/somebody/a/long/way/kernel.cu"),
            std::string::npos)
      << told;
  EXPECT_NE(told.find("figures of the only block"), std::string::npos) << told;
}

TEST(LinesView, SaysOverHowManyLaunchesALineIsSummed) {
  const auto document = test::document_of(test::several_launches());
  LinesView view;
  view.on_document(*document);
  Frame frame;
  frame.document = document.get();
  EXPECT_EQ(view.subtitle(frame),
            block_scope_text(*document->trace) + ",  all 3 launches,  by wavefronts");
  const auto one = emulated("transpose_naive");
  view.on_document(*one);
  frame.document = one.get();
  EXPECT_EQ(view.subtitle(frame).find("launches"), std::string::npos);
}

TEST(LinesView, ThePresentLineIsOrangeAndInSight) {
  const auto document = emulated("histogram256_tagged", 3840, 192);
  const auto count = static_cast<std::uint32_t>(document->trace->accesses.size());
  LinesView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 640, 75}};  // room for two rows
  for (std::uint32_t a = 0; a < count; a += 13) {
    const auto canvas = shown.draw(view, *document, a);
    const std::string line = std::to_string(document->trace->line_of(document->trace->accesses[a]));
    EXPECT_TRUE(std::ranges::any_of(canvas.texts(),
                                    [&](const RecordingCanvas::Text& text) {
                                      return (text.text == line ||
                                              text.text.ends_with(":" + line)) &&
                                             text.style.color == dark_theme().now && text.visible();
                                    }))
        << "access " << a;
  }
}

TEST(LinesView, ALineSaysWhatItCostsInTheOtherRun) {
  const auto left = emulated("reduce_strided", 256, 256),
             right = emulated("reduce_sequential", 256, 256);
  const Comparison comparison = compare(*left, *right);
  LinesView view;
  view.on_document(*left);
  Shown shown{.area = {20, 20, 700, 400}};
  EXPECT_FALSE(shown.draw(view, *left, 0).says("Other run"));
  shown.comparison = &comparison;
  for (const Rect area : {Rect{20, 20, 216, 120}, Rect{20, 20, 430, 260}, Rect{20, 20, 900, 400}}) {
    shown.area = area;
    const RecordingCanvas canvas = shown.draw(view, *left, 0);
    expect_readable(canvas, area);
    EXPECT_EQ(canvas.says("Other run"), area.w > 300) << area.w;
  }
  shown.comparison = nullptr;
  EXPECT_FALSE(shown.draw(view, *left, 0).says("Other run")) << "it goes with the comparison";
}

TEST(LineTable, TakesOverTheFiguresOfTheOtherRun) {
  const auto left = emulated("reduce_strided", 256, 256),
             right = emulated("reduce_sequential", 256, 256);
  const LineComparison lines = compare_lines(*left, *right);
  const auto sum_beside = [&](const DocumentPtr& document, bool at_right) {
    LineTable table = table_of(*document);
    EXPECT_TRUE(table.put_beside(&lines, at_right));
    EXPECT_FALSE(table.put_beside(&lines, at_right)) << "nothing new";
    std::uint64_t sum = 0;
    for (const LineRow& row : table.rows()) {
      if (row.cost.space == Space::shared) sum += row.other.value_or(0);
    }
    EXPECT_TRUE(table.put_beside(nullptr, false));
    return sum;
  };
  EXPECT_EQ(sum_beside(left, false), wavefronts_of(right->summary.totals));
  EXPECT_EQ(sum_beside(right, true), wavefronts_of(left->summary.totals));
}

}  // namespace
}  // namespace warpscope
