// Notes about copies that were given a number of elements, or the size of a pointer.
#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

TEST(ShortCopies, AreANoteWhereTheTextForgetsASize) {
  const auto file = test::program_tests / "runtime" / "short_copies.cu";
  const auto run = test::run_whole_program(file.string());
  EXPECT_EQ(run.exit_code, 0) << run.said;
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
  const auto& notes = run.json["notes"];
  EXPECT_EQ(test::found_lines(notes), test::expected_lines(test::text_of(file), "// notes: "))
      << notes.dump(1);
  std::string messages;
  for (const auto& note : notes) messages += note["message"].get<std::string>() + "\n";
  for (const char* const part : {"1,024 bytes, but d has 4,096 bytes", "n * sizeof(float)",
                                 "n * sizeof(double)", "8 bytes, the size of the pointer d"})
    EXPECT_NE(messages.find(part), std::string::npos) << part << " is not in: " << messages;
}

}  // namespace
}  // namespace warpscope
