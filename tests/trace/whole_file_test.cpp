#include "instrumentation/trace/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <span>
#include <string_view>

#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// A folder of its own, gone after the test.
class WholeFile : public testing::Test {
 protected:
  fs::path folder_;

  void SetUp() override {
    std::string pattern = testing::TempDir() + "/whole_file_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string text_of(const fs::path& path) const {
    const auto bytes = read_whole_file(path, 1 << 20);
    if (!bytes) return bytes.error().message;
    return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
  }
  [[nodiscard]] auto files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
};

TEST_F(WholeFile, WritesReplacesAndLeavesNothingBeside) {
  const fs::path path = folder_ / "out.txt";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("a longer first text")).ok());
  EXPECT_EQ(text_of(path), "a longer first text");
  ASSERT_TRUE(write_file_atomically(path, as_bytes("second")).ok());
  EXPECT_EQ(text_of(path), "second");
  ASSERT_TRUE(write_file_atomically(path, {}).ok());
  EXPECT_EQ(text_of(path), "");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, ReplacesTheFileBehindALink) {
  const fs::path path = folder_ / "out.txt";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("old")).ok());
  fs::create_symlink("out.txt", folder_ / "link");
  ASSERT_TRUE(write_file_atomically(folder_ / "link", as_bytes("new")).ok());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(text_of(path), "new");
}

TEST_F(WholeFile, MissingFolderAndFolderInPlaceOfAFile) {
  const Status missing = write_file_atomically(folder_ / "none" / "out.txt", as_bytes("x"));
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind, ErrorKind::usage);
  EXPECT_EQ(missing.error().message,
            (folder_ / "none" / "out.txt").string() +
                " cannot be written (No such file or directory); choose another place for it.");
  const Status folder = write_file_atomically(folder_, as_bytes("x"));
  ASSERT_FALSE(folder.ok());
  EXPECT_NE(folder.error().message.find("Is a directory"), std::string::npos);
  EXPECT_EQ(files(), 0);
}

TEST_F(WholeFile, ReadOnlyFolderAndFile) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const fs::path path = folder_ / "out.txt";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("old")).ok());
  fs::permissions(path, fs::perms::owner_read);
  EXPECT_FALSE(write_file_atomically(path, as_bytes("new")).ok());
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_FALSE(write_file_atomically(folder_ / "other", as_bytes("new")).ok());
  fs::permissions(folder_, fs::perms::owner_all);
  EXPECT_EQ(text_of(path), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, DeviceIsWrittenInPlace) {
  EXPECT_TRUE(write_file_atomically("/dev/null", as_bytes("x")).ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const Status full = write_file_atomically("/dev/full", as_bytes("x"));
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().kind, ErrorKind::failed);
  EXPECT_EQ(full.error().message,
            "/dev/full cannot be written (No space left on device); choose another place for it.");
}

TEST_F(WholeFile, FullDiskLeavesTheOldFileAlone) {
  const fs::path path = folder_ / "out.txt";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("old")).ok());

  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 1000, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status status = write_file_atomically(path, std::vector<std::byte>(4096));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);

  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().kind, ErrorKind::failed);
  EXPECT_EQ(status.error().message,
            path.string() + " cannot be written (File too large); choose another place for it.");
  EXPECT_EQ(text_of(path), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, RefusesToReadMoreThanTheCap) {
  const fs::path path = folder_ / "large";
  ASSERT_TRUE(write_file_atomically(path, std::vector<std::byte>(4096)).ok());
  fs::resize_file(path, std::uintmax_t{1} << 40);  // a hole: no bytes on the disk
  const auto bytes = read_whole_file(path, 3 << 20);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().message, path.string() + " cannot be read: it has more than 3 MiB.");
}

}  // namespace
}  // namespace warpscope
