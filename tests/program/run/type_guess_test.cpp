#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "instrumentation/program/run/program_hearing.hpp"

namespace warpscope {
namespace {

TypeGuess guessed(const std::vector<std::uint32_t>& words) {
  TypeGuess made;
  made.see(words);
  return made;
}
std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(TypeGuessTest, TellsFloatsFromIntegers) {
  EXPECT_TRUE(guessed({bits(1.5F), bits(-2.0F), bits(1e6F), bits(3e-5F)}).is_float());
  EXPECT_FALSE(guessed({1, 2, 70000, 0xffffffffU, static_cast<std::uint32_t>(-100)}).is_float());
}

TEST(TypeGuessTest, ZerosSayNothing) {
  EXPECT_FALSE(guessed({0, 0, 0}).is_float());
  EXPECT_TRUE(guessed({0, 0, bits(0.25F)}).is_float());
}

}  // namespace
}  // namespace warpscope
