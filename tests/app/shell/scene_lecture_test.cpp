#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// The lecture layout, at the stops of a lesson.
class SceneLectureTest : public testing::Test {
 protected:
  SceneLectureTest() { session_.views.layout = LayoutKind::lecture; }

  void open(std::string_view kernel) {
    ASSERT_TRUE(session_.choose_kernel(kernel));
    test::settle(session_);
    session_.lesson.start();
    test::settle(session_);
    ASSERT_TRUE(session_.lesson.on());
  }
  /// To the first stop from here on whose view is `view`.
  void go_to(std::string_view view) {
    std::size_t stop = session_.lesson.number();
    const auto& stops = session_.lesson.lesson().stops;
    while (stop < stops.size() && stops[stop].view != view) ++stop;
    ASSERT_LT(stop, stops.size());
    session_.lesson.go(stop);
    test::settle(session_);
    if (session_.lesson.asks()) session_.lesson.tell();
    test::settle(session_);
  }
  [[nodiscard]] bool reads(std::string_view words) {
    const InLanguage scope(*find_language(session_.settings.language));
    RecordingCanvas canvas({0, 0, 1920, 1080}, fonts_);
    scene_.draw(canvas, {.width = 1920, .height = 1080, .still = true});
    return std::ranges::any_of(canvas.texts(), [words](const RecordingCanvas::Text& text) {
      return text.visible() && text.text == words;
    });
  }

  /// Where the first text that begins so stands.
  [[nodiscard]] float top_of(std::string_view begin) {
    const InLanguage scope(*find_language(session_.settings.language));
    RecordingCanvas canvas({0, 0, 1920, 1080}, fonts_);
    scene_.draw(canvas, {.width = 1920, .height = 1080, .still = true});
    for (const RecordingCanvas::Text& text : canvas.texts()) {
      if (text.visible() && text.text.starts_with(begin)) return text.rect.y;
    }
    ADD_FAILURE() << "nothing begins with " << begin;
    return 0;
  }

  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

TEST_F(SceneLectureTest, ABlankScreenIsBlackUntilAClick) {
  open("reduce_strided");
  EXPECT_TRUE(reads("Reduction · 2 strided"));
  session_.views.lecture.blank = true;
  const auto drawn = [&](bool pressed) {
    RecordingCanvas canvas({0, 0, 1920, 1080}, fonts_);
    Scene::Input input{.width = 1920, .height = 1080, .still = true};
    input.pointer = {.at = {1900, 40}, .inside = true, .pressed = pressed};
    scene_.draw(canvas, input);
    return canvas.texts().size();
  };
  EXPECT_EQ(drawn(false), 0U);
  EXPECT_GT(scene_.seconds_until_change(), 1) << "nothing moves";
  const auto position = session_.playback.left().position();
  EXPECT_EQ(drawn(true), 0U) << "the click does nothing else";
  EXPECT_EQ(session_.playback.left().position(), position);
  EXPECT_EQ(session_.views.layout, LayoutKind::lecture);
  EXPECT_FALSE(session_.views.blank());
  EXPECT_EQ(scene_.seconds_until_change(), 0) << "the picture comes at once";
  EXPECT_TRUE(reads("Reduction · 2 strided"));
}

TEST_F(SceneLectureTest, OtherLayoutsAreNeverBlank) {
  open("reduce_strided");
  session_.views.lecture.blank = true;
  session_.views.layout = LayoutKind::study;
  EXPECT_TRUE(reads("Lesson"));
}

TEST_F(SceneLectureTest, AStopShowsTheViewThatItIsAbout) {
  open("latency_hiding");
  go_to("multiprocessor");
  EXPECT_TRUE(reads("Multiprocessor"));
  EXPECT_TRUE(reads("Latency")) << "its page";
  go_to("timing");
  EXPECT_FALSE(reads("Multiprocessor")) << "no longer than the stop lasts";
  EXPECT_TRUE(reads("Timing"));
  session_.lesson.leave();
  test::settle(session_);
  EXPECT_FALSE(reads("Timing"));
}

TEST_F(SceneLectureTest, TheTitleFollowsTheLanguage) {
  session_.settings.language = "ru";
  open("latency_hiding");
  go_to("multiprocessor");
  EXPECT_TRUE(reads("Мультипроцессор"));
  session_.views.layout = LayoutKind::study;
  EXPECT_TRUE(reads("Мультипроцессор"));
}

TEST_F(SceneLectureTest, APageNameClickedThereStaysInTheLecture) {
  open("latency_hiding");
  go_to("multiprocessor");
  commands_.run("multiprocessor.copies");
  EXPECT_EQ(session_.views.layout, LayoutKind::lecture);
}

/// Whatever a stop of any lesson is about, a lecture shows.
TEST_F(SceneLectureTest, EveryViewIsDrawnThere) {
  open("reduce_strided");
  for (const ViewInfo& view : view_lists().views) {
    if (view.of_programs) continue;
    session_.views.lecture.view = view.id;
    session_.views.bring_forward(view.id);
    ASSERT_EQ(session_.views.layout, LayoutKind::lecture);
    RecordingCanvas canvas({0, 0, 1280, 720}, fonts_);
    scene_.draw(canvas, {.width = 1280, .height = 720, .still = true});
    const bool headed = lecture_room(view.slot) != LectureRoom::none &&
                        lecture_room(view.slot) != LectureRoom::below && view.slot != Slot::banks;
    if (headed) {
      EXPECT_TRUE(reads(view.id == "memory" ? "Shared memory" : view.title)) << view.id;
    }
  }
}

TEST_F(SceneLectureTest, TheHeadingTellsWhatThePictureDoesNot) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  EXPECT_TRUE(reads("256 elements · blocks of 256"));
  commands_.run("banks.next");
  test::settle(session_);
  EXPECT_TRUE(reads("256 elements · blocks of 256 · banks 16 × 4 B (1.x)"));
  ASSERT_TRUE(session_.comparison.with(Variant{.kernel = "reduce_sequential"}));
  test::settle(session_);
  EXPECT_TRUE(reads("256 elements · blocks of 256 · banks 16 × 4 B (1.x)")) << "below both titles";
}

TEST_F(SceneLectureTest, AStopThatComparesTellsBothVerdicts) {
  const TestFolder folder;
  const std::string file = folder.file("mine.yaml");
  std::ofstream(file)
      << "kernel: reduce_strided\nstops:\n"
         "  - {run: {compare: reduce_sequential}, at: {access: costliest}, text: {en: A}}\n";
  ASSERT_TRUE(session_.lesson.begin_file(file));
  test::settle(session_);
  EXPECT_TRUE(reads("8-way conflict"));
  EXPECT_TRUE(reads("conflict-free"));
}

TEST_F(SceneLectureTest, FewWordsLeaveTheirRoomToThePicture) {
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  test::settle(session_);
  const TestFolder folder;
  const std::string file = folder.file("mine.yaml");
  std::string many;
  for (int i = 0; i < 200; ++i) many += "a ";
  std::ofstream(file) << "kernel: scan_blelloch\nstops:\n"
                         "  - {run: {size: 64, block: 32}, text: {en: A}}\n"
                         "  - text: {en: \""
                      << many << "\"}\n";
  ASSERT_TRUE(session_.lesson.begin_file(file));
  test::settle(session_);
  const float few = top_of("A");
  EXPECT_TRUE(reads("load"));
  EXPECT_TRUE(reads("store")) << "all steps are in sight";
  session_.lesson.go(1);
  test::settle(session_);
  EXPECT_LT(top_of("a a"), few - 40) << "a stop that says more has the room for it";
}

}  // namespace
}  // namespace warpscope
