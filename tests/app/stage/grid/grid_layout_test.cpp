#include "app/stage/grid/grid_layout.hpp"

#include <gtest/gtest.h>

#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::PictureCase;

GridLaunch launch_of(const Document& document) {
  return grid_launches(*document.trace, document.flow).front();
}
std::string name_of(const Document& document, const GridLaunch& launch, std::size_t matrix) {
  return document.trace->arrays[static_cast<std::size_t>(launch.matrices[matrix].array)].name;
}

TEST(GridMatrices, AProductIsToldFromWhatItsResultIsMadeFrom) {
  struct Case {
    const char *kernel, *left, *above;
    int block;
    bool turned;
  };
  for (const Case& c : {Case{"matmul_naive", "a", "b", 64, false},
                        Case{"matmul_tiled", "tile_a", "tile_b", 64, false},
                        Case{"matmul_abt", "tile_a", "tile_b", 64, true},
                        Case{"matmul_abt_padded", "tile_a", "tile_b", 64, true}}) {
    SCOPED_TRACE(c.kernel);
    const auto document = emulated(c.kernel, 16, c.block);
    const GridLaunch launch = launch_of(*document);
    ASSERT_TRUE(launch.product);
    EXPECT_EQ(name_of(*document, launch, launch.product->result), "c");
    EXPECT_EQ(name_of(*document, launch, launch.product->left), c.left);
    EXPECT_EQ(name_of(*document, launch, launch.product->above), c.above);
    EXPECT_FALSE(launch.product->left_turned);
    EXPECT_EQ(launch.product->above_turned, c.turned);
  }
}

TEST(GridMatrices, OthersAreNoProduct) {
  for (const char* kernel : {"reduce_strided", "scan_blelloch", "histogram_shared_atomic"}) {
    const auto document = emulated(kernel, 2048, 256);
    EXPECT_FALSE(launch_of(*document).product) << kernel;
  }
}

TEST(GridMatrices, ShowTheBlocksTileAndMarkPadding) {
  const auto document = emulated("transpose_padded", 64, 256);
  const GridLaunch launch = launch_of(*document);
  EXPECT_FALSE(launch.product);
  ASSERT_EQ(launch.matrices.size(), 3U);
  EXPECT_EQ(launch.levels, 3);
  const GridMatrix& in = launch.matrices[0];
  const GridMatrix& tile = launch.matrices[1];
  EXPECT_FALSE(in.whole());
  EXPECT_EQ(in.columns, 64);
  EXPECT_EQ(in.shown_rows(), 32);
  EXPECT_EQ(in.shown_columns(), 32);
  EXPECT_EQ(tile.columns, 33);
  for (std::int64_t c = 0; c < 33; ++c) EXPECT_EQ(tile.is_padding(c), c == 32);
  EXPECT_LT(in.level, tile.level);
}

TEST(GridMatrices, OtherArraysAreFoldedIntoRows) {
  const auto document = emulated("reduce_strided", 256, 256);
  const GridLaunch launch = launch_of(*document);
  for (const GridMatrix& matrix : launch.matrices) {
    EXPECT_TRUE(matrix.folded);
    EXPECT_LE(matrix.columns, 32);
    EXPECT_GE(matrix.rows * matrix.columns,
              document->trace->arrays[static_cast<std::size_t>(matrix.array)].count);
  }
}

GridLayout layout_of(const GridLaunch& launch, Rect area) {
  std::vector<MatrixCell> focus;
  for (const GridMatrix& matrix : launch.matrices) focus.push_back(matrix.first);
  return {launch, area, {}, focus};
}

TEST(GridLayout, TheResultStandsWhereRowAndColumnCross) {
  for (const char* kernel : {"matmul_tiled", "matmul_abt_padded"}) {
    const auto document = emulated(kernel, 32, 64);
    const GridLaunch launch = launch_of(*document);
    const GridLayout layout = layout_of(launch, {0, 0, 925, 560});
    const auto at = [&](std::size_t matrix, std::int64_t row, std::int64_t column) {
      const GridMatrix& m = launch.matrices[matrix];
      const auto cell = layout.cell(launch, m.array, m.index({row, column}));
      EXPECT_TRUE(cell);
      return cell.value_or(Rect{});
    };
    const GridProduct& p = *launch.product;
    for (std::int64_t i = 0; i < 8; ++i) {
      EXPECT_FLOAT_EQ(at(p.result, i, 3).y, at(p.left, i, 0).y);
      const Rect above = p.above_turned ? at(p.above, i, 0) : at(p.above, 0, i);
      EXPECT_FLOAT_EQ(at(p.result, 3, i).x, above.x);
    }
    EXPECT_LT(at(p.left, 0, 7).x, at(p.result, 0, 0).x);
  }
}

TEST(GridLayout, NothingOverlapsOrLeavesTheAreaAndCellsAreFoundAgain) {
  for (const PictureCase& c :
       {PictureCase{"matmul_tiled", 32, 256}, PictureCase{"matmul_naive", 32, 256},
        PictureCase{"transpose_padded", 64, 256}, PictureCase{"reduce_strided", 256, 256},
        PictureCase{"cyclic_reduction", 64, 32}, PictureCase{"vector_soa", 512, 128}}) {
    for (const Rect area : {Rect{10, 20, 925, 560}, Rect{0, 0, 600, 360}}) {
      SCOPED_TRACE(c.kernel);
      const auto document = c.document();
      const GridLaunch launch = launch_of(*document);
      const GridLayout layout = layout_of(launch, area);
      ASSERT_GE(layout.places().size(), launch.matrices.size());
      for (const GridPlace& place : layout.places()) {
        EXPECT_GE(place.cells.x, area.x);
        EXPECT_GE(place.title.y, area.y - 0.5F);
        EXPECT_LE(place.cells.right(), area.right() + 0.5F);
        EXPECT_LE(place.cells.bottom(), area.bottom() + 0.5F);
        for (const GridPlace& other : layout.places()) {
          if (&other == &place) continue;
          const bool apart =
              place.cells.right() <= other.cells.x || other.cells.right() <= place.cells.x ||
              place.cells.bottom() <= other.cells.y || other.cells.bottom() <= place.cells.y;
          EXPECT_TRUE(apart);
        }
        const MatrixCell last{place.end.row - 1, place.end.column - 1};
        const auto hit = layout.hit(launch, place.rect(last).center());
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->index, launch.matrices[place.matrix].index(last));
      }
    }
  }
}

TEST(GridLayout, RowsOfALongArrayAreAsHighAsThereIsRoom) {
  const auto document = emulated("bank_stride", 32, 32);
  const GridLaunch launch = launch_of(*document);
  const Rect area{0, 0, 660, 400};
  const GridLayout layout = layout_of(launch, area);
  for (const GridPlace& place : layout.places()) {
    EXPECT_GE(place.cell_w, 17);
    EXPECT_FLOAT_EQ(place.cell_h, GridMetrics{}.most_cell);
  }
  // Rows and columns of a matrix are the kernel's own: its cells stay square.
  const auto matrix = emulated("transpose_naive", 64, 256);
  const GridLayout square = layout_of(launch_of(*matrix), area);
  for (const GridPlace& place : square.places()) EXPECT_LE(place.cell_h, place.cell_w);
}

TEST(GridLayout, SquareMatricesAreSquareUnlessTheirValuesNeedMore) {
  for (const PictureCase& c :
       {PictureCase{"matmul_tiled", 64, 256}, PictureCase{"transpose_tiled", 64, 256}}) {
    const auto document = c.document();
    for (const Rect area : {Rect{0, 0, 598, 236}, Rect{0, 0, 1100, 560}}) {
      const GridLayout layout = layout_of(launch_of(*document), area);
      for (const GridPlace& place : layout.places()) {
        if (place.map || place.cell_h >= GridMetrics{}.numbered) continue;
        EXPECT_FLOAT_EQ(place.cell_w, place.cell_h) << c.kernel << " " << area.w;
      }
    }
  }
}

TEST(GridLayout, AProductStandsInARowWhereABoardHasLittleRoom) {
  const auto document = emulated("matmul_tiled", 64, 256);
  const GridLaunch launch = launch_of(*document);
  const GridProduct& p = *launch.product;
  const GridLayout row = layout_of(launch, {0, 0, 598, 236});
  ASSERT_EQ(row.signs().size(), 2U);
  const GridPlace *left = row.place(p.left), *above = row.place(p.above),
                  *result = row.place(p.result);
  EXPECT_LT(left->cells.right(), row.signs()[0].x);
  EXPECT_LT(row.signs()[0].x, above->cells.x);
  EXPECT_LT(above->cells.right(), row.signs()[1].x);
  EXPECT_LT(row.signs()[1].x, result->cells.x);
  EXPECT_FLOAT_EQ(left->cells.y, result->cells.y);
  EXPECT_GE(left->cell_h, 7) << "4 on a board";
  EXPECT_TRUE(layout_of(launch, {0, 0, 925, 900}).signs().empty());
}

TEST(GridLayout, SlidesToTheFocusWhereNotAllIsShown) {
  GridLaunch launch;
  GridMatrix matrix;
  matrix.columns = 500;
  matrix.rows = 400;
  matrix.end = {400, 500};
  launch.matrices.push_back(matrix);
  const GridLayout layout(launch, {0, 0, 900, 500}, {}, {{300, 499}});
  const GridPlace& place = layout.places().front();
  EXPECT_EQ(place.rows(), GridLayout::most_rows);
  EXPECT_EQ(place.end.column, 500);
  EXPECT_TRUE(place.cell(matrix, matrix.index({300, 499})));
  EXPECT_FALSE(place.cell(matrix, matrix.index({0, 0})));
}

/// In windows of 1280 × 720 and of 1920 × 1080: each entry stands below its factor and beside its sum.
TEST(GridLayout, ASparseMatrixIsDrawnAsOneBetweenItsVectors) {
  for (const char* kernel : {"spmv_scalar", "spmv_warp", "spmv_coo"}) {
    const auto document = emulated(kernel, 32, 32);
    const GridLaunch launch = launch_of(*document);
    ASSERT_TRUE(launch.sparse && launch.sparse->result) << kernel;
    const GridMatrix& matrix = launch.matrices[launch.sparse->matrix];
    for (const Rect area : {Rect{337, 100, 600, 240}, Rect{497, 110, 915, 450}}) {
      const GridLayout layout = layout_of(launch, area);
      const GridPlace& place = *layout.place(launch.sparse->matrix);
      const GridPlace& factor = *layout.place(launch.sparse->factor);
      const GridPlace& result = *layout.place(*launch.sparse->result);
      for (const IndexedMatrix::Entry& entry : matrix.entries->entries) {
        const auto cell = place.cell(matrix, entry.element);
        ASSERT_TRUE(cell) << kernel << ": all 32 rows are in sight";
        EXPECT_EQ(cell->x, factor.rect({0, entry.column}).x);
        EXPECT_EQ(cell->y, result.rect({entry.row, 0}).y);
        EXPECT_LT(factor.cells.bottom(), cell->y);
        EXPECT_GT(result.cells.x, cell->right());
      }
      EXPECT_EQ(place.cell_w, place.cell_h);
      EXPECT_EQ(launch.sparse->stored.size(), 3U) << "what its format keeps";
      for (const std::size_t stored : launch.sparse->stored) {
        const GridPlace* const strip = layout.place(stored);
        ASSERT_NE(strip, nullptr);
        EXPECT_LE(strip->cells.bottom(), area.bottom() + 0.5F);
        EXPECT_LE(strip->cells.right(), area.right() + 0.5F);
      }
    }
  }
}

/// Empty places are no elements: they have no value, and no click goes anywhere.
TEST(GridLayout, PlacesWithoutAnEntryAreNoElements) {
  const auto document = emulated("spmv_scalar", 32, 32);
  const GridLaunch launch = launch_of(*document);
  const GridLayout layout = layout_of(launch, {0, 0, 900, 450});
  const GridPlace& place = *layout.place(launch.sparse->matrix);
  const auto empty = layout.hit(launch, place.rect({0, 31}).center());
  const auto stored = layout.hit(launch, place.rect({0, 0}).center());
  ASSERT_TRUE(empty && stored);
  EXPECT_EQ(empty->index, -1);
  EXPECT_EQ(stored->index, 0);
}

/// Many matrices in the window's pane at 1280 × 720 were stamps: cells of one pixel and a half.
TEST(GridLayout, ManyMatricesStandInLinesIfTheirCellsAreLargerThen) {
  for (const auto& [kernel, least] : {std::pair{"thomas", 3.0F}, {"matmul_register_tiled", 1.8F}}) {
    const auto document = emulated(kernel);
    const GridLaunch launch = launch_of(*document);
    const Rect area{337, 100, 600, 240};
    const GridLayout layout = layout_of(launch, area);
    for (const GridPlace& place : layout.places()) {
      SCOPED_TRACE(kernel + (" " + std::to_string(place.matrix)));
      EXPECT_GE(place.cell_h, least);
      EXPECT_EQ(place.cell_w, place.cell_h);
      const bool small = launch.matrices[place.matrix].rows <= 16 && least < 2;
      EXPECT_GE(place.cell_h, small ? 3.5F : 0) << "a tile beside the matrix that it is cut from";
      EXPECT_GE(place.cells.x, area.x);
      EXPECT_LE(place.cells.right(), area.right());
      EXPECT_LE(place.cells.bottom(), area.bottom());
      for (const GridPlace& other : layout.places()) {
        const bool apart = &other == &place || other.cells.bottom() <= place.title.y ||
                           other.title.y >= place.cells.bottom() ||
                           other.cells.right() <= place.cells.x ||
                           other.cells.x >= place.cells.right();
        EXPECT_TRUE(apart) << other.matrix;
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
