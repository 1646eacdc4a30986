// Numbers from a user's file: as many as are needed are read, and no more.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class InputFile : public testing::Test {
 protected:
  TestFolder folder_;
  fs::path path_ = folder_.path() / "input_file";

  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  [[nodiscard]] Result<std::vector<double>> numbers(const std::string& type = "int",
                                                    const std::string& op = "add") const {
    const auto plan = make_plan({.kernel = "reduce_strided",
                                 .size = 64,
                                 .block = 64,
                                 .parameters = {{"type", type}, {"op", op}},
                                 .machine = MachineKind::emulator});
    EXPECT_TRUE(plan) << plan.error().message;
    return make_input({.kind = path_.string()}, plan.value());
  }
  [[nodiscard]] std::string refusal(const std::string& type = "int",
                                    const std::string& op = "add") const {
    const auto read = numbers(type, op);
    return read ? "" : read.error().message;
  }
};

TEST_F(InputFile, EndsWhereNoMoreNumbersAreNeeded) {
  std::string text;
  for (int i = 0; i < 64; ++i) text += std::to_string(i) + "\n";
  write(text + "nonsense that is never reached");
  fs::resize_file(path_, std::uintmax_t{1} << 40);  // a hole that nobody could read
  const auto read = numbers();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->size(), 64U);
  EXPECT_EQ(read->back(), 63);
}

TEST_F(InputFile, ALastNumberNeedsNoBlankBehindIt) {
  std::string text = "7";
  for (int i = 1; i < 64; ++i) text += "," + std::to_string(i);
  write(text);
  EXPECT_EQ(numbers().value().back(), 63);
}

TEST_F(InputFile, WithoutNumbersEndsAtACap) {
  write("  ");
  fs::resize_file(path_, std::uintmax_t{1} << 40);
  EXPECT_NE(refusal().find("4096 characters without a blank"), std::string::npos) << refusal();
  write(std::string(20 << 20, '\n'));
  EXPECT_NE(refusal().find("it has more than 16 MiB"), std::string::npos) << refusal();
}

TEST_F(InputFile, IsARegularFile) {
  fs::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(refusal(), path_.string() + " cannot be read: it is no regular file.");
  fs::remove(path_);
  fs::create_symlink("/dev/zero", path_);
  EXPECT_EQ(refusal(), path_.string() + " cannot be read: it is no regular file.");
}

TEST_F(InputFile, MayBeginWithAByteOrderMark) {
  std::string text = "\xef\xbb\xbf";
  for (int i = 0; i < 64; ++i) text += "5 ";
  write(text);
  EXPECT_TRUE(numbers()) << refusal();
}

TEST_F(InputFile, LongOrWildTokensAreQuotedShortAndTame) {
  write("1 2\n" + std::string(3000, 'x'));
  EXPECT_NE(refusal().find("line 2: \"xxx"), std::string::npos) << refusal();
  EXPECT_NE(refusal().find("… (3,000 characters)\" is not a number"), std::string::npos);
  EXPECT_LT(refusal().size(), 500U);
  write("\x1b]0;title\x07");
  EXPECT_EQ(refusal().find('\x1b'), std::string::npos);
}

TEST_F(InputFile, NumbersThatCannotBeComparedAreRefusedWhereTheyWouldBe) {
  std::string text = "nan";
  for (int i = 1; i < 64; ++i) text += " " + std::to_string(i);
  write(text);
  EXPECT_TRUE(numbers("float", "add")) << refusal("float", "add");
  EXPECT_NE(refusal("float", "min").find("min and max can compare"), std::string::npos);
  EXPECT_NE(refusal("float", "max").find("min and max can compare"), std::string::npos);
}

TEST(LargestSizes, OfEveryKernelCanBePlanned) {
  for (const KernelInfo* kernel : catalogue()) {
    for (const auto& [machine, size] : {std::pair{MachineKind::emulator, kernel->max_emulated_size},
                                        std::pair{MachineKind::cuda, kernel->max_size}}) {
      const auto plan =
          make_plan({.kernel = std::string(kernel->id), .size = size, .machine = machine});
      EXPECT_TRUE(plan) << plan.error().message;
    }
  }
}

}  // namespace
}  // namespace warpscope
