#include "app/session/settings.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class SettingsFile : public testing::Test {
 protected:
  void write(const std::string& text) {
    std::filesystem::create_directories(folder_);
    std::ofstream(path_) << text;
  }
  TestFolder own_;
  std::filesystem::path folder_ = own_.path() / "config";
  std::filesystem::path path_ = folder_ / "settings.json";
};

TEST_F(SettingsFile, ComesBackAsItWasSaved) {
  Settings settings{"light", 1.5F, Motion::full, "scan_blelloch"};
  settings.formula = {"lane * pad", "pad = 3", 8, false, BankModel::cc3x8, true};
  settings.cuda_twin = true;
  settings.borders[static_cast<std::size_t>(LayoutKind::study)].left = 0.31F;
  settings.borders[static_cast<std::size_t>(LayoutKind::inspect)].console_left = 0.7F;
  ASSERT_TRUE(save_settings(settings, path_));
  EXPECT_EQ(load_settings(path_).value(), settings);
}

TEST_F(SettingsFile, BordersThatNoVersionWritesAreLeftOut) {
  write(R"({"borders": {"study": {"left": 0.3, "right": 7, "middle_upper": "high"}, "odd": 1}})");
  const Result<Settings> settings = load_settings(path_);
  ASSERT_TRUE(settings);
  const Splitters& study = settings->borders[static_cast<std::size_t>(LayoutKind::study)];
  EXPECT_FLOAT_EQ(study.left, 0.3F);
  EXPECT_EQ(study.right, Splitters().right);
  EXPECT_EQ(study.middle_upper, Splitters().middle_upper);
}

TEST_F(SettingsFile, KnowsLessMotionOfOlderVersions) {
  write(R"({"reduced_motion": true})");
  EXPECT_EQ(load_settings(path_).value().motion, Motion::less);
  write(R"({"reduced_motion": false})");
  EXPECT_EQ(load_settings(path_).value().motion, Motion::desktop) << "nobody chose that";
  write(R"({"motion": "none"})");
  EXPECT_FALSE(load_settings(path_));
}

TEST_F(SettingsFile, GivesDefaultsWhereThereIsNone) {
  EXPECT_EQ(load_settings(path_).value(), Settings{});
}

TEST_F(SettingsFile, LeavesToTheCallerWhatItDoesNotSay) {
  Settings first;
  first.language = "ru";
  EXPECT_EQ(load_settings(path_, first).value(), first) << "the first start";
  write(R"({"theme": "light"})");
  EXPECT_EQ(load_settings(path_, first)->language, "ru");
  write(R"({"language": "en"})");
  EXPECT_EQ(load_settings(path_, first)->language, "en") << "the user's choice";
}

TEST_F(SettingsFile, IsIgnoredWithASentenceWhenDamaged) {
  for (const char* text : {"", "{", "[]", "7", R"({"scale": "large"})", R"({"scale": 1e9})",
                           R"({"theme": "pink"})", R"({"kernel": 3})", R"({"formula": 3})",
                           R"({"formula": {"text": 7}})", R"({"formula": {"bytes": 1e300}})",
                           R"({"formula": {"store": "yes"}})", R"({"cuda_twin": 3})"}) {
    write(text);
    const auto settings = load_settings(path_);
    ASSERT_FALSE(settings) << text;
    EXPECT_NE(settings.error().message.find("ignored"), std::string::npos);
  }
}

TEST_F(SettingsFile, ADamagedOneIsKeptWhenItIsWrittenAnew) {
  const auto read = [](const std::filesystem::path& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  write("precious");
  EXPECT_NE(load_settings(path_).error().message.find(".bak"), std::string::npos);
  ASSERT_TRUE(save_settings({}, path_));
  EXPECT_EQ(read(folder_ / "settings.json.bak"), "precious");
  EXPECT_EQ(load_settings(path_).value(), Settings{});
  ASSERT_TRUE(save_settings({}, path_));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "settings.json.bak2")) << "this one was sound";
  write("precious, too");
  ASSERT_TRUE(save_settings({}, path_));
  EXPECT_EQ(read(folder_ / "settings.json.bak2"), "precious, too");
}

TEST_F(SettingsFile, MayBeAPipeOrTooLarge) {
  std::filesystem::create_directories(folder_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_NE(load_settings(path_).error().message.find("no regular file"), std::string::npos);
  ASSERT_TRUE(save_settings({}, path_));
  EXPECT_EQ(load_settings(path_).value(), Settings{});
  write(std::string(3 << 20, ' '));
  EXPECT_NE(load_settings(path_).error().message.find("more than 1 MiB"), std::string::npos);
}

TEST_F(SettingsFile, MayBeginWithAByteOrderMark) {
  write("\xef\xbb\xbf{\"theme\": \"light\"}");
  EXPECT_EQ(load_settings(path_).value().theme, "light");
}

TEST_F(SettingsFile, TakesWhatAFormulaCannotBeAsNotSaid) {
  write(R"({"formula": {"text": "lane", "bytes": 5, "banks": "cc9"}})");
  EXPECT_EQ(load_settings(path_).value().formula, Playground{.formula = "lane"});
}

TEST_F(SettingsFile, SaysWhyItCannotBeSaved) {
  write("{}");
  EXPECT_FALSE(save_settings({}, path_ / "below" / "settings.json"));
  EXPECT_FALSE(save_settings({}, {}));
}

TEST(SettingsPath, FollowsTheConfigurationFolder) {
  const KeptEnvironment environment{"HOME", "XDG_CONFIG_HOME"};
  ASSERT_EQ(setenv("XDG_CONFIG_HOME", "/tmp/config", 1), 0);
  EXPECT_EQ(settings_path(), "/tmp/config/warpscope/settings.json");
  ASSERT_EQ(unsetenv("XDG_CONFIG_HOME"), 0);
  ASSERT_EQ(setenv("HOME", "/tmp/home", 1), 0);
  EXPECT_EQ(settings_path(), "/tmp/home/.config/warpscope/settings.json");
}

}  // namespace
}  // namespace warpscope
