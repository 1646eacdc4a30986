// Notes about memory that a program never frees.
#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

const auto unfreed_program = test::program_tests / "runtime" / "unfreed_memory.cu";

test::WholeProgramRun run_way(int way) {
  return test::run_whole_program(unfreed_program.string() + " -- " + std::to_string(way));
}

TEST(UnfreedMemory, IsANoteAtTheLineOfItsAllocation) {
  const auto run = run_way(0);
  EXPECT_EQ(run.exit_code, 0) << run.said;
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
  const auto& notes = run.json["notes"];
  EXPECT_EQ(test::found_lines(notes),
            test::expected_lines(test::text_of(unfreed_program), "// notes: "))
      << notes.dump(1);
  std::string messages;
  for (const auto& note : notes) messages += note["message"].get<std::string>() + "\n";
  for (const char* const part : {"1,024 bytes for d_kept", "6 allocations with 2,860 bytes",
                                 "300 bytes for memory, allocated here in 3 calls",
                                 "call cudaFreeHost", "1,024 bytes for d_rows"})
    EXPECT_NE(messages.find(part), std::string::npos) << part << " is not in: " << messages;
}

TEST(UnfreedMemory, IsNoNoteWhereTheProgramFailsResetsLeavesAtOnceOrWaits) {
  for (const int way : {1, 2, 3, 4}) {
    const auto run = run_way(way);
    ASSERT_TRUE(run.json.is_object()) << run.said;
    EXPECT_TRUE(run.json["notes"].empty()) << way << ": " << run.json["notes"].dump(1);
  }
}

TEST(UnfreedMemory, IsNoNoteWhereNothingIsFreedAtAllUnlessInALoop) {
  const auto few = run_way(5);
  ASSERT_TRUE(few.json.is_object()) << few.said;
  EXPECT_TRUE(few.json["notes"].empty()) << few.json["notes"].dump(1);
  const auto loop = run_way(12);
  ASSERT_EQ(loop.json["notes"].size(), 1) << loop.json.dump(1);
  const auto message = loop.json["notes"][0]["message"].get<std::string>();
  EXPECT_NE(message.find("12 calls"), std::string::npos) << message;
}

}  // namespace
}  // namespace warpscope
