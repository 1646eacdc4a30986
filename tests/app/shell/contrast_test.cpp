// Every text can be read on the ground behind it, in every theme and layout.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/session/session_commands.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

/// Large text by the standard: 24 pixels, or 18.66 bold.
double least_contrast(const TextStyle& style) {
  return style.size >= 24 || (style.face == Face::sans_bold && style.size >= 18.66F) ? 3.0 : 4.5;
}

class ContrastTest : public testing::TestWithParam<const Theme*> {};

TEST_P(ContrastTest, EveryTextIsReadOnItsGround) {
  Session session;
  session.settings.theme = GetParam()->id;
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  std::set<std::string> faults;  // each once
  for (const char* kernel : {"reduce_strided", "bitonic_shared", "radix_split", "matmul_tiled"}) {
    ASSERT_TRUE(session.choose_kernel(kernel));
    test::settle(session);
    session.set_bookmark(1);
    session.seek(session.left().count() / 2);
    for (const auto kind : {LayoutKind::study, LayoutKind::lecture, LayoutKind::inspect}) {
      session.layout = kind;
      session.lecture_view = session.lecture_view.empty() ? "banks" : "";
      RecordingCanvas canvas({0, 0, 1600, 900}, fonts);
      scene.draw(canvas, {1600, 900, {}, 0});
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        if (!text.visible() || text.style.color.a < 255) continue;  // what is off is faint
        const double found = contrast(text.style.color, canvas.ground(text));
        if (found >= least_contrast(text.style) - 0.01) continue;
        faults.insert('"' + text.text + "\", " + kernel + ": " + std::to_string(found));
      }
    }
  }
  for (const std::string& fault : faults) ADD_FAILURE() << fault;
}

INSTANTIATE_TEST_SUITE_P(Themes, ContrastTest,
                         testing::ValuesIn(all_themes().begin(), all_themes().end()),
                         [](const auto& tested) { return std::string(tested.param->id); });

}  // namespace
}  // namespace warpscope
