#include "instrumentation/program/bare/whole_range.hpp"

#include <gtest/gtest.h>

#include <random>

namespace warpscope {
namespace {

constexpr std::int64_t beyond = WholeRange::unbounded;

TEST(WholeRanges, BeyondTheirBoundsNothingIsKnown) {
  EXPECT_EQ(sum({0, beyond}, {5, 5}), (WholeRange{5, beyond}));
  EXPECT_EQ(product({2, 2}, {0, beyond}), (WholeRange{0, beyond}));
  EXPECT_EQ(quotient({0, beyond}, {4, 4}), (WholeRange{0, beyond}));
  EXPECT_EQ(quotient({0, 8}, {0, 4}), WholeRange{});
  EXPECT_EQ(remainder({0, beyond}, {16, 16}), (WholeRange{0, 15}));
  EXPECT_EQ(bits('&', {-beyond, beyond}, {0, 31}), (WholeRange{0, 31}));
  EXPECT_EQ(shifted({0, 1}, {0, 64}, true), (WholeRange{0, beyond}));
}

// Each result of two numbers lies in the result of the ranges that hold them.
TEST(WholeRanges, HoldWhatTheirNumbersGive) {
  std::mt19937 random(5);
  const auto any = [&](std::int64_t from, std::int64_t to) {
    return from + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(to - from + 1));
  };
  const auto holds = [](const WholeRange& range, std::int64_t number) {
    return range.lo <= number && number <= range.hi;
  };
  for (int round = 0; round < 100'000; ++round) {
    WholeRange a{any(-40, 40), 0}, b{any(-40, 40), 0};
    a.hi = a.lo + any(0, 30);
    b.hi = b.lo + any(0, 30);
    const std::int64_t x = any(a.lo, a.hi), y = any(b.lo, b.hi);
    EXPECT_TRUE(holds(joined(a, b), x) && holds(joined(a, b), y));
    EXPECT_TRUE(holds(sum(a, b), x + y));
    EXPECT_TRUE(holds(product(a, b), x * y));
    EXPECT_TRUE(holds(negated(a), -x));
    if (y != 0) {
      EXPECT_TRUE(holds(quotient(a, b), x / y)) << x << '/' << y;
      EXPECT_TRUE(holds(remainder(a, b), x % y)) << x << '%' << y;
    }
    EXPECT_TRUE(holds(bits('&', a, b), x & y)) << x << '&' << y;
    EXPECT_TRUE(holds(bits('|', a, b), x | y)) << x << '|' << y;
    EXPECT_TRUE(holds(bits('^', a, b), x ^ y)) << x << '^' << y;
    if (y >= 0 && x >= 0) {
      EXPECT_TRUE(holds(shifted(a, b, true), bounded_product(x, std::int64_t{1} << (y % 40))) ||
                  y >= 40);
    }
    EXPECT_TRUE(holds(comparison("<", a, b), x < y ? 1 : 0));
    EXPECT_TRUE(holds(comparison(">=", a, b), x >= y ? 1 : 0));
    EXPECT_TRUE(holds(comparison("==", a, b), x == y ? 1 : 0));
    EXPECT_TRUE(holds(comparison("!=", a, b), x != y ? 1 : 0));
  }
}

}  // namespace
}  // namespace warpscope
