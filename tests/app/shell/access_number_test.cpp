#include <gtest/gtest.h>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/export_form.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

// An access has one number: that of `export --step`.
TEST(AccessNumber, IsTheSameInHeadingExportAndJump) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  const Playhead& head = session.playback.left();
  session.playback.seek(12);
  ExportForm form;
  form.open(session);
  EXPECT_EQ(form.accesses, "12");
  EXPECT_EQ(parse_place(*head.document()->trace, 0, form.accesses).value(), head.position());
  EXPECT_EQ(parse_accesses(form.accesses, head.count())->first, head.position());
  session.views.layout = LayoutKind::lecture;
  Scene scene(session, commands);
  const Fonts fonts;
  const auto says = [&](const std::string& text) {
    RecordingCanvas canvas({0, 0, 1280, 800}, fonts);
    scene.draw(canvas, {1280, 800, {}, 0});
    return canvas.says(text);
  };
  EXPECT_TRUE(says("12 / " + std::to_string(head.count() - 1)));
  session.playback.seek(head.count() - 1);
  const std::string last = std::to_string(head.count() - 1);
  EXPECT_TRUE(says(last + " / " + last));
}

}  // namespace
}  // namespace warpscope
