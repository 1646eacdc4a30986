// Whatever anybody does to the window, it must neither crash nor end in a state that makes no
// sense. tests/bench/monkey.cpp measures how long its frames take.
#include <gtest/gtest.h>

#include <cstdlib>
#include <utility>

#include "instrumentation/language/language.hpp"
#include "tests/app/ui/offscreen.hpp"
#include "tests/support/monkey.hpp"

namespace warpscope {
namespace {

class MonkeyTest : public OffscreenTest {
 protected:
  void SetUp() override { start(1280, 720); }
  /// It may have chosen another language, which is that of all threads.
  void TearDown() override { set_language(english); }
};

/// A number of the environment, for those who look longer than CI can.
std::uint64_t asked(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST_F(MonkeyTest, BreaksNothing) {
  constexpr std::uint64_t inputs_each = 100;
  const std::uint64_t rounds = asked("WARPSCOPE_MONKEY_INPUTS", 20'000) / inputs_each;
  ASSERT_GE(rounds, 200U) << "too few to prove anything";
  const test::Sandbox sandbox;
  test::Monkey monkey(*ui_, static_cast<std::uint32_t>(asked("WARPSCOPE_MONKEY_SEED", 2026)));
  for (std::uint64_t round = 0; round < rounds; ++round) {
    monkey.run(inputs_each);
    ASSERT_EQ(monkey.fault(), "") << "after " << round * inputs_each << " inputs";
  }
  const auto& report = monkey.run(0);
  EXPECT_EQ(report.inputs, rounds * inputs_each);
  EXPECT_GT(report.frames, 5000U);
  EXPECT_GT(report.recordings, 5U) << "it should have seen many kernels";

  // The program still does as it is told.
  monkey.calm_down();
  Session& session = monkey.session();
  ASSERT_EQ(session.popup.shown, Popup::none);
  session.following.filter({});
  ASSERT_TRUE(session.comparison.with_kernel(""));
  // It may have asked for a GPU, which need not be here, before a lesson even.
  session.lesson.leave();
  monkey.settle(60);
  Options options = session.options();
  options.request.machine = MachineKind::emulator;
  ASSERT_TRUE(session.change(std::move(options)));
  monkey.settle(60);
  ASSERT_TRUE(session.choose_kernel("scan_hillis_steele"));
  monkey.settle(60);
  ASSERT_TRUE(session.playback.left().ready());
  EXPECT_EQ(session.playback.left().document()->trace->header.kernel, "scan_hillis_steele")
      << (session.notices.toast() ? session.notices.toast()->text.english() : "nothing is said");
  monkey.press(chord("Home"), "key ");
  monkey.press(chord("Right"), "key ");
  EXPECT_EQ(session.playback.left().position(), 1U);
}

}  // namespace
}  // namespace warpscope
