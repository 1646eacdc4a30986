#include "app/shell/home/home_page.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <set>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

struct HomeSize {
  float width, height;
};
constexpr std::array home_sizes{HomeSize{640, 480},   HomeSize{800, 600},  HomeSize{1024, 640},
                                HomeSize{1280, 720},  HomeSize{1600, 900}, HomeSize{1920, 1080},
                                HomeSize{2560, 1440}, HomeSize{1024, 2000}};

class HomePageTest : public testing::Test {
 protected:
  HomePageTest() { session_.views.layout = LayoutKind::home; }

  RecordingCanvas frame(HomeSize size = {1280, 720}, Pointer pointer = {}) {
    const InLanguage scope(*find_language(session_.settings.language));
    RecordingCanvas canvas({0, 0, size.width, size.height}, fonts_);
    scene_.draw(canvas, {size.width, size.height, pointer, 0.1F, true});
    EXPECT_EQ(canvas.open_clips(), 0);
    return canvas;
  }
  /// The whole page, however low the window is.
  RecordingCanvas whole(HomeSize size) {
    const InLanguage scope(*find_language(session_.settings.language));
    HomePage page(session_, commands_);
    RecordingCanvas measure({0, 0, size.width, size.height}, fonts_);
    const Rect all = page.lay_out(fonts_, size.width, size.height);
    EXPECT_LE(all.w, std::max(size.width, 680.0F));
    RecordingCanvas canvas(all, fonts_);
    page.draw(canvas, dark_theme(), {{}, 0, true});
    return canvas;
  }
  void click(std::string_view words, HomeSize size = {1280, 720}) {
    const Point at = test::middle_of(frame(size), words);
    static_cast<void>(frame(size, {.at = at, .inside = true, .pressed = true, .down = true}));
  }
  void press(const char* key) { EXPECT_TRUE(scene_.press(chord(key))) << key; }

  const Fonts fonts_;
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(HomePageTest, CanBeReadAtEverySizeInEveryLanguage) {
  for (const bool begun : {false, true}) {
    if (begun) {
      ASSERT_TRUE(session_.progress.reach("reduce_strided", 2, 6, false));
    }
    for (const char* language : {"en", "ru", "pseudo"}) {
      session_.settings.language = language;
      for (const HomeSize size : home_sizes) {
        const RecordingCanvas canvas = whole(size);
        const std::string what = std::string(language) + ' ' + std::to_string(size.width);
        for (const std::string& fault : canvas.faults()) ADD_FAILURE() << what << ": " << fault;
        for (const RecordingCanvas::Text& text : canvas.texts()) {
          EXPECT_GE(text.style.size, 10.5F) << what << ": " << text.text;
          EXPECT_EQ(text.text.find("…"), text.text.rfind("…")) << what << ": " << text.text;
        }
        EXPECT_GT(canvas.texts().size(), 30U) << what;
      }
    }
  }
}

TEST_F(HomePageTest, NothingIsCutForWantOfRoom) {
  for (const char* language : {"en", "ru", "pseudo"}) {
    session_.settings.language = language;
    for (const HomeSize size : home_sizes) {
      const RecordingCanvas canvas = whole(size);
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        if (text.style.face == Face::mono) continue;
        const bool ends = text.text.ends_with("…") && !text.text.ends_with(" …");
        EXPECT_FALSE(ends) << language << ' ' << size.width << ": " << text.text;
      }
    }
  }
}

TEST_F(HomePageTest, TheCourseBeginsInSightAndAllOfItIsInALargeWindow) {
  for (const char* language : {"en", "ru"}) {
    session_.settings.language = language;
    for (const bool begun : {false, true}) {
      if (begun) {
        ASSERT_TRUE(session_.progress.reach("primer", 5, 6, true));
      }
      const InLanguage scope(*find_language(language));
      const Chapter& last_of_row = own_course().chapters[4];
      const std::string title = "5  " + last_of_row.title.in(language);
      EXPECT_LT(test::middle_of(frame({1280, 720}), title).y, 700) << language;
      HomePage page(session_, commands_);
      EXPECT_LE(page.lay_out(fonts_, 1920, 1080).h, 1080) << language << (begun ? ", begun" : "");
    }
    session_.progress = {};
  }
  HomePage page(session_, commands_);
  EXPECT_LE(page.lay_out(fonts_, 640, 480).w, 640) << "nothing is to be scrolled sideways";
}

TEST_F(HomePageTest, SaysHowLongAChapterTakesWhatItNeedsAndWhatOneCanDoAfterwards) {
  const auto canvas = whole({1280, 720});
  for (const Chapter& chapter : own_course().chapters) {
    const std::string words = chapter.can.en.substr(0, chapter.can.en.find(' ', 12));
    EXPECT_TRUE(canvas.says(words)) << words;
  }
  EXPECT_TRUE(canvas.says("20 min"));
  const std::size_t memory = 1;
  ASSERT_EQ(own_course().chapters[memory].needs, std::vector<std::size_t>{0});
  EXPECT_TRUE(
      canvas.says(std::to_string(own_course().chapters[memory].minutes) + " min · after 1"));
  const auto tooltip = [&] {
    const InLanguage scope(english);
    HomePage page(session_, commands_);
    const Rect all = page.lay_out(fonts_, 1280, 720);
    RecordingCanvas card(all, fonts_);
    page.draw(card, dark_theme(), {{}, 0, true});
    const Point at = test::middle_of(card, "2  Global memory");
    page.draw(card, dark_theme(), {{.at = at, .inside = true}, 0, true});
    return page.tooltip();
  };
  EXPECT_EQ(tooltip(), "First: 1 Threads and warps");
  for (const std::string& id : own_course().chapters[0].lessons) {
    ASSERT_TRUE(session_.progress.reach(id, 5, 6, true));
  }
  EXPECT_NE(tooltip().find("First: 1 Threads and warps, done ✓"), std::string::npos) << tooltip();
}

TEST_F(HomePageTest, SaysWhatTheProgramIsForAndWhereToStart) {
  for (const HomeSize size : home_sizes) {
    const RecordingCanvas canvas = frame(size);
    EXPECT_TRUE(canvas.says("Watch a CUDA kernel think.")) << size.width;
    EXPECT_TRUE(canvas.says("Start with the first lesson"))
        << size.width << ": without scrolling, at any size";
  }
}

TEST_F(HomePageTest, ShowsValuesAtTheFirstOpening) {
  const RecordingCanvas canvas = frame({1024, 640});
  EXPECT_FALSE(session_.playback.left().ready());
  int numbers = 0;
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    numbers += static_cast<int>(text.visible() && text.style.face == Face::mono &&
                                std::isdigit(static_cast<unsigned char>(text.text.front())) != 0);
  }
  EXPECT_GT(numbers, 4) << "the elements, and what was added";
}

TEST_F(HomePageTest, OpensAPlaceToWriteAKernel) {
  click("Paste a kernel");
  EXPECT_EQ(session_.popup.shown, Popup::editor);
  EXPECT_TRUE(session_.editor.program.is_example());
  EXPECT_EQ(session_.views.layout, LayoutKind::home);
}

TEST_F(HomePageTest, ListsLecturesAndSaysWhatIsWrongWithThem) {
  const TestFolder folder;
  const auto write = [&](const char* name, std::string_view text) {
    const std::filesystem::path file = folder.path() / name;
    std::ofstream(file) << text;
    session_.lectures.note(file);
    return file;
  };
  write("damaged.yaml", "kernel: [");
  std::filesystem::remove(write("gone.yaml", ""));
  write("talk.yaml",
        "kernel: reduce_strided\ntitle: {en: Banks for all, ru: Банки}\n"
        "stops:\n  - text: {en: A., ru: Б.}\n");
  const HomeSize size{1280, 2000};
  const RecordingCanvas canvas = frame(size);
  EXPECT_TRUE(canvas.says("Banks for all"));
  EXPECT_TRUE(canvas.says("This is not YAML"));
  EXPECT_TRUE(canvas.says("is not there now"));
  EXPECT_EQ(canvas.faults(), std::vector<std::string>{});

  const auto listed = [&] { return session_.lectures.list().size(); };
  ASSERT_EQ(listed(), 3U);
  click("×", size);
  EXPECT_EQ(listed(), 2U);
  EXPECT_FALSE(frame(size).says("Banks for all")) << "the first one";

  write("talk.yaml", "kernel: reduce_strided\nstops:\n  - text: {en: A., ru: Б.}\n");
  click("talk.yaml · ", size);
  EXPECT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.views.layout, LayoutKind::study);
}

TEST_F(HomePageTest, EnterBeginsTheCourse) {
  static_cast<void>(frame());
  press("Enter");
  EXPECT_EQ(session_.views.layout, LayoutKind::study);
  ASSERT_TRUE(session_.lesson.on());
  test::settle(session_);
  ASSERT_TRUE(session_.lesson.found());
  EXPECT_EQ(session_.lesson.number(), 0U);
  EXPECT_EQ(own_course().first(), session_.lesson.lesson().id);
}

TEST_F(HomePageTest, AClickBeginsTheCourseAtEverySize) {
  for (const HomeSize size : home_sizes) {
    session_.views.layout = LayoutKind::home;
    click(session_.progress.empty() ? "Start with the first lesson" : "Go on", size);
    EXPECT_TRUE(session_.lesson.on()) << size.width;
    test::settle(session_);
    session_.lesson.leave();
    test::settle(session_);
  }
}

TEST_F(HomePageTest, GoesOnWhereOneWas) {
  session_.lesson.begin("reduce_strided");
  test::settle(session_);
  session_.lesson.go(2);
  test::settle(session_);
  session_.lesson.leave();
  test::settle(session_);
  commands_.press(chord("Alt+Home"));
  ASSERT_EQ(session_.views.layout, LayoutKind::home);
  const RecordingCanvas canvas = frame();
  EXPECT_TRUE(canvas.says("Go on"));
  EXPECT_TRUE(canvas.says("Reduction with strided indexing"));
  EXPECT_TRUE(canvas.says("From the start"));
  press("Enter");
  test::settle(session_);
  ASSERT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.lesson.number(), 2U);

  session_.lesson.leave();
  test::settle(session_);
  commands_.press(chord("Alt+Home"));
  click("From the start");
  test::settle(session_);
  EXPECT_EQ(session_.lesson.number(), 0U);
}

TEST_F(HomePageTest, TheEndOfALessonIsRememberedOnceNothingIsAsked) {
  session_.lesson.begin("reduce_strided");
  test::settle(session_);
  while (session_.lesson.has_next()) {
    EXPECT_FALSE(session_.progress.done("reduce_strided"));
    session_.lesson.asks() ? session_.lesson.tell() : session_.lesson.next();
    test::settle(session_);
  }
  if (session_.lesson.asks()) session_.lesson.tell();
  EXPECT_TRUE(session_.progress.done("reduce_strided"));
  session_.views.layout = LayoutKind::home;
  EXPECT_TRUE(frame().says("1 of 4"));
  EXPECT_TRUE(frame().says("1 done"));
}

TEST_F(HomePageTest, AChapterListsItsLessons) {
  click("Histogram");
  EXPECT_EQ(session_.popup.shown, Popup::chapter);
  EXPECT_EQ(own_course().chapters[session_.popup.chapter].title.en, "Histogram");
}

TEST_F(HomePageTest, KeysReachEverything) {
  static_cast<void>(frame());
  std::set<std::pair<int, int>> reached;
  for (int i = 0; i < 40; ++i) {
    press("Tab");
    static_cast<void>(frame());
  }
  press("Shift+Tab");
  // From the button down to the course and along its chapters.
  HomePage page(session_, commands_);
  static_cast<void>(page.lay_out(fonts_, 1280, 720));
  EXPECT_TRUE(page.press(chord("Down")));
  EXPECT_TRUE(page.press(chord("Enter")));
  EXPECT_EQ(session_.popup.shown, Popup::chapter);
  const std::size_t first = session_.popup.chapter;
  session_.popup.shown = Popup::none;
  EXPECT_TRUE(page.press(chord("Right")));
  EXPECT_TRUE(page.press(chord("Enter")));
  EXPECT_EQ(session_.popup.chapter, first + 1);
  EXPECT_FALSE(page.press(chord("Ctrl+K"))) << "it is a command";
  EXPECT_FALSE(page.press(chord("B")));
}

TEST_F(HomePageTest, WhatTheKeysReachComesInSight) {
  const HomeSize low{1024, 400};
  static_cast<void>(frame(low));
  for (int i = 0; i < 60 && session_.popup.shown == Popup::none; ++i) {
    press("Down");
    static_cast<void>(frame(low));
  }
  EXPECT_TRUE(frame(low).says("Fourier"));
}

TEST_F(HomePageTest, CommandsForThePanesLeadToThem) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  for (const char* key : {"Space", "B", "Shift+Right", "F", "F4", "L"}) {
    session_.views.layout = LayoutKind::home;
    if (commands_.press(chord(key))) {
      EXPECT_NE(session_.views.layout, LayoutKind::home) << key;
    }
  }
  for (const char* key : {"T", "R", "Ctrl+K", "?", "Ctrl+O", "Ctrl+N"}) {
    session_.popup.shown = Popup::none;
    session_.views.layout = LayoutKind::home;
    EXPECT_TRUE(commands_.press(chord(key))) << key;
    EXPECT_EQ(session_.views.layout, LayoutKind::home) << key;
  }
  session_.popup.shown = Popup::none;
  test::settle(session_);
  session_.notices.dismiss();
  for (const char* key : {"Escape", "Alt+Home"}) {
    session_.views.layout = LayoutKind::home;
    commands_.press(chord(key));
    EXPECT_EQ(session_.views.layout, LayoutKind::home) << key << " leads nowhere from here";
  }
}

TEST_F(HomePageTest, TheSignLeadsThere) {
  session_.views.layout = LayoutKind::study;
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  click("Warpscope", {1920, 1080});
  EXPECT_EQ(session_.views.layout, LayoutKind::home);
}

TEST_F(HomePageTest, ListsProgramsAndOpensThem) {
  const TestFolder folder;
  const auto recent = folder.path() / "recent.json";
  const auto file = folder.path() / "mine.cu";
  std::ofstream(file) << "int main() { return 0; }\n";
  RecentPrograms list;
  ASSERT_TRUE(keep_recent_program(list, {.file = file, .time = 1}, recent));
  session_.programs.remember(folder.path() / "trust.json", recent);
  const RecordingCanvas canvas = frame();
  EXPECT_TRUE(canvas.says("mine.cu"));
  EXPECT_TRUE(canvas.says("New program"));
  EXPECT_FALSE(canvas.says("Drop a .cu"));

  const auto traced = folder.path() / "seen.wscope";
  ASSERT_TRUE(write_trace(*test::emulated("reduce_strided")->trace, traced));
  ASSERT_TRUE(session_.open(traced));
  EXPECT_EQ(session_.views.layout, LayoutKind::study);
  test::settle(session_);
  session_.views.layout = LayoutKind::home;
  EXPECT_TRUE(frame().says("seen.wscope")) << "a trace that was shown is listed, too";
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  test::settle(session_);
  session_.views.layout = LayoutKind::home;
  click("seen.wscope");
  test::settle(session_);
  EXPECT_EQ(session_.playback.left().document()->trace->header.kernel, "reduce_strided");
}

// Three of five stood above empty room.
TEST_F(HomePageTest, ListsAsManyProgramsAsFit) {
  const TestFolder folder;
  const auto recent = folder.path() / "recent.json";
  RecentPrograms list;
  for (const char* name : {"sum.cu", "scan.cu", "norm.cu", "radix.cu", "sgemm.cu"}) {
    std::ofstream(folder.path() / name) << "int main() { return 0; }\n";
    ASSERT_TRUE(keep_recent_program(list, {.file = folder.path() / name, .time = 1}, recent));
  }
  session_.programs.remember(folder.path() / "trust.json", recent);
  for (const HomeSize& size : {HomeSize{1280, 720}, HomeSize{1600, 900}, HomeSize{1920, 1080}}) {
    const RecordingCanvas canvas = frame(size);
    for (const RecentProgram& each : session_.programs.recent()) {
      EXPECT_TRUE(canvas.says(each.file.filename().string())) << size.width;
    }
  }
}

TEST_F(HomePageTest, StandsStillIfThatIsWanted) {
  const InLanguage scope(english);
  session_.playback.player.reduced_motion = true;
  HomePage page(session_, commands_);
  const auto draw = [&] {
    const Rect all = page.lay_out(fonts_, 1280, 720);
    RecordingCanvas canvas(all, fonts_);
    page.draw(canvas, dark_theme(), {{}, 0.1F, false});
    return page.seconds_until_change();
  };
  while (draw() < 1) std::this_thread::yield();  // until the kernel has run
  EXPECT_GT(draw(), 1000);
  session_.playback.player.reduced_motion = false;
  EXPECT_LT(draw(), 1);
}

}  // namespace
}  // namespace warpscope
