#include "instrumentation/trace/temporary.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>

#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// The system's folder for temporary files is the test's own.
class Temporary : public testing::Test {
 protected:
  Temporary() { setenv("TMPDIR", folder_.path().c_str(), 1); }

  [[nodiscard]] auto left() const {
    return std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
  }
  TestFolder folder_;
  KeptEnvironment environment_{"TMPDIR"};
};

TEST_F(Temporary, FolderIsHiddenPrivateAndGoneWithAllThatIsInIt) {
  {
    const auto made = TemporaryFolder::make();
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->path().parent_path(), folder_.path());
    EXPECT_TRUE(made->path().filename().string().starts_with('.'));
    struct stat properties {};
    ASSERT_EQ(::stat(made->path().c_str(), &properties), 0);
    EXPECT_EQ(properties.st_mode & 0777U, 0700U);
    fs::create_directories(made->path() / "a/b");
    std::ofstream(made->path() / "a/b/c") << "text";
  }
  EXPECT_EQ(left(), 0);
}

TEST_F(Temporary, FolderTakesNothingAlongThatItsLinksLeadTo) {
  const fs::path outside = folder_.path() / "outside";
  fs::create_directory(outside);
  std::ofstream(outside / "kept") << "text";
  {
    const auto made = TemporaryFolder::make();
    ASSERT_TRUE(made);
    fs::create_directory_symlink(outside, made->path() / "link");
  }
  EXPECT_TRUE(fs::exists(outside / "kept"));
  {
    const auto made = TemporaryFolder::make();
    ASSERT_TRUE(made);
    fs::remove(made->path());
    fs::create_directory_symlink(outside, made->path());  // somebody put it in its place
  }
  EXPECT_TRUE(fs::exists(outside / "kept"));
  EXPECT_EQ(left(), 1);
}

TEST_F(Temporary, FolderThatWasMovedElsewhereStays) {
  {
    const auto made = TemporaryFolder::make_in(folder_.path());
    ASSERT_TRUE(made) << made.error().message;
    std::ofstream(made->path() / "file") << "text";
    fs::rename(made->path(), folder_.path() / "kept");
  }
  EXPECT_TRUE(fs::exists(folder_.path() / "kept/file"));
}

TEST_F(Temporary, FolderIsRemovedOnceByWhoeverHasItLast) {
  std::optional<TemporaryFolder> first(TemporaryFolder::make().value());
  const fs::path path = first->path();
  const auto second = std::make_unique<TemporaryFolder>(std::move(*first));
  first.reset();
  EXPECT_EQ(second->path(), path);
  EXPECT_TRUE(fs::exists(path));
}

TEST_F(Temporary, FolderThatCannotBeMadeIsSaidWithAWayOut) {
  const fs::path none = folder_.path() / "none";
  setenv("TMPDIR", none.c_str(), 1);
  const auto nowhere = TemporaryFolder::make();
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("name another place with TMPDIR"), std::string::npos)
      << nowhere.error().message;
  EXPECT_EQ(open_unnamed_file(), nullptr);
  const auto within = TemporaryFolder::make_in(none);
  ASSERT_FALSE(within);
  EXPECT_EQ(within.error().message,
            "No folder for temporary files can be made in " + none.string() +
                " (No such file or directory); make room there, and see to it that you may write "
                "there.");
}

TEST_F(Temporary, FolderOfAProcessThatDiedIsRemovedByTheNextAndOthersAreNot) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto made = TemporaryFolder::make();
    ::raise(SIGKILL);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_EQ(left(), 1) << "else there is nothing to remove";
  const fs::path held =
      folder_.path() / (std::string(temporary_mark) + std::to_string(child) + "-abcdef");
  fs::create_directory(held);
  const int lock = ::open(held.c_str(), O_RDONLY | O_CLOEXEC);  // as one would in another container
  hold_temporary(lock);
  const auto made = TemporaryFolder::make();
  ::close(lock);
  ASSERT_TRUE(made);
  EXPECT_EQ(left(), 2);
  EXPECT_TRUE(fs::exists(held));
}

TEST_F(Temporary, FileWithoutANameKeepsWhatIsWrittenAndIsNotInherited) {
  std::FILE* const file = open_unnamed_file();
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(left(), 0);
  EXPECT_NE(::fcntl(::fileno(file), F_GETFD) & FD_CLOEXEC, 0);
  std::fputs("text", file);
  std::rewind(file);
  std::array<char, 8> read{};
  EXPECT_EQ(std::fread(read.data(), 1, read.size(), file), 4U);
  EXPECT_STREQ(read.data(), "text");
  std::fclose(file);
}

}  // namespace
}  // namespace warpscope
