#include "app/notes/bookmarks.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/subject/find_subject.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "instrumentation/run/run_option_table.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class BookmarksTest : public testing::Test {
 protected:
  void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  static std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static Bookmark bookmark(int number, std::uint32_t access) {
    Bookmark made;
    made.number = number;
    made.access = access;
    made.place = "add, s = 8";
    made.run.kernel = "reduce_strided";
    made.run.size = 512;
    made.run.block = 256;
    made.run.input = {"ramp", 11};
    made.run.parameters = {{"type", "float"}};
    made.run.traced_block = 1;
    made.run.schedule = {true, 5, true};
    made.run.what_if = {
        .drop_barrier = 33, .pad = 16, .layouts = {{.array = "data", .pad = 1, .every = 32}}};
    return made;
  }
  TestFolder own_;
  fs::path folder_ = own_.path() / "data";
  fs::path path_ = folder_ / "notes" / "reduce_strided.json";
};

TEST_F(BookmarksTest, ComeBackAsTheyWereSaved) {
  Bookmarks list;
  set_bookmark(list, bookmark(4, 17));
  set_bookmark(list, bookmark(2, 4'000'000'000));
  list[0].note = "Ask: why \"two\" banks?\nПочему?";
  ASSERT_TRUE(save_bookmarks(list, path_));
  const auto loaded = load_bookmarks(path_);
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_EQ(loaded.value().size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Bookmark& a = list[i];
    const Bookmark& b = loaded.value()[i];
    EXPECT_EQ(a.number, b.number);
    EXPECT_EQ(a.access, b.access);
    EXPECT_EQ(a.place, b.place);
    EXPECT_EQ(a.note, b.note);
    EXPECT_EQ(a.run, b.run);
  }
  EXPECT_EQ(loaded.value()[0].number, 2) << "in order";
}

TEST_F(BookmarksTest, MovingOneKeepsItsNote) {
  Bookmarks list;
  set_bookmark(list, bookmark(3, 5));
  list[0].note = "look here";
  set_bookmark(list, bookmark(3, 9));
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].access, 9U);
  EXPECT_EQ(list[0].note, "look here");
  erase_bookmark(list, 3);
  EXPECT_TRUE(list.empty());
}

TEST_F(BookmarksTest, SayInWhatTheirRunDiffers) {
  const RunRequest run = bookmark(1, 1).run;
  RunRequest now = run;
  now.schedule.seed = 8;
  EXPECT_EQ(run_difference(run, now), "another schedule");
  now.size = 64;
  now.input.seed = 3;
  EXPECT_EQ(run_difference(run, now), "n 512, ramp #11, another schedule");
  now.parameters.clear();
  EXPECT_EQ(run_difference(run, now), "n 512, ramp #11, type float, another schedule");
  now = run;
  now.what_if = {};
  EXPECT_EQ(run_difference(run, now),
            "without the barrier of line 33, padded by 1 in 16, data with 1 more in 32");
  EXPECT_EQ(run_difference(now, run), "with every barrier, not padded, arrays as declared");
  now.kernel = "scan_blelloch";
  EXPECT_EQ(run_difference(run, now), kernel_title(*kernel_of("reduce_strided")));
}

TEST_F(BookmarksTest, ShowTheSamePictureWhereAllButTheMachineIsTheSame) {
  RunRequest run = bookmark(1, 1).run;
  run.machine = MachineKind::cuda;
  for (const RunOption& left_out : run_options()) {
    RunRequest other{.kernel = run.kernel, .input = {}};
    for (const RunOption& option : run_options()) {
      if (option.id == left_out.id) continue;
      for (const std::string& text : option.texts(run)) {
        ASSERT_TRUE(option.read(option.id, text, other));
      }
    }
    ASSERT_NE(run, other) << left_out.id;
    EXPECT_EQ(same_picture(run, other), left_out.machine) << left_out.id;
  }
  EXPECT_FALSE(same_picture(run, {.kernel = "scan_blelloch", .input = {}}));
}

TEST_F(BookmarksTest, OfAnOlderWarpscopeAreOfTheKernelsOwnRun) {
  write(path_, R"({"version": 1, "bookmarks": [{"number": 1, "access": 3,
                   "run": {"kernel": "reduce_strided", "size": 256, "block": 256}}]})");
  const auto loaded = load_bookmarks(path_);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded.value().front().run.what_if, WhatIf{});
}

TEST_F(BookmarksTest, OfVersionOneKeepAllThatTheySayOfTheRun) {
  write(path_, R"({"version": 1, "bookmarks": [{"number": 4, "access": 17, "place": "add, s = 8",
      "run": {"kernel": "reduce_strided", "size": 512, "block": 256, "input": "ramp", "seed": 11,
      "parameters": {"type": "float"}, "traced_block": 1, "random_schedule": true,
      "schedule_seed": 5, "highest_lane_wins": true, "without_barrier": 33, "padded": 16}}]})");
  RunRequest kept = bookmark(4, 17).run;
  kept.what_if.layouts = {};  // which came later
  const auto loaded = load_bookmarks(path_);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded.value().front().run, kept);
  ASSERT_TRUE(save_bookmarks(loaded.value(), path_));
  EXPECT_NE(read(path_).find("\"version\": 2"), std::string::npos);
  const auto again = load_bookmarks(path_);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again.value().front().run, kept);
}

TEST_F(BookmarksTest, ADamagedFileIsNamed) {
  const std::string one = R"({"number": 1, "access": 0, "run": {"kernel": "x"}})";
  const std::string long_note(longest_note + 1, 'a');
  for (const std::string& text : std::vector<std::string>{
           "", "{", "[]", "7", R"({"version": 1})", R"({"version": 3, "bookmarks": []})",
           R"({"version": 2, "bookmarks": [{"number": 1, "access": 0, "run": {"kernel": "x"}}]})",
           R"({"version": 2, "bookmarks": [{"number": 1, "access": 0,
               "run": {"kernel": "x", "options": {"block": ["many"]}}}]})",
           R"({"version": 1, "bookmarks": [{}]})",
           R"({"version": 1, "bookmarks": [{"number": 0, "access": 0, "run": {"kernel": "x"}}]})",
           R"({"version": 1, "bookmarks": [{"number": 1, "access": -1, "run": {"kernel": "x"}}]})",
           R"({"version": 1, "bookmarks": [{"number": 1, "access": "a", "run": {"kernel": "x"}}]})",
           R"({"version": 1, "bookmarks": [{"number": 1, "access": 1, "run": {"kernel": 3}}]})",
           R"({"version": 1, "bookmarks": [)" + one + "," + one + "]}",
           R"({"version": 1, "bookmarks": [{"number": 1, "access": 0, "note": ")" + long_note +
               R"(", "run": {"kernel": "x"}}]})",
           "\xff\xfe{}", std::string(3 << 20, ' ')}) {
    write(path_, text);
    const auto loaded = load_bookmarks(path_);
    ASSERT_FALSE(loaded) << text.substr(0, 90);
    EXPECT_NE(loaded.error().message.find(path_.string()), std::string::npos);
  }
  write(path_, R"({"version": 1, "bookmarks": [)" + one + "]}");
  EXPECT_TRUE(load_bookmarks(path_)) << "the pattern of the above is sound";
}

TEST_F(BookmarksTest, ADamagedFileIsKeptWhenNewOnesAreSet) {
  write(path_, "precious");
  write(fs::path(path_) += ".bak", "older");
  Notebook notebook;
  notebook.keep(path_.parent_path());
  Options options;
  options.request.kernel = "reduce_strided";
  const Status opened = notebook.open(options.subject());
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find(".bak"), std::string::npos);
  EXPECT_EQ(read(path_), "precious") << "opening changes nothing";
  notebook.set(bookmark(1, 1));
  while (!fs::exists(fs::path(path_) += ".bak2")) std::this_thread::yield();
  options.request.kernel = "another";
  EXPECT_TRUE(notebook.open(options.subject()));
  EXPECT_EQ(read(fs::path(path_) += ".bak"), "older");
  EXPECT_EQ(read(fs::path(path_) += ".bak2"), "precious");
  EXPECT_EQ(load_bookmarks(path_).value().size(), 1U);
}

TEST_F(BookmarksTest, APlaceThatCannotBeWrittenIsSaid) {
  write(folder_ / "file", "");
  const Status saved = save_bookmarks({}, folder_ / "file" / "notes.json");
  ASSERT_FALSE(saved);
  EXPECT_NE(saved.error().message.find("could not be saved"), std::string::npos);
  EXPECT_FALSE(save_bookmarks({}, {}));

  Notebook notebook;
  notebook.keep(folder_ / "file");
  Options options;
  options.request.kernel = "reduce_strided";
  EXPECT_TRUE(notebook.open(options.subject()));
  notebook.set(bookmark(1, 1));
  std::optional<Error> error;
  while (!error) error = notebook.poll();
  EXPECT_NE(error->message.find("file"), std::string::npos);
  EXPECT_NE(notebook.find(1), nullptr) << "it lasts in memory";
}

TEST_F(BookmarksTest, LieBesideAFileAndForAKernelInTheFolder) {
  Options options;
  options.request.kernel = "reduce_strided";
  EXPECT_EQ(options.subject()->notes_path("/data"), "/data/reduce_strided.json");
  EXPECT_EQ(options.subject()->notes_path({}), "");
  options.opened = file_subject("/tmp/a.wscope");
  EXPECT_EQ(options.subject()->notes_path("/data"), "/tmp/a.wscope.notes.json");
}

TEST_F(BookmarksTest, ANoteIsCutBetweenCharacters) {
  Notebook notebook;
  notebook.set(bookmark(1, 1));
  std::string note(longest_note - 1, 'a');
  note += "\xd0\xb6";  // of two bytes: one would fit
  notebook.write_note(1, note);
  EXPECT_EQ(notebook.find(1)->note.size(), longest_note - 1);
}

TEST_F(BookmarksTest, UndoBringsBackWhatWasThere) {
  Notebook notebook;
  EXPECT_FALSE(notebook.can_undo());
  notebook.set(bookmark(1, 10));
  notebook.set(bookmark(1, 20));
  notebook.write_note(1, "kept");
  notebook.undo();
  EXPECT_EQ(notebook.find(1)->access, 10U);
  EXPECT_EQ(notebook.find(1)->note, "kept") << "a note is not undone with the place";
  EXPECT_FALSE(notebook.can_undo());
  notebook.erase(1);
  notebook.undo();
  EXPECT_NE(notebook.find(1), nullptr);
}

TEST_F(BookmarksTest, AreSavedAndReadWithTheWindow) {
  for (const bool again : {false, true}) {
    Session session;
    session.notes.notebook.keep(folder_);
    const Commands commands = make_commands(session, view_lists());
    ASSERT_TRUE(session.choose_kernel("reduce_strided"));
    test::settle(session);
    if (!again) {
      session.playback.seek(7);
      commands.press(chord("Ctrl+3"));
      ASSERT_TRUE(session.notices.toast());
      EXPECT_EQ(session.notices.toast()->command, "bookmark.undo");
      continue;
    }
    EXPECT_NE(session.playback.left().position(), 7U);
    commands.press(chord("3"));
    EXPECT_EQ(session.playback.left().position(), 7U);
  }
}

TEST(SessionBookmarks, BringBackTheRunTheyWereSetIn) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  const auto settle = [&] { test::settle(session); };
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  settle();
  session.playback.seek(session.playback.left().count() - 1);
  const std::uint32_t place = session.playback.left().position();
  commands.press(chord("Ctrl+1"));
  EXPECT_TRUE(session.notes.shows_run_of(*session.notes.notebook.find(1)));
  Options smaller = session.options();
  smaller.request.size = 64;
  smaller.request.block = 64;
  ASSERT_TRUE(session.change(smaller));
  settle();
  EXPECT_FALSE(session.notes.shows_run_of(*session.notes.notebook.find(1)))
      << "it is listed all the same";
  session.playback.seek(2);
  commands.press(chord("Ctrl+2"));
  commands.press(chord("1"));
  settle();
  EXPECT_EQ(session.playback.left().document()->trace->header.size, 256);
  EXPECT_EQ(session.playback.left().position(), place);
  commands.press(chord("2"));
  settle();
  EXPECT_EQ(session.playback.left().document()->trace->header.size, 64);
  EXPECT_EQ(session.playback.left().position(), 2U);
}

TEST(SessionBookmarks, ThoseBeyondTheEndLeadToTheEnd) {
  Session session;
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  Bookmark beyond;
  beyond.access = 4'000'000'000;
  beyond.run = session.shown().options.request;
  session.notes.notebook.set(beyond);
  session.notes.go_to(1);
  EXPECT_EQ(session.playback.left().position() + 1, session.playback.left().count());
  session.notes.go_to(8);
  EXPECT_NE(session.notices.toast()->text.text().find("no bookmark 8"), std::string::npos);
}

TEST(SessionBookmarks, ARunThatIsNoLongerLegalIsSaid) {
  Session session;
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  Bookmark odd;
  odd.run.kernel = "no_such_kernel";
  session.notes.notebook.set(odd);
  session.notes.go_to(1);
  ASSERT_TRUE(session.notices.toast());
  EXPECT_TRUE(session.notices.toast()->error);
  EXPECT_EQ(session.playback.left().document()->trace->header.kernel, "reduce_strided");
}

TEST(NotesFolder, FollowsTheDataFolder) {
  const KeptEnvironment environment{"HOME", "XDG_DATA_HOME"};
  ASSERT_EQ(setenv("XDG_DATA_HOME", "/tmp/data", 1), 0);
  EXPECT_EQ(default_notes_folder(), "/tmp/data/warpscope/notes");
  ASSERT_EQ(unsetenv("XDG_DATA_HOME"), 0);
  ASSERT_EQ(setenv("HOME", "/tmp/home", 1), 0);
  EXPECT_EQ(default_notes_folder(), "/tmp/home/.local/share/warpscope/notes");
}

}  // namespace
}  // namespace warpscope
