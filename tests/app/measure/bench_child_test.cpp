#include "app/measure/bench_child.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "instrumentation/run/kernel_title.hpp"
#include "instrumentation/run/run.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_bench.hpp"

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using test::begun_event, test::timed_event, test::FakeBench, test::echoed;

/// What the window calls the kernel that is timed last.
const std::string title = kernel_title(*kernel_of("reduce_shuffle"));

BenchOutcome run(const FakeBench& fake, const std::function<void(const BenchLog&)>& news = {},
                 const std::stop_source& asked = {}, std::chrono::milliseconds patience = 60s,
                 const std::stop_source& at_once = {}) {
  return run_bench({fake.program(), {}, patience}, news ? news : [](const BenchLog&) {},
                   {asked.get_token(), at_once.get_token()});
}

const std::string three_results = echoed(begun_event(3)) + echoed(progress_event(0, 3, "a, 2^20")) +
                                  echoed(timed_event("reduce_divergent", 20, 4)) +
                                  echoed(progress_event(1, 3, "b, 2^20")) +
                                  echoed(timed_event("reduce_strided", 20, 2)) +
                                  echoed(progress_event(2, 3, "reduce_shuffle, 2^20"));

TEST(BenchChild, IsHeardToItsEnd) {
  const FakeBench fake(three_results + echoed(timed_event("reduce_shuffle", 20, 1)) +
                       echoed(progress_event(3, 3, "")) + echoed(end_event("")));
  const BenchOutcome outcome = run(fake);
  EXPECT_EQ(outcome.end, BenchEnd::finished) << outcome.why.text();
  EXPECT_EQ(outcome.log.record().results.size(), 3U);
  EXPECT_EQ(outcome.log.done(), 3);
}

TEST(BenchChild, TellsHowFarItIsWhileItRuns) {
  const FakeBench fake("");
  const std::string go = fake.file("go");
  std::ofstream(fake.program()) << "#!/bin/sh\n"
                                << three_results << "until [ -e '" << go << "' ]; do sleep 0.01; "
                                << "done\n"
                                << echoed(end_event(""));
  int last = 0;
  std::string what;
  const BenchOutcome outcome = run(fake, [&](const BenchLog& log) {
    last = log.done();
    what = log.what();
    if (log.record().results.size() == 2) std::ofstream(go) << "";  // it waits for this
  });
  EXPECT_EQ(outcome.end, BenchEnd::finished) << outcome.why.text();
  EXPECT_EQ(last, 2);
  EXPECT_EQ(what, "reduce_shuffle, 2^20");
}

TEST(BenchChild, OneThatIsCancelledSaysItsEnd) {
  const FakeBench fake("leave() {\n" + echoed(end_event("cancelled")) +
                       "exit 1\n}\ntrap leave TERM\n" + three_results +
                       "while :; do sleep 0.01; done");
  const std::stop_source asked;
  const BenchOutcome outcome = run(
      fake,
      [&](const BenchLog& log) {
        if (log.done() == 2) asked.request_stop();
      },
      asked);
  EXPECT_EQ(outcome.end, BenchEnd::cancelled);
  EXPECT_TRUE(outcome.log.ended());
  EXPECT_EQ(outcome.log.record().results.size(), 2U);
}

TEST(BenchChild, OneThatHangsIsKilled) {
  for (const bool at_once : {false, true}) {
    const FakeBench fake("trap '' TERM\n" + three_results + "while :; do sleep 1000; done");
    const std::stop_source asked, kill;
    const std::stop_source& stop = at_once ? kill : asked;
    const auto patience = at_once ? std::chrono::milliseconds(1h) : 20ms;
    const BenchOutcome outcome = run(
        fake,
        [&](const BenchLog& log) {
          if (log.done() == 2) stop.request_stop();
        },
        asked, patience, kill);
    EXPECT_EQ(outcome.end, BenchEnd::cancelled);
    EXPECT_EQ(outcome.log.record().results.size(), 2U) << "what it had measured is there";
  }
}

TEST(BenchChild, OneThatClosesItsOutputAndHangsIsCancelledToo) {
  const FakeBench fake(echoed(begun_event(3)) + "exec >&- 2>&-\nexec sleep 1000");
  const std::stop_source asked;
  const BenchOutcome outcome = run(
      fake, [&](const BenchLog&) { asked.request_stop(); }, asked);
  EXPECT_EQ(outcome.end, BenchEnd::cancelled);
}

TEST(BenchChild, ASignalIsSaidWithWhatWasTimed) {
  const FakeBench fake(three_results + "echo 'an illegal memory access' >&2\nkill -SEGV $$");
  const BenchOutcome outcome = run(fake);
  EXPECT_EQ(outcome.end, BenchEnd::failed);
  EXPECT_EQ(outcome.why.text(), "bench was ended by signal 11 while timing " + title +
                                    ", 2^20: an illegal memory "
                                    "access.");
  EXPECT_EQ(outcome.log.record().results.size(), 2U);
}

TEST(BenchChild, AnExitCodeIsSaidWithItsLastWords) {
  const FakeBench fake(three_results + "echo 'warpscope: It broke.' >&2\nexit 1");
  EXPECT_EQ(run(fake).why.text(),
            "bench ended with exit code 1 while timing " + title + ", 2^20: It broke.");
  const FakeBench silent(three_results + "exit 7");
  EXPECT_EQ(run(silent).why.text(),
            "bench ended with exit code 7 while timing " + title + ", 2^20.");
}

TEST(BenchChild, ADeviceThatWasLostIsSaidInItsOwnWords) {
  const FakeBench fake(three_results + echoed(end_event("The GPU fell off the bus.")) + "exit 1");
  const BenchOutcome outcome = run(fake);
  EXPECT_EQ(outcome.end, BenchEnd::failed);
  EXPECT_EQ(outcome.why.text(), "The measurement ended early: The GPU fell off the bus.");
}

TEST(BenchChild, WhatItSaysBeforeItBeginsIsTheReason) {
  const FakeBench fake("echo 'warpscope: There is no GPU.' >&2; exit 3");
  EXPECT_EQ(run(fake).why.text(), "There is no GPU.");
  const FakeBench nothing("exit 0");
  EXPECT_EQ(run(nothing).why.text(), "bench ended without saying that it is done.");
  EXPECT_EQ(run(nothing).end, BenchEnd::failed);
}

TEST(BenchChild, RubbishIsPassedOver) {
  const FakeBench fake("echo hello\nhead -c 3000000 /dev/urandom\necho\n" + three_results +
                       "echo '{\"event\":'\n" + echoed(end_event("")));
  const BenchOutcome outcome = run(fake);
  EXPECT_EQ(outcome.end, BenchEnd::finished) << outcome.why.text();
  EXPECT_EQ(outcome.log.record().results.size(), 2U);
  EXPECT_GE(outcome.log.passed_over(), 3);
}

TEST(BenchChild, OneThatIsNotThereIsSaid) {
  const BenchOutcome outcome = run_bench({"/nowhere/warpscope", {}}, [](const BenchLog&) {}, {});
  EXPECT_EQ(outcome.end, BenchEnd::failed);
  EXPECT_NE(outcome.why.text().find("cannot be started"), std::string::npos) << outcome.why.text();
}

TEST(BenchChild, TheProgramItselfSaysThatThereIsNoGpu) {
  if (cuda_status().usable) GTEST_SKIP() << "there is one";
  const BenchOutcome outcome = run_bench(
      {WARPSCOPE_BINARY, {"bench", "reduce_strided", "--json-lines"}}, [](const BenchLog&) {}, {});
  EXPECT_EQ(outcome.end, BenchEnd::failed);
  EXPECT_NE(outcome.why.text().find(cuda_status().problem), std::string::npos)
      << outcome.why.text();
}

}  // namespace
}  // namespace warpscope
