#include "app/stage/series/series_layout.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::Lanes;
using test::TraceMaker;

constexpr ElementType floats{Scalar::f32, 1};

std::string names(const Document& document, const SeriesPanel& panel) {
  std::string text;
  for (const std::uint16_t array : panel.arrays) text += document.trace->arrays[array].name + ' ';
  return text;
}

TEST(SeriesLayout, IterationShowsItsResidualItsUnknownsAndHowFarTheyMove) {
  for (const char* kernel : {"jacobi", "simple_iteration"}) {
    const auto document = emulated(kernel, 32, 32);
    const SeriesLayout layout(*document->trace, document->flow);
    ASSERT_GE(layout.panels().size(), 3U) << kernel;
    const SeriesPanel& residual = layout.panels()[0];
    EXPECT_EQ(residual.kind, SeriesKind::sequence);
    EXPECT_EQ(names(*document, residual), "residual ");
    EXPECT_EQ(residual.moments.size(), 16U);
    EXPECT_TRUE(residual.launches);
    ASSERT_EQ(residual.lines.size(), 1U);
    EXPECT_EQ(residual.lines[0].points.size(), 16U);
    const SeriesPanel& unknowns = layout.panels()[1];
    EXPECT_EQ(unknowns.kind, SeriesKind::cells);
    EXPECT_EQ(names(*document, unknowns), "x0 x1 ");
    EXPECT_EQ(unknowns.cells, 32U);
    EXPECT_EQ(unknowns.writes, 16U);
    EXPECT_EQ(unknowns.lines.size(), 32U);
    EXPECT_EQ(layout.panels()[2].kind, SeriesKind::change);
  }
}

TEST(SeriesLayout, LargestChangeOfJacobiIsItsResidual) {
  const auto document = emulated("jacobi", 32, 32);
  const SeriesLayout layout(*document->trace, document->flow);
  const auto& residual = layout.panels()[0].lines[0].points;
  const auto& change = layout.panels()[2].lines[0].points;
  ASSERT_EQ(change.size() + 1, residual.size());  // the first has nothing before it
  for (std::size_t i = 0; i < change.size(); ++i) {
    EXPECT_EQ(change[i].moment, residual[i + 1].moment);
    EXPECT_NEAR(change[i].value, residual[i + 1].value, 1e-5 * residual[0].value);
  }
}

TEST(SeriesLayout, ReductionShowsTheCellsThatAreWrittenMostOften) {
  const auto document = emulated("reduce_sequential", 64, 64);
  const SeriesLayout layout(*document->trace, document->flow);
  ASSERT_EQ(layout.panels().size(), 1U);
  const SeriesPanel& panel = layout.panels()[0];
  EXPECT_EQ(names(*document, panel), "data ");
  EXPECT_EQ(panel.writes, 7U);
  EXPECT_EQ(panel.moments.size(), 7U);
  EXPECT_TRUE(panel.held);
  ASSERT_FALSE(panel.lines.empty());
  EXPECT_EQ(panel.lines[0].points.size(), 7U);
  EXPECT_EQ(panel.lines[0].points[0].index, 0);
}

TEST(SeriesLayout, NothingIsWrittenTwiceInATransposition) {
  const auto document = emulated("transpose_naive");
  EXPECT_TRUE(SeriesLayout(*document->trace, document->flow).panels().empty());
}

/// One cell that gets `values`, one per step.
Trace cell_with(const std::vector<float>& values) {
  TraceMaker make;
  const int x = make.shared("x", 4, floats);
  for (const float value : values) {
    const Lanes old = make.load(x, 1, 1, [](int) { return 0; });
    Lanes lanes{};
    lanes[0] = std::bit_cast<std::uint32_t>(value) + 0 * old[0];
    make.store(
        x, 2, 1, [](int) { return 0; }, lanes);
    make.barrier("iterate");
  }
  return make.take();
}

TEST(SeriesLayout, AxisIsLogarithmicWhereValuesSpanDecades) {
  const Trace falling = cell_with({100, 10, 1, 0.1F, 0.01F});
  const SeriesLayout decades(falling, dataflow(falling));
  ASSERT_FALSE(decades.panels().empty());
  EXPECT_TRUE(decades.panels()[0].axis.log);
  const Trace level = cell_with({3, 4, 5, 4, 3});
  EXPECT_FALSE(SeriesLayout(level, dataflow(level)).panels()[0].axis.log);
}

TEST(SeriesLayout, ValuesThatAreNoNumbersAreToldAndWidenNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Trace trace = cell_with({1, 2, infinity, nan, 3});
  const SeriesLayout layout(trace, dataflow(trace));
  EXPECT_TRUE(layout.panels()[0].broken);
  EXPECT_LT(layout.panels()[0].axis.high, 10);
}

TEST(SeriesLayout, ToleranceIsThatOfTheParameters) {
  Trace trace = cell_with({1, 2, 3});
  EXPECT_FALSE(SeriesLayout(trace, dataflow(trace)).tolerance());
  trace.header.parameters["tolerance"] = "1e-4";
  EXPECT_EQ(SeriesLayout(trace, dataflow(trace)).tolerance(), 1e-4);
  trace.header.parameters["tolerance"] = "small";
  EXPECT_FALSE(SeriesLayout(trace, dataflow(trace)).tolerance());
}

TEST(SeriesLayout, LongLinesAreThinnedButKeepTheirExtremes) {
  std::vector<float> values(3 * SeriesLayout::most_points, 1.0F);
  values[5000] = 9;
  values[7001] = -9;
  const Trace trace = cell_with(values);
  const SeriesLayout layout(trace, dataflow(trace));
  const auto& points = layout.panels()[0].lines[0].points;
  EXPECT_LE(points.size(), SeriesLayout::most_points + 2);
  double low = 0, high = 0;
  for (const SeriesPoint& point : points) {
    low = std::min(low, point.value);
    high = std::max(high, point.value);
  }
  EXPECT_EQ(low, -9);
  EXPECT_EQ(high, 9);
}

TEST(SeriesPanel, MomentsPassWithTheAccesses) {
  SeriesPanel panel;
  panel.moments = {{0, 4, 5}, {1, 8, 15}};
  EXPECT_LT(panel.moment_at(0), 0);
  EXPECT_EQ(panel.moment_at(5), 0);
  EXPECT_EQ(panel.moment_at(10), 0.5F);
  EXPECT_EQ(panel.moment_at(15), 1);
  EXPECT_EQ(panel.moment_at(99), 1);
}

TEST(SeriesAxis, TicksAreRoundAndWithinTheAxis) {
  EXPECT_EQ((SeriesAxis{0, 10, false}).ticks(5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ((SeriesAxis{-1, 1, false}).ticks(2), (std::vector<double>{-1, 0, 1}));
  const auto decades = (SeriesAxis{1e-4, 10, true}).ticks(6);
  ASSERT_EQ(decades.size(), 6U);
  EXPECT_NEAR(decades.front(), 1e-4, 1e-12);
  for (const SeriesAxis axis : {SeriesAxis{3.3e-7, 3.4e-7, false}, SeriesAxis{-1e30, 1e30, false},
                                SeriesAxis{1e-30, 1e30, true}, SeriesAxis{-3e38, 3e38, false}}) {
    const auto ticks = axis.ticks(5);
    EXPECT_FALSE(ticks.empty());
    EXPECT_LE(ticks.size(), 7U);
    for (const double tick : ticks) {
      EXPECT_GE(axis.share(tick * (tick > 0 ? 1.001 : 0.999)), 0);
      EXPECT_LE(tick, axis.high * 1.0001);
    }
  }
}

TEST(SeriesAxis, RangesOfEveryKindGiveAnAxisThatHoldsThem) {
  const double largest = std::numeric_limits<double>::max();
  const std::vector<std::vector<double>> cases{
      {5}, {0}, {-3, -3}, {0, 1e-9, 1}, {-largest, largest}, {1e-300, 1e300}, {2, 3}};
  for (const auto& values : cases) {
    SeriesRange range;
    for (const double value : values) range.add(value);
    const SeriesAxis axis = range.axis();
    EXPECT_LT(axis.low, axis.high);
    for (const double value : values) {
      EXPECT_TRUE(std::isfinite(axis.share(value))) << value;
    }
    EXPECT_LE(axis.share(values.front()), axis.share(values.back()));
  }
}

// The estimates' errors say from what they are measured; a residual says no such thing.
TEST(SeriesLayout, FindsTheValueThatEstimatesApproach) {
  const auto pi = emulated("monte_carlo_pi");
  const SeriesLayout layout(*pi->trace, pi->flow);
  int goals = 0;
  for (const SeriesPanel& panel : layout.panels()) {
    if (!panel.goal) continue;
    ++goals;
    EXPECT_EQ(pi->trace->arrays[static_cast<std::size_t>(panel.arrays.front())].name, "estimate");
    EXPECT_EQ(pi->trace->arrays[static_cast<std::size_t>(panel.goal->distance)].name, "error");
    EXPECT_NEAR(panel.goal->value, 3.14159265, 1e-6);
    EXPECT_LE(panel.axis.low, panel.goal->value);
    EXPECT_GE(panel.axis.high, panel.goal->value);
  }
  EXPECT_EQ(goals, 1);
  for (const char* kernel : {"jacobi", "simple_iteration", "power_method"}) {
    const auto solver = emulated(kernel);
    const SeriesLayout other(*solver->trace, solver->flow);
    for (const SeriesPanel& panel : other.panels()) EXPECT_FALSE(panel.goal) << kernel;
  }
}

}  // namespace
}  // namespace warpscope
