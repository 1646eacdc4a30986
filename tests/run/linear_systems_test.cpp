#include "instrumentation/run/linear_systems.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(MadeElements, AreAtMostAMillionInWholeSystems) {
  EXPECT_EQ(made_elements(1000), 1000);
  EXPECT_EQ(made_elements(1 << 20), 1 << 20);
  EXPECT_EQ(made_elements(1 << 28), 1 << 20);
  EXPECT_EQ(made_elements(1 << 28, 512), 1 << 20);
  EXPECT_EQ(made_elements(1 << 28, 3000), 349 * 3000);
  EXPECT_EQ(made_elements(6000, 3000), 6000);
}

TEST(MadeElements, HoldOneSystemHoweverLong) {
  EXPECT_EQ(made_elements(1 << 24, 1 << 22), 1 << 22);
}

}  // namespace
}  // namespace warpscope
