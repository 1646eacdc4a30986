#include "instrumentation/trace/json_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "instrumentation/trace/json_fields.hpp"

namespace warpscope {
namespace {

using nlohmann::json;

TEST(JsonText, WritesWhatIsNoUtf8) {
  EXPECT_EQ(json_text(json("a\xff")), "\"a\ufffd\"");
  EXPECT_EQ(json_text(nlohmann::ordered_json{{"z", 1}, {"a", "\xc3"}}),
            "{\"z\":1,\"a\":\"\ufffd\"}");
}

TEST(JsonText, EscapesWhatATerminalWouldObeyAndReadsItBack) {
  const json value = {{"name", "\x1b[2J\x7f\u202e\u009b\u2066я"}};
  const std::string text = json_text(value, 2);
  EXPECT_EQ(text.find_first_of("\x1b\x7f"), std::string::npos);
  EXPECT_EQ(text.find("\u202e"), std::string::npos);
  EXPECT_EQ(json::parse(text), value);
}

TEST(ParseJson, RefusesNestingThatOnlyABombHas) {
  EXPECT_TRUE(parse_json(std::string(32, '[') + std::string(32, ']')).is_array());
  EXPECT_TRUE(parse_json(std::string(33, '[') + std::string(33, ']')).is_discarded());
  EXPECT_TRUE(parse_json(std::string(3 << 20, '[')).is_discarded());
  const std::string brackets(100, '[');
  EXPECT_TRUE(parse_json("\"" + brackets + "\\\"" + brackets + "\"").is_string());
  EXPECT_TRUE(parse_json("\xef\xbb\xbf{}").is_object()) << "a byte order mark";
  for (const char* text : {"", "{", "]", "nonsense", "1e999", "\"\xff\""}) {
    EXPECT_TRUE(parse_json(text).is_discarded()) << text;
  }
}

TEST(JsonWhole, TakesWholeNumbersThatFitAndNothingElse) {
  EXPECT_EQ(whole_number<int>(json(7)), 7);
  EXPECT_EQ(whole_number<std::int64_t>(json(-7)), -7);
  EXPECT_EQ(whole_number<std::uint64_t>(json(std::numeric_limits<std::uint64_t>::max())),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(whole_number_or(json{{"n", 3}}, "n", 5), 3);
  EXPECT_EQ(whole_number_or(json{{"n", 3}}, "m", 5), 5);
  for (const json& wrong : {json(1e300), json(7.5), json(std::int64_t{1} << 40), json("7"),
                            json(nullptr), json(true), json::array(), json::object()}) {
    EXPECT_THROW(static_cast<void>(whole_number<int>(wrong)), json::exception) << wrong;
  }
  EXPECT_THROW(static_cast<void>(whole_number<std::uint64_t>(json(-1))), json::exception);
}

}  // namespace
}  // namespace warpscope
