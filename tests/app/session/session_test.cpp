#include "app/session/session.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <latch>
#include <set>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/side_names.hpp"
#include "app/subject/find_subject.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::settle;

/// Lets time pass until nothing is being recorded.
class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    EXPECT_TRUE(session_.choose_kernel("reduce_strided"));
    settle(session_);
    session_.playback.seek(0);  // from where it opens
  }
  [[nodiscard]] const TraceHeader& left() const {
    return session_.playback.left().document()->trace->header;
  }
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_F(SessionTest, KeysMoveThePlayhead) {
  ASSERT_TRUE(session_.playback.left().ready());
  commands_.press(chord("Right"));
  EXPECT_EQ(session_.playback.left().position(), 1U);
  EXPECT_TRUE(session_.playback.player.moving());
  commands_.press(chord("Shift+Right"));
  const auto& trace = *session_.playback.left().document()->trace;
  EXPECT_EQ(session_.playback.left().position(), trace.steps[1].first_access);
  commands_.press(chord("End"));
  EXPECT_EQ(session_.playback.left().position(), session_.playback.left().count() - 1);
  commands_.press(chord("Ctrl+Left"));
  EXPECT_LT(session_.playback.left().position(), session_.playback.left().count() - 1);
  commands_.press(chord("Home"));
  EXPECT_EQ(session_.playback.left().position(), 0U);
}

TEST_F(SessionTest, PlaysToTheEndAndStops) {
  commands_.press(chord("Space"));
  session_.tick(1.01F);
  EXPECT_EQ(session_.playback.left().position(), 3U);
  session_.tick(1000);
  EXPECT_EQ(session_.playback.left().position(), session_.playback.left().count() - 1);
  EXPECT_FALSE(session_.playback.player.playing());
  commands_.press(chord("Space"));
  EXPECT_EQ(session_.playback.left().position(), 0U);
}

TEST_F(SessionTest, AnotherBankModelKeepsTheTraceAndThePlace) {
  session_.playback.seek(20);
  const auto trace = session_.playback.left().document()->trace;
  commands_.press(chord("B"));
  settle(session_);
  EXPECT_EQ(session_.playback.left().document()->trace, trace);
  EXPECT_EQ(session_.playback.left().document()->summary.model, BankModel::cc1);
  EXPECT_EQ(session_.playback.left().position(), 20U);
}

/// S jumped to another access.
TEST_F(SessionTest, AnotherSeedKeepsThePlace) {
  session_.playback.seek(20);
  commands_.press(chord("S"));
  settle(session_);
  EXPECT_EQ(left().seed, 8U);
  EXPECT_EQ(session_.playback.left().position(), 20U);
  EXPECT_FALSE(session_.opening.on());
  // Who has just opened the kernel is asked about the new values, too.
  session_.opening.seek();
  commands_.press(chord("S"));
  settle(session_);
  EXPECT_EQ(session_.playback.left().position(),
            session_.playback.left().document()->telling.access);
  EXPECT_TRUE(session_.opening.on());
  // At another size the place says nothing.
  session_.playback.seek(20);
  Options next = session_.options();
  next.request.size = 64;
  next.request.block = 64;
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  EXPECT_EQ(session_.playback.left().position(),
            session_.playback.left().document()->telling.access);
}

TEST_F(SessionTest, AChangedKernelCanBeComparedWithItsRunBefore) {
  EXPECT_FALSE(session_.comparison.has_before());
  commands_.press(chord("S"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.has_before()) << "other values change no cost";
  Options next = session_.options();
  next.request.block = 128;
  next.request.size = 128;
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  const DocumentPtr now = session_.playback.left().document();
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_EQ(session_.notices.toast()->command, "compare.before");
  ASSERT_TRUE(commands_.run(session_.notices.toast()->command));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.playback.left().document()->trace, now->trace)
      << "the run that is shown stays";
  EXPECT_EQ(session_.playback.right().document()->trace->launches.front().threads(), 256);
  EXPECT_EQ(session_.playback.right().document()->trace->header.kernel, left().kernel);
  const SideNames names = side_names(session_);
  EXPECT_EQ(names.right, "before the change, n = 256, blocks of 256");
  EXPECT_TRUE(names.right_was_first);
  commands_.press(chord("C"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on()) << "as any other comparison";
  ASSERT_TRUE(commands_.press(chord("Ctrl+H")));
  settle(session_);
  EXPECT_TRUE(session_.comparison.on());
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on()) << "another kernel was not changed";
  EXPECT_FALSE(session_.comparison.has_before());
}

TEST_F(SessionTest, UndoAndRedoBringOptionsBack) {
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  settle(session_);
  EXPECT_EQ(left().kernel, "scan_blelloch");
  commands_.press(chord("S"));
  settle(session_);
  EXPECT_EQ(left().seed, 8U);
  commands_.press(chord("Ctrl+Z"));
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_EQ(left().kernel, "reduce_strided");
  commands_.press(chord("Ctrl+Shift+Z"));
  settle(session_);
  EXPECT_EQ(left().kernel, "scan_blelloch");
}

TEST_F(SessionTest, AnIllegalSizeChangesNothingAndSaysWhatIsAllowed) {
  Options next = session_.options();
  next.request.size = -5;
  const Status changed = session_.change(next);
  ASSERT_FALSE(changed);
  EXPECT_FALSE(changed.error().message.empty());
  EXPECT_FALSE(session_.recording.on());
  EXPECT_EQ(*session_.options().request.size, 256);
}

TEST_F(SessionTest, ComparesOnOnePlayheadAlignedByBarrier) {
  commands_.press(chord("C"));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.playback.right().document()->trace->header.kernel, "reduce_sequential");
  for (int i = 0; i < 4; ++i) commands_.press(chord("Shift+Right"));
  const auto step = [](const Playhead& head) {
    return head.document()->trace->accesses[head.position()].step;
  };
  EXPECT_EQ(step(session_.playback.left()), 4U);
  EXPECT_EQ(step(session_.playback.right()), 4U);
  commands_.press(chord("C"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
}

TEST_F(SessionTest, AnotherProblemOrHomeEndsAComparison) {
  ASSERT_TRUE(session_.comparison.with(Variant{.kernel = "reduce_sequential"}));
  test::settle(session_);
  ASSERT_TRUE(session_.choose_kernel("reduce_divergent"));
  test::settle(session_);
  EXPECT_TRUE(session_.comparison.on()) << "two reductions";
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  test::settle(session_);
  EXPECT_FALSE(session_.comparison.on()) << "a scan beside a reduction says nothing";
  ASSERT_TRUE(session_.comparison.with(Variant{.kernel = "scan_hillis_steele"}));
  test::settle(session_);
  session_.views.layout = LayoutKind::home;
  ASSERT_TRUE(session_.choose_kernel("scan_hillis_steele"));
  test::settle(session_);
  EXPECT_FALSE(session_.comparison.on()) << "who comes from home begins anew";
}

TEST_F(SessionTest, SavesAndOpensATrace) {
  const TestFolder folder;
  const auto path = folder.path() / "session_test.wscope";
  ASSERT_TRUE(session_.recording.save(path));
  const Status second = session_.recording.save(path);
  ASSERT_FALSE(second) << "the first one is still being written";
  EXPECT_NE(second.error().message.find(path.string()), std::string::npos);
  while (!session_.notices.toast()) session_.tick(0);
  EXPECT_FALSE(session_.notices.toast()->error) << session_.notices.toast()->text.text();
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  settle(session_);
  Options next = session_.options();
  next.opened = file_subject(path);
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  EXPECT_EQ(left().kernel, "reduce_strided");
}

TEST_F(SessionTest, AFileThatIsNoTraceLeavesWhatIsShown) {
  Options next = session_.options();
  next.opened = file_subject("/nowhere/missing.wscope");
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_TRUE(session_.notices.toast()->error);
  EXPECT_EQ(left().kernel, "reduce_strided");
  EXPECT_FALSE(session_.options().opened);
}

TEST_F(SessionTest, ParametersGoRoundByKey) {
  ASSERT_TRUE(session_.choose_kernel("bank_stride"));
  settle(session_);
  const auto stride = [&] { return session_.options().request.parameters.at("stride"); };
  const std::string first = stride();
  std::set<std::string> seen{first};
  double last = std::stod(first);
  int falls = 0;
  do {
    commands_.press(chord("P"));
    settle(session_);
    EXPECT_EQ(left().parameters.at("stride"), stride());
    falls += std::stod(stride()) < last ? 1 : 0;
    last = std::stod(stride());
    seen.insert(stride());
  } while (stride() != first && seen.size() < 100);
  EXPECT_GT(seen.size(), 5U);
  EXPECT_EQ(falls, 1) << "numbers rise, and begin again once";
  commands_.press(chord("Shift+P"));
  EXPECT_NE(stride(), first);
  ASSERT_TRUE(session_.choose_kernel("vector_soa"));
  settle(session_);
  EXPECT_FALSE(commands_.press(chord("P"))) << "it has no parameter";
  EXPECT_FALSE(commands_.press(chord("O")));
}

TEST_F(SessionTest, AnotherKernelKeepsWhatItCanOfTheWishes) {
  Options next = session_.options();
  next.request.parameters["type"] = "float";
  next.request.parameters["op"] = "max";
  next.request.input.kind = "reversed";
  ASSERT_TRUE(session_.change(next));
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  EXPECT_EQ(session_.options().request.parameters.at("type"), "float");
  EXPECT_EQ(session_.options().request.parameters.at("op"), "add") << "the only one there";
  EXPECT_EQ(session_.options().request.input.kind, "reversed");
  ASSERT_TRUE(session_.choose_kernel("jacobi"));
  EXPECT_EQ(session_.options().request.input.kind, "") << "a system has inputs of its own";
  EXPECT_FALSE(session_.options().request.parameters.contains("op"));
}

// First add works on two elements per thread, so its own block is half as large: nobody asked for
// that.
TEST_F(SessionTest, AnotherKernelTakesItsOwnBlockUnlessOneWasAskedFor) {
  ASSERT_TRUE(session_.choose_kernel("reduce_first_add"));
  settle(session_);
  const auto own = [this](const char* kernel) {
    const auto completed = complete({.kernel = kernel});
    EXPECT_EQ(session_.options().request.size, completed->size) << kernel;
    EXPECT_EQ(session_.options().request.block, completed->block) << kernel;
  };
  own("reduce_first_add");
  ASSERT_TRUE(session_.choose_kernel("reduce_sequential"));
  settle(session_);
  own("reduce_sequential");
  EXPECT_EQ(session_.playback.left().document()->trace->launches.front().blocks(), 1);
  Options next = session_.options();
  next.request.block = 32;
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle(session_);
  EXPECT_EQ(session_.options().request.block, 32) << "asked for";
}

TEST_F(SessionTest, UndoGoesBackToTheAccessAtWhichTheRunWasLeft) {
  session_.playback.seek(30);
  commands_.press(chord("S"));
  settle(session_);
  EXPECT_EQ(session_.playback.left().position(), 30U) << "other values of the same run";
  session_.playback.seek(7);
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_EQ(session_.playback.left().position(), 30U);
  commands_.press(chord("Ctrl+Y"));
  settle(session_);
  EXPECT_EQ(session_.playback.left().position(), 7U);
  commands_.press(chord("B"));  // another bank model is the same place
  settle(session_);
  session_.playback.seek(9);
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_EQ(session_.playback.left().position(), 9U);
}

TEST_F(SessionTest, AFormulaBelongsToTheKernelThatItWasTypedFor) {
  constexpr std::array<std::string_view, 2> tabs{"banks", "formula"};
  session_.settings.formula.formula = "tid * 64 + tid / 4";
  session_.views.bring_forward("formula");
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  settle(session_);
  EXPECT_EQ(session_.settings.formula, Playground{});
  EXPECT_EQ(session_.views.in_front(tabs), "banks") << "what was asked of another kernel closes";
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle(session_);
  EXPECT_EQ(session_.settings.formula.formula, "tid * 64 + tid / 4") << "and is there again";
}

TEST_F(SessionTest, EveryKernelCanBeChosenAfterEveryOther) {
  for (const KernelInfo* first : catalogue()) {
    for (const KernelInfo* second : catalogue()) {
      const RunRequest request = for_kernel(for_kernel({}, first->id), second->id);
      const auto legal = complete(request);
      ASSERT_TRUE(legal) << first->id << ", " << second->id << ": " << legal.error().message;
    }
  }
}

TEST_F(SessionTest, LaunchKeysMoveWhereThereAreSeveral) {
  EXPECT_FALSE(commands_.press(chord("Ctrl+Shift+Right")));
  EXPECT_FALSE(commands_.find("launch.next")->enabled());
  ASSERT_TRUE(session_.choose_kernel("scan_distribute"));
  settle(session_);
  session_.playback.seek(0);
  const auto launch = [&] {
    const Trace& trace = *session_.playback.left().document()->trace;
    return trace.steps[trace.accesses[session_.playback.left().position()].step].launch;
  };
  EXPECT_TRUE(commands_.press(chord("Ctrl+Shift+Right")));
  EXPECT_EQ(launch(), 1U);
  EXPECT_TRUE(commands_.press(chord("Ctrl+Shift+Right")));
  EXPECT_EQ(launch(), 2U);
  EXPECT_TRUE(commands_.press(chord("Ctrl+Shift+Left")));
  EXPECT_EQ(launch(), 1U);
  EXPECT_TRUE(commands_.find("launch.next")->enabled());
}

TEST(Recorder, TheNewestWishWinsAndTheOldIsAskedToStop) {
  std::latch started(1);
  std::atomic<int> stopped = 0;
  Recorder recorder(
      [&](const Options& wanted, const Recording&, std::stop_token stop) -> Result<Recording> {
        if (wanted.request.kernel == "slow") {
          started.count_down();
          while (!stop.stop_requested()) std::this_thread::yield();
          ++stopped;
        }
        return Recording{wanted, nullptr, nullptr, {}, {}};
      });
  Options options;
  options.request.kernel = "slow";
  recorder.request(options, {});
  started.wait();
  EXPECT_FALSE(recorder.poll());  // does not wait
  options.request.kernel = "fast";
  recorder.request(options, {});
  std::optional<Result<Recording>> result;
  while (!result) result = recorder.poll();
  EXPECT_EQ(result->value().options.request.kernel, "fast");
  EXPECT_EQ(stopped, 1);
  EXPECT_FALSE(recorder.busy());
}

TEST(Recorder, SaysThatItStopsUntilTheJobHasEnded) {
  std::latch started(1);
  std::atomic<bool> may_end = false;
  Session session({}, [&](const Options& wanted, const Recording& have, std::stop_token stop) {
    if (wanted.request.input.seed == 99) {
      started.count_down();
      while (!may_end) std::this_thread::yield();  // a kernel on a GPU: it hears of no stop
      return Result<Recording>(Error{ErrorKind::failed, "It was stopped."});
    }
    return make_recording(wanted, have, std::move(stop));
  });
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  settle(session);
  Options slow = session.options(), other = slow;
  slow.request.input.seed = 99;
  other.request.input.seed = 8;
  ASSERT_TRUE(session.change(slow));
  started.wait();
  session.recording.cancel();
  session.tick(0);
  EXPECT_FALSE(session.recording.on());
  EXPECT_TRUE(session.recording.stopping());
  EXPECT_FALSE(session.notices.toast()) << "it is not yet cancelled";
  ASSERT_TRUE(session.change(other));
  session.tick(0);
  EXPECT_TRUE(session.recording.on() && session.recording.stopping())
      << "it waits for the one before";
  session.recording.cancel();
  session.tick(0);
  EXPECT_FALSE(session.notices.toast());
  may_end = true;
  while (!session.notices.toast()) session.tick(0);
  EXPECT_EQ(session.notices.toast()->text.text(), "Recording was cancelled.");
  EXPECT_FALSE(session.recording.stopping());
  EXPECT_EQ(session.options().request.input.seed, 7U);
}

TEST(Recorder, CancelledOrDestroyedItEndsItsJob) {
  std::latch started(1), ended(1);
  {
    Recorder recorder([&](const Options&, const Recording&, std::stop_token stop) {
      started.count_down();
      while (!stop.stop_requested()) std::this_thread::yield();
      ended.count_down();
      return Result<Recording>(Error{});
    });
    recorder.request({}, {});
    started.wait();
    recorder.cancel();
    ended.wait();
    EXPECT_FALSE(recorder.busy());
    EXPECT_FALSE(recorder.poll());
  }
  SUCCEED();
}

}  // namespace
}  // namespace warpscope
