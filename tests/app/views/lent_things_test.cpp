#include "app/views/lent_things.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

class NeverDefined;

TEST(LentThings, AreAskedForByType) {
  LentThings things;
  EXPECT_EQ(things.ask<int>(), nullptr);
  const int one = 1, two = 2;
  const float half = 0.5F;
  things.lend(&one);
  things.lend(&half);
  EXPECT_EQ(things.ask<int>(), &one);
  EXPECT_EQ(things.ask<float>(), &half);
  EXPECT_EQ(things.ask<NeverDefined>(), nullptr);
  things.lend(&two);
  EXPECT_EQ(things.ask<int>(), &two) << "the newer one replaces it";
  const LentThings copy = things;
  things.lend<int>(nullptr);
  EXPECT_EQ(things.ask<int>(), nullptr);
  EXPECT_EQ(things.ask<float>(), &half);
  EXPECT_EQ(copy.ask<int>(), &two);
}

}  // namespace
}  // namespace warpscope
