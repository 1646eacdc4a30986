#include "instrumentation/process/user_folders.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class UserFolders : public testing::Test {
 protected:
  UserFolders() {
    setenv("HOME", "/home/ada", 1);
    setenv("XDG_CONFIG_HOME", folder_.file("").c_str(), 1);
  }
  void say(const std::string& text) { std::ofstream(folder_.file("user-dirs.dirs")) << text; }
  KeptEnvironment environment_{"HOME", "XDG_CONFIG_HOME"};
  TestFolder folder_;
};

TEST_F(UserFolders, HaveNamesOfTheirOwnBelowHome) {
  EXPECT_EQ(user_download_folder(), "/home/ada/Downloads");
  EXPECT_EQ(user_documents_folder(), "/home/ada/Documents");
  unsetenv("HOME");
  EXPECT_EQ(user_download_folder(), "");
  EXPECT_EQ(user_documents_folder(), "");
}

TEST_F(UserFolders, AreWhereTheDesktopHasThem) {
  say("# a comment\nXDG_DOWNLOAD_DIR=\"$HOME/Завантаження\"\n  "
      "XDG_DOCUMENTS_DIR=\"/data/papers/\"\n");
  EXPECT_EQ(user_download_folder(), "/home/ada/Завантаження");
  EXPECT_EQ(user_documents_folder(), "/data/papers");
}

TEST_F(UserFolders, AreNeverAllOfHome) {
  for (const char* text : {"XDG_DOWNLOAD_DIR=\"$HOME/\"\n", "XDG_DOWNLOAD_DIR=\"$HOME\"\n",
                           "XDG_DOWNLOAD_DIR=\"/home/ada\"\n", "XDG_DOWNLOAD_DIR=\"\n",
                           "XDG_DOWNLOAD_DIR=\"relative\"\n", "XDG_DOWNLOAD_DIR=\"\"\n"}) {
    say(text);
    EXPECT_EQ(user_download_folder(), "/home/ada/Downloads") << text;
  }
}

}  // namespace
}  // namespace warpscope
