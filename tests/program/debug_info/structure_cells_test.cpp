#include "instrumentation/program/debug_info/structure_cells.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(CellType, IsTheScalarThatAllMembersShare) {
  EXPECT_EQ(cell_type({"P", 16, {{"x", 0, {Scalar::f32}}, {"v", 4, {Scalar::f32}, 3}}}),
            ElementType{Scalar::f32});
  EXPECT_EQ(cell_type({"V", 32, {{"a", 0, {Scalar::f32, 4}}, {"b", 16, {Scalar::f32}}}}),
            ElementType{Scalar::f32});
  EXPECT_EQ(cell_type({"D", 8, {{"d", 0, {Scalar::f64}}}}), ElementType{Scalar::f64});
}

TEST(CellType, IsAnIntegerOfWhichAllConsistElsewhere) {
  EXPECT_EQ(cell_type({"M", 8, {{"x", 0, {Scalar::f32}}, {"n", 4, {Scalar::i32}}}}),
            ElementType{Scalar::u32});
  EXPECT_EQ(cell_type({"M", 16, {{"d", 0, {Scalar::f64}}, {"n", 8, {Scalar::i32}}}}),
            ElementType{Scalar::u32});
  EXPECT_EQ(cell_type({"M", 8, {{"n", 0, {Scalar::i32}}, {"s", 4, {Scalar::i16}}}}),
            ElementType{Scalar::u16});
  EXPECT_EQ(cell_type({"M", 8, {{"n", 0, {Scalar::i32}}, {"c", 4, {Scalar::b8}}}}),
            ElementType{Scalar::u8});
  EXPECT_EQ(cell_type({"M", 16, {{"d", 0, {Scalar::f64}}, {"l", 8, {Scalar::i64}}}}),
            ElementType{Scalar::u64});
}

TEST(CellType, LiesWithinOneMemberOfAPackedStructure) {
  EXPECT_EQ(cell_type({"packed", 6, {{"x", 2, {Scalar::f32}}}}), ElementType{Scalar::u16});
  EXPECT_EQ(cell_type({"packed", 5, {{"x", 1, {Scalar::f32}}}}), ElementType{Scalar::u8});
}

TEST(StructureCells, PaddingIsWhatNoMemberCovers) {
  const Member number{.name = "n", .offset = 0, .type = {Scalar::i32}};
  const Member wide{.name = "d", .offset = 8, .type = {Scalar::f64}};
  EXPECT_TRUE(has_padding({.name = "S", .bytes = 16, .members = {number, wide}}));
  Member two = number;
  two.count = 2;
  EXPECT_FALSE(has_padding({.name = "S", .bytes = 16, .members = {two, wide}}));
  EXPECT_TRUE(has_padding({.name = "S", .bytes = 24, .members = {two, wide}}));
}

}  // namespace
}  // namespace warpscope
