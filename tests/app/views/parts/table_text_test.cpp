#include "app/views/parts/table_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace warpscope {
namespace {

struct Written {
  TableText how;
  std::vector<std::string> texts;
};

Written real_numbers(std::initializer_list<float> values, int room) {
  NumberSpread spread;
  for (const float value : values) spread.add(value);
  Written written{table_text(spread, room), {}};
  for (const float value : values) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    written.texts.push_back(written.how.write({Scalar::f32, 1}, {&word, 1}));
  }
  return written;
}

Written whole_numbers(std::initializer_list<std::int32_t> values, int room) {
  NumberSpread spread;
  for (const std::int32_t value : values) spread.add(value);
  Written written{table_text(spread, room), {}};
  for (const std::int32_t value : values) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    written.texts.push_back(written.how.write({Scalar::i32, 1}, {&word, 1}));
  }
  return written;
}

using Texts = std::vector<std::string>;

TEST(TableText, WritesWholeNumbersWholeOrAllInOneUnit) {
  EXPECT_EQ(whole_numbers({7, -42, 3137}, 4).texts, (Texts{"7", "-42", "3137"}));
  EXPECT_FALSE(whole_numbers({7, -4200, 3137}, 4).how.whole()) << "signs count, too";
  const Written thousands = whole_numbers({1000, 2400, 31370}, 4);
  EXPECT_EQ(thousands.texts, (Texts{"1.0", "2.4", "31.4"}));
  EXPECT_EQ(thousands.how.note(), "values × 10^3");
  EXPECT_FALSE(whole_numbers({12345}, 1).how.fits);
}

TEST(TableText, AFewLargeNumbersDoNotMakeTheOthersZero) {
  const Written mixed = whole_numbers({352, 25, 91, 4, 235, 31370, 42, 1512}, 3);
  EXPECT_EQ(mixed.texts, (Texts{"352", "25", "91", "4", "235", "31k", "42", "2k"}));
  EXPECT_EQ(mixed.how.note(), "k: thousands, rounded");
  EXPECT_FALSE(mixed.how.whole());
  EXPECT_FALSE(whole_numbers({352, 25, 31370, 4}, 2).how.fits);
}

TEST(TableText, AllRealNumbersHaveAsManyDecimals) {
  EXPECT_EQ(real_numbers({0.5F, -9.38F, 2}, 5).texts, (Texts{"0.50", "-9.38", "2.00"}));
  EXPECT_EQ(real_numbers({0.5F, -9.38F, 2}, 4).texts, (Texts{"0.5", "-9.4", "2.0"}));
  EXPECT_EQ(real_numbers({0.5F, -9.38F, 2}, 4).how.note(), "");
  EXPECT_EQ(real_numbers({-0.01F, 93.8F}, 4).texts, (Texts{"0.0", "93.8"}))
      << "\"-0.0\" is no number";
}

TEST(TableText, SaysThatNumbersAreRounded) {
  const Written rounded = real_numbers({21.7F, -95.2F, 0.4F}, 3);
  EXPECT_EQ(rounded.texts, (Texts{"22", "-95", "0"}));
  EXPECT_EQ(rounded.how.note(), "values rounded");
  EXPECT_EQ(rounded.how.sign(), "≈");
  EXPECT_FALSE(rounded.how.whole());
  EXPECT_FALSE(real_numbers({0.4F, 1.7F}, 1).how.fits) << "0 and 2 would be other numbers";
}

TEST(TableText, SmallNumbersHaveAUnit) {
  const Written small = real_numbers({2.5e-6F, -1.25e-6F}, 5);
  EXPECT_EQ(small.texts, (Texts{"2.50", "-1.25"}));
  EXPECT_EQ(small.how.note(), "values × 10^-6");
  EXPECT_EQ(small.how.sign(), "×10^-6");
}

TEST(TableText, NoTextIsLongerThanItsRoom) {
  const std::uint32_t counter = 123456;  // that atomics made of operands which say 100
  NumberSpread spread;
  spread.add(100);
  const std::string text = table_text(spread, 3).write({Scalar::u32, 1}, {&counter, 1});
  EXPECT_LE(text.size(), 3U) << text;
}

}  // namespace
}  // namespace warpscope
