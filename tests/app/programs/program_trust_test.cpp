#include "app/programs/program_trust.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class TrustTest : public testing::Test {
 protected:
  const KeptEnvironment environment_{"HOME", "XDG_CONFIG_HOME"};
  TrustTest() {
    setenv("HOME", folder_.file("home").c_str(), 1);
    unsetenv("XDG_CONFIG_HOME");
  }
  fs::path program(const std::string& name = "work/sum.cu") {
    fs::path file = folder_.file(name);
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "\n";
    return file;
  }
  /// False where the file system has no such attributes.
  static bool mark_origin(const fs::path& file, const std::string& url) {
#ifdef __linux__
    return ::setxattr(file.c_str(), "user.xdg.origin.url", url.data(), url.size(), 0) == 0;
#else
    return false;
#endif
  }
  std::string asked(const fs::path& file, HowOpened how) {
    const ProgramTrust trust = ProgramTrust::load(path_).value();
    return why_ask(file, how, trust).value_or(Sentence()).text();
  }
  ProgramTrust trust() { return ProgramTrust::load(path_).value(); }

  TestFolder folder_;
  fs::path path_ = folder_.file("data/allowed.json");
};

TEST_F(TrustTest, WhatIsTypedOrMadeRunsAndWhatIsFoundAsksOnce) {
  const fs::path file = program();
  EXPECT_EQ(asked(file, HowOpened::typed), "");
  EXPECT_EQ(asked(file, HowOpened::made), "");
  EXPECT_EQ(
      asked(file, HowOpened::found),
      "sum.cu has not been allowed to run before. It runs as any program of yours would: it can "
      "read, write and delete your files. Run it only if you trust it.");
  ProgramTrust trust = this->trust();
  ASSERT_TRUE(trust.allow(file));
  EXPECT_TRUE(trust.allowed(file));
  EXPECT_EQ(asked(file, HowOpened::found), "") << "also after a new start";
  EXPECT_NE(asked(program("work/other.cu"), HowOpened::found), "");
}

TEST_F(TrustTest, AFileIsItsRealPath) {
  const fs::path file = program();
  ProgramTrust trust = this->trust();
  ASSERT_TRUE(trust.allow(folder_.file("work/../work/./sum.cu")));
  const fs::path link = folder_.file("link.cu");
  fs::create_symlink(file, link);
  EXPECT_TRUE(trust.allowed(link));
  fs::remove(link);
  fs::create_symlink(program("work/evil.cu"), link);
  EXPECT_FALSE(trust.allowed(link)) << "the link leads elsewhere now";
}

TEST_F(TrustTest, AnExerciseAsksEvenIfItIsTyped) {
  program("course/.warpscope-exercise");
  const fs::path file = program("course/week1/sum.cu");
  const std::string why = asked(file, HowOpened::typed);
  EXPECT_NE(why.find("sum.cu belongs to the exercises in "), std::string::npos) << why;
  EXPECT_NE(why.find("course. It runs as"), std::string::npos) << why;
  ASSERT_TRUE(trust().allow(file));
  EXPECT_EQ(asked(file, HowOpened::typed), "");
}

TEST_F(TrustTest, ADownloadAsksEvenIfItIsTyped) {
  const fs::path file = program("home/Downloads/unpacked/sum.cu");
  EXPECT_NE(asked(file, HowOpened::typed).find("your folder of downloads"), std::string::npos);
  EXPECT_EQ(asked(program("home/Downloads2/sum.cu"), HowOpened::typed), "");
  EXPECT_EQ(asked(file, HowOpened::made), "") << "made in the window, though among downloads";
}

TEST_F(TrustTest, AFileThatTellsItsOriginAsks) {
  const fs::path file = program();
  if (!mark_origin(file, "https://example.org/sum.cu\x1b[2J")) {
    GTEST_SKIP() << "no extended attributes here";
  }
  const std::string why = asked(file, HowOpened::typed);
  EXPECT_NE(why.find("sum.cu came from a download (https://example.org/sum.cu"), std::string::npos);
  EXPECT_EQ(why.find('\x1b'), std::string::npos);
  ASSERT_TRUE(trust().allow(file));
  EXPECT_EQ(asked(file, HowOpened::typed), "");
  ASSERT_TRUE(mark_origin(file, "https://example.org/another.cu"));
  EXPECT_NE(asked(file, HowOpened::typed), "") << "another download has its place";
  ASSERT_TRUE(mark_origin(file, std::string(3000, 'x')));
  EXPECT_NE(asked(file, HowOpened::typed).find("too long"), std::string::npos);
}

TEST_F(TrustTest, TwoWindowsKeepWhatBothAllowed) {
  ProgramTrust first = trust(), second = trust();
  ASSERT_TRUE(first.allow(program("a.cu")));
  ASSERT_TRUE(second.allow(program("b.cu")));
  EXPECT_TRUE(trust().allowed(folder_.file("a.cu")));
  EXPECT_TRUE(trust().allowed(folder_.file("b.cu")));
}

TEST_F(TrustTest, ADamagedFileAllowsNothingAndIsKept) {
  fs::create_directories(path_.parent_path());
  for (const std::string text :
       {"", "{", "[]", "7", R"({"version": 1})", R"({"version": 2, "allowed": []})",
        R"({"version": 1, "allowed": [7]})", R"({"version": 1, "allowed": [{"path": 7}]})",
        R"({"version": 1, "allowed": [{"path": "sum.cu"}]})",
        R"({"version": 1e300, "allowed": []})"}) {
    std::ofstream(path_) << text;
    const auto loaded = ProgramTrust::load(path_);
    ASSERT_FALSE(loaded) << text;
    EXPECT_NE(loaded.error().message.find("ask again"), std::string::npos);
  }
  std::ofstream(path_) << "precious";
  ProgramTrust trust(path_);
  const fs::path file = program();
  EXPECT_FALSE(trust.allowed(file));
  ASSERT_TRUE(trust.allow(file));
  EXPECT_EQ(text_in(path_.string() + ".bak"), "precious");
  EXPECT_TRUE(this->trust().allowed(file));
}

TEST_F(TrustTest, MayBeAPipeOrTooLarge) {
  fs::create_directories(path_.parent_path());
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(ProgramTrust::load(path_));
  fs::remove(path_);
  std::ofstream(path_) << std::string(3 << 20, ' ');
  EXPECT_FALSE(ProgramTrust::load(path_));
}

TEST_F(TrustTest, WhatCannotBeRememberedLastsUntilTheEnd) {
  const fs::path file = program();
  std::ofstream(folder_.file("data")) << "no folder";
  ProgramTrust trust(path_);
  const Status kept = trust.allow(file);
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().message.find("until the window closes"), std::string::npos);
  EXPECT_TRUE(trust.allowed(file));
  ProgramTrust nowhere{fs::path()};
  EXPECT_FALSE(nowhere.allow(file));
  EXPECT_TRUE(nowhere.allowed(file));
}

TEST_F(TrustTest, ANameThatIsNoTextAllowsNoOther) {
  const fs::path file = program("work/s\xff.cu"), other = program("work/s\xef\xbf\xbd.cu");
  ProgramTrust trust = this->trust();
  EXPECT_FALSE(trust.allow(file)) << "not remembered";
  EXPECT_TRUE(trust.allowed(file));
  EXPECT_FALSE(trust.allowed(other));
  EXPECT_EQ(asked(file, HowOpened::found).find('\xff'), std::string::npos);
}

TEST_F(TrustTest, HasRoomForTheNewestWhenItIsFull) {
  std::ostringstream text;
  text << R"({"version": 1, "allowed": [)";
  for (int i = 0; i < 1000; ++i)
    text << (i > 0 ? "," : "") << R"({"path": "/nowhere/)" << i << "\"}";
  fs::create_directories(path_.parent_path());
  std::ofstream(path_) << text.str() << "]}";
  const fs::path file = program();
  ASSERT_TRUE(trust().allow(file));
  EXPECT_TRUE(trust().allowed(file));
}

}  // namespace
}  // namespace warpscope
