#include "app/session/session_following.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/long_trace.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

class FollowingTest : public testing::Test {
 protected:
  void SetUp() override { show("reduce_strided"); }
  void show(const char* kernel) {
    ASSERT_TRUE(session_.choose_kernel(kernel));
    test::settle(session_);
    session_.playback.seek(0);
  }
  /// A session that shows a trace made by hand.
  static Recorder::Make showing(const DocumentPtr& document) {
    return [document](const Options& wanted, const Recording&, const std::stop_token&) {
      Recording recording;
      recording.options = wanted;
      recording.left = document;
      return Result(recording);
    };
  }
  [[nodiscard]] std::uint32_t now() const { return session_.playback.left().position(); }
  void press(const char* key) {
    session_.notices.dismiss();
    EXPECT_TRUE(commands_.press(chord(key))) << key;
  }
  [[nodiscard]] std::string said() const {
    const auto& toast = session_.notices.toast();
    return toast ? toast->text.text() : "";
  }

  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_F(FollowingTest, APinStaysWhileOneStepsAndCanBeUndone) {
  SessionFollowing& following = session_.following;
  following.pin(PinnedLane{5});
  EXPECT_EQ(following.pin_label(), "lane 5");
  press("Right");
  press("Down");
  EXPECT_EQ(following.pin_label(), "lane 5");
  following.pin(PinnedWarp{1});
  const std::uint32_t place = now();
  session_.history.undo();
  EXPECT_EQ(following.pin_label(), "lane 5");
  EXPECT_EQ(now(), place) << "undoing a pin moves nothing";
  EXPECT_FALSE(session_.recording.on()) << "nor does it record";
  session_.history.undo();
  EXPECT_EQ(following.pin_label(), "");
  session_.history.redo();
  session_.history.redo();
  EXPECT_EQ(following.pin_label(), "warp 1");
  following.pin(PinnedWarp{1});
  EXPECT_EQ(following.pin_label(), "") << "the same once more unpins";
}

TEST_F(FollowingTest, UndoGoesBackThroughPinsAndRunsInTheirOrder) {
  session_.following.pin(PinnedCell{"data", Space::shared, 3});
  show("reduce_sequential");
  EXPECT_EQ(session_.following.pin_label(), "data[3]") << "the array of that name";
  session_.following.unpin();
  session_.history.undo();
  EXPECT_EQ(session_.following.pin_label(), "data[3]");
  EXPECT_EQ(session_.options().request.kernel, "reduce_sequential");
  session_.history.undo();
  test::settle(session_);
  EXPECT_EQ(session_.options().request.kernel, "reduce_strided");
  session_.history.undo();
  EXPECT_EQ(session_.following.pin_label(), "");
}

TEST_F(FollowingTest, EscapeUnpinsBeforeItLeavesTheLecture) {
  press("F5");
  ASSERT_EQ(session_.views.layout, LayoutKind::lecture);
  session_.following.pin(PinnedLane{5});
  press("Escape");
  EXPECT_EQ(session_.following.pin_label(), "");
  EXPECT_EQ(session_.views.layout, LayoutKind::lecture);
  press("Escape");
  EXPECT_EQ(session_.views.layout, LayoutKind::study);
}

TEST_F(FollowingTest, StepsAndPlayingLeaveOutWhatTheFilterDoesNotLetPass) {
  SessionFollowing& following = session_.following;
  following.filter({.array = "data", .warp = 1});
  const Trace& trace = *session_.playback.left().document()->trace;
  std::set<std::uint32_t> passing;
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& access = trace.accesses[i];
    if (trace.arrays[static_cast<std::size_t>(access.array)].name == "data" && access.warp == 1) {
      passing.insert(i);
    }
  }
  ASSERT_GT(passing.size(), 2U);
  EXPECT_EQ(following.filter_label(), std::to_string(passing.size()) + " of " +
                                          std::to_string(trace.accesses.size()) + ": data, warp 1");
  std::set<std::uint32_t> seen;
  for (std::uint32_t before = 1; before != now();) {
    before = now();
    press("Right");
    if (before != now()) seen.insert(now());
  }
  EXPECT_EQ(seen, passing);
  seen = {now()};
  for (std::uint32_t before = 0; before != now();) {
    before = now();
    press("Left");
    seen.insert(now());
  }
  EXPECT_EQ(seen, passing);
  for (const char* key : {"Down", "Ctrl+Right", "Up", "Ctrl+Left"}) {
    press(key);
    EXPECT_TRUE(passing.contains(now())) << key;
  }
  session_.playback.seek(*passing.begin());
  seen = {now()};
  session_.playback.toggle();
  for (int frame = 0; frame < 4000 && session_.playback.player.playing(); ++frame) {
    session_.tick(0.05F);
    seen.insert(now());
  }
  EXPECT_EQ(seen, passing) << "playing";
  press("Ctrl+Shift+O");
  EXPECT_EQ(following.filter_label(), "");
  session_.history.undo();
  EXPECT_NE(following.filter_label(), "") << "a filter can be undone, too";
}

TEST_F(FollowingTest, TheNextConflictWrapsWithAWord) {
  const Document& document = *session_.playback.left().document();
  std::vector<std::uint32_t> conflicts;
  for (std::uint32_t i = 0; i < document.trace->accesses.size(); ++i) {
    if (is_conflict(document, i)) conflicts.push_back(i);
  }
  ASSERT_GT(conflicts.size(), 1U);
  for (const std::uint32_t conflict : conflicts) {
    press("Alt+J");
    EXPECT_EQ(now(), conflict);
    EXPECT_EQ(said(), "");
  }
  press("Alt+J");
  EXPECT_EQ(now(), conflicts.front());
  EXPECT_EQ(said(), "It went on from the start of the run.");
  press("Alt+Shift+J");
  EXPECT_EQ(now(), conflicts.back());
  EXPECT_EQ(said(), "It went on from the end of the run.");
  press("Alt+Left");
  EXPECT_EQ(now(), conflicts.front()) << "back to where one was";
  press("Alt+D");
  EXPECT_EQ(said(), "At no other access anything is wrong.");
}

TEST_F(FollowingTest, EveryWayHasAKey) {
  const Document& document = *session_.playback.left().document();
  session_.playback.seek(document.telling.access);
  for (const char* key : {"Alt+U", "Shift+Down", "Shift+Up", "Alt+V", "Alt+Shift+V", "Alt+X",
                          "Alt+Shift+X", "Ctrl+Home", "Ctrl+Shift+Home", "Ctrl+End"}) {
    press(key);
  }
  EXPECT_FALSE(commands_.press(chord("Shift+J"))) << "nothing is pinned";
  session_.following.pin(PinnedLane{31});
  for (const char* key : {"Shift+J", "Ctrl+Shift+J", "Shift+F12"}) press(key);
  EXPECT_EQ(session_.following.pin_label(), "");
  const std::pair<const char*, Popup> popups[]{{"F12", Popup::pin},
                                               {"Ctrl+Shift+L", Popup::filter},
                                               {"J", Popup::landmark},
                                               {"Shift+H", Popup::cell}};
  for (const auto& [key, popup] : popups) {
    press(key);
    EXPECT_EQ(session_.popup.shown, popup) << key;
    session_.popup.shown = Popup::none;
  }
}

TEST_F(FollowingTest, TheWorstAccessOfALineIsOfThatLine) {
  session_.playback.seek(0);
  press("Ctrl+Home");
  const std::uint32_t worst = now();
  EXPECT_TRUE(is_conflict(*session_.playback.left().document(), worst));
  press("Ctrl+Home");
  EXPECT_EQ(said(), "This is the worst access of the run.");
  session_.playback.seek(0);
  const Trace& trace = *session_.playback.left().document()->trace;
  const std::uint32_t line = trace.line_of(trace.accesses[0]);
  press("Ctrl+End");
  EXPECT_EQ(trace.line_of(trace.accesses[now()]), line);
}

TEST_F(FollowingTest, ALongRunIsLookedThroughInTheBackground) {
  const DocumentPtr document = test::document_of(test::long_trace(80'000));
  Session session({}, showing(document));
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  ASSERT_EQ(session.playback.left().document(), document);
  const auto cell = cell_at(*document->trace, session.following.left(), 0);
  ASSERT_TRUE(cell);
  session.following.pin(cell_pin(*document->trace, cell->array, cell->index));
  EXPECT_TRUE(session.following.left().is_pinned(0)) << "at once";
  session.following.settle();
  ASSERT_NE(session.following.left().pinned(), nullptr);
  const std::size_t count = session.following.left().pinned()->size();
  session.following.list_cell({});
  while (!session.following.cell_list().complete) {
    session.tick(0);
    std::this_thread::yield();
  }
  EXPECT_GT(count, 0U);
  if (document->trace->arrays[static_cast<std::size_t>(cell->array)].space == Space::global) {
    EXPECT_EQ(session.following.cell_list().accesses.size(), count);
  }
}

}  // namespace
}  // namespace warpscope
