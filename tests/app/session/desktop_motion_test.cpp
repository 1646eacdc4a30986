#include "app/session/desktop_motion.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "app/views/view.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// A desktop of our own: its files, and a `gsettings` that answers from a file.
class DesktopMotionTest : public testing::Test {
 protected:
  DesktopMotionTest() {
    ::setenv("XDG_CONFIG_HOME", (folder_.path() / "config").c_str(), 1);
    ::setenv("PATH", (folder_.path() / "bin").c_str(), 1);
  }
  void write(const std::string& file, const std::string& text) {
    const std::filesystem::path path = folder_.path() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  void write_gsettings(const std::string& answer) {
    write("bin/gsettings",
          "#!/bin/sh\n[ \"$*\" = \"get org.gnome.desktop.interface enable-animations\" ] && echo " +
              answer + "\n");
    std::filesystem::permissions(folder_.path() / "bin/gsettings",
                                 std::filesystem::perms::owner_all);
  }

  KeptEnvironment kept_{"XDG_CONFIG_HOME", "PATH"};
  TestFolder folder_;
};

TEST_F(DesktopMotionTest, SaysNothingWithoutADesktop) {
  EXPECT_FALSE(desktop_asks_for_less_motion());
}

TEST_F(DesktopMotionTest, ReadsGtk) {
  for (const char* file : {"config/gtk-3.0/settings.ini", "config/gtk-4.0/settings.ini"}) {
    write(file, "[Settings]\ngtk-enable-animations=true\n");
    EXPECT_FALSE(desktop_asks_for_less_motion()) << file;
    for (const char* off : {"false", "0", " false \r"}) {
      write(file, "[Settings]\ngtk-theme-name=Adwaita\ngtk-enable-animations = " +
                      std::string(off) + "\n");
      EXPECT_TRUE(desktop_asks_for_less_motion()) << file << ": " << off;
    }
    write(file, "[Other]\ngtk-enable-animations=false\n");
    EXPECT_FALSE(desktop_asks_for_less_motion()) << file;
  }
}

TEST_F(DesktopMotionTest, ReadsKde) {
  write("config/kdeglobals", "[General]\nName=x\n\n[KDE]\nAnimationDurationFactor=0.5\n");
  EXPECT_FALSE(desktop_asks_for_less_motion());
  for (const char* none : {"0", "0.0"}) {
    write("config/kdeglobals", "[KDE]\nAnimationDurationFactor=" + std::string(none) + "\n");
    EXPECT_TRUE(desktop_asks_for_less_motion()) << none;
  }
  write("config/kdeglobals", "[KDE]\nAnimationDurationFactor=fast\n");
  EXPECT_FALSE(desktop_asks_for_less_motion());
}

TEST_F(DesktopMotionTest, AsksGnome) {
  write_gsettings("true");
  EXPECT_FALSE(desktop_asks_for_less_motion());
  write_gsettings("false");
  EXPECT_TRUE(desktop_asks_for_less_motion());
}

TEST_F(DesktopMotionTest, SurvivesDamagedFiles) {
  write("config/kdeglobals", std::string(1000, '[') + "\n=\n[KDE\n]=0\n" + std::string(3, '\0'));
  write("config/gtk-4.0/settings.ini", "");
  EXPECT_FALSE(desktop_asks_for_less_motion());
}

TEST_F(DesktopMotionTest, IsAskedInTheBackground) {
  write("config/kdeglobals", "[KDE]\nAnimationDurationFactor=0\n");
  DesktopMotion desktop;
  EXPECT_FALSE(desktop.take());
  std::atomic<bool> answered = false;
  desktop.ask([&] { answered = true; });
  std::optional<bool> asks;
  for (int i = 0; i < 2000 && !asks; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    asks = desktop.take();
  }
  EXPECT_EQ(asks, true);
  EXPECT_TRUE(answered);
  EXPECT_FALSE(desktop.take()) << "once";
}

TEST(Motion, FollowsTheDesktopUntilTheUserChooses) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  EXPECT_FALSE(session.playback.player.reduced_motion);
  session.playback.follow_motion(true);
  EXPECT_TRUE(session.playback.player.reduced_motion);
  commands.run("motion");
  EXPECT_EQ(session.settings.motion, Motion::full);
  EXPECT_FALSE(session.playback.player.reduced_motion) << "the user has chosen";
  session.playback.follow_motion(true);
  EXPECT_FALSE(session.playback.player.reduced_motion) << "the desktop has no say any more";
  commands.run("motion");
  EXPECT_EQ(session.settings.motion, Motion::less);
  session.playback.follow_motion(false);
  EXPECT_TRUE(session.playback.player.reduced_motion);
  session.settings.motion = Motion::desktop;
  session.playback.follow_motion();
  EXPECT_FALSE(session.playback.player.reduced_motion);
}

TEST(Motion, JumpsWhereItWouldGlide) {
  Frame frame;
  frame.seconds = 1 / 60.0F;
  EXPECT_LT(frame.glide(10), 0.2F);
  frame.less_motion = true;
  EXPECT_EQ(frame.glide(10), 1);
  frame.seconds = 0;
  EXPECT_EQ(frame.glide(10), 1);
}

}  // namespace
}  // namespace warpscope
