#include "instrumentation/program/compile/program_cache.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <iterator>

#include "instrumentation/program/compile/sha256.hpp"
#include "tests/program/compile/build_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using test::BuildFolder;

TEST(Sha256, GivesWhatTheStandardSays) {
  EXPECT_EQ(Sha256::of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256::of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256::of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256::of(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, TellsTextsApartWhereverTheyEnd) {
  Sha256 first, second;
  first.add("ab");
  first.add("c");
  second.add("a");
  second.add("bc");
  EXPECT_NE(first.hex(), second.hex());
}

BuiltProgram keep(const ProgramCache& cache, const std::string& key, std::size_t bytes,
                  const std::vector<fs::path>& others = {}) {
  const TemporaryFolder work = cache.new_folder().value();
  BuiltProgram built{
      .object = work.path() / "made.so",
      .warnings = {{.file = "a.cu", .line = 3, .column = 4, .message = "m", .source_line = "s"}},
      .sources = {"/a.cu", "/b.cuh"}};
  std::ofstream(built.object) << std::string(bytes, 'x');
  auto kept = cache.keep(key, work, std::move(built), others);
  EXPECT_TRUE(kept) << kept.error().message;
  return kept.value();
}

TEST(ProgramCache, GivesBackWhatItWasGiven) {
  const BuildFolder folder;
  const auto cache = ProgramCache::open(folder.path() / "cache");
  ASSERT_TRUE(cache);
  EXPECT_FALSE(cache->find("key"));
  const BuiltProgram kept = keep(cache.value(), "key", 1000);
  const auto found = cache->find("key");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->from_cache);
  EXPECT_EQ(found->object, kept.object);
  EXPECT_EQ(fs::file_size(found->object), 1000U);
  EXPECT_EQ(found->sources, (std::vector<fs::path>{"/a.cu", "/b.cuh"}));
  ASSERT_EQ(found->warnings.size(), 1U);
  EXPECT_EQ(found->warnings[0].message, "m");
  EXPECT_EQ(found->warnings[0].line, 3);
  EXPECT_FALSE(cache->find("other"));
}

TEST(ProgramCache, AnEntryIsWorthNothingOnceOneOfItsFilesChanges) {
  const BuildFolder folder;
  const fs::path header = folder.write("system.h", "1");
  const auto cache = ProgramCache::open(folder.path() / "cache");
  ASSERT_TRUE(cache);
  keep(cache.value(), "key", 10, {header});
  EXPECT_TRUE(cache->find("key"));
  folder.write("system.h", "22");
  EXPECT_FALSE(cache->find("key"));
  fs::remove(header);
  EXPECT_FALSE(cache->find("key"));
}

TEST(ProgramCache, ForgetsTheLeastRecentlyUsedFirst) {
  const BuildFolder folder;
  const auto cache = ProgramCache::open(folder.path() / "cache");
  ASSERT_TRUE(cache);
  const auto now = fs::file_time_type::clock::now();
  int age = 100;
  for (const char* key : {"a", "b", "c", "d"}) {
    const BuiltProgram kept = keep(cache.value(), key, 1000);
    fs::last_write_time(kept.object.parent_path(), now - std::chrono::minutes(age--));
  }
  ASSERT_TRUE(cache->find("a"));  // used now
  cache->shrink(ProgramCache::most_bytes, 3);
  EXPECT_TRUE(cache->find("a"));
  EXPECT_FALSE(cache->find("b"));
  EXPECT_TRUE(cache->find("d"));
  fs::last_write_time(cache->find("c")->object.parent_path(), now - std::chrono::minutes(50));
  cache->shrink(3000, 100);  // each takes more than a thousand bytes with its record
  EXPECT_FALSE(cache->find("c"));
  EXPECT_TRUE(cache->find("a"));
  cache->shrink(0, 0);
  EXPECT_EQ(cache->find("a").has_value() + cache->find("d").has_value(), 1) << "the newest stays";
}

TEST(ProgramCache, RemovesWhatKilledProcessesLeft) {
  const BuildFolder folder;
  const auto cache = ProgramCache::open(folder.path() / "cache");
  ASSERT_TRUE(cache);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto work = cache->new_folder();
    ::raise(SIGKILL);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  const auto left = [&] {
    return std::distance(fs::directory_iterator(folder.path() / "cache"), {});
  };
  ASSERT_EQ(left(), 1) << "else there is nothing to remove";
  const auto work = cache->new_folder();
  ASSERT_TRUE(work);
  EXPECT_EQ(left(), 1);
  EXPECT_TRUE(fs::exists(work->path())) << "what is in use stays";
}

// Where files cannot be locked, nobody knows whether they are in use.
TEST(ProgramCache, RemovesWhatIsTooOldToBeInUse) {
  const BuildFolder folder;
  const auto cache = ProgramCache::open(folder.path() / "cache");
  ASSERT_TRUE(cache);
  const TemporaryFolder old = cache->new_folder().value(), young = cache->new_folder().value();
  fs::last_write_time(old.path(), fs::file_time_type::clock::now() - std::chrono::hours(48));
  cache->shrink();
  EXPECT_FALSE(fs::exists(old.path()));
  EXPECT_TRUE(fs::exists(young.path()));
}

TEST(ProgramCache, SaysWhenItsFolderCannotBeWritten) {
  const BuildFolder folder;
  const fs::path file = folder.write("file", "");
  const auto cache = ProgramCache::open(file / "cache");
  ASSERT_FALSE(cache);
  EXPECT_EQ(
      cache.error().message,
      (file / "cache").string() + " cannot be written: is the disk full, or the folder not yours?");
  EXPECT_EQ(ProgramCache::open({}).error().message,
            "There is no folder for built programs: set HOME or XDG_CACHE_HOME.");
}

}  // namespace
}  // namespace warpscope
