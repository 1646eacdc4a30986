#include "instrumentation/trace/json_fault.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "instrumentation/trace/json_text.hpp"

namespace warpscope {
namespace {

std::string fault(const std::string& text) {
  EXPECT_FALSE(parse_json(text).is_object()) << text;
  return json_fault(text).english();
}

TEST(JsonFault, SaysWhereATextGoesWrong) {
  EXPECT_EQ(fault("{\"a\": 1,\n \"b\" 2}"), "it is no JSON object: see line 2, column 6");
  EXPECT_EQ(fault("nonsense"), "it is no JSON object: see line 1, column 2");
  EXPECT_EQ(fault("{\"я\": x}"), "it is no JSON object: see line 1, column 7")
      << "in characters, not in bytes";
  EXPECT_EQ(fault("{\"a\": 1e999}"), "it is no JSON object: see line 1, column 11");
}

TEST(JsonFault, SaysWhereATextEndsTooEarly) {
  EXPECT_EQ(fault("{\"a\": 1,\n"), "it is no JSON object: see line 2, column 1");
  EXPECT_EQ(fault(""), "it is no JSON object: see line 1, column 1");
}

TEST(JsonFault, SaysThatOtherJsonIsNoObject) {
  for (const char* text : {"[]", "3", "\"text\"", "null"}) {
    EXPECT_EQ(fault(text), "it is no JSON object");
  }
}

TEST(JsonFault, DoesNotFollowABomb) {
  EXPECT_EQ(fault(std::string(3 << 20, '[')),
            "it is no JSON object: its brackets nest more than 32 deep");
  EXPECT_EQ(fault("{\"a\": " + std::string(32, '[') + std::string(32, ']') + "}"),
            "it is no JSON object: its brackets nest more than 32 deep");
  EXPECT_TRUE(
      parse_json("{\"a\": " + std::string(31, '[') + std::string(31, ']') + "}").is_object());
}

}  // namespace
}  // namespace warpscope
