// A program whose host threads use the device beside one another.
#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"
#include "tests/support/scale.hpp"

namespace warpscope {
namespace {

TEST(HostThreads, AllResultsAreRightAndNothingIsFound) {
  const auto file = test::program_tests / "runtime/host_threads.cu";
  const int seeds = test::whole() ? 40 : 2, rounds = test::whole() ? 200 : 25;
  for (int seed = 1; seed <= seeds; ++seed) {
    for (const int threads : {4, 8}) {
      const std::string words =
          std::to_string(threads) + " " + std::to_string(rounds) + " " + std::to_string(seed);
      SCOPED_TRACE(words);
      const auto run = test::run_whole_program(file.string() + " --time-limit 0 -- " + words);
      EXPECT_EQ(run.exit_code, 0) << run.said;
      ASSERT_TRUE(run.json.is_object()) << run.said;
      EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
      EXPECT_EQ(run.said, "");
    }
  }
}

}  // namespace
}  // namespace warpscope
