#include "instrumentation/timing/device/warp_spans.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "instrumentation/run/run.hpp"
#include "instrumentation/timing/device/line_cycle.hpp"
#include "instrumentation/timing/device/measure_device.hpp"

namespace warpscope {
namespace {

TEST(WarpSpans, LastFromTheFirstBeginToTheLastEndOfEachMultiprocessor) {
  const std::vector<ClockedSpan> spans{{.multiprocessor = 3, .begin = 1000, .end = 1400},
                                       {.multiprocessor = 3, .begin = 1010, .end = 1500}};
  const SpanFigures figures = median_multiprocessor(spans);
  EXPECT_DOUBLE_EQ(figures.cycles, 500);
  EXPECT_EQ(figures.warps, 2);
}

TEST(WarpSpans, TheMedianIsByCyclesForEachWarp) {
  // Clocks of multiprocessors have nothing to do with one another.
  const std::vector<ClockedSpan> spans{{.multiprocessor = 0, .begin = 0, .end = 900},
                                       {.multiprocessor = 1, .begin = 70'000, .end = 70'100},
                                       {.multiprocessor = 2, .begin = 5, .end = 605},
                                       {.multiprocessor = 2, .begin = 5, .end = 305},
                                       {.multiprocessor = 2, .begin = 105, .end = 205}};
  const SpanFigures figures = median_multiprocessor(spans);
  EXPECT_DOUBLE_EQ(figures.cycles, 600) << "200 for each of 3 warps, between 100 and 900";
  EXPECT_EQ(figures.warps, 3);
}

TEST(WarpSpans, WithoutAnyLengthThereIsNothing) {
  EXPECT_EQ(median_multiprocessor({}).warps, 0);
  const std::vector<ClockedSpan> still{{.multiprocessor = 0, .begin = 7, .end = 7}};
  EXPECT_DOUBLE_EQ(median_multiprocessor(still).cycles, 0);
}

TEST(LineCycle, VisitsEveryLineOnce) {
  for (const unsigned lines : {16U, 128U, 1024U, 1U << 20U}) {
    std::vector<bool> seen(lines);
    unsigned line = 0, visited = 0;
    while (!seen[line]) {
      seen[line] = true;
      ++visited;
      line = next_line(line, lines - 1);
    }
    EXPECT_EQ(visited, lines);
    EXPECT_EQ(line, 0U);
  }
}

TEST(MeasureDevice, WithoutAGpuIsUnavailable) {
  if (cuda_status().usable) GTEST_SKIP() << "this machine has a GPU";
  int begun = 0;
  const auto record = measure_device(device_sections, [&](DeviceSection) { ++begun; });
  ASSERT_FALSE(record);
  EXPECT_EQ(record.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(begun, 0);
}

}  // namespace
}  // namespace warpscope
