// A kernel that fails on the GPU takes neither the window nor its content with it.

#include <gtest/gtest.h>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/workbench.hpp"
#include "tests/app/ui/offscreen.hpp"
#include "tests/support/failing_device.hpp"

namespace warpscope {
namespace {

using test::FailingDevice;

class LostDeviceTest : public OffscreenTest {
 protected:
  void SetUp() override {
    start(1280, 720);
    if (ui_ == nullptr) return;
    Options options;
    options.request.kernel = "reduce_strided";
    options.request.machine = MachineKind::emulator;
    ASSERT_TRUE(session_.change(options));
    bench_ = std::make_unique<Workbench>(session_, commands_, ui_->fonts());
    settle();
  }
  void frame() {
    session_.tick(1 / 60.0F);
    ui_->build([this] { bench_->frame(1 / 60.0F); });
  }
  void settle() {
    while (session_.recording.on()) frame();
    frame();
  }
  /// Lets a machine record another kernel; returns the message.
  std::string record(MachineKind machine, const char* kernel) {
    session_.notices.dismiss();
    Options next = session_.options();
    next.request = {};
    next.request.kernel = kernel;
    next.request.machine = machine;
    EXPECT_TRUE(session_.change(next));
    settle();
    return session_.notices.toast() ? session_.notices.toast()->text.text() : "";
  }
  [[nodiscard]] const TraceHeader& shown() const {
    return session_.playback.left().document()->trace->header;
  }

  FailingDevice failing_{{"waiting for the kernel: an illegal memory access", true}};
  DeviceScope scope_{failing_};
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  std::unique_ptr<Workbench> bench_;
};

TEST_F(LostDeviceTest, TheWindowSaysItAndGoesOnWithTheEmulator) {
  const std::string first = record(MachineKind::automatic, "scan_blelloch");
  EXPECT_NE(first.find("Scan · Blelloch failed on Fragile GPU"), std::string::npos) << first;
  EXPECT_NE(first.find("an illegal memory access"), std::string::npos) << first;
  EXPECT_TRUE(session_.notices.toast()->error);
  EXPECT_EQ(shown().kernel, "reduce_strided") << "what was shown stays";
  EXPECT_EQ(session_.options().request.kernel, "reduce_strided") << "and is what is asked for";

  const std::string second = record(MachineKind::cuda, "reduce_sequential");
  EXPECT_NE(second.find("failed in an earlier run"), std::string::npos) << second;
  EXPECT_EQ(failing_.runs, 1);

  EXPECT_EQ(record(MachineKind::automatic, "scan_blelloch"), "");
  EXPECT_EQ(shown().kernel, "scan_blelloch");
  EXPECT_EQ(shown().machine, "emulator");
  session_.playback.seek(0);
  bench_->press(chord("Right"));
  frame();
  EXPECT_EQ(session_.playback.left().position(), 1U);
}

}  // namespace
}  // namespace warpscope
