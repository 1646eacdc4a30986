#include <gtest/gtest.h>

#include "app/commands/session_commands.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

TEST(SceneSliders, UndoOpensThePageOnWhichTheMouseMovedOne) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  session.recording.show({Options{}, test::emulated("matmul_tiled"), nullptr, nullptr, {}});
  ASSERT_TRUE(commands.press(chord("Alt+O")));
  const auto frame = [&](Pointer pointer) {
    RecordingCanvas canvas({0, 0, 1920, 1080}, fonts);
    scene.draw(canvas, {1920, 1080, pointer, 0});
    return canvas;
  };
  const Point label = test::middle_of(frame({}), "registers per thread");
  frame({.at = {label.x + 160, label.y}, .inside = true, .pressed = true, .down = true});
  ASSERT_TRUE(session.views.look.get<SliderSettings>().find("registers"));
  ASSERT_TRUE(commands.press(chord("Alt+E")));
  session.history.undo();
  EXPECT_FALSE(session.views.look.get<SliderSettings>().find("registers"));
  EXPECT_EQ(session.views.look.get<MultiprocessorPage>(), MultiprocessorPage::occupancy);
}

}  // namespace
}  // namespace warpscope
