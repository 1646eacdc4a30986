#include "app/session/places.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/commands/session_commands.hpp"
#include "app/lesson/course.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::settle;

VisitedPlace visited(std::uint32_t access) { return {.access = access}; }
bool keeps_all(const VisitedPlace&) { return true; }

TEST(VisitedPlaces, LeadBackAndForwardAsABrowserDoes) {
  VisitedPlaces places;
  EXPECT_FALSE(places.can_go_back(visited(0)));
  places.leave(visited(0));
  places.leave(visited(10));
  EXPECT_EQ(places.back(visited(25), keeps_all).to, visited(10)) << "steps led from 20 to 25";
  EXPECT_EQ(places.back(visited(10), keeps_all).to, visited(0));
  EXPECT_FALSE(places.back(visited(0), keeps_all).to);
  EXPECT_EQ(places.forward(visited(0), keeps_all).to, visited(10));
  EXPECT_EQ(places.forward(visited(10), keeps_all).to, visited(25));
  EXPECT_FALSE(places.can_go_forward(visited(25)));
}

TEST(VisitedPlaces, AnotherJumpEndsTheWayForward) {
  VisitedPlaces places;
  places.leave(visited(0));
  static_cast<void>(places.back(visited(10), keeps_all));
  ASSERT_TRUE(places.can_go_forward(visited(0)));
  places.leave(visited(0));
  EXPECT_FALSE(places.can_go_forward(visited(50)));
}

TEST(VisitedPlaces, AJumpThatLedNowhereIsNoPlace) {
  VisitedPlaces places;
  places.leave(visited(3));
  EXPECT_FALSE(places.can_go_back(visited(3)));
  places.leave(visited(3));
  places.leave(visited(3));
  EXPECT_EQ(places.back(visited(7), keeps_all).to, visited(3));
  EXPECT_FALSE(places.can_go_back(visited(3)));
}

TEST(VisitedPlaces, WhatIsGoneIsSkippedAndNamed) {
  VisitedPlaces places;
  for (const std::uint32_t access : {1, 2, 3}) places.leave(visited(access));
  const auto way = places.back(visited(4), [](const VisitedPlace& p) { return p.access == 1; });
  EXPECT_EQ(way.to, visited(1));
  EXPECT_EQ(way.gone, (std::vector<VisitedPlace>{visited(3), visited(2)}));
  EXPECT_EQ(places.forward(visited(1), keeps_all).to, visited(4));
  const auto nowhere = places.back(visited(4), [](const VisitedPlace&) { return false; });
  EXPECT_FALSE(nowhere.to);
  EXPECT_FALSE(places.can_go_forward(visited(4))) << "nobody has moved";
}

TEST(VisitedPlaces, JumpsWithinAJumpAreOne) {
  VisitedPlaces places;
  {
    const VisitedPlaces::Jump jump(places, visited(1));
    const VisitedPlaces::Jump inner(places, visited(2));
  }
  EXPECT_EQ(places.back(visited(5), keeps_all).to, visited(1));
  EXPECT_FALSE(places.can_go_back(visited(1)));
}

TEST(VisitedPlaces, ForgetTheOldestOfVeryMany) {
  VisitedPlaces places;
  for (std::uint32_t access = 0; access < 2 * VisitedPlaces::most; ++access)
    places.leave(visited(access));
  VisitedPlace now = visited(2 * VisitedPlaces::most);
  std::size_t count = 0;
  for (; places.can_go_back(now); ++count) now = *places.back(now, keeps_all).to;
  EXPECT_EQ(count, VisitedPlaces::most);
  EXPECT_EQ(now, visited(VisitedPlaces::most));
}

/// A window in which reduce_strided is open, at its beginning.
class PlacesOfWindow : public testing::Test {
 protected:
  PlacesOfWindow() {
    open("reduce_strided");
    session_.playback.seek(0);
  }
  void open(const char* kernel) {
    EXPECT_TRUE(session_.choose_kernel(kernel));
    settle(session_);
  }
  bool press(const char* key) {
    const bool ran = commands_.press(chord(key));
    settle(session_);
    return ran;
  }
  void jump(std::uint32_t access) {
    static_cast<void>(session_.places.jump());
    session_.playback.seek(access);
  }
  [[nodiscard]] const TraceHeader& shown() const {
    return session_.playback.left().document()->trace->header;
  }
  [[nodiscard]] std::uint32_t at() const { return session_.playback.left().position(); }
  std::filesystem::path save_trace(const char* name) {
    auto path = folder_.path() / name;
    EXPECT_TRUE(write_trace(*session_.playback.left().document()->trace, path));
    return path;
  }

  TestFolder folder_;
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_F(PlacesOfWindow, NothingLeadsBackFromWhereAWindowBegins) {
  EXPECT_FALSE(press("Alt+Left"));
  EXPECT_FALSE(press("Alt+Right"));
  EXPECT_FALSE(session_.history.can_undo()) << "before it, nothing was shown";
}

TEST_F(PlacesOfWindow, StepsAreNotVisitedButLeft) {
  for (int i = 0; i < 5; ++i) session_.playback.step(Granularity::access, true);
  EXPECT_FALSE(press("Alt+Left"));
  jump(40);
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(at(), 5U);
  ASSERT_TRUE(press("Mouse5"));
  EXPECT_EQ(at(), 40U);
  ASSERT_TRUE(press("Mouse4"));
  EXPECT_EQ(at(), 5U);
}

TEST_F(PlacesOfWindow, KeysThatGoFarAreJumps) {
  session_.playback.seek(12);
  press("End");
  press("Home");
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(at(), session_.playback.left().count() - 1);
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(at(), 12U);
}

TEST_F(PlacesOfWindow, AnotherKernelLeadsBackToTheFormerAndItsSetup) {
  Options next = session_.options();
  next.request.size = 512;
  ASSERT_TRUE(session_.change(std::move(next)));
  settle(session_);
  session_.playback.seek(17);
  open("scan_blelloch");
  const std::uint32_t there = at();
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(shown().kernel, "reduce_strided");
  EXPECT_EQ(session_.options().request.size, 512);
  EXPECT_EQ(at(), 17U);
  ASSERT_TRUE(press("Alt+Right"));
  EXPECT_EQ(shown().kernel, "scan_blelloch");
  EXPECT_EQ(at(), there);
  EXPECT_FALSE(press("Alt+Right"));
}

TEST_F(PlacesOfWindow, ABookmarkOfAnotherSetupIsAPlace) {
  session_.playback.seek(9);
  session_.notes.set(1);
  press("S");
  session_.playback.seek(30);
  press("1");
  EXPECT_EQ(at(), 9U);
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(at(), 30U);
  EXPECT_EQ(session_.options().request.input.seed, 8U);
}

TEST_F(PlacesOfWindow, ALineThatWasReadIsAPlace) {
  session_.places.read({"a.cu", 7});
  session_.places.read({"a.cu", 9});
  ASSERT_TRUE(press("Alt+Left"));
  ASSERT_NE(session_.places.read_place(), nullptr);
  EXPECT_EQ(session_.places.read_place()->line, 7U);
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(session_.places.read_place(), nullptr);
}

TEST_F(PlacesOfWindow, AFileThatIsGoneIsSkippedWithANotice) {
  const auto path = save_trace("places_gone.wscope");
  session_.playback.seek(4);
  ASSERT_TRUE(session_.open(path));
  settle(session_);
  open("scan_blelloch");
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(session_.options().opened->file(), path) << "as long as it is there";
  ASSERT_TRUE(press("Alt+Right"));
  std::filesystem::remove(path);
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_FALSE(session_.options().opened);
  EXPECT_EQ(shown().kernel, "reduce_strided");
  EXPECT_EQ(at(), 4U);
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_EQ(session_.notices.toast()->text.text(), path.string() + " is not there any more.");
}

TEST_F(PlacesOfWindow, AStopOfALessonWithoutAKernelOfItsOwnIsAPlace) {
  session_.lesson.begin("primer");
  settle(session_);
  press("]");
  ASSERT_EQ(session_.lesson.number(), 1U);
  while (!session_.lesson.closing()) press("]");
  press("]");
  const std::string second = own_course().after("primer");
  ASSERT_EQ(session_.lesson.lesson().id, second);
  const Progress before = session_.progress;
  ASSERT_TRUE(press("Alt+Left"));
  ASSERT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.lesson.lesson().id, "primer");
  EXPECT_FALSE(session_.lesson.has_next()) << "its last stop was left";
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(session_.lesson.lesson().id, "primer");
  EXPECT_EQ(session_.progress.next(own_course()), before.next(own_course()))
      << "the place in the course stays";
  EXPECT_EQ(session_.progress.find("reduce_sequential"), nullptr) << "it was never opened";
}

TEST_F(PlacesOfWindow, GoingBackCountsNothingAsLearned) {
  session_.lesson.begin("reduce_strided");
  settle(session_);
  session_.lesson.go(session_.lesson.lesson().stops.size() - 1);
  settle(session_);
  session_.progress = {};
  open("scan_blelloch");
  ASSERT_TRUE(press("Alt+Left"));
  ASSERT_TRUE(session_.lesson.on());
  EXPECT_TRUE(session_.progress.empty());
  EXPECT_TRUE(press("["));
  EXPECT_FALSE(session_.progress.empty()) << "who goes on learns";
}

TEST_F(PlacesOfWindow, WhatHomeWasOpenedOverIsNoPlaceBeforeItWasSeen) {
  session_.views.layout = LayoutKind::home;
  session_.views.came_home = false;
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  settle(session_);
  session_.views.leave_home();
  EXPECT_FALSE(session_.places.can_go_back());
}

TEST_F(PlacesOfWindow, FromHomeBackLeadsToThePanesAsTheyWere) {
  session_.lesson.begin("primer");
  settle(session_);
  press("]");
  press("Alt+Home");
  ASSERT_EQ(session_.views.layout, LayoutKind::home);
  ASSERT_TRUE(press("Alt+Left"));
  EXPECT_EQ(session_.views.layout, LayoutKind::study);
  EXPECT_EQ(session_.lesson.lesson().id, "primer");
  EXPECT_EQ(session_.lesson.number(), 1U);
  session_.views.layout = LayoutKind::home;  // as a window that opens there
  EXPECT_FALSE(press("Alt+Left")) << "there is nothing to go back to";
}

TEST_F(PlacesOfWindow, UndoGoesAcrossKernelsAndFiles) {
  const auto path = save_trace("places_undo.wscope");
  press("S");
  session_.playback.seek(21);
  ASSERT_TRUE(session_.open(path));
  settle(session_);
  open("scan_blelloch");
  press("Ctrl+Z");
  ASSERT_TRUE(session_.options().opened);
  EXPECT_EQ(session_.options().opened->file(), path);
  press("Ctrl+Z");
  EXPECT_FALSE(session_.options().opened);
  EXPECT_EQ(session_.options().request.input.seed, 8U);
  EXPECT_EQ(shown().seed, 8U);
  EXPECT_EQ(at(), 21U);
  press("Ctrl+Y");
  press("Ctrl+Y");
  EXPECT_EQ(shown().kernel, "scan_blelloch");

  std::filesystem::remove(path);
  press("Ctrl+Z");
  EXPECT_FALSE(session_.options().opened) << "what is gone is stepped over";
  EXPECT_EQ(shown().seed, 8U);
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_EQ(session_.notices.toast()->text.text(), path.string() + " is not there any more.");
}

TEST_F(PlacesOfWindow, UndoThatFindsOnlyWhatIsGoneChangesNothing) {
  const auto path = save_trace("places_only.wscope");
  Session other;
  ASSERT_TRUE(other.open(path));
  settle(other);
  ASSERT_TRUE(other.choose_kernel("scan_blelloch"));
  settle(other);
  std::filesystem::remove(path);
  other.history.undo();
  settle(other);
  EXPECT_EQ(other.playback.left().document()->trace->header.kernel, "scan_blelloch");
  EXPECT_TRUE(other.history.can_undo()) << "the file may come back";
}

}  // namespace
}  // namespace warpscope
