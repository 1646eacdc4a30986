// What new, delete, malloc and free do in kernels.
#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

test::WholeProgramRun run_heap(int mode, const std::string& options = {}) {
  return test::run_whole_program(options + " " +
                                 (test::program_tests / "machine/heap_in_kernels.cu").string() +
                                 " -- " + std::to_string(mode));
}

TEST(HeapInKernels, GivesMemoryOfTheDevice) {
  for (const char* const options : {"", "--optimise 0", "--check-limit 0"}) {
    const auto run = run_heap(0, options);
    EXPECT_EQ(run.exit_code, 0) << options << run.said << run.json["findings"].dump(1);
  }
}

TEST(HeapInKernels, EndsAtItsLimit) {
  const auto run = run_heap(6);
  EXPECT_EQ(run.exit_code, 0) << run.said << run.json["findings"].dump(1);
  EXPECT_NE(run.said.find("101 pieces"), std::string::npos) << run.said;  // of 1,008 bytes
}

struct HeapMistake {
  int mode;
  const char* kind;
  const char* message;
  const char* line;
  int exit = 2;
};
void PrintTo(const HeapMistake& mistake, std::ostream* out) { *out << mistake.kind; }

class HeapMistakes : public testing::TestWithParam<HeapMistake> {};

TEST_P(HeapMistakes, AreFound) {
  const auto run = run_heap(GetParam().mode);
  EXPECT_EQ(run.exit_code, 1);
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.json["program"]["exit"], GetParam().exit);
  ASSERT_FALSE(run.json["findings"].empty());
  const auto& finding = run.json["findings"][0];
  EXPECT_EQ(finding["kind"], GetParam().kind);
  EXPECT_NE(finding["message"].get<std::string>().find(GetParam().message), std::string::npos)
      << finding;
  std::istringstream lines(test::text_of(test::program_tests / "machine/heap_in_kernels.cu"));
  std::string text;
  for (int line = finding["line"]; line > 0; --line) std::getline(lines, text);
  EXPECT_NE(text.find(GetParam().line), std::string::npos) << finding;
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, HeapMistakes,
    testing::Values(HeapMistake{1, "use after free", "that a thread has freed: 16 bytes",
                                "kept[2]"},
                    HeapMistake{2, "wrong call", "has freed before", "free(plain)"},
                    HeapMistake{3, "out of bounds",
                                "byte 16 of memory that malloc or new gave on line", "cells[4]"},
                    HeapMistake{4, "wrong call", "neither malloc nor new", "free(out)"},
                    HeapMistake{5, "uninitialised read", "before anything has been written there",
                                "plain[0]", 1}));

}  // namespace
}  // namespace warpscope
