#include "app/stage/grid/grid_focus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/look/stage_focus.hpp"
#include "app/stage/grid/grid_picture.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::last_access;
using test::Shown;
using test::small_stage;

/// Numbers in cells: they are centred, as those of rulers above columns are, which are fewer.
std::size_t numbers_in_cells(const RecordingCanvas& canvas) {
  return static_cast<std::size_t>(std::ranges::count_if(
      canvas.texts(), [](const auto& text) { return text.style.face == Face::mono; }));
}

TEST(GridFocus, TheTileAtWorkIsLargeEnoughForValues) {
  for (const auto& [kernel, size, block] :
       {std::tuple("transpose_tiled", 64, 256), std::tuple("transpose_tiled", 256, 256),
        std::tuple("transpose_tiled", 1024, 256), std::tuple("matmul_tiled", 64, 256),
        std::tuple("matmul_tiled", 256, 256)}) {
    const auto document = emulated(kernel, size, block);
    GridPicture picture;
    picture.on_document(*document);
    Shown shown{.area = small_stage};
    const std::uint32_t access = last_access(*document);
    SCOPED_TRACE(kernel + std::to_string(size));
    const auto large = shown.draw(picture, *document, access);
    EXPECT_TRUE(large.says("whole picture"));
    shown.look.set(StageFocus::off);
    const auto whole = shown.draw(picture, *document, access);
    EXPECT_TRUE(whole.says("group at work"));
    EXPECT_GT(numbers_in_cells(large), numbers_in_cells(whole) + 30);
  }
}

TEST(GridFocus, WhatIsLargeBeginsAtAMultipleOfItsSideAndHoldsTheCellAtWork) {
  const auto document = emulated("transpose_tiled", 256, 256);
  const GridLaunch launch = grid_launches(*document->trace, document->flow).front();
  const auto spreads = spreads_of(*document->trace, document->flow);
  for (const MatrixCell cell : {MatrixCell{0, 0}, MatrixCell{9, 17}, MatrixCell{31, 31}}) {
    const std::vector<MatrixCell> focus(launch.matrices.size(), cell);
    const auto large =
        large_metrics(launch, small_stage, GridMetrics{}, focus, *document->trace, spreads, {});
    ASSERT_TRUE(large);
    EXPECT_LT(large->rows, 32);
    const GridLayout layout(launch, small_stage, *large, focus);
    for (const GridPlace& place : layout.places()) {
      EXPECT_EQ(place.rows(), large->rows);
      EXPECT_EQ((place.first.row - launch.matrices[place.matrix].first.row) % large->rows, 0);
      EXPECT_LE(place.first.row, cell.row);
      EXPECT_GT(place.end.row, cell.row);
      EXPECT_LE(place.first.column, cell.column);
      EXPECT_GT(place.end.column, cell.column);
    }
  }
}

TEST(GridFocus, CellsOfTheMapAreSquareAndItsPlacesAreElements) {
  const auto document = emulated("transpose_tiled", 256, 256);
  const GridLaunch launch = grid_launches(*document->trace, document->flow).front();
  const GridLayout layout(launch, small_stage, GridMetrics{},
                          std::vector<MatrixCell>(launch.matrices.size()));
  const CellHistory history = document->cell_history();
  const GridMap map(launch, *document->trace, 0, history, layout);
  EXPECT_TRUE(map.map().square);
  ASSERT_EQ(map.map().blocks.size(), launch.matrices.size());
  const std::uint32_t side = map.map().blocks.front().columns;
  EXPECT_EQ(side, map.map().rows) << "of a square matrix";
  const GridMap::Element last = map.element({side - 1, 0.99});
  EXPECT_EQ(last.matrix, 0U);
  EXPECT_GT(last.cell.row, 240);
  EXPECT_GT(last.cell.column, 240);
  EXPECT_EQ(map.element({side, 0}).matrix, 1U);
}

TEST(GridFocus, AClickOnTheMapGoesToAnAccessThatTouchesTheElement) {
  const auto document = emulated("transpose_tiled", 64, 256);
  const auto& trace = *document->trace;
  const int array = trace.accesses[3].array;
  const auto index = trace.lane_indices(trace.accesses[3]).front();
  EXPECT_EQ(next_touch(trace, 0, array, index), 3U);
  EXPECT_EQ(next_touch(trace, last_access(*document), array, index), 3U) << "no later one does";
  EXPECT_FALSE(next_touch(trace, 0, array, -5));
}

}  // namespace
}  // namespace warpscope
