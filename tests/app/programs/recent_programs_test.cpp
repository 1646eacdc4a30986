#include "app/programs/recent_programs.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class RecentTest : public testing::Test {
 protected:
  void write(const std::string& text) {
    fs::create_directories(path_.parent_path());
    std::ofstream(path_) << text;
  }
  fs::path program(const std::string& name) {
    fs::path file = folder_.file(name);
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "\n";
    return file;
  }
  TestFolder folder_;
  fs::path path_ = folder_.file("data/recent.json");
};

TEST(RecentPrograms, AreTheNewestFirstAndEachOnce) {
  RecentPrograms list;
  for (int i = 0; i < 15; ++i) {
    remember_program(list, {.file = "/p/" + std::to_string(i) + ".cu", .time = i});
  }
  ASSERT_EQ(list.size(), most_recent_programs);
  EXPECT_EQ(list.front().file, "/p/14.cu");
  EXPECT_EQ(list.back().file, "/p/3.cu");
  remember_program(list, {.file = "/p/../p/./7.cu", .options = "-D N=2", .time = 20});
  ASSERT_EQ(list.size(), most_recent_programs);
  EXPECT_EQ(list.front().file, "/p/7.cu");
  EXPECT_EQ(list.back().file, "/p/3.cu") << "nothing made room";
  ASSERT_NE(find_recent_program(list, "/p/x/../7.cu"), nullptr);
  EXPECT_EQ(find_recent_program(list, "/p/7.cu")->options, "-D N=2");
  EXPECT_EQ(find_recent_program(list, "/p/99.cu"), nullptr);
}

TEST_F(RecentTest, ComeBackAsTheyWereSaved) {
  RecentPrograms list;
  ASSERT_TRUE(keep_recent_program(list, {.file = "/p/a b.cu", .time = 1}, path_));
  ASSERT_TRUE(keep_recent_program(list,
                                  {.file = "/p/блок.cu",
                                   .options = "-D N=2 --launch reduce",
                                   .arguments = {"4096", "two words", ""},
                                   .setup = {"grid 2, block 256", "in random int[512]"},
                                   .kernel = "reduce",
                                   .time = 1'795'000'000},
                                  path_));
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(load_recent_programs(path_).value(), list);
  EXPECT_TRUE(load_recent_programs(folder_.file("none.json")).value().empty());
}

TEST_F(RecentTest, OneThatWasDeletedIsNotListedAndOneOnAnAbsentDriveIs) {
  RecentPrograms list;
  for (const fs::path& file : {program("work/here.cu"), fs::path(folder_.file("work/deleted.cu")),
                               fs::path(folder_.file("unmounted/course/sum.cu")),
                               fs::path("/mnt/warpscope-none/sum.cu"), fs::path("/media/sum.cu")}) {
    remember_program(list, {.file = file});
  }
  const std::vector<ListedProgram> listed = listed_programs(list);
  ASSERT_EQ(listed.size(), 4U);
  EXPECT_EQ(listed[0].program.file, "/media/sum.cu");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(listed[i].absent) << listed[i].program.file;
  EXPECT_EQ(listed[3].program.file, folder_.file("work/here.cu"));
  EXPECT_FALSE(listed[3].absent);
}

TEST_F(RecentTest, ADamagedFileIsToldAndKept) {
  for (const char* text :
       {"", "{", "[]", "7", R"({"version": 1})", R"({"version": 2, "programs": []})",
        R"({"version": 1, "programs": [7]})", R"({"version": 1, "programs": [{"file": 7}]})",
        R"({"version": 1, "programs": [{"file": "sum.cu"}]})",
        R"({"version": 1, "programs": [{"file": "/sum.cu", "time": 1e300}]})",
        R"({"version": 1, "programs": [{"file": "/sum.cu", "setup": [7]}]})"}) {
    write(text);
    const auto list = load_recent_programs(path_);
    ASSERT_FALSE(list) << text;
    EXPECT_NE(list.error().message.find("not listed"), std::string::npos);
  }
  write("precious");
  RecentPrograms none;
  ASSERT_TRUE(keep_recent_program(none, {.file = "/p/sum.cu"}, path_));
  std::ostringstream kept;
  kept << std::ifstream(path_.string() + ".bak").rdbuf();
  EXPECT_EQ(kept.str(), "precious");
  EXPECT_EQ(load_recent_programs(path_).value().size(), 1U);
}

TEST_F(RecentTest, AHostileFileIsNoHarm) {
  std::ostringstream text;
  text << R"({"version": 1, "programs": [)";
  for (int i = 0; i < 500; ++i)
    text << R"({"file": "/p/)" << i << R"(.cu", "setup": ["\u001b[2J"]},)";
  text << R"({"file": "/p/0.cu"}]})";
  write(text.str());
  const auto list = load_recent_programs(path_);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->size(), most_recent_programs);
  EXPECT_EQ(list->front().setup.front().find('\x1b'), std::string::npos);
  write(std::string(3 << 20, ' '));
  EXPECT_FALSE(load_recent_programs(path_));
  fs::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(load_recent_programs(path_));
}

TEST_F(RecentTest, SaysWhyItCannotBeSaved) {
  std::ofstream(folder_.file("data")) << "no folder";
  RecentPrograms list;
  EXPECT_FALSE(keep_recent_program(list, {.file = "/p/sum.cu"}, path_));
  EXPECT_FALSE(keep_recent_program(list, {.file = "/p/scan.cu"}, {}));
  EXPECT_EQ(list.size(), 2U) << "they last until the window closes";
}

TEST_F(RecentTest, TwoWindowsKeepWhatEitherOpened) {
  RecentPrograms one, other;
  ASSERT_TRUE(keep_recent_program(one, {.file = "/p/one.cu", .time = 1}, path_));
  ASSERT_TRUE(keep_recent_program(other, {.file = "/p/other.cu", .time = 2}, path_));
  EXPECT_EQ(load_recent_programs(path_)->size(), 2U);
  EXPECT_EQ(other.size(), 2U) << "and show it";
  ASSERT_TRUE(keep_recent_program(one, {.file = "/p/one.cu", .time = 3}, path_));
  EXPECT_EQ(one.front().file, "/p/one.cu");
  EXPECT_EQ(one.back().file, "/p/other.cu");
}

TEST_F(RecentTest, WindowsThatOpenAtOnceLoseNothing) {
  std::vector<std::jthread> windows;
  for (int window = 0; window < 3; ++window) {
    windows.emplace_back([this, window] {
      RecentPrograms list;
      for (int k = 0; k < 4; ++k) {
        const std::string file = "/p/" + std::to_string(4 * window + k) + ".cu";
        EXPECT_TRUE(keep_recent_program(list, {.file = file}, path_));
      }
    });
  }
  windows.clear();
  EXPECT_EQ(load_recent_programs(path_)->size(), most_recent_programs);
}

}  // namespace
}  // namespace warpscope
