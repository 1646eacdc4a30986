// The words of a warp on the machine itself, against a GPU.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

std::vector<std::string> words_in(const std::string& text) {
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

TEST(WordsOnTheMachine, AreThoseOfAGpu) {
  const auto folder = test::program_tests / "include";
  const auto run = test::run_whole_program((folder / "warp_words.cu").string());
  EXPECT_EQ(run.exit_code, 0) << run.said;
  const auto said = words_in(run.said);
  const auto expected = words_in(test::text_of(folder / "warp_words.txt"));
  ASSERT_EQ(expected.size(), 552u);
  ASSERT_EQ(said.size(), expected.size()) << run.said;
  for (std::size_t i = 0; i < said.size(); i++) EXPECT_EQ(said[i], expected[i]) << "line " << i + 1;
}

}  // namespace
}  // namespace warpscope
