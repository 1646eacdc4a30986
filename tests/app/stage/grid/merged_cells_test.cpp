#include "app/stage/grid/merged_cells.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(MergedCells, ARowAColumnAndABlockAreOneBoxEach) {
  const auto row = merged_cells({{4, 0, 2, 2}, {0, 0, 2, 2}, {2, 0, 2, 2}});
  ASSERT_EQ(row.size(), 1U);
  EXPECT_FLOAT_EQ(row[0].w, 6);
  EXPECT_FLOAT_EQ(row[0].h, 2);
  const auto column = merged_cells({{0, 2, 2, 2}, {0, 0, 2, 2}});
  ASSERT_EQ(column.size(), 1U);
  EXPECT_FLOAT_EQ(column[0].h, 4);
  const auto block = merged_cells({{0, 0, 2, 2}, {2, 0, 2, 2}, {0, 2, 2, 2}, {2, 2, 2, 2}});
  ASSERT_EQ(block.size(), 1U);
  EXPECT_FLOAT_EQ(block[0].right(), 4);
  EXPECT_FLOAT_EQ(block[0].bottom(), 4);
}

TEST(MergedCells, WhatDoesNotTouchStaysApart) {
  EXPECT_EQ(merged_cells({{0, 0, 2, 2}, {4, 0, 2, 2}}).size(), 2U);
  EXPECT_EQ(merged_cells({{0, 0, 2, 2}, {2, 2, 2, 2}}).size(), 2U) << "a diagonal";
  EXPECT_TRUE(merged_cells({}).empty());
}

}  // namespace
}  // namespace warpscope
