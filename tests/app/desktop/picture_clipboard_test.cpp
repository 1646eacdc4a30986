#include "app/desktop/picture_clipboard.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// A variable of the environment for as long as a test goes on.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }
  ~Variable() { old_.empty() ? ::unsetenv(name_) : ::setenv(name_, old_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string old_;
};

class PictureClipboard : public testing::Test {
 protected:
  /// A program of the folder that PATH leads to.
  void install(const std::string& name, const std::string& script) {
    const std::string path = folder_.file(name);
    std::ofstream(path) << "#!/bin/sh\n" << script << '\n';
    fs::permissions(path, fs::perms::owner_all);
  }
  [[nodiscard]] std::string got() const {
    std::ifstream file(folder_.path() / "got");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] fs::path picture() const {
    const fs::path path = folder_.path() / "a picture.png";
    std::ofstream(path) << "PNG";
    return path;
  }

  TestFolder folder_;
  Variable path_{"PATH", (folder_.path().string() + ":/usr/bin:/bin").c_str()};
  Variable wayland_{"WAYLAND_DISPLAY", nullptr};
  Variable x11_{"DISPLAY", ":9"};
};

TEST_F(PictureClipboard, IsFilledByTheProgramOfTheDesktop) {
  install("xclip", "{ echo \"$@\"; /bin/cat; } > " + folder_.file("got"));
  const Status copied = copy_picture(picture());
  ASSERT_TRUE(copied) << copied.error().message;
  EXPECT_EQ(got(), "-selection clipboard -t image/png -i\nPNG");
  install("wl-copy", "{ echo \"$@\"; /bin/cat; } > " + folder_.file("got"));
  const Variable wayland("WAYLAND_DISPLAY", "wayland-0");
  ASSERT_TRUE(copy_picture(picture()));
  EXPECT_EQ(got(), "--type image/png\nPNG") << "on Wayland";
}

TEST_F(PictureClipboard, SaysWhyNot) {
  const Variable nothing("PATH", folder_.path().c_str());
  const Status none = copy_picture(picture());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::unavailable);
  EXPECT_NE(none.error().message.find("install wl-clipboard or xclip"), std::string::npos);
  install("xclip", "exit 3");
  EXPECT_NE(copy_picture(picture()).error().message.find("xclip did not take"), std::string::npos);
  EXPECT_NE(copy_picture("/none.png").error().message.find("cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
