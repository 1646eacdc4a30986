// If memory runs out while something is recorded, shown, saved or measured, neither program nor
// window ends: the user gets a sentence.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>

#include "app/session/session.hpp"
#include "tests/app/fake_bench.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::FailingMemory;

class SessionMemory : public testing::Test {
 protected:
  void settle() { test::settle(session_); }
  void show(std::int64_t size) {
    Options next = session_.options();
    next.request.kernel = "bitonic_shared";
    next.request.machine = MachineKind::emulator;
    next.request.size = size;
    next.request.block = static_cast<int>(size / 2);
    const Status changed = session_.change(std::move(next));
    ASSERT_TRUE(changed) << changed.error().message;
    settle();
  }
  [[nodiscard]] std::string complaint() const {
    return session_.notices.toast() && session_.notices.toast()->error
               ? session_.notices.toast()->text.text()
               : "";
  }

  Session session_;
};

TEST_F(SessionMemory, ThatEndsWhileRecordingLeavesWhatIsShown) {
  show(64);
  const std::shared_ptr<const Trace> before = session_.playback.left().document()->trace;
  for (const std::size_t most : {std::size_t{20'000}, std::size_t{60'000}, std::size_t{150'000}}) {
    const FailingMemory failing(most);
    show(1024);
    EXPECT_GT(failing.failures(), 0) << "nothing was tested with " << most;
    EXPECT_NE(complaint().find("not enough memory"), std::string::npos) << complaint();
    EXPECT_EQ(session_.playback.left().document()->trace, before);
  }
  show(128);
  EXPECT_EQ(session_.playback.left().document()->trace->header.size, 128) << "it records as ever";
}

TEST_F(SessionMemory, ThatEndsWhileSavingIsSaid) {
  show(1024);
  const TestFolder folder;
  const auto path = folder.path() / "session_memory.wscope";
  {
    const FailingMemory failing(20'000);
    ASSERT_TRUE(session_.recording.save(path));
    session_.notices.dismiss();
    while (!session_.notices.toast()) session_.tick(0);
    EXPECT_GT(failing.failures(), 0);
  }
  EXPECT_NE(complaint().find("not enough memory"), std::string::npos) << complaint();
  EXPECT_FALSE(std::filesystem::exists(path));
  session_.notices.dismiss();
  ASSERT_TRUE(session_.recording.save(path)) << "the next one is another matter";
  while (!session_.notices.toast()) session_.tick(0);
  EXPECT_EQ(complaint(), "");
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(SessionMemory, ThatEndsWhileMeasuringIsSaid) {
  const test::FakeBench fake("head -c 3000000 /dev/zero | tr '\\0' x; echo");
  session_.measuring.use({fake.program(), {}, {}});
  const FailingMemory failing(500'000);
  ASSERT_TRUE(session_.measuring.start({"reduction", ""}));
  while (!session_.notices.toast()) {
    session_.tick(0);
    std::this_thread::yield();
  }
  EXPECT_GT(failing.failures(), 0);
  EXPECT_NE(complaint().find("not enough memory"), std::string::npos) << complaint();
  EXPECT_FALSE(session_.measuring.running());
}

}  // namespace
}  // namespace warpscope
