#include "app/session/place_keeper.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "app/session/session.hpp"
#include "instrumentation/executor/executor.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

WorkPlace place_at(std::uint32_t access) {
  WorkPlace place;
  place.run.kernel = "reduce_strided";
  place.run.size = 64;
  place.access = access;
  place.layout = "study";
  return place;
}

class PlaceKeeperTest : public testing::Test {
 protected:
  /// A window in a process of its own, which is killed after so many seconds of its clock.
  void die_at(const WorkPlace& place, float seconds) const {
    executor().finish();  // its threads are none of the new process
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      PlaceKeeper keeper(folder_.path());
      for (float past = 0; past < seconds; past += 0.5F) {
        keeper.note(place, false, 0.5F);
        keeper.settle();
      }
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }
  [[nodiscard]] WrittenPlace left() const { return PlaceKeeper(folder_.path()).take_left(); }

  TestFolder folder_;
};

TEST_F(PlaceKeeperTest, AWindowThatWasKilledLeavesItsPlace) {
  die_at(place_at(17), 8);
  const WrittenPlace found = left();
  ASSERT_TRUE(found.place);
  EXPECT_EQ(*found.place, place_at(17));
  EXPECT_FALSE(found.early);
}

TEST_F(PlaceKeeperTest, OneThatDiesAtOnceIsToldApart) {
  die_at(place_at(17), 3);
  EXPECT_TRUE(left().early);
}

TEST_F(PlaceKeeperTest, APlaceThatEndsWindowsIsNotGoneToTwice) {
  die_at(place_at(17), 8);
  EXPECT_FALSE(left().early);
  // The second one took the place over and died before it had written anything.
  const WrittenPlace found = left();
  ASSERT_TRUE(found.place);
  EXPECT_EQ(found.place->access, 17U);
  EXPECT_TRUE(found.early);
}

TEST_F(PlaceKeeperTest, AWindowThatIsOpenKeepsItsPlaceToItself) {
  PlaceKeeper open(folder_.path());
  open.note(place_at(3), false, 1);
  open.settle();
  EXPECT_FALSE(left().place);
  PlaceKeeper second(folder_.path());
  second.note(place_at(4), false, 1);
  second.settle();
  EXPECT_TRUE(fs::exists(folder_.path() / "1.json"));
  EXPECT_TRUE(fs::exists(folder_.path() / "2.json"));
}

TEST_F(PlaceKeeperTest, AWindowThatClosesLeavesOnlyWhatIsInNoFile) {
  {
    PlaceKeeper keeper(folder_.path());
    keeper.note(place_at(3), false, 8);
    keeper.end({});
  }
  EXPECT_FALSE(left().place);
  {
    PlaceKeeper keeper(folder_.path());
    keeper.note(place_at(3), false, 8);
    keeper.end({{"", "__global__ void k() {}\n"}});
  }
  const WrittenPlace found = left();
  EXPECT_FALSE(found.place);
  ASSERT_EQ(found.unsaved.size(), 1U);
  EXPECT_EQ(found.unsaved.begin()->second, "__global__ void k() {}\n");
  EXPECT_EQ(left().unsaved.size(), 1U) << "until somebody saves or drops it";
}

TEST_F(PlaceKeeperTest, TextsOfAllWindowsAreKept) {
  WorkPlace first = place_at(1), second = place_at(2);
  first.unsaved = {{"/p/a.cu", "a\n"}};
  second.unsaved = {{"", "b\n"}};
  die_at(first, 8);
  const TestFolder aside;
  fs::copy_file(folder_.path() / "1.json", aside.path() / "first.json");
  die_at(second, 8);
  fs::copy_file(aside.path() / "first.json", folder_.path() / "5.json");
  const WrittenPlace found = left();
  EXPECT_EQ(found.unsaved, (std::map<fs::path, std::string>{{"", "b\n"}, {"/p/a.cu", "a\n"}}));
  EXPECT_EQ(left().unsaved, found.unsaved) << "in one file now";
}

TEST_F(PlaceKeeperTest, WhatIsDamagedIsNoPlace) {
  for (const char* text : {"", "{", "[]", R"({"version": 9})", R"({"version": 1, "unsaved": 3})",
                           R"({"version": 1, "unsaved": [], "place": {"file": 3}})"}) {
    std::ofstream(folder_.path() / "1.json") << text;
    EXPECT_FALSE(left().place) << text;
  }
}

TEST_F(PlaceKeeperTest, WritesNothingAgainThatIsTheSame) {
  PlaceKeeper keeper(folder_.path());
  keeper.note(place_at(3), false, 8);
  keeper.settle();
  const fs::path file = folder_.path() / "1.json";
  fs::remove(file);
  keeper.note(place_at(3), false, 8);
  keeper.settle();
  EXPECT_FALSE(fs::exists(file));
  EXPECT_GT(keeper.seconds_until_due(), 1000) << "and the window sleeps";
  keeper.note(place_at(4), false, 8);
  keeper.settle();
  EXPECT_TRUE(fs::exists(file));
}

/// What a session tells of its place leads another one there.
TEST(WorkPlace, LeadsToTheSameRunAccessLessonAndLayout) {
  Session first;
  ASSERT_TRUE(first.choose_kernel("bank_stride", {{"stride", "4"}}));
  test::settle(first);
  first.playback.seek(2);
  first.views.layout = LayoutKind::inspect;
  first.views.zoom("tree of it", {.factor = 3.5, .x = 0.25, .y = 1});
  const auto place = first.places.work();
  ASSERT_TRUE(place);
  const auto read = read_place_text(place_text(*place, false));
  ASSERT_TRUE(read && read->place);
  EXPECT_EQ(*read->place, *place);

  Session second;
  ASSERT_TRUE(second.places.resume(*read->place));
  test::settle(second);
  EXPECT_EQ(second.options().request.kernel, "bank_stride");
  EXPECT_EQ(second.options().request.parameters, first.options().request.parameters);
  EXPECT_EQ(second.playback.left().position(), 2U);
  EXPECT_EQ(second.views.layout, LayoutKind::inspect);
  EXPECT_EQ(second.views.look.get<ZoomPlaces>().find("tree of it").factor, 3.5);
  EXPECT_EQ(second.places.work(), place);
}

TEST(WorkPlace, TakesNoZoomThatThereCannotBeAndNeedsNone) {
  WorkPlace place;
  place.zooms.of["tree"] = {.factor = 2, .x = 0.5, .y = 0.5};
  std::string text = place_text(place, false);
  const auto factor = [](const std::string& written) {
    const auto read = read_place_text(written);
    return read && read->place ? read->place->zooms.find("tree").factor : -1;
  };
  EXPECT_EQ(factor(text), 2);
  const std::string key = "\"factor\": 2.0";
  ASSERT_NE(text.find(key), std::string::npos) << text;
  EXPECT_EQ(factor(std::string(text).replace(text.find(key), key.size(), "\"factor\": 1e300")), 1);
  EXPECT_EQ(factor(std::string(text).replace(text.find(key), key.size(), "\"factor\": -2")), 1);
  const std::string name = "\"zooms\"";
  EXPECT_EQ(factor(std::string(text).replace(text.find(name), name.size(), "\"other\"")), 1)
      << "one of an earlier version";
}

TEST(WorkPlace, LeadsToTheStopOfALesson) {
  Session first;
  first.lesson.begin("primer");
  test::settle(first);
  first.lesson.next();
  test::settle(first);
  ASSERT_EQ(first.lesson.number(), 1U);
  Session second;
  ASSERT_TRUE(second.choose_kernel("bank_stride"));
  test::settle(second);
  ASSERT_TRUE(second.places.resume(first.places.work().value()));
  test::settle(second);
  ASSERT_TRUE(second.lesson.on());
  EXPECT_EQ(second.lesson.lesson().id, "primer");
  EXPECT_EQ(second.lesson.number(), 1U);
}

TEST(WorkPlace, LeadsToAProgramThatMayRunAndAsksAboutOthers) {
  const TestFolder folder;
  const fs::path file = folder.path() / "sum.cu";
  std::ofstream(file) << "int main() {}\n";
  test::FakeProgram program = test::three_launches();
  Session first;
  first.programs.use(program.runner());
  ASSERT_TRUE(first.open(file, HowOpened::typed));
  test::settle(first);
  first.playback.seek(2);
  const WorkPlace place = first.places.work().value();
  EXPECT_EQ(place.file, file);
  ASSERT_TRUE(first.places.resume(place)) << "it was allowed";
  EXPECT_EQ(first.programs.question(), nullptr);
  test::settle(first);
  EXPECT_EQ(first.playback.left().position(), 2U);

  Session stranger;
  stranger.programs.use(program.runner());
  const int runs = program.runs;
  ASSERT_TRUE(stranger.places.resume(place));
  EXPECT_NE(stranger.programs.question(), nullptr);
  EXPECT_EQ(program.runs, runs) << "nothing runs before that is answered";
}

}  // namespace
}  // namespace warpscope
