#include "app/expect/expectation.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/support/mutation.hpp"

namespace warpscope {
namespace {

Expectation understood(const std::string& text) {
  const auto read = read_expectation({text, "", 0}, "own.cu");
  EXPECT_TRUE(read.ok()) << text << ": " << (read ? "" : read.error().message);
  return read ? read.value() : Expectation{};
}
std::string misunderstood(const std::string& text) {
  const auto read = read_expectation({text, "", 0}, "own.cu");
  EXPECT_FALSE(read.ok()) << text;
  if (read) return "";
  EXPECT_EQ(read.error().kind, ErrorKind::usage);
  return read.error().message;
}

TEST(Expectation, IsACondition) {
  const Expectation plain = understood("  excessive == 0 ");
  EXPECT_EQ(plain.condition, "excessive == 0");
  EXPECT_EQ(plain.part, ExpectedPart{});
  EXPECT_EQ(plain.names, std::vector<std::string>{"excessive"});
  EXPECT_EQ(understood("findings == 0 ? exit == 0 : exit == 1").part, ExpectedPart{})
      << "no colon of a part";
}

TEST(Expectation, IsAboutAPart) {
  const Expectation whole = understood("reduce:2@17.tile: wavefronts <= 1.1 * ideal");
  EXPECT_EQ(whole.part, (ExpectedPart{{"reduce", 2}, "own.cu", 17, "tile"}));
  EXPECT_EQ(whole.condition, "wavefronts <= 1.1 * ideal");
  const auto part = [](const std::string& text) { return understood(text + ": excessive<1").part; };
  EXPECT_EQ(part("reduce"), (ExpectedPart{{"reduce", 0}, "", 0, ""}));
  EXPECT_EQ(part("3"), (ExpectedPart{{"", 3}, "", 0, ""}));
  EXPECT_EQ(part("tools::reduce<float, 4>:2"),
            (ExpectedPart{{"tools::reduce<float, 4>", 2}, "", 0, ""}));
  EXPECT_EQ(part("@17"), (ExpectedPart{{}, "own.cu", 17, ""}));
  EXPECT_EQ(part("@src/sum.cu:17"), (ExpectedPart{{}, "src/sum.cu", 17, ""}));
  EXPECT_EQ(part("add@sum.cu:17.s.tile"), (ExpectedPart{{"add", 0}, "sum.cu", 17, "s.tile"}));
  EXPECT_EQ(part(".tile"), (ExpectedPart{{}, "", 0, "tile"}));
  EXPECT_EQ(part("reduce.tile"), (ExpectedPart{{"reduce", 0}, "", 0, "tile"}));
}

TEST(Expectation, NeedsNoBlankBehindItsPart) {
  EXPECT_EQ(understood("reduce:2:excessive==0").part.launches, (LaunchChoice{"reduce", 2}));
  EXPECT_EQ(understood("reduce:3.5<excessive").condition, "3.5<excessive");
}

TEST(Expectation, AsksForTheCostliestAccess) {
  EXPECT_EQ(understood("max( wavefronts ) <= 2").condition, "max.wavefronts <= 2");
  EXPECT_EQ(understood("joined.max(sectors) <= 4").names,
            std::vector<std::string>{"joined.max.sectors"});
  EXPECT_EQ(understood("max(wavefronts, sectors) <= 2").condition, "max(wavefronts, sectors) <= 2");
}

TEST(Expectation, TellsWhetherItIsAboutCompiledCode) {
  EXPECT_TRUE(understood("joined.excessive == 0").asks_for_joined());
  EXPECT_TRUE(understood("block.joined.excessive == 0").asks_for_joined());
  EXPECT_FALSE(understood("block.excessive == 0").asks_for_joined());
}

TEST(Expectation, SaysWhatIsNotUnderstood) {
  EXPECT_NE(misunderstood("").find("empty"), std::string::npos);
  EXPECT_NE(misunderstood("reduce:").find("no condition"), std::string::npos);
  EXPECT_NE(misunderstood("wavefrons == 0").find("\"wavefronts\""), std::string::npos);
  EXPECT_NE(misunderstood("max(wavefrons) < 2").find("max(wavefronts)"), std::string::npos);
  EXPECT_NE(misunderstood("excessive = 0").find("=="), std::string::npos);
  EXPECT_NE(misunderstood("excessive").find("compares"), std::string::npos);
  EXPECT_NE(misunderstood("1 < 2").find("compares"), std::string::npos);
  EXPECT_NE(misunderstood("(excessive < 1").find("complete"), std::string::npos);
  EXPECT_NE(misunderstood("@: excessive < 1").find("@LINE"), std::string::npos);
  EXPECT_NE(misunderstood("@x: excessive < 1").find("@LINE"), std::string::npos);
  EXPECT_NE(misunderstood("@0: excessive < 1").find("@LINE"), std::string::npos);
  EXPECT_NE(misunderstood("reduce.: excessive < 1").find("array"), std::string::npos);
  EXPECT_NE(misunderstood("@7: barriers == 0").find("whole launches"), std::string::npos);
  EXPECT_NE(misunderstood("reduce: exit == 0").find("whole program"), std::string::npos);
  EXPECT_NE(misunderstood("joined.launches == 1").find("leave out"), std::string::npos);
  EXPECT_NE(misunderstood(std::string(5000, '(')).find("1,000"), std::string::npos);
  EXPECT_NE(misunderstood("excessive \xc3\xa4 0").find("from"), std::string::npos);
}

TEST(Expectation, SurvivesWhateverIsTyped) {
  test::Mutator mutate(
      7,
      {"reduce:2@17.tile: wavefronts <= 1.1 * ideal",
       "a::b<int>@sum.cu:3: max(wavefronts) == 1 && findings == 0"},
      {":", "@", ".", "?", "max(", "::", "99999999999", "\xff", "joined.", "<", " "});
  for (int round = 0; round < 3000; ++round) {
    const auto read = read_expectation({mutate.next(), "", 0}, "own.cu");
    if (read) continue;
    EXPECT_FALSE(read.error().message.empty());
  }
}

TEST(Expectation, StandsInCommentsOfASource) {
  const std::string text =
      "// warpscope: expect findings == 0\n"
      "const char* text = \"// warpscope: expect exit == 1\";\n"
      "/* // warpscope: expect exit == 2 */\n"
      "#if 0\n// warpscope: expect exit == 3\n#endif\n"
      "  //warpscope:  expect  @7: excessive == 0  \n"
      "// warpscope: expected 5, grid 2\n"
      "__global__ void k(int expected) {}\n";
  EXPECT_EQ(expectations_in_source(text, "a.cu"),
            (std::vector<WrittenExpectation>{{"findings == 0", "a.cu", 1},
                                             {"@7: excessive == 0", "a.cu", 7}}));
}

TEST(Expectation, StandsInALineOfAList) {
  EXPECT_EQ(
      expectations_in_list("# of the exercise\n\nexit == 0\r\n  findings == 0", "list"),
      (std::vector<WrittenExpectation>{{"exit == 0", "list", 3}, {"findings == 0", "list", 4}}));
}

TEST(Expectation, IsFoundQuicklyAmongThousands) {
  std::string text;
  for (int k = 0; k < 1000; ++k)
    text += "// warpscope: expect @" + std::to_string(k + 1) + ": excessive == 0\n";
  const auto begin = std::chrono::steady_clock::now();
  const auto written = expectations_in_source(text, "a.cu");
  ASSERT_EQ(written.size(), 1000U);
  EXPECT_EQ(written.back().line, 1000U);
  for (const WrittenExpectation& each : written) ASSERT_TRUE(read_expectation(each, "a.cu").ok());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace warpscope
