// Whatever somebody does to the window: it must neither fall over nor end in a state that makes no
// sense. How long its frames take is measured by tests/bench/monkey.cpp.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "tests/support/monkey.hpp"

namespace warpscope {
namespace {

TEST(Monkey, BreaksNothing) {
  constexpr int rounds = 200;
  constexpr std::uint64_t inputs_each = 100;
  auto ui = OffscreenUi::create(1280, 720);
  if (!ui) {
    const char* required = std::getenv("WARPSCOPE_REQUIRE_GL");
    ASSERT_TRUE(required == nullptr || std::string_view(required) != "1") << ui.error().message;
    GTEST_SKIP() << ui.error().message;
  }
  const test::Sandbox sandbox;
  test::Monkey monkey(*ui.value(), 2026);
  for (int round = 0; round < rounds; ++round) {
    monkey.run(inputs_each);
    ASSERT_EQ(monkey.fault(), "") << "after " << round * inputs_each << " inputs";
  }
  const auto& report = monkey.run(0);
  EXPECT_EQ(report.inputs, rounds * inputs_each);
  EXPECT_GT(report.frames, 5000U);
  EXPECT_GT(report.recordings, 5U) << "it should have seen many kernels";

  // The program still does what it is told.
  monkey.calm_down();
  Session& session = monkey.session();
  ASSERT_EQ(session.popup, Popup::none);
  ASSERT_TRUE(session.choose_rival(""));
  ASSERT_TRUE(session.choose_kernel("scan_hillis_steele"));
  monkey.settle(60);
  ASSERT_TRUE(session.left().ready());
  EXPECT_EQ(session.left().document()->trace->header.kernel, "scan_hillis_steele");
  monkey.press(chord("Home"), "key ");
  monkey.press(chord("Right"), "key ");
  EXPECT_EQ(session.left().position(), 1U);
}

}  // namespace
}  // namespace warpscope
