#include "instrumentation/program/run/order_difference.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace warpscope {
namespace {

template <class T>
MemoryContents contents_of(const std::vector<T>& values, Scalar scalar) {
  MemoryContents contents{.name = "a", .type = {.scalar = scalar}, .bytes = {}, .written = {}};
  contents.bytes.resize(values.size() * sizeof(T));
  std::memcpy(contents.bytes.data(), values.data(), contents.bytes.size());
  contents.written.assign(contents.bytes.size(), 1);
  return contents;
}

TEST(OrderDifference, TheFirstElementIsTold) {
  const auto a = contents_of<int>({1, 2, 3, 4}, Scalar::i32);
  const auto b = contents_of<int>({1, 2, 7, 5}, Scalar::i32);
  EXPECT_EQ(compare_contents(a, a).likeness, Likeness::same);
  const ContentsDifference difference = compare_contents(a, b);
  EXPECT_EQ(difference.likeness, Likeness::different);
  EXPECT_EQ(difference.index, 2);
  EXPECT_EQ(difference.offset, 8);
  EXPECT_EQ(difference.elements, 2);
  EXPECT_EQ(difference.first, "3");
  EXPECT_EQ(difference.second, "7");
}

TEST(OrderDifference, OnlySmallDifferencesOfFloatsAreRounding) {
  const auto a = contents_of<float>({1, 1000}, Scalar::f32);
  EXPECT_EQ(compare_contents(a, contents_of<float>({1, 1000.01F}, Scalar::f32)).likeness,
            Likeness::rounding);
  EXPECT_EQ(compare_contents(a, contents_of<float>({1, 1001}, Scalar::f32)).likeness,
            Likeness::different);
  EXPECT_EQ(compare_contents(a, contents_of<float>({1, NAN}, Scalar::f32)).likeness,
            Likeness::different);
}

TEST(OrderDifference, WhatOneRunDoesNotWriteDiffers) {
  const auto a = contents_of<int>({0, 0}, Scalar::i32);
  auto b = a;
  for (std::size_t k = 4; k < 8; ++k) b.written[k] = 0;
  const ContentsDifference difference = compare_contents(a, b);
  EXPECT_EQ(difference.index, 1);
  EXPECT_EQ(difference.first, "0");
  EXPECT_EQ(difference.second, "");
}

TEST(OrderDifference, ElementsThatOnlyStandElsewhereAreReordered) {
  const auto a = contents_of<int>({1, 2, 3, 4}, Scalar::i32);
  EXPECT_EQ(compare_contents(a, contents_of<int>({4, 2, 1, 3}, Scalar::i32)).likeness,
            Likeness::reordered);
  EXPECT_EQ(compare_contents(a, contents_of<int>({4, 2, 1, 1}, Scalar::i32)).likeness,
            Likeness::different);
}

TEST(OrderDifference, OutputsAreComparedLineByLine) {
  EXPECT_EQ(compare_outputs("a\nb\n", "a\nb\n").likeness, Likeness::same);
  EXPECT_EQ(compare_outputs("a\nb\n", "b\na\n").likeness, Likeness::reordered);
  EXPECT_EQ(compare_outputs("sum 1.000001\n", "sum 1.000002\n").likeness, Likeness::rounding);
  EXPECT_EQ(compare_outputs("sum 1000001\n", "sum 1000002\n").likeness, Likeness::different);
  const OutputDifference difference = compare_outputs("a\nb\nc\n", "a\nb\n");
  EXPECT_EQ(difference.likeness, Likeness::different);
  EXPECT_EQ(difference.line, 3);
  EXPECT_EQ(difference.first, "c");
}

TEST(OrderDifference, LinesThatDifferByThemselvesAreLeftOut) {
  const auto lines = differing_lines("took 3 ms\nsum 5\n", "took 4 ms\nsum 5\n");
  ASSERT_TRUE(lines);
  EXPECT_EQ(*lines, std::set<std::int64_t>{1});
  EXPECT_EQ(compare_outputs("took 3 ms\nsum 5\n", "took 9 ms\nsum 5\n", *lines).likeness,
            Likeness::same);
  EXPECT_EQ(compare_outputs("took 3 ms\nsum 5\n", "took 9 ms\nsum 6\n", *lines).line, 2);
  EXPECT_FALSE(differing_lines("a\n", "a\nb\n"));
}

}  // namespace
}  // namespace warpscope
