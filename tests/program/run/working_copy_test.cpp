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

/// A folder with a file that is copied and one that is not.
class LargeWorkingFolder : public testing::Test {
 protected:
  LargeWorkingFolder() {
    fs::create_directories(real() / "in");
    write(real() / "in/large", "0123456789");
    write(real() / "small", "0123");
  }
  [[nodiscard]] const fs::path& real() const { return folder_.path(); }
  [[nodiscard]] Result<WorkingCopy> copied(std::uintmax_t changed_bytes = 100) const {
    return WorkingCopy::of(real(), {.copied_bytes = 8, .changed_bytes = changed_bytes});
  }
  static Result<WorkingCopy> begun(Result<WorkingCopy> copy, fs::path& place) {
    auto begun = copy.value().begin();
    if (!begun) return begun.error();
    place = begun.value();
    return copy;
  }

 private:
  TestFolder folder_;
};

TEST_F(LargeWorkingFolder, LinksToWhatIsTooLarge) {
  fs::path place;
  const auto copy = begun(copied(), place);
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(fs::read_symlink(place / "in/large"), real() / "in/large");
  EXPECT_EQ(read(place / "in/large"), "0123456789");
  EXPECT_FALSE(fs::is_symlink(place / "small"));
  write(place / "in/out", "new");
  EXPECT_FALSE(fs::exists(real() / "in/out"));
  EXPECT_EQ(copy->changed_link(), std::nullopt);
}

TEST_F(LargeWorkingFolder, WhatIsWrittenThroughALinkIsTold) {
  fs::path place;
  const auto copy = begun(copied(), place);
  ASSERT_TRUE(copy.ok());
  write(place / "in/large", "other");
  EXPECT_EQ(copy->changed_link(), "in/large");
}

TEST_F(LargeWorkingFolder, WhatReplacesALinkIsAFileOfTheRun) {
  fs::path place;
  auto copy = begun(copied(), place);
  ASSERT_TRUE(copy.ok());
  ASSERT_TRUE(copy->keep().ok());
  place = copy->begin().value();
  fs::remove(place / "in/large");
  write(place / "in/large", "other");
  EXPECT_EQ(copy->changed_link(), std::nullopt);
  EXPECT_EQ(read(real() / "in/large"), "0123456789");
  EXPECT_EQ(copy->differing(), (std::set<std::string>{"in/large"}));
}

TEST_F(LargeWorkingFolder, WhatTheProgramChangesIsCopiedAfterAll) {
  auto copy = copied();
  ASSERT_TRUE(copy.ok());
  write(real() / "in/large", "as it was left");
  const auto place = copy->begin();
  ASSERT_TRUE(place.ok());
  EXPECT_FALSE(fs::is_symlink(place.value() / "in/large"));
  EXPECT_EQ(read(place.value() / "in/large"), "as it was left");
  write(place.value() / "in/large", "other");
  EXPECT_EQ(copy->changed_link(), std::nullopt);
  EXPECT_EQ(read(real() / "in/large"), "as it was left");
}

TEST_F(LargeWorkingFolder, WhatTheProgramRemovesIsNotThere) {
  auto copy = copied();
  ASSERT_TRUE(copy.ok());
  fs::remove(real() / "in/large");
  const auto place = copy->begin();
  ASSERT_TRUE(place.ok());
  write(place.value() / "in/large", "new");
  EXPECT_FALSE(fs::exists(real() / "in/large")) << "a link that leads nowhere makes a file there";
}

TEST_F(LargeWorkingFolder, WhatTheProgramChangesMayBeTooMuch) {
  auto copy = copied(12);
  ASSERT_TRUE(copy.ok());
  write(real() / "in/large", "0123456789abc");
  const Status settled = copy->settle();
  ASSERT_FALSE(settled.ok());
  EXPECT_NE(settled.error().message.find("in/large"), std::string::npos);
  EXPECT_FALSE(copy->begin().ok());
}

TEST_F(LargeWorkingFolder, TooManyFilesAreRefused) {
  EXPECT_TRUE(WorkingCopy::of(real(), {.entries = 3}).ok());
  const auto copy = WorkingCopy::of(real(), {.entries = 2});
  ASSERT_FALSE(copy.ok());
  EXPECT_EQ(copy.error().kind, ErrorKind::usage);
  EXPECT_NE(copy.error().message.find("more than 2 files"), std::string::npos)
      << copy.error().message;
}

}  // namespace
}  // namespace warpscope
