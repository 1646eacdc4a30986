#include "instrumentation/trace/whole_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string_view>

#include "instrumentation/trace/temporary.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

class WholeFile : public testing::Test {
 protected:
  TestFolder own_;
  const fs::path& folder_ = own_.path();

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

TEST_F(WholeFile, ReadsNothingButRegularFiles) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);  // nobody writes to it: to wait would be for ever
  for (const fs::path& path : {pipe, fs::path("/dev/zero"), fs::path("/dev/null")}) {
    const std::string said = path.string() + " cannot be read: it is no regular file.";
    EXPECT_EQ(text_of(path), said);
    EXPECT_EQ(read_text_file(path, 9).error().message, said);
    EXPECT_EQ(read_text_pieces(path, 9, [](std::string_view) { return true; }).error().message,
              said);
  }
  EXPECT_EQ(text_of(folder_), folder_.string() + " cannot be read: it is a folder.");
}

TEST_F(WholeFile, TextComesWithoutAByteOrderMark) {
  const fs::path path = folder_ / "text";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("\xef\xbb\xbfwords")).ok());
  EXPECT_EQ(read_text_file(path, 100).value(), "words");
  std::string pieces;
  const auto take = [&](std::string_view piece) { return !(pieces += piece).empty(); };
  ASSERT_TRUE(read_text_pieces(path, 100, take).ok());
  EXPECT_EQ(pieces, "words");
}

TEST_F(WholeFile, PiecesEndWhereNoMoreAreWanted) {
  const fs::path path = folder_ / "large";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("1 2 3")).ok());
  fs::resize_file(path, std::uintmax_t{1} << 40);
  int pieces = 0;
  EXPECT_TRUE(read_text_pieces(path, 1, [&](std::string_view) { return ++pieces, false; }).ok());
  EXPECT_EQ(pieces, 1);
  const Status more = read_text_pieces(path, 3 << 20, [](std::string_view) { return true; });
  ASSERT_FALSE(more.ok());
  EXPECT_EQ(more.error().message, path.string() + " cannot be read: it has more than 3 MiB.");
}

TEST_F(WholeFile, KeepsPermissionsAndOwnerOfWhatItReplaces) {
  const fs::path path = folder_ / "private";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("old")).ok());
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  const bool root = ::geteuid() == 0;
  if (root) {
    ASSERT_EQ(::chown(path.c_str(), 1234, 5678), 0);
  }
  struct stat before {
  }, after{};
  ASSERT_EQ(::stat(path.c_str(), &before), 0);
  ASSERT_TRUE(write_file_atomically(path, as_bytes("new")).ok());
  ASSERT_EQ(::stat(path.c_str(), &after), 0);
  EXPECT_NE(before.st_ino, after.st_ino) << "it was replaced";
  EXPECT_EQ(after.st_mode, before.st_mode);
  EXPECT_EQ(after.st_uid, before.st_uid);
  EXPECT_EQ(after.st_gid, before.st_gid);
}

TEST_F(WholeFile, OtherHardLinksKeepTheOldFile) {
  const fs::path path = folder_ / "one";
  ASSERT_TRUE(write_file_atomically(path, as_bytes("old")).ok());
  fs::create_hard_link(path, folder_ / "other");
  ASSERT_TRUE(write_file_atomically(path, as_bytes("new")).ok());
  EXPECT_EQ(text_of(path), "new");
  EXPECT_EQ(text_of(folder_ / "other"), "old");
}

TEST_F(WholeFile, ALoopOfLinksIsRefusedAndALinkToNothingFollowed) {
  fs::create_symlink("b", folder_ / "a");
  fs::create_symlink("a", folder_ / "b");
  const Status loop = write_file_atomically(folder_ / "a", as_bytes("x"));
  ASSERT_FALSE(loop.ok());
  EXPECT_EQ(loop.error().kind, ErrorKind::usage);
  EXPECT_TRUE(fs::is_symlink(folder_ / "a"));
  fs::create_symlink("there", folder_ / "link");
  ASSERT_TRUE(write_file_atomically(folder_ / "link", as_bytes("x")).ok());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(text_of(folder_ / "there"), "x");
}

TEST_F(WholeFile, ALongNameStillHasRoomForItsTemporary) {
  const fs::path path = folder_ / std::string(250, 'n');
  ASSERT_TRUE(write_file_atomically(path, as_bytes("x")).ok());
  EXPECT_EQ(text_of(path), "x");
}

TEST_F(WholeFile, RemovesWhatProcessesThatDiedHaveLeft) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto file = AtomicFile::open(folder_ / "out.txt");
    if (file) static_cast<void>(file->write(as_bytes("half")));
    ::raise(SIGKILL);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_EQ(files(), 1) << "else there is nothing to remove";
  const std::string dead = std::to_string(child), alive = std::to_string(::getpid());
  const fs::path held = folder_ / (".b.txt.warpscope-" + dead + "-2.tmp");
  for (const std::string& name :
       {held.filename().string(), ".c.txt.warpscope-" + alive + "-9999.tmp",
        ".other-program-" + dead + "-1.tmp", std::string(".d.warpscope-x-1.tmp")}) {
    std::ofstream(folder_ / name) << "kept";
  }
  const int lock = ::open(held.c_str(), O_RDONLY | O_CLOEXEC);  // as one would in another container
  hold_temporary(lock);
  ASSERT_TRUE(write_file_atomically(folder_ / "new.txt", as_bytes("x")).ok());
  ::close(lock);
  EXPECT_EQ(files(), 5) << "four that are kept, and the new one";
  EXPECT_TRUE(fs::exists(held));
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
