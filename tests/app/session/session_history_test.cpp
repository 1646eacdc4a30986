#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <thread>

#include "app/look/stage_focus.hpp"
#include "app/session/session.hpp"
#include "tests/app/settled_session.hpp"

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
  void settle() { test::settle(session_); }
  void choose_seed(std::uint64_t seed) {
    Options next = session_.options();
    next.request.input.seed = seed;
    EXPECT_TRUE(session_.change(std::move(next)));
  }
  void cancel() {
    ASSERT_TRUE(session_.recording.on());
    session_.recording.cancel();
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
  session_.history.undo();
  EXPECT_EQ(seed(), 7U);
  cancel();
  EXPECT_EQ(seed(), 8U) << "as it is shown";
  EXPECT_FALSE(session_.history.can_redo());
  session_.history.undo();
  settle();
  EXPECT_EQ(seed(), 7U) << "what was undone is still there";
  session_.history.redo();
  settle();
  EXPECT_EQ(seed(), 8U);
  EXPECT_FALSE(session_.history.can_redo()) << "it is there once";
}

TEST_F(SessionHistory, ACancelledRedoLosesNothing) {
  session_.history.undo();
  settle();
  waits_ = true;
  session_.history.redo();
  cancel();
  EXPECT_EQ(seed(), 7U);
  session_.history.redo();
  settle();
  EXPECT_EQ(seed(), 8U);
  session_.history.undo();
  settle();
  EXPECT_EQ(seed(), 7U);
}

TEST_F(SessionHistory, CancelledChangesLeaveUndoAndRedoAsTheyWere) {
  session_.history.undo();
  settle();
  waits_ = true;
  choose_seed(20);
  choose_seed(21);
  cancel();
  EXPECT_EQ(seed(), 7U);
  ASSERT_TRUE(session_.history.can_redo());
  session_.history.redo();
  settle();
  EXPECT_EQ(seed(), 8U);
}

TEST_F(SessionHistory, AnUndoThatFailsLosesNothing) {
  fails_ = true;
  session_.history.undo();
  settle();
  EXPECT_EQ(seed(), 8U);
  fails_ = false;
  session_.history.undo();
  settle();
  EXPECT_EQ(seed(), 7U);
}

TEST_F(SessionHistory, PanesGoBackToWhereTheyWere) {
  const float left = session_.views.splitters().left;
  session_.views.arrange([this] { session_.views.splitters().left = 0.4F; });
  session_.views.arrange([this] { session_.views.large = "memory"; });
  session_.views.arrange([] {});
  session_.history.undo();
  EXPECT_EQ(session_.views.large, "");
  EXPECT_EQ(session_.views.splitters().left, 0.4F);
  session_.history.undo();
  EXPECT_EQ(session_.views.splitters().left, left);
  EXPECT_FALSE(session_.recording.on()) << "nothing is run anew";
  EXPECT_EQ(seed(), 8U);
  session_.history.redo();
  session_.history.redo();
  EXPECT_EQ(session_.views.splitters().left, 0.4F);
  EXPECT_EQ(session_.views.large, "memory");
  EXPECT_FALSE(session_.history.can_redo());
}

TEST_F(SessionHistory, TheStagesFocusGoesBackToWhatItWas) {
  SessionViews& views = session_.views;
  const auto focus = [&] { return views.look.get<StageFocus>(); };
  views.choose(stage_focus_option, static_cast<std::size_t>(StageFocus::off));
  views.choose(stage_focus_option, static_cast<std::size_t>(StageFocus::off));  // no change
  session_.history.undo();
  EXPECT_EQ(focus(), StageFocus::on);
  EXPECT_EQ(seed(), 8U) << "the run stays";
  session_.history.redo();
  EXPECT_EQ(focus(), StageFocus::off);
  EXPECT_FALSE(session_.history.can_redo());
}

TEST_F(SessionHistory, FoldsGoBackToWhatTheyWere) {
  SessionViews& views = session_.views;
  views.folded({"a.cu", {}}, {"a.cu", {3}});
  views.folded({"a.cu", {3}}, {"a.cu", {3, 9}});
  session_.history.undo();
  EXPECT_EQ(views.reading.put_back, (FoldedBlocks{"a.cu", {3}}));
  session_.history.undo();
  EXPECT_EQ(views.reading.put_back, (FoldedBlocks{"a.cu", {}}));
  session_.history.redo();
  session_.history.redo();
  EXPECT_EQ(views.reading.put_back, (FoldedBlocks{"a.cu", {3, 9}}));
  EXPECT_EQ(views.reading.put_backs, 4);
  EXPECT_EQ(seed(), 8U);
}

/// A window with sliders, and what they are set to.
class SliderHistory : public SessionHistory {
 protected:
  void move(int value, bool goes_on, const char* slider = "resident") {
    SliderSettings next = session_.views.look.get<SliderSettings>();
    next.values.insert_or_assign(slider, value);
    next.chosen = slider;
    session_.history.move_slider(std::move(next), {"multiprocessor"}, goes_on);
  }
  [[nodiscard]] std::optional<int> at(const char* slider = "resident") const {
    return session_.views.look.get<SliderSettings>().find(slider);
  }
};

TEST_F(SliderHistory, ADragIsOneStep) {
  move(5, false);
  move(9, true);
  move(12, true);
  EXPECT_EQ(at(), 12);
  session_.history.undo();
  EXPECT_EQ(at(), std::nullopt) << "it follows the document again";
  EXPECT_FALSE(session_.recording.on()) << "nothing is run anew";
  EXPECT_EQ(seed(), 8U);
  session_.history.redo();
  EXPECT_EQ(at(), 12);
  EXPECT_FALSE(session_.history.can_redo());
}

TEST_F(SliderHistory, TwoDragsAreTwoSteps) {
  move(5, false);
  move(9, true);
  move(9, false);  // pressed where the knob is
  move(20, true);
  session_.history.undo();
  EXPECT_EQ(at(), 9);
  session_.history.undo();
  EXPECT_EQ(at(), std::nullopt);
  session_.history.redo();
  session_.history.redo();
  EXPECT_EQ(at(), 20);
}

TEST_F(SliderHistory, AnotherSliderIsAnotherStep) {
  move(5, true);
  move(6, true, "between");
  move(7, true, "between");
  session_.history.undo();
  EXPECT_EQ(at("between"), std::nullopt);
  EXPECT_EQ(at(), 5);
}

TEST_F(SliderHistory, SlidersAndRunsAreUndoneInTheirOrder) {
  move(5, false);
  choose_seed(9);
  settle();
  move(6, true);
  session_.history.undo();
  EXPECT_EQ(at(), 5) << "a run came between the two";
  EXPECT_EQ(seed(), 9U);
  session_.history.undo();
  settle();
  EXPECT_EQ(seed(), 8U);
  EXPECT_EQ(at(), 5);
  session_.history.undo();
  EXPECT_EQ(at(), std::nullopt);
  EXPECT_EQ(seed(), 8U);
  session_.history.undo();
  settle();
  EXPECT_EQ(seed(), 7U);
}

TEST_F(SliderHistory, UndoShowsTheViewWhoseSliderItPutsBack) {
  move(5, false);
  session_.views.bring_forward("memory");
  session_.history.undo();
  constexpr std::string_view both[] = {"memory", "multiprocessor"};
  EXPECT_EQ(session_.views.in_front(both), "multiprocessor");
}

TEST_F(SliderHistory, ACancelledRunLosesNoMovement) {
  waits_ = true;
  choose_seed(30);
  move(5, false);
  cancel();
  EXPECT_EQ(seed(), 8U);
  EXPECT_EQ(at(), 5);
  session_.history.undo();
  EXPECT_EQ(at(), std::nullopt);
}

TEST_F(SliderHistory, ResettingIsAStepOfItsOwn) {
  move(5, false);
  SliderSettings none;
  none.chosen = "resident";
  session_.history.move_slider(none, {"multiprocessor"}, false);
  EXPECT_EQ(at(), std::nullopt);
  move(8, true);
  session_.history.undo();
  EXPECT_EQ(at(), std::nullopt);
  session_.history.undo();
  EXPECT_EQ(at(), 5);
}

}  // namespace
}  // namespace warpscope
