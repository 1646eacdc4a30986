#include "app/shell/write_choice.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>

#include "tests/app/ui/offscreen.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

TEST(FileToWrite, HasAnotherNameWhereItIsThere) {
  const TestFolder folder;
  const std::filesystem::path file = folder.path() / "run.wscope";
  EXPECT_TRUE(file_to_write(file).there.empty());
  EXPECT_EQ(file_to_write(file).beside, file);
  std::ofstream(file) << "x";
  std::ofstream(folder.path() / "run-2.wscope") << "x";
  EXPECT_EQ(file_to_write(file).there, file);
  EXPECT_EQ(file_to_write(file).beside, folder.path() / "run-3.wscope");
  EXPECT_EQ(with_number("a/b", 4), "a/b-4") << "a name may have no ending";
}

/// The buttons on a sheet of their own.
class WriteChoiceTest : public OffscreenTest {
 protected:
  void SetUp() override { start(660, 260); }
  std::optional<std::filesystem::path> frame(const FileToWrite& file, const FakeInput& input = {},
                                             bool entered = false) {
    std::optional<std::filesystem::path> chosen;
    ui_->build(
        [&] {
          const WidgetStyle style{ui_->fonts(), dark_theme()};
          apply_style(style);
          const Sheet sheet(style, "sheet", {{20, 20, 600, 200}});
          chosen = write_choice(style, "Save", file, entered);
        },
        input);
    return chosen;
  }
  /// All that clicks anywhere on the sheet choose.
  std::set<std::filesystem::path> clicked(const FileToWrite& file) {
    std::set<std::filesystem::path> chosen;
    for (float y = 30; y < 200; y += 12) {
      for (float x = 40; x < 600; x += 50) {
        for (const bool down : {false, true, false}) {
          const auto one = frame(file, {.mouse = {x, y}, .mouse_down = down});
          if (one) chosen.insert(*one);
        }
      }
    }
    return chosen;
  }
};

TEST_F(WriteChoiceTest, EnterReplacesNothingAndAClickMay) {
  if (ui_ == nullptr) return;
  const FileToWrite fresh{.wanted = "a.png", .there = {}, .beside = "a.png"};
  const FileToWrite there{.wanted = "a.png", .there = "a.png", .beside = "a-2.png"};
  (void)frame(fresh);
  EXPECT_EQ(frame(fresh), std::nullopt);
  EXPECT_EQ(frame(fresh, {}, true), "a.png");
  EXPECT_EQ(frame(there), std::nullopt);
  EXPECT_EQ(frame(there, {}, true), "a-2.png");
  EXPECT_EQ(clicked(fresh), std::set<std::filesystem::path>{"a.png"});
  EXPECT_EQ(clicked(there), (std::set<std::filesystem::path>{"a-2.png", "a.png"}));
}

}  // namespace
}  // namespace warpscope
