// The popup that asks before times are measured in the window.

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "tests/app/fake_bench.hpp"
#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using test::FakeBench;

class MeasurePopupTest : public WorkbenchTest {
 protected:
  /// The arguments that the child was started with.
  std::string said(const FakeBench& fake) {
    while (session_.measuring.running()) std::this_thread::sleep_for(1ms);
    std::ifstream file(fake.program().string() + ".said");
    std::string line;
    std::getline(file, line);
    return line;
  }
};

const std::string tells = "echo \"$@\" > \"$0.said\"\n";

TEST_F(MeasurePopupTest, EnterMeasuresTheFamilyInItsUsualSizes) {
  const FakeBench fake(tells);
  session_.measuring.use({fake.program(), {}, {}});
  press("Ctrl+I");
  ASSERT_EQ(session_.popup.shown, Popup::measure);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(said(fake), "bench reduction --json-lines --sizes 2^20:2^26");
  show("matmul_tiled");
  press("Ctrl+I");
  hit(Key::enter);
  EXPECT_EQ(said(fake), "bench matrix --json-lines --sizes 2^8:2^12") << "sides of matrices";
}

TEST_F(MeasurePopupTest, WhileOneRunsItShowsHowFarAndStartsNoOther) {
  const FakeBench fake("echo x >> \"$0.said\"\nwhile :; do sleep 0.01; done");
  session_.measuring.use({fake.program(), {}, {}});
  press("Ctrl+I");
  hit(Key::enter);
  ASSERT_TRUE(session_.measuring.running());
  // The shell makes the file before it writes into it.
  std::error_code none;
  while (std::filesystem::file_size(fake.program().string() + ".said", none) != 2) frame();
  press("Ctrl+I");
  EXPECT_EQ(session_.popup.shown, Popup::measure);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::measure) << "there is nothing to enter";
  session_.popup.shown = Popup::none;
  press("Shift+Escape");
  EXPECT_EQ(said(fake), "x");
  frame();
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_NE(session_.notices.toast()->text.text().find("cancelled"), std::string::npos)
      << session_.notices.toast()->text.text();
}

TEST_F(MeasurePopupTest, WhyItCannotStartStaysInSight) {
  session_.popup.shown = Popup::measure;  // nothing is known to measure with
  frame();
  frame();
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::measure);
  EXPECT_FALSE(session_.measuring.running());
}

}  // namespace
}  // namespace warpscope
