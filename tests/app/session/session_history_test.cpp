#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <thread>

#include "app/session/session.hpp"

namespace warpscope {
namespace {

/// Each test has two runs, seeds 7 and 8; a recording ends at once, unless it is told to wait.
class SessionHistory : public testing::Test {
 protected:
  SessionHistory() {
    EXPECT_TRUE(session_.choose_kernel("reduce_strided"));
    settle();
    choose_seed(8);
    settle();
  }
  void settle() {
    while (session_.recording()) {
      session_.tick(0);
      std::this_thread::yield();
    }
    session_.tick(0);
  }
  void choose_seed(std::uint64_t seed) {
    Options next = session_.options();
    next.request.input.seed = seed;
    EXPECT_TRUE(session_.change(std::move(next)));
  }
  void cancel() {
    ASSERT_TRUE(session_.recording());
    session_.cancel_recording();
    waits_ = false;
  }
  [[nodiscard]] std::uint64_t seed() const { return session_.options().request.input.seed; }

  std::atomic<bool> waits_ = false, fails_ = false;
  Session session_{
      {}, [this](const Options& wanted, const Recording& have, const std::stop_token& stop) {
        while (waits_ && !stop.stop_requested()) std::this_thread::yield();
        return fails_ ? Result<Recording>(Error{ErrorKind::failed, "It failed."})
                      : make_recording(wanted, have, stop);
      }};
};

TEST_F(SessionHistory, ACancelledUndoLosesNothing) {
  waits_ = true;
  session_.undo();
  EXPECT_EQ(seed(), 7U);
  cancel();
  EXPECT_EQ(seed(), 8U) << "as it is shown";
  EXPECT_FALSE(session_.can_redo());
  session_.undo();
  settle();
  EXPECT_EQ(seed(), 7U) << "what was undone is still there";
  session_.redo();
  settle();
  EXPECT_EQ(seed(), 8U);
  EXPECT_FALSE(session_.can_redo()) << "it is there once";
}

TEST_F(SessionHistory, ACancelledRedoLosesNothing) {
  session_.undo();
  settle();
  waits_ = true;
  session_.redo();
  cancel();
  EXPECT_EQ(seed(), 7U);
  session_.redo();
  settle();
  EXPECT_EQ(seed(), 8U);
  session_.undo();
  settle();
  EXPECT_EQ(seed(), 7U);
}

TEST_F(SessionHistory, CancelledChangesLeaveUndoAndRedoAsTheyWere) {
  session_.undo();
  settle();
  waits_ = true;
  choose_seed(20);
  choose_seed(21);
  cancel();
  EXPECT_EQ(seed(), 7U);
  ASSERT_TRUE(session_.can_redo());
  session_.redo();
  settle();
  EXPECT_EQ(seed(), 8U);
}

TEST_F(SessionHistory, AnUndoThatFailsLosesNothing) {
  fails_ = true;
  session_.undo();
  settle();
  EXPECT_EQ(seed(), 8U);
  fails_ = false;
  session_.undo();
  settle();
  EXPECT_EQ(seed(), 7U);
}

}  // namespace
}  // namespace warpscope
