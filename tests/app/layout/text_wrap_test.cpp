#include "app/layout/text_wrap.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace warpscope {
namespace {

std::vector<std::string_view> wrapped(std::string_view text, float room) {
  return wrap_text(text, room, 9,
                   [](std::string_view part) { return static_cast<float>(part.size()); });
}

TEST(WrapText, KeepsANumberAndItsPercentSignTogether) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(wrapped("the multipliers are 88 % busy", 22),
            (Lines{"the multipliers are", "88 % busy"}));
  EXPECT_EQ(wrapped("are 88 %", 6), (Lines{"are", "88 %"}));
  EXPECT_EQ(wrapped("88 %", 2), Lines{"88 %"});
  EXPECT_EQ(wrapped("lane % 32", 4), (Lines{"lane", "% 32"})) << "no number stands before it";
}

}  // namespace
}  // namespace warpscope
