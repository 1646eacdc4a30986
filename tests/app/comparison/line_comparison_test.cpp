#include "app/comparison/line_comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/comparison/comparison.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::TraceMaker;

constexpr auto one_each = [](int lane) { return lane; };
constexpr auto two_apart = [](int lane) { return 2 * lane; };

/// Line 2 fills `tile`, line 3 reads it with conflicts, line 4 writes `out`.
Trace first_version() {
  TraceMaker make;
  const int tile = make.shared("tile", 128), out = make.global("out", 256);
  make.store(tile, 2, all_lanes, one_each, {});
  make.load(tile, 3, all_lanes, two_apart);
  make.store(out, 4, all_lanes, one_each, {});
  Trace trace = make.take();
  trace.header.program = "sum.cu";
  trace.sources[0] = {"sum.cu", "// sums\ntile[t] = 0;\nx = tile[2 * t];\nout[t] = x;\n"};
  return trace;
}

/// Two lines were put before them, the load has changed, and a line stores more.
Trace mended_version(std::string file = "sum.cu") {
  TraceMaker make;
  const int tile = make.shared("tile", 128), out = make.global("out", 256);
  make.store(tile, 4, all_lanes, one_each, {});
  make.load(tile, 5, all_lanes, one_each);
  make.store(out, 6, all_lanes, one_each, {});
  make.store(out, 7, all_lanes, two_apart, {});
  Trace trace = make.take();
  trace.header.program = file;
  trace.sources[0] = {std::move(file),
                      "// sums\n// two more\n// lines\ntile[t] = 0;\nx = tile[t];\nout[t] = x;\n"
                      "out[2 * t] = x;\n"};
  return trace;
}

const ComparedSpace& space_of(const LineComparison& lines, Space space) {
  return *std::ranges::find(lines.spaces, space, &ComparedSpace::space);
}

TEST(LineComparison, MatchesLinesThatMovedAndChanged) {
  const auto before = document_of(first_version()), now = document_of(mended_version());
  const LineComparison lines = compare_lines(*before, *now);
  EXPECT_EQ(lines.by, LineComparison::By::lines);
  const ComparedSpace& shared = space_of(lines, Space::shared);
  ASSERT_EQ(shared.rows.size(), 2U);
  const ComparedLine& load = shared.rows[0];
  ASSERT_TRUE(load.left && load.right);
  EXPECT_EQ(load.left->line, 3U);
  EXPECT_EQ(load.right->line, 5U) << "what changed most comes first";
  EXPECT_EQ(load.left->served, 2U);
  EXPECT_EQ(load.right->served, 1U);
  EXPECT_EQ(load.left->text, "x = tile[2 * t];");
  EXPECT_EQ(load.right->text, "x = tile[t];");
  EXPECT_EQ(load.right->access, 1U);
  EXPECT_EQ(shared.rows[1].left->line, 2U);
  EXPECT_EQ(shared.rows[1].right->line, 4U);
  EXPECT_EQ(shared.rows[1].distance(), 0U);
}

TEST(LineComparison, TellsWhatIsNewAndWhatIsGone) {
  const auto before = document_of(first_version()), now = document_of(mended_version());
  const ComparedSpace global = space_of(compare_lines(*before, *now), Space::global);
  ASSERT_EQ(global.rows.size(), 2U);
  EXPECT_FALSE(global.rows[0].left) << "line 7 is new";
  EXPECT_EQ(global.rows[0].right->line, 7U);
  const ComparedSpace back = space_of(compare_lines(*now, *before), Space::global);
  EXPECT_FALSE(back.rows[0].right);
  EXPECT_EQ(back.rows[0].left->line, 7U);
}

TEST(LineComparison, SumsOfRowsAreThoseOfTheTotals) {
  Trace larger = mended_version();
  larger.launches[0].grid = {8};
  const auto before = document_of(first_version()), now = document_of(std::move(larger));
  const LineComparison lines = compare_lines(*before, *now);
  EXPECT_FALSE(lines.left_scaled);
  EXPECT_TRUE(lines.right_scaled);
  for (const ComparedSpace& space : lines.spaces) {
    LineSide left, right;
    for (const ComparedLine& row : space.rows) {
      left.grid += row.left_grid();
      right.grid += row.right_grid();
    }
    EXPECT_EQ(space.left.grid, left.grid);
    EXPECT_EQ(space.right.grid, right.grid);
    const auto figure = [&](const DocumentPtr& document) {
      const GridTotals all = grid_totals(*document->trace, document->summary.model);
      return space.space == Space::shared ? wavefronts_of(all.totals) : sectors_of(all.totals);
    };
    EXPECT_EQ(left.grid, figure(before));
    EXPECT_EQ(right.grid, figure(now));
    EXPECT_EQ(8 * space.right.served, right.grid);
  }
}

TEST(LineComparison, AFileMayHaveAnotherName) {
  const auto before = document_of(first_version()), now = document_of(mended_version("mended.cu"));
  const LineComparison lines = compare_lines(*before, *now);
  EXPECT_EQ(lines.by, LineComparison::By::lines);
  EXPECT_EQ(space_of(lines, Space::shared).rows[0].right->line, 5U);
}

TEST(LineComparison, OfTwoEqualLinesEachMeetsItsOwn) {
  const auto version = [](const std::vector<std::uint32_t>& numbers, const std::string& text) {
    TraceMaker make;
    const int tile = make.shared("tile", 128);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const int stride = numbers.size() - i == 1 ? 2 : 1;  // the last line has conflicts
      make.load(tile, numbers[i], all_lanes, [stride](int lane) { return stride * lane; });
    }
    Trace trace = make.take();
    trace.sources[0] = {"sum.cu", text};
    return document_of(std::move(trace));
  };
  const auto before = version({1, 3}, "x += tile[i];\n// between\nx += tile[i];\n// end\n");
  const auto now =
      version({1, 2, 4}, "x += tile[i];\nx += tile[i];\n// between\nx += tile[i];\n// end\n");
  const LineComparison lines = compare_lines(*before, *now);
  for (const ComparedLine& row : lines.spaces[0].rows) {
    if (row.left && row.left->line == 3) {
      EXPECT_EQ(row.right->line, 4U);
    }
    if (!row.left) {
      EXPECT_EQ(row.right->served, 1U) << "the new one is the cheap one";
    }
  }
}

TEST(LineComparison, DividesALineByArrayAndCaller) {
  const auto version = [](int stride) {
    TraceMaker make;
    const int a = make.shared("a", 128), b = make.shared("b", 128);
    make.load(a, 1, all_lanes, [stride](int lane) { return stride * lane; });
    make.load(b, 1, all_lanes, one_each);
    Trace trace = make.take();
    trace.sources[0] = {"sum.cu", "return *p;\nx = get(a);\ny = get(b);\n"};
    const auto call = static_cast<std::int32_t>(trace.locations.size());
    trace.locations.push_back({0, 2});
    trace.locations.push_back({0, 3});
    for (int i = 0; i < 2; ++i) {
      trace.accesses[static_cast<std::size_t>(i)].location =
          static_cast<std::uint32_t>(trace.locations.size());
      trace.locations.push_back({0, 1, call + i, "get"});
    }
    return document_of(std::move(trace));
  };
  const auto before = version(2), now = version(1);
  const LineComparison lines = compare_lines(*before, *now);
  ASSERT_EQ(lines.spaces.size(), 1U);
  const auto& rows = lines.spaces[0].rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].left->array, "a");
  EXPECT_EQ(before->trace->locations[static_cast<std::size_t>(rows[0].left->caller)].line, 2U);
  EXPECT_EQ(rows[0].distance(), 1U);
  EXPECT_EQ(rows[1].left->array, "b");
  EXPECT_EQ(rows[1].distance(), 0U);
}

TEST(LineComparison, KernelsOfOtherSourcesAreComparedByArray) {
  const auto left = test::emulated("reduce_strided"), right = test::emulated("matmul_tiled");
  const LineComparison lines = compare_lines(*left, *right);
  EXPECT_EQ(lines.by, LineComparison::By::arrays);
  for (const ComparedSpace& space : lines.spaces) {
    EXPECT_EQ(space.left.served, space.space == Space::shared ? wavefronts_of(left->summary.totals)
                                                              : sectors_of(left->summary.totals));
  }
  const ComparedSpace& shared = space_of(lines, Space::shared);
  EXPECT_TRUE(std::ranges::any_of(shared.rows, [](const ComparedLine& row) {
    return row.left && row.left->lines > 1;
  })) << "one row sums up several lines";
}

TEST(LineComparison, VariantsOfOneKernelAreComparedByLine) {
  const auto left = test::emulated("reduce_strided"), right = test::emulated("reduce_sequential");
  EXPECT_EQ(compare_lines(*left, *right).by, LineComparison::By::lines);
}

}  // namespace
}  // namespace warpscope
