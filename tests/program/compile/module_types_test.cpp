#include "instrumentation/program/compile/module_types.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace warpscope {
namespace {

const std::string type_lines =
    "%struct.Pair = type { i8, double }\n%struct.float4 = type { float, float, float, float }\n";

ModuleTypes types() {
  ModuleTypes known;
  std::string_view rest = type_lines;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    known.read(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return known;
}

TEST(ModuleTypes, TakesOneTypeOffTheFront) {
  for (const std::string type :
       {"i32", "i8*", "ptr", "[16 x [16 x float]]*", "%struct.Pair", "%\"class.a b\"*",
        "{ i8, ptr }", "<4 x i32>", "i32 (i8*, ...)*", "float addrspace(3)*"}) {
    std::string text = type + " %x, align 4";
    std::string_view rest = text;
    EXPECT_EQ(ModuleTypes::take(rest), type);
    EXPECT_EQ(rest, "%x, align 4");
  }
}

TEST(ModuleTypes, SizesAndAlignments) {
  const ModuleTypes known = types();
  const auto expect = [&](std::string_view type, std::uint64_t size, std::uint64_t alignment) {
    const auto layout = known.layout(type);
    ASSERT_TRUE(layout) << type;
    EXPECT_EQ(layout->size, size) << type;
    EXPECT_EQ(layout->alignment, alignment) << type;
  };
  expect("i1", 1, 1);
  expect("i64", 8, 8);
  expect("half", 2, 2);
  expect("[33 x float]", 132, 4);
  expect("%struct.Pair", 16, 8);
  expect("<{ i8, double }>", 9, 1);
  expect("[5 x %struct.float4]", 80, 16);
  expect("<4 x i32>", 16, 16);
  for (const std::string_view none :
       {"void", "", "%struct.Unknown", "[x float]", "[99999999999999999999 x i8]"}) {
    EXPECT_FALSE(known.layout(none)) << none;
  }
}

TEST(ModuleTypes, PartsHaveTheirOffsets) {
  const ModuleTypes known = types();
  const auto member = known.part("%struct.Pair", 1);
  ASSERT_TRUE(member);
  EXPECT_EQ(member->type, "double");
  EXPECT_EQ(member->offset, 8U);
  const auto element = known.part("[4 x %struct.Pair]", 3);
  ASSERT_TRUE(element);
  EXPECT_TRUE(element->of_array);
  EXPECT_EQ(element->offset, 16U);
  EXPECT_FALSE(known.part("%struct.Pair", 2));
  EXPECT_FALSE(known.part("float", 0));
}

}  // namespace
}  // namespace warpscope
