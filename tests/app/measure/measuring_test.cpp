#include "app/measure/measuring.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_bench.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using test::begun_event, test::timed_event, test::FakeBench, test::echoed;
namespace fs = std::filesystem;

const std::string two_results = echoed(begun_event(3)) +
                                echoed(timed_event("reduce_divergent", 20, 4)) +
                                echoed(progress_event(1, 3, "reduce_strided, 2^20")) +
                                echoed(timed_event("reduce_strided", 20, 2)) +
                                echoed(progress_event(2, 3, "reduce_shuffle, 2^20"));
const std::string hangs = "while :; do sleep 0.01; done";

/// Keeps measurements in a folder of its own, and forgets them afterwards.
class MeasuringTest : public testing::Test {
 protected:
  void TearDown() override { show_timings(before_); }

  void use(const FakeBench& fake) { measuring_.use({fake.program(), fs::path(folder()), {}}); }
  [[nodiscard]] std::string folder() const { return folder_.file("a/measurements"); }
  [[nodiscard]] Result<std::string> end() {
    while (true) {
      const auto ended = measuring_.poll();
      if (ended && *ended) return ended->value().text();
      if (ended) return ended->error();
      std::this_thread::sleep_for(1ms);
    }
  }
  void wait_for_results(std::size_t count) const {
    while (shown().size() < count) std::this_thread::sleep_for(1ms);
  }
  /// The results of the last measurement.
  [[nodiscard]] std::vector<BenchResult> shown() const {
    const TimingsPtr now = recorded_timings();
    const bool any = now->records.size() > before_.records.size();
    return any ? now->records.back().results : std::vector<BenchResult>{};
  }
  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder(), none)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
  }

  TestFolder folder_;
  Timings before_ = *recorded_timings();
  std::atomic<int> woken_ = 0;
  Measuring measuring_{[this] { ++woken_; }};
};

TEST_F(MeasuringTest, WhatItMeasuresIsShownAndKept) {
  const FakeBench fake("echo \"$@\" > \"$0.said\"\n" + two_results + echoed(end_event("")));
  use(fake);
  EXPECT_TRUE(measuring_.problem().empty());
  ASSERT_TRUE(measuring_.start({.what = "reduction", .sizes = "2^20:2^22"}));
  const auto ended = end();
  ASSERT_TRUE(ended) << ended.error().message;
  EXPECT_FALSE(measuring_.running());
  EXPECT_GT(woken_, 0);

  std::ifstream said(fake.program().string() + ".said");
  std::string arguments;
  std::getline(said, arguments);
  EXPECT_EQ(arguments, "bench reduction --json-lines --sizes 2^20:2^22");

  EXPECT_EQ(shown().size(), 2U);
  ASSERT_EQ(files().size(), 1U);
  const fs::path file = files().front();
  EXPECT_EQ(file.filename(), "fake-gpu-2026-11-22t06-00-00z.json");
  EXPECT_EQ(ended.value(), "Measured. 2 times of Fake GPU are kept in " + file.string() + ".");
  const Timings read = read_timings(folder());
  EXPECT_TRUE(read.damaged.empty());
  EXPECT_EQ(read.records.back().results.size(), 2U);
}

TEST_F(MeasuringTest, SaysHowFarItIsAndRunsOnlyOnce) {
  const FakeBench fake(two_results + hangs);
  use(fake);
  ASSERT_TRUE(measuring_.start({.what = "reduction"}));
  wait_for_results(2);
  EXPECT_TRUE(measuring_.running());
  while (measuring_.progress().done < 2) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(measuring_.progress().total, 3);
  EXPECT_EQ(measuring_.progress().what.text(),
            kernel_title(*kernel_of("reduce_shuffle")) + ", 2^20");
  const Status again = measuring_.start({.what = "scan"});
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message.find("already running, 2 of 3"), std::string::npos)
      << again.error().message;
  EXPECT_TRUE(files().empty()) << "half of it is written";
}

TEST_F(MeasuringTest, WhatWasMeasuredBeforeItWasCancelledIsKept) {
  const FakeBench fake(two_results + hangs);
  use(fake);
  ASSERT_TRUE(measuring_.start({.what = "reduction"}));
  wait_for_results(2);
  measuring_.cancel();
  EXPECT_TRUE(measuring_.progress().cancelled || !measuring_.running());
  const auto ended = end();
  ASSERT_TRUE(ended) << ended.error().message;
  EXPECT_TRUE(ended.value().starts_with("The measurement was cancelled. 2 times")) << ended.value();
  EXPECT_EQ(files().size(), 1U);
  EXPECT_EQ(shown().size(), 2U);
}

TEST_F(MeasuringTest, OneThatIsCancelledAtOnceLeavesNothing) {
  const FakeBench fake(hangs);
  use(fake);
  ASSERT_TRUE(measuring_.start({.what = "reduction"}));
  measuring_.cancel();
  EXPECT_EQ(end().value(), "The measurement was cancelled.");
  EXPECT_TRUE(files().empty());
  EXPECT_TRUE(shown().empty());
}

TEST_F(MeasuringTest, AChildThatDiesTakesNothingWithItAndAnotherOneRuns) {
  const FakeBench dies(two_results + "kill -ABRT $$");
  use(dies);
  ASSERT_TRUE(measuring_.start({.what = "reduction"}));
  const auto ended = end();
  ASSERT_FALSE(ended);
  EXPECT_TRUE(ended.error().message.starts_with("bench was ended by signal 6 while timing " +
                                                kernel_title(*kernel_of("reduce_shuffle")) +
                                                ", 2^20. 2 times of Fake GPU"))
      << ended.error().message;
  EXPECT_EQ(files().size(), 1U);

  const FakeBench lives(two_results +
                        echoed(skipped_event({"scan_blelloch", 1024, "It needs 96 GB"})) +
                        "echo rubbish\n" + echoed(end_event("")));
  use(lives);
  ASSERT_TRUE(measuring_.start({.what = "reduction"}));
  const auto again = end();
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_NE(again.value().find("One was left out, such as " +
                               kernel_title(*kernel_of("scan_blelloch")) + ": It needs 96 GB."),
            std::string::npos)
      << again.value();
  EXPECT_NE(again.value().find("1 of bench's lines"), std::string::npos) << again.value();
  EXPECT_EQ(files().size(), 2U) << "the first was written over";
  EXPECT_EQ(recorded_timings()->records.size(), before_.records.size() + 2);
}

TEST_F(MeasuringTest, WhatCannotBeWrittenIsShownAllTheSame) {
  std::ofstream(folder_.file("file")) << "no folder";
  const FakeBench fake(two_results + echoed(end_event("")));
  measuring_.use({fake.program(), fs::path(folder_.file("file")) / "measurements", {}});
  ASSERT_TRUE(measuring_.start({.what = "reduction"}));
  const auto ended = end();
  ASSERT_FALSE(ended);
  EXPECT_NE(ended.error().message.find("2 times of Fake GPU are shown"), std::string::npos)
      << ended.error().message;
  EXPECT_NE(ended.error().message.find(folder_.file("file")), std::string::npos)
      << ended.error().message;
  EXPECT_EQ(shown().size(), 2U);
}

TEST_F(MeasuringTest, WithoutAGpuTheReasonIsSaid) {
  const FakeBench fake("");
  measuring_.use(
      {fake.program(), fs::path(folder()), [] { return Sentence(std::string("No driver.")); }});
  EXPECT_EQ(measuring_.problem().text(), "No driver.");
  const Status refused = measuring_.start({.what = "reduction"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unavailable);
  EXPECT_FALSE(measuring_.running());
  EXPECT_FALSE(Measuring().problem().empty()) << "nothing is known to measure with";
}

TEST_F(MeasuringTest, LeavingTheProgramEndsTheChildAndKeepsWhatItHad) {
  const FakeBench fake("trap '' TERM\necho $$ > \"$0.id\"\n" + two_results + hangs);
  {
    Measuring leaving;
    leaving.use({fake.program(), fs::path(folder()), {}});
    ASSERT_TRUE(leaving.start({.what = "reduction"}));
    wait_for_results(2);
  }
  int child = 0;
  std::ifstream(fake.program().string() + ".id") >> child;
  ASSERT_GT(child, 0);
  EXPECT_NE(::kill(child, 0), 0);
  EXPECT_EQ(files().size(), 1U);
}

TEST_F(MeasuringTest, TheWindowGoesOnWhenTheChildDies) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  while (session.recording.on()) session.tick(0.001F);
  session.tick(0);
  EXPECT_FALSE(commands.find("cancel")->enabled());
  commands.run("measure");
  EXPECT_EQ(session.popup.shown, Popup::none);
  ASSERT_TRUE(session.notices.toast());
  EXPECT_TRUE(session.notices.toast()->error);
  EXPECT_NE(session.notices.toast()->text.text().find(session.measuring.problem().text()),
            std::string::npos);

  const FakeBench fake(two_results + "kill -SEGV $$");
  session.measuring.use({fake.program(), fs::path(folder()), {}});
  session.notices.dismiss();
  commands.run("measure");
  EXPECT_EQ(session.popup.shown, Popup::measure);
  session.popup.shown = Popup::none;
  ASSERT_TRUE(session.measuring.start({.what = "reduction"}));
  EXPECT_TRUE(commands.find("cancel")->enabled());
  while (!session.notices.toast()) session.tick(0.001F);
  EXPECT_TRUE(session.notices.toast()->error);
  EXPECT_NE(session.notices.toast()->text.text().find("signal 11"), std::string::npos)
      << session.notices.toast()->text.text();
  session.playback.seek(0);
  commands.press(chord("Right"));
  EXPECT_EQ(session.playback.left().position(), 1U);
}

}  // namespace
}  // namespace warpscope
