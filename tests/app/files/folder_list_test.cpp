#include "app/files/folder_list.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class FolderListTest : public testing::Test {
 protected:
  void file(const std::string& name) const { std::ofstream(folder_.path() / name) << "\n"; }
  [[nodiscard]] std::vector<std::string> names(const FolderList& list) const {
    std::vector<std::string> names;
    for (const FolderEntry& entry : list.entries) names.push_back(entry.name);
    return names;
  }
  TestFolder folder_;
};

TEST_F(FolderListTest, HoldsWhatLeadsToAProgram) {
  for (const char* name : {"scan.cu", "Reduce.cu", "run.wscope", "notes.txt", ".hidden.cu"})
    file(name);
  std::filesystem::create_directory(folder_.path() / "src");
  std::filesystem::create_directory(folder_.path() / ".git");
  std::filesystem::create_directory(folder_.path() / "folder.cu");
  const FolderList list = list_folder(folder_.path());
  EXPECT_EQ(names(list), (std::vector<std::string>{"../", "folder.cu/", "src/", "Reduce.cu",
                                                   "run.wscope", "scan.cu"}));
  EXPECT_TRUE(list.entries[1].folder);
  EXPECT_EQ(list.entries[0].path, folder_.path().parent_path());
  EXPECT_TRUE(list.problem.empty());
}

TEST_F(FolderListTest, HostileNamesAreShownAndKeepTheirPaths) {
  const std::string broken = "a\xff\n\x1b[31m.cu", longest = std::string(250, 'x') + ".cu";
  file(broken);
  file(longest);
  std::filesystem::create_symlink("nowhere.cu", folder_.path() / "dangling.cu");
  std::filesystem::create_symlink("round.cu", folder_.path() / "round.cu");
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe.cu").c_str(), 0600), 0);
  const FolderList list = list_folder(folder_.path());
  ASSERT_EQ(list.entries.size(), 3U) << "a pipe would keep a reader waiting";
  EXPECT_EQ(list.entries[1].path.filename().string(), broken);
  EXPECT_EQ(list.entries[1].name.find('\n'), std::string::npos);
  EXPECT_EQ(list.entries[1].name.find('\x1b'), std::string::npos);
  EXPECT_EQ(list.entries[2].name, longest);
}

TEST_F(FolderListTest, SaysWhatItCannotRead) {
  EXPECT_NE(list_folder(folder_.path() / "gone").problem.text().find("cannot be read"),
            std::string::npos);
  file("one.cu");
  EXPECT_NE(list_folder(folder_.path() / "one.cu").problem.text().find("cannot be read"),
            std::string::npos);
  for (int i = 0; i < 30; ++i) file(std::to_string(i) + ".cu");
  const FolderList cut = list_folder(folder_.path(), 10);
  EXPECT_EQ(cut.entries.size(), 11U);
  EXPECT_NE(cut.problem.text().find("first 10"), std::string::npos);
}

TEST_F(FolderListTest, IsFilteredByWhatIsTyped) {
  for (const char* name : {"my_scan.cu", "Scan_up.cu", "sort.cu"}) file(name);
  const FolderList list = list_folder(folder_.path());
  const auto found = entries_with(list, "sCAN");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(list.entries[found[0]].name, "Scan_up.cu") << "it begins so";
  EXPECT_EQ(list.entries[found[1]].name, "my_scan.cu");
  EXPECT_EQ(entries_with(list, "").size(), list.entries.size());
  EXPECT_TRUE(entries_with(list, "tree").empty());
}

TEST(TypedPathIn, LeadsToAFolder) {
  const auto typed = [](std::string_view text) {
    const TypedPath path = typed_path_in("/home/ada", text);
    return path.folder.string() + "|" + path.part;
  };
  EXPECT_EQ(typed(""), "/home/ada|");
  EXPECT_EQ(typed("sc"), "/home/ada|sc");
  EXPECT_EQ(typed("src/sc"), "/home/ada/src|sc");
  EXPECT_EQ(typed("../bob/"), "/home/bob|");
  EXPECT_EQ(typed("../../../.."), "/|..");
  EXPECT_EQ(typed("/"), "/|");
  EXPECT_EQ(typed("/tmp/x.cu"), "/tmp|x.cu");
}

}  // namespace
}  // namespace warpscope
