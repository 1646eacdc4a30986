// The words of a warp on the machine itself, against a GPU.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

std::vector<std::string> hashed_words_in(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t hash = line.rfind(' ');
    if (hash != std::string::npos && line.size() == hash + 17 &&
        line.find_first_not_of("0123456789abcdef", hash + 1) == std::string::npos) {
      words.push_back(line);
    }
  }
  return words;
}

void expect_words_of_a_gpu(const std::string& name, std::size_t count) {
  const auto folder = test::program_tests / "include";
  const auto run = test::run_whole_program((folder / (name + ".cu")).string());
  EXPECT_EQ(run.exit_code, 0) << run.said;
  const auto said = hashed_words_in(run.said);
  const auto expected = hashed_words_in(test::text_of(folder / (name + ".txt")));
  ASSERT_EQ(expected.size(), count);
  ASSERT_EQ(said.size(), expected.size()) << run.said;
  for (std::size_t i = 0; i < said.size(); i++) EXPECT_EQ(said[i], expected[i]) << "line " << i + 1;
  // Among others: that no barrier has become two.
  ASSERT_TRUE(run.json.is_object());
  EXPECT_TRUE(run.json.value("findings", nlohmann::json::array()).empty()) << run.json["findings"];
}

TEST(WordsOnTheMachine, AreThoseOfAGpu) { expect_words_of_a_gpu("warp_words", 552); }
TEST(WordsOnTheMachine, KnowWhichLanesABranchHasLetIn) {
  expect_words_of_a_gpu("coalesced_groups", 72);
}

}  // namespace
}  // namespace warpscope
