#include "instrumentation/trace/file_state.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class FileStateTest : public testing::Test {
 protected:
  static void write(const fs::path& file, const char* text) { std::ofstream(file) << text; }

  TestFolder folder_;
  fs::path file_ = folder_.path() / "sum.cu";
};

TEST_F(FileStateTest, StaysWhileNobodyWrites) {
  write(file_, "one");
  const auto before = file_state(file_);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->bytes, 3U);
  std::ifstream(file_).get();
  EXPECT_EQ(file_state(file_), before);
}

TEST_F(FileStateTest, TellsALongerFileAndALaterOne) {
  write(file_, "one");
  const auto before = file_state(file_);
  write(file_, "three");
  const auto longer = file_state(file_);
  EXPECT_NE(longer, before);
  fs::last_write_time(file_, fs::last_write_time(file_) + std::chrono::seconds(2));
  EXPECT_NE(file_state(file_), longer);
}

// Such as a copy that keeps its time, put in the place of the file.
TEST_F(FileStateTest, TellsAnotherFileOfTheSameSizeAndTime) {
  const fs::path other = folder_.path() / "other.cu";
  write(file_, "one");
  write(other, "two");
  fs::last_write_time(other, fs::last_write_time(file_));
  const auto before = file_state(file_);
  const std::string text = file_state_text(file_);
  fs::rename(other, file_);
  const auto after = file_state(file_);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->changed, before->changed);
  EXPECT_NE(after, before);
  EXPECT_NE(file_state_text(file_), text);
}

TEST_F(FileStateTest, IsOfRegularFilesOnly) {
  EXPECT_FALSE(file_state(file_));
  EXPECT_EQ(file_state_text(file_), "");
  EXPECT_FALSE(file_state(folder_.path()));
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  EXPECT_FALSE(file_state(file_)) << "and does not wait for who writes into it";
}

TEST_F(FileStateTest, IsThatOfTheFileBehindALink) {
  const fs::path link = folder_.path() / "link.cu";
  write(file_, "one");
  fs::create_symlink(file_, link);
  EXPECT_EQ(file_state(link), file_state(file_));
}

}  // namespace
}  // namespace warpscope
