#pragma once

#include <memory>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/workbench.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {

/// A test with a whole workbench off screen, opened on reduce_strided.
class WorkbenchTest : public OffscreenTest {
 protected:
  void SetUp() override {
    start(1280, 720);
    if (ui_ == nullptr) return;
    bench_ = std::make_unique<Workbench>(session_, commands_, ui_->fonts());
    show("reduce_strided");
  }
  void show(const char* kernel) {
    ASSERT_TRUE(session_.choose_kernel(kernel));
    while (session_.recording.on()) frame();
    session_.playback.seek(0);  // from where it opens
    frame();
  }
  void frame(const FakeInput& input = {}) {
    session_.tick(1 / 60.0F);
    ui_->build([this] { bench_->frame(1 / 60.0F); }, input);
  }
  void press(const char* key) {
    bench_->press(chord(key));
    frame();
    frame();
  }
  void hit(Key key) {
    FakeInput input;
    input.keys = {key};
    frame(input);
    frame();
  }

  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  std::unique_ptr<Workbench> bench_;
};

}  // namespace warpscope
