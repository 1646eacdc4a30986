#include "instrumentation/program/run/working_copy.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
std::string read(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST(WorkingCopyTest, EachRunBeginsWithTheFolderAsItWas) {
  const TestFolder folder;
  fs::create_directories(folder.path() / "data/in");
  write(folder.path() / "data/in/a.txt", "one");
  write(folder.path() / "outside.txt", "out there");
  fs::create_symlink("in/a.txt", folder.path() / "data/inner");
  fs::create_symlink("../outside.txt", folder.path() / "data/outer");
  auto copy = WorkingCopy::of(folder.path() / "data");
  ASSERT_TRUE(copy.ok());
  const auto first = copy->begin();
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(read(first.value() / "outer"), "out there");
  write(first.value() / "inner", "two");
  EXPECT_EQ(read(folder.path() / "data/in/a.txt"), "one") << "a link within leads to the copy";
  write(first.value() / "b.txt", "three");
  ASSERT_TRUE(copy->keep().ok());
  const auto second = copy->begin();
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(first.value(), second.value()) << "a program may print its folder";
  EXPECT_EQ(read(second.value() / "in/a.txt"), "one");
  const auto difference = copy->difference({});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->path, "b.txt");
  EXPECT_EQ(difference->kind, FileDifference::Kind::only_first);
  EXPECT_EQ(copy->differing(), (std::set<std::string>{"b.txt", "in/a.txt"}));
  const auto other = copy->difference({"b.txt"});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->offset, 0);
}

TEST(WorkingCopyTest, NothingIsLeftBehind) {
  const TestFolder folder;
  fs::path made;
  {
    auto copy = WorkingCopy::of(folder.path());
    ASSERT_TRUE(copy.ok());
    made = copy->begin().value();
    EXPECT_TRUE(fs::exists(made));
  }
  EXPECT_FALSE(fs::exists(made.parent_path()));
}

TEST(WorkingCopyTest, AFolderThatIsTooLargeIsRefused) {
  const TestFolder folder;
  write(folder.path() / "large", "");
  fs::resize_file(folder.path() / "large", WorkingCopy::most_bytes + 1);
  const auto copy = WorkingCopy::of(folder.path());
  ASSERT_FALSE(copy.ok());
  EXPECT_EQ(copy.error().kind, ErrorKind::usage);
  EXPECT_NE(copy.error().message.find("more than 64 MiB"), std::string::npos)
      << copy.error().message;
}

}  // namespace
}  // namespace warpscope
