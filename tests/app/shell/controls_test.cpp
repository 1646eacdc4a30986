#include "app/shell/controls.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

class ToolbarNames : public testing::TestWithParam<const char*> {
 protected:
  void settle() { test::settle(session_); }
  /// From the frame's left edge to the words.
  [[nodiscard]] float gap_of(const Control& control) const {
    RecordingCanvas canvas(control.rect, fonts_);
    draw_control(canvas, control, dark_theme(), true, false);
    return canvas.texts().back().rect.x - control.rect.x;
  }

  const Fonts fonts_;
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_P(ToolbarNames, AreInButtonsAsWideAsWhatTheyShow) {
  constexpr float padding = 18, character = 12;
  ASSERT_TRUE(session_.choose_kernel(GetParam()));
  settle();
  for (const bool comparing : {false, true}) {
    if (comparing) {
      ASSERT_TRUE(session_.comparison.toggle());
      settle();
    }
    for (float width = 1024; width < 1920; width += 8) {
      const Toolbar bar = toolbar_controls({0, 0, width, 56}, session_, fonts_);
      for (const Control& control : bar.controls) {
        if (control.command != "kernel" && control.command != "rival") continue;
        if (!control.label.empty()) continue;  // it is at the left
        EXPECT_LT(gap_of(control), padding + character) << control.value << " at " << width;
      }
    }
  }
}

TEST_P(ToolbarNames, LectureAndThemeStayWhileTwoRunsAreCompared) {
  ASSERT_TRUE(session_.choose_kernel(GetParam()));
  settle();
  ASSERT_TRUE(session_.comparison.toggle());
  settle();
  for (const Language& language : languages()) {
    const InLanguage scope(*find_language(language.id));
    if (language.id == "pseudo") continue;  // no language is as long
    const Toolbar bar = toolbar_controls({0, 0, 1280, 48}, session_, fonts_);
    float right = 0;
    for (const Control& control : bar.controls) {
      EXPECT_GE(control.rect.x, right) << control.command;
      right = control.rect.right();
    }
    EXPECT_LE(right, 1280);
    for (const char* command : {"layout.lecture", "theme", "compare", "rival", "size"}) {
      EXPECT_EQ(std::ranges::count(bar.controls, command, &Control::command), 1)
          << command << " in " << language.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, ToolbarNames,
                         testing::Values("histogram_privatized", "reduce_strided", "scan_blelloch",
                                         "spmv_scalar", "matmul_tiled"));

}  // namespace
}  // namespace warpscope
