#include <gtest/gtest.h>

#include <algorithm>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

TEST(SceneTabs, AViewWithoutACommandIsCalledForwardByItsTab) {
  Session session;
  Commands commands;
  const Commands all = make_commands(session, view_lists());
  for (const Command& command : all.all()) {
    if (command.id != "view.heat") commands.add(command);
  }
  Scene scene(session, commands);
  const Fonts fonts;
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  const auto frame = [&](Pointer pointer) {
    RecordingCanvas canvas({0, 0, 1280, 800}, fonts);
    scene.draw(canvas, {1280, 800, pointer, 0});
    return canvas;
  };
  const RecordingCanvas seen = frame({});
  const auto tab = std::ranges::find(seen.texts(), "Heat map", &RecordingCanvas::Text::text);
  ASSERT_NE(tab, seen.texts().end());
  const std::vector<std::string_view> neighbours{"memory", "heat", "timing"};
  ASSERT_EQ(session.views.in_front(neighbours), "memory");
  static_cast<void>(
      frame({.at = tab->rect.center(), .inside = true, .pressed = true, .down = true}));
  EXPECT_EQ(session.views.in_front(neighbours), "heat");
}

TEST(SceneTabs, KeysTurnThroughThoseThatShareAPlace) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  const auto frame = [&](float width, float height) {
    RecordingCanvas canvas({0, 0, width, height}, fonts);
    scene.draw(canvas, {width, height, {}, 0});
  };
  frame(1280, 800);
  std::vector<std::string_view> neighbours = views_of(Slot::memory);
  std::erase_if(neighbours, [](auto id) { return make_view(id)->about().of_programs; });
  ASSERT_GE(neighbours.size(), 3U);
  session.views.bring_forward("memory");
  std::vector<std::string> seen;
  for (int i = 0; i < 12 && (seen.empty() || session.views.in_front(neighbours) != "memory"); ++i) {
    commands.run("pane.next");
    frame(1280, 800);
    seen.emplace_back(session.views.in_front(neighbours));
  }
  EXPECT_EQ(seen.back(), "memory") << "after the last comes the first";
  EXPECT_EQ(seen.size(), neighbours.size());
  for (const std::string_view view : neighbours) EXPECT_EQ(std::ranges::count(seen, view), 1);
  commands.run("pane.previous");
  frame(1280, 800);
  EXPECT_NE(session.views.in_front(neighbours), "memory");
}

TEST(SceneTabs, ViewsOfProgramsAreNotOfferedForKernels) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  RecordingCanvas canvas({0, 0, 1280, 800}, fonts);
  scene.draw(canvas, {1280, 800, {}, 0});
  EXPECT_TRUE(canvas.says("Lines"));
  EXPECT_FALSE(canvas.says("Since save"));
  EXPECT_FALSE(commands.find("view.findings")->enabled());
}

}  // namespace
}  // namespace warpscope
