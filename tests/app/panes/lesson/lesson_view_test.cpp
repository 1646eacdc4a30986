#include "app/panes/lesson/lesson_view.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "app/session/session.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::Shown;

class LessonViewTest : public testing::Test {
 protected:
  LessonViewTest() {
    EXPECT_TRUE(session_.choose_kernel("reduce_strided"));
    settle();
    session_.lesson.start();
    settle();
  }
  void settle() {
    while (session_.recording()) {
      session_.tick(0);
      std::this_thread::yield();
    }
    session_.tick(0);
  }
  RecordingCanvas draw(Rect area, bool lecture) {
    Shown shown{.area = area, .lecture = lecture, .lesson_guide = &session_.lesson};
    return shown.draw(view_, *session_.left().document(), session_.left().position());
  }
  Session session_;
  LessonView view_;
};

// In a lecture hall nothing else says what happens there.
TEST_F(LessonViewTest, WhoHasLeftTheStopReadsWhereHeIs) {
  const Rect hall{60, 800, 1800, 230};
  const auto here = draw(hall, true);
  EXPECT_FALSE(here.says("This is not the stop"));
  session_.seek(session_.left().count() - 1);
  ASSERT_TRUE(session_.lesson.away());
  const auto away = draw(hall, true);
  EXPECT_TRUE(away.says("This is not the stop"));
  EXPECT_TRUE(away.says("Step "));
  EXPECT_TRUE(away.says("Warp 0 "));
  test::expect_readable(away, hall);
}

TEST_F(LessonViewTest, TheWayBackIsNeverCut) {
  session_.seek(session_.left().count() - 1);
  for (const auto& [area, lecture] : {std::pair{Rect{60, 800, 1800, 230}, true},
                                      {Rect{0, 0, 1000, 230}, true},
                                      {Rect{0, 0, 270, 300}, false},
                                      {Rect{0, 0, 200, 300}, false}}) {
    const auto canvas = draw(area, lecture);
    bool whole = false;
    for (const auto& text : canvas.texts()) {
      whole = whole || text.text == "Back to the stop" || text.text == "Back";
    }
    EXPECT_TRUE(whole) << area.w;
  }
}

}  // namespace
}  // namespace warpscope
