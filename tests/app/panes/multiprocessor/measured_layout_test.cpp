#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/copies_layout.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/panes/multiprocessor/memory_layout.hpp"
#include "app/panes/multiprocessor/operations_layout.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

/// The record of an H200 that comes with the program.
const DeviceRecord& supplied_device() {
  static const Timings timings = read_timings({});
  return timings.devices.at(0);
}

StreamRun run_of(int streams, double device_ms, int chunks, double in, double kernel, double out) {
  StreamRun run{.streams = streams, .chunks = chunks, .device_ms = device_ms};
  run.copy_in_ms = in;
  run.kernel_ms = kernel;
  run.copy_out_ms = out;
  return run;
}

TEST(MeasuredWords, SayAmountsInThreeDigits) {
  EXPECT_EQ(figure_text(0.2531), "0.253");
  EXPECT_EQ(figure_text(4.4823), "4.48");
  EXPECT_EQ(figure_text(32.06), "32.1");
  EXPECT_EQ(figure_text(657.1), "657");
  EXPECT_EQ(figure_text(4503.4), "4,503");
  EXPECT_EQ(binary_text(4096), "4 KiB");
  EXPECT_EQ(bandwidth_text(55.4), "55.4 GB/s");
}

TEST(MeasuredWords, SayAmountsInRussian) {
  const InLanguage russian(*find_language("ru"));
  EXPECT_EQ(binary_text(62914560), "60 МиБ");
  EXPECT_EQ(bandwidth_text(4503.4), "4,50 ТБ/с");
  EXPECT_EQ(figure_text(0.2531), "0,253");
  EXPECT_EQ(figure_text(4503.4), "4\u202f503");
  EXPECT_EQ(binary_text(1.5 * 1024 * 1024), "1,5 МиБ");
}

TEST(MeasuredWords, AreTranslatedForEveryOperationAndMemory) {
  const InLanguage russian(*find_language("ru"));
  for (const DeviceOperation& operation : device_operations()) {
    EXPECT_NE(operation_title(operation.id), operation.title) << operation.id;
    EXPECT_NE(group_of(operation.id), OperationGroup::other) << operation.id;
    const std::string_view note = operation_note(operation.id);
    EXPECT_EQ(note.empty(), operation.note.empty()) << operation.id;
    EXPECT_EQ(note.find(" of "), std::string_view::npos) << note;
  }
  for (const MeasuredMemory& memory : device_memories()) {
    EXPECT_NE(memory_title(memory.id), memory.title) << memory.id;
    EXPECT_TRUE(memory_title(memory.id).starts_with(memory_kind(memory.id))) << memory.id;
  }
  EXPECT_EQ(operation_title("tensor_multiply"), "tensor_multiply");
}

TEST(OperationsLayout, ListsEveryOperationOnceBelowItsGroup) {
  const auto lines = operation_lines(supplied_device());
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0].figure, nullptr);
  EXPECT_EQ(lines[1].figure->operation, "fp32_add");
  std::size_t operations = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].figure == nullptr) {
      EXPECT_TRUE(i == 0 || lines[i - 1].group != lines[i].group);
      continue;
    }
    ++operations;
    EXPECT_EQ(lines[i - 1].group, lines[i].group);
    EXPECT_EQ(group_of(lines[i].figure->operation), lines[i].group);
  }
  EXPECT_EQ(operations, supplied_device().operations.size());
}

TEST(OperationsLayout, PutsUnknownOperationsLast) {
  DeviceRecord record;
  record.operations = {{.operation = "tensor", .cycles = 1, .latency = 2},
                       {.operation = "vote", .cycles = 1, .latency = 2},
                       {.operation = "fp32_add", .cycles = 1, .latency = 2}};
  const auto lines = operation_lines(record);
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[1].figure->operation, "fp32_add");
  EXPECT_EQ(lines[5].figure->operation, "tensor");
}

TEST(OperationsLayout, HasTwoColumnsOnlyWhereOneWouldScroll) {
  const auto lines = operation_lines(supplied_device());
  const auto count = static_cast<float>(lines.size());
  const auto tall = operations_layout({0, 0, 1000, count * 16}, lines, 16, 400, 0);
  ASSERT_EQ(tall.columns.size(), 1U);
  EXPECT_EQ(tall.columns[0].count, lines.size());
  const auto wide = operations_layout({0, 0, 1000, count * 10}, lines, 16, 400, 0);
  ASSERT_EQ(wide.columns.size(), 2U);
  EXPECT_EQ(wide.columns[1].first, wide.columns[0].count);
  EXPECT_EQ(wide.columns[0].count + wide.columns[1].count, lines.size());
  EXPECT_EQ(lines[wide.columns[1].first].figure, nullptr) << "a column begins with a name";
  EXPECT_GT(wide.columns[1].area.x, wide.columns[0].area.right());
}

TEST(OperationsLayout, ScrollsNoFurtherThanToTheLastLine) {
  const auto lines = operation_lines(supplied_device());
  const auto layout = operations_layout({0, 0, 300, 160}, lines, 16, 400, 1000);
  ASSERT_EQ(layout.columns.size(), 1U);
  EXPECT_EQ(layout.columns[0].first + layout.columns[0].count, lines.size());
  EXPECT_EQ(layout.scroll, layout.most_scroll);
  EXPECT_EQ(layout.in_sight, 10U);
  EXPECT_TRUE(operations_layout({0, 0, 300, 4}, lines, 16, 400, 0).columns.empty());
}

TEST(OperationsLayout, ScrollsALineToTheMiddle) {
  const auto lines = operation_lines(supplied_device());
  const auto unscrolled = operations_layout({0, 0, 300, 160}, lines, 16, 400, 0);
  EXPECT_EQ(scroll_to_line(unscrolled, 2), 0U);
  EXPECT_EQ(scroll_to_line(unscrolled, 25), 20U);
  EXPECT_EQ(scroll_to_line(unscrolled, lines.size() - 1), unscrolled.most_scroll);
  const auto two = operations_layout({0, 0, 1000, 160}, lines, 16, 400, 0);
  ASSERT_EQ(two.columns.size(), 2U);
  EXPECT_EQ(scroll_to_line(two, two.columns[1].first), 0U);
}

TEST(MemoryRows, ShowGlobalAtItsLargestAndConstantAtBothFootprints) {
  const auto rows = memory_rows(supplied_device());
  std::vector<std::string> names;
  for (const MemoryRow& row : rows) names.push_back(row.memory);
  EXPECT_EQ(names, (std::vector<std::string>{"shared", "constant", "constant", "first_level",
                                             "texture", "local", "second_level", "global"}));
  EXPECT_EQ(rows[1].latency->bytes, 1024);
  EXPECT_EQ(rows[2].latency->bytes, 32768);
  EXPECT_EQ(rows[2].bandwidth, nullptr) << "its bandwidth stands once";
  EXPECT_EQ(rows.back().latency->bytes, std::int64_t{1} << 30);
}

TEST(FootprintCurve, TellsHowFarEachLevelHolds) {
  const FootprintCurve curve = footprint_curve(supplied_device());
  ASSERT_TRUE(curve.first_level && curve.second_level);
  EXPECT_EQ(curve.holds(*curve.first_level), 131072);
  EXPECT_EQ(curve.holds(*curve.second_level), 16777216);
  EXPECT_EQ(curve.holds(5), 0);
  EXPECT_TRUE(std::ranges::is_sorted(curve.points, {}, &LatencyFigure::bytes));
}

TEST(MemoryPageLayout, LeavesOutTheCurveBeforeTheRows) {
  const MemoryPageLayout low = memory_page_layout({0, 0, 460, 170}, 8, 12);
  EXPECT_EQ(low.curve.h, 0);
  EXPECT_LE(low.line(7).bottom(), 170.5F);
  const MemoryPageLayout high = memory_page_layout({10, 10, 1200, 560}, 8, 12);
  EXPECT_GT(high.curve.h, 200);
  EXPECT_LE(high.line(7).bottom(), high.curve.y);
  EXPECT_LE(high.line(7).bottom(), high.names.bottom() + 0.5F);
  EXPECT_NEAR(high.latency.w, high.bandwidth.w, 1);
}

TEST(MemoryPageLayout, HasAllRowsWhereverItHasTheCurve) {
  for (float height = 100; height < 700; height += 5) {
    const MemoryPageLayout at = memory_page_layout({0, 0, 800, height}, 8, 12);
    if (at.curve.h <= 0) continue;
    EXPECT_LE(at.line(7).bottom(), at.names.bottom() + 0.5F) << height;
  }
}

TEST(MemoryPageLayout, KeepsLatenciesNearerToTheirOwnBarsThanToTheNext) {
  for (const float text : {12.0F, 16.0F}) {
    for (float width = 300; width < 1900; width += 50) {
      SCOPED_TRACE(testing::Message() << width << " wide, text of " << text);
      const MemoryPageLayout at = memory_page_layout({0, 0, width, 300}, 8, text);
      const float five_digits = 3 * text;
      EXPECT_GE(at.latency_figures.w, five_digits + text * 0.5F);
      EXPECT_GE(at.bandwidth.x - at.latency_figures.right(), text * 2 - 0.1F);
      EXPECT_GE(at.bandwidth.w, 0);
      EXPECT_LE(at.bandwidth.right(), at.bandwidth_figures.x + 0.1F);
    }
  }
}

TEST(CopyCurves, HoldBothDirectionsOfBothMemories) {
  const auto curves = copy_curves(supplied_device());
  ASSERT_EQ(curves.size(), 4U);
  EXPECT_TRUE(curves[0].pinned);
  EXPECT_FALSE(curves[3].pinned);
  for (const CopyCurve& curve : curves) {
    EXPECT_EQ(curve.points.size(), 9U);
    EXPECT_TRUE(std::ranges::is_sorted(curve.points, {}, &CopyFigure::bytes));
  }
}

TEST(IdealSchedule, IsTheLongestEngineAndTheEndsOfTheOthers) {
  const StreamRun kernel = run_of(4, 9, 4, 4, 8, 2);
  EXPECT_DOUBLE_EQ(ideal_ms(kernel), 8 + 1 + 0.5);
  const StreamRun copies = run_of(4, 9, 4, 8, 4, 2);
  EXPECT_DOUBLE_EQ(ideal_ms(copies), 8 + 1 + 0.5);
  for (const StreamRun& run : {kernel, copies, run_of(2, 9, 1, 3, 2, 1)}) {
    const auto spans = ideal_spans(run);
    ASSERT_EQ(spans.size(), static_cast<std::size_t>(3 * run.chunks));
    EXPECT_DOUBLE_EQ(spans.back().end_ms, ideal_ms(run));
    std::array<double, 3> busy{};
    for (const StreamSpan& span : spans) {
      double& engine = busy[static_cast<std::size_t>(engine_of(span.what))];
      EXPECT_GE(span.begin_ms, engine - 1e-12) << "an engine does one thing at a time";
      engine = span.end_ms;
    }
  }
}

TEST(StreamsLayout, ShowsTheFastestAndOneStreamFirst) {
  const std::vector<StreamRun> runs{run_of(1, 4, 16, 1, 1, 1), run_of(2, 2.2, 16, 1, 1, 1),
                                    run_of(8, 1.7, 16, 1, 1, 1)};
  const auto shown = [&](float height, std::size_t chosen) {
    std::vector<std::size_t> indices;
    for (const auto& panel : streams_layout({0, 0, 500, height}, runs, chosen, 8, 20).panels) {
      indices.push_back(panel.run);
    }
    return indices;
  };
  EXPECT_EQ(shown(600, 3), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(shown(212, 3), (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_TRUE(shown(160, 3).empty()) << "the fastest alone says nothing";
  EXPECT_EQ(shown(160, 2), (std::vector<std::size_t>{2, 3})) << "unless it is chosen";
  EXPECT_TRUE(shown(100, 2).empty());
  const float least = least_streams_height(runs, 8, 20);
  EXPECT_EQ(shown(least, 3), (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_TRUE(shown(least - 2, 3).empty());
  EXPECT_EQ(shown(600, 1), (std::vector<std::size_t>{1, 3}));
}

TEST(StreamsLayout, NoRowIsLowerThanTheLeast) {
  const auto& runs = supplied_device().streams;
  for (float height = 20; height < 700; height += 7) {
    for (const auto& panel : streams_layout({0, 0, 500, height}, runs, runs.size(), 7, 19).panels) {
      EXPECT_GE(panel.row(0).h, 6.9F) << height;
      EXPECT_LE(panel.rows.bottom(), height - 19 + 0.6F) << height;
    }
  }
}

TEST(LabelStride, LabelsBothEnds) {
  EXPECT_EQ(label_stride(9, 60, 50), 1U);
  EXPECT_EQ(label_stride(9, 40, 50), 2U);
  EXPECT_EQ(label_stride(9, 18, 50), 4U) << "three would leave the last one out";
  EXPECT_EQ(label_stride(9, 1, 50), 8U);
  EXPECT_EQ(label_stride(1, 0, 50), 1U);
}

TEST(StreamsLayout, KeepsRowsApartAndOnOneAxis) {
  const auto& runs = supplied_device().streams;
  const Rect area{10, 10, 600, 500};
  const StreamsLayout at = streams_layout(area, runs, runs.size(), 7, 19);
  float above = area.y;
  for (const auto& panel : at.panels) {
    EXPECT_GE(panel.name.y, above);
    EXPECT_NEAR(panel.row(panel.count - 1).bottom(), panel.rows.bottom(), 0.01);
    above = panel.rows.bottom();
  }
  EXPECT_LE(at.axis.bottom(), area.bottom() + 1);
  EXPECT_FLOAT_EQ(at.x(0), area.x);
  EXPECT_FLOAT_EQ(at.x(at.most_ms), area.right());
  EXPECT_TRUE(streams_layout(area, {}, 0, 7, 19).panels.empty());
}

}  // namespace
}  // namespace warpscope
