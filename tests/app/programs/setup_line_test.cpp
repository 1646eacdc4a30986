#include "app/programs/setup_line.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

TEST(SetupLine, StandsAboveItsKernel) {
  EXPECT_EQ(with_setup_line("#include <cstdio>\n\n__global__ void k(int* p) {\n}\n", 3, "grid 2"),
            "#include <cstdio>\n\n// warpscope: grid 2\n__global__ void k(int* p) {\n}\n");
  EXPECT_EQ(with_setup_line("__global__ void k(int* p) {}", 1, "grid 2"),
            "// warpscope: grid 2\n__global__ void k(int* p) {}");
}

TEST(SetupLine, StandsAboveAllOfADeclaration) {
  EXPECT_EQ(
      with_setup_line("int x;\n  template <int B>\n  __global__ void\n  k(int* p) {\n", 4,
                      "block 64"),
      "int x;\n  // warpscope: block 64\n  template <int B>\n  __global__ void\n  k(int* p) {\n");
}

TEST(SetupLine, TakesThePlaceOfThoseThatWereThere) {
  EXPECT_EQ(with_setup_line("// a remark\n// warpscope: grid 1\n//warpscope: n 5\n"
                            "__global__ void k(int n) {}\n",
                            4, "grid 2, n 7"),
            "// a remark\n// warpscope: grid 2, n 7\n__global__ void k(int n) {}\n");
}

TEST(SetupLine, KeepsExpectations) {
  EXPECT_EQ(with_setup_line("// warpscope: grid 1\n// warpscope: expect excessive == 0\n"
                            "__global__ void k(int n) {}\n",
                            3, "grid 2"),
            "// warpscope: expect excessive == 0\n// warpscope: grid 2\n"
            "__global__ void k(int n) {}\n");
}

TEST(SetupLine, KeepsTheLineEndsOfTheFile) {
  EXPECT_EQ(with_setup_line("int x;\r\n__global__ void k() {}\r\n", 2, "grid 2"),
            "int x;\r\n// warpscope: grid 2\r\n__global__ void k() {}\r\n");
}

TEST(SetupLine, OfALineThatIsNotThereStandsAtTheEnd) {
  EXPECT_EQ(with_setup_line("int x;", 9, "grid 2"), "int x;\n// warpscope: grid 2\n");
  EXPECT_EQ(with_setup_line("", 1, "grid 2"), "// warpscope: grid 2\n");
}

TEST(SetupLine, IsWrittenIntoTheFile) {
  const TestFolder folder;
  const auto file = folder.path() / "k.cu";
  std::ofstream(file) << "__global__ void k() {}\n";
  ASSERT_TRUE(write_setup_line(file, 1, "grid 2"));
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), "// warpscope: grid 2\n__global__ void k() {}\n");
  EXPECT_FALSE(write_setup_line(folder.path() / "nowhere.cu", 1, "grid 2"));
}

}  // namespace
}  // namespace warpscope
