#include "instrumentation/trace/element.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace warpscope {
namespace {

using Words = std::vector<std::uint32_t>;

std::string format_float(float value) {
  return format_value({Scalar::f32, 1}, Words{std::bit_cast<std::uint32_t>(value)});
}
std::string format_double(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const Words words{static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
  return format_value({Scalar::f64, 1}, words);
}

TEST(ElementType, SizesAndNames) {
  EXPECT_EQ((ElementType{Scalar::u8, 1}.bytes()), 1);
  EXPECT_EQ((ElementType{Scalar::u8, 1}.words()), 1);
  EXPECT_EQ((ElementType{Scalar::i16, 3}.bytes()), 6);
  EXPECT_EQ((ElementType{Scalar::i16, 3}.words()), 2);
  EXPECT_EQ((ElementType{Scalar::f32, 4}.words()), 4);
  EXPECT_EQ((ElementType{Scalar::f64, 1}.words()), 2);
  EXPECT_EQ((ElementType{Scalar::i32, 1}.name()), "int");
  EXPECT_EQ((ElementType{Scalar::f32, 4}.name()), "float4");
  EXPECT_EQ((ElementType{Scalar::u32, 1}.name()), "unsigned int");
  EXPECT_EQ((ElementType{Scalar::u32, 2}.name()), "uint2");
}

TEST(ElementType, EveryNameIsItsOwn) {
  std::vector<std::string> names;
  for (int scalar = 0; scalar <= static_cast<int>(Scalar::f64); ++scalar) {
    for (std::uint8_t components = 1; components <= 4; ++components) {
      names.push_back(ElementType{static_cast<Scalar>(scalar), components}.name());
    }
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(FormatValue, IntegersOfEveryWidth) {
  EXPECT_EQ(format_value({Scalar::i8, 1}, Words{0xff}), "-1");
  EXPECT_EQ(format_value({Scalar::u8, 1}, Words{0xff}), "255");
  EXPECT_EQ(format_value({Scalar::i16, 1}, Words{0x8000}), "-32768");
  EXPECT_EQ(format_value({Scalar::u16, 1}, Words{0xabcd8000}),
            "32768");  // upper bytes are no value
  EXPECT_EQ(format_value({Scalar::i32, 1}, Words{0xffffffbb}), "-69");
  EXPECT_EQ(format_value({Scalar::u32, 1}, Words{0xffffffff}), "4294967295");
  EXPECT_EQ(format_value({Scalar::i64, 1}, Words{0, 0x80000000}), "-9223372036854775808");
  EXPECT_EQ(format_value({Scalar::u64, 1}, Words{1, 1}), "4294967297");
}

TEST(FormatValue, FloatsAreShortAndExact) {
  EXPECT_EQ(format_float(69), "69");
  EXPECT_EQ(format_float(0.1F), "0.1");
  EXPECT_EQ(format_float(-0.5F), "-0.5");
  EXPECT_EQ(format_float(100000), "100000");
  EXPECT_EQ(format_float(16777216), "16777216");
  EXPECT_EQ(format_float(-0.0F), "-0");
  EXPECT_EQ(format_float(1e20F), "1e+20");
  EXPECT_EQ(format_float(1e-10F), "1e-10");
  EXPECT_EQ(format_float(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(format_float(-std::numeric_limits<float>::quiet_NaN()), "nan");
  EXPECT_NE(format_float(1), format_float(std::nextafter(1.0F, 2.0F)));
  EXPECT_EQ(format_double(0.1), "0.1");
  EXPECT_EQ(format_double(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
  EXPECT_EQ(format_double(-0.00012345678901234567), "-0.00012345678901234567");
}

TEST(FormatValue, VectorsListTheirComponents) {
  EXPECT_EQ(format_value({Scalar::i32, 4}, Words{1, 2, 3, 4}), "(1, 2, 3, 4)");
  EXPECT_EQ(format_value({Scalar::u8, 4}, Words{0x04030201}), "(1, 2, 3, 4)");
  EXPECT_EQ(format_value({Scalar::i16, 3}, Words{0x00020001, 0xffff}), "(1, 2, -1)");
  EXPECT_EQ(format_value({Scalar::i64, 2}, Words{1, 0, 2, 0}), "(1, 2)");
}

TEST(NumericValue, TakesTheFirstComponent) {
  EXPECT_EQ(numeric_value({Scalar::i32, 2}, Words{0xffffffff, 7}), -1);
  EXPECT_EQ(numeric_value({Scalar::f32, 1}, Words{std::bit_cast<std::uint32_t>(2.5F)}), 2.5);
  EXPECT_TRUE(std::isnan(numeric_value({Scalar::f32, 1}, Words{0x7fc00000})));
}

TEST(SameValue, ComparesBitsButNotThoseOfNans) {
  constexpr std::uint32_t nan = 0x7fc00000, other_nan = 0xffffffff, zero = 0,
                          minus_zero = 1U << 31U;
  EXPECT_TRUE(same_value({Scalar::f32, 1}, Words{nan}, Words{other_nan}));
  EXPECT_FALSE(same_value({Scalar::f32, 1}, Words{nan}, Words{zero}));
  EXPECT_FALSE(same_value({Scalar::f32, 1}, Words{zero}, Words{minus_zero}));
  EXPECT_FALSE(same_value({Scalar::u32, 1}, Words{nan}, Words{other_nan}));
  EXPECT_TRUE(same_value({Scalar::f32, 2}, Words{7, nan}, Words{7, other_nan}));
  EXPECT_FALSE(same_value({Scalar::f32, 2}, Words{7, nan}, Words{8, other_nan}));
  EXPECT_TRUE(same_value({Scalar::f64, 1}, Words{0, 0x7ff80000}, Words{1, 0xfff80000}));
}

TEST(Half, IsRoundedToTheNearest) {
  EXPECT_EQ(float_to_half(1), 0x3c00);
  EXPECT_EQ(float_to_half(-2), 0xc000);
  EXPECT_EQ(float_to_half(65504), 0x7bff);
  EXPECT_EQ(float_to_half(65519), 0x7bff);
  EXPECT_EQ(float_to_half(65520), 0x7c00) << "as near to infinity, which is even";
  EXPECT_EQ(float_to_half(2049), 0x6800) << "2048, the even one";
  EXPECT_EQ(float_to_half(2051), 0x6802) << "2052, the even one";
  EXPECT_EQ(float_to_half(std::ldexp(1.0F, -24)), 1);
  EXPECT_EQ(float_to_half(std::ldexp(1.0F, -25)), 0);
  EXPECT_EQ(float_to_half(-0.0F), 0x8000);
  EXPECT_EQ(float_to_bfloat16(1.0F), 0x3f80);
  EXPECT_EQ(float_to_bfloat16(1.00390625F), 0x3f80) << "half a unit above 1: the even one";
}

TEST(Half, EveryNumberComesBack) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = half_to_float(half);
    if (!std::isnan(value)) {
      ASSERT_EQ(float_to_half(value), half) << bits;
    }
    const float wide = bfloat16_to_float(half);
    if (!std::isnan(wide)) {
      ASSERT_EQ(float_to_bfloat16(wide), half) << bits;
    }
  }
  EXPECT_TRUE(std::isnan(half_to_float(0x7e00)));
  EXPECT_TRUE(std::isinf(half_to_float(0xfc00)));
}

TEST(Values, OfHalvesAreShown) {
  EXPECT_EQ(format_value({Scalar::f16, 2}, Words{0xc0003c00}), "(1, -2)");
  EXPECT_EQ(numeric_value({Scalar::bf16}, Words{0x3fc0}), 1.5);
  EXPECT_EQ((ElementType{Scalar::f16, 2}.name()), "half2");
}

TEST(Names, AreWords) { EXPECT_EQ(name(Space::registers), "registers"); }

}  // namespace
}  // namespace warpscope
