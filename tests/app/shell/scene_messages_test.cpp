#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/say.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

class SceneMessages : public testing::Test {
 protected:
  static constexpr Rect window{0, 0, 1280, 720};
  RecordingCanvas draw() {
    RecordingCanvas canvas(window, fonts_);
    scene_.draw(canvas, {window.w, window.h, {}, 0});
    return canvas;
  }
  /// The card on which a message with this text lies.
  static Rect card_of(const RecordingCanvas& canvas, std::string_view message) {
    const auto text = std::ranges::find(canvas.texts(), message, &RecordingCanvas::Text::text);
    if (text == canvas.texts().end()) return {};
    Rect card;
    for (const auto& stroke : canvas.strokes()) {
      if (stroke.rect.contains(text->rect.center())) card = stroke.rect;
    }
    return card;
  }
  /// What the lesson has outlined in its colour: lanes, cells, lines, and the pane that it is about.
  [[nodiscard]] std::vector<Rect> pointed(const RecordingCanvas& canvas) const {
    std::vector<Rect> rects;
    for (const auto& stroke : canvas.strokes()) {
      if (stroke.color == scene_.theme().other) rects.push_back(common(stroke.rect, stroke.clip));
    }
    return rects;
  }
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

constexpr std::string_view long_message =
    "A message that is as long as those which tell that a question was passed over: [ leads back.";

TEST_F(SceneMessages, CoverNeitherWhatALessonPointsAtNorItsWords) {
  int marked = 0;
  for (const char* id : {"primer", "reduce_strided", "bitonic_shared", "occupancy"}) {
    session_.lesson.begin(id);
    test::settle(session_);
    for (std::size_t stop = 0; stop < session_.lesson.lesson().stops.size(); ++stop) {
      session_.lesson.go(stop);
      test::settle(session_);
      if (session_.lesson.asks()) session_.lesson.tell();
      session_.notices.say(say("{}", std::string(long_message)));
      const RecordingCanvas canvas = draw();
      const Rect card = card_of(canvas, long_message);
      ASSERT_GT(card.w, 0);
      for (const Rect& rect : pointed(canvas)) {
        ++marked;
        const Rect both = common(card, rect);
        EXPECT_EQ(both.w * both.h, 0) << id << " stop " << stop + 1;
      }
      for (const auto& text : canvas.texts()) {
        const bool of_lesson =
            text.visible() && text.style.face == Face::sans &&
            session_.lesson.stop().text.now().find(text.text) != std::string::npos;
        if (of_lesson && text.text.size() > 20) {
          EXPECT_FALSE(canvas.hidden(text)) << text.text;
        }
      }
      session_.notices.dismiss();
    }
  }
  EXPECT_GE(marked, 10);
}

TEST_F(SceneMessages, CoverNoTabs) {
  session_.lesson.begin("primer");
  test::settle(session_);
  for (std::size_t stop = 0; stop < session_.lesson.lesson().stops.size(); ++stop) {
    session_.lesson.go(stop);
    test::settle(session_);
    session_.notices.say(say("{}", std::string(long_message)));
    const RecordingCanvas canvas = draw();
    for (const char* tab : {"Heat map", "Timing", "Multiprocessor", "Formula", "Lines"}) {
      const auto text = std::ranges::find(canvas.texts(), tab, &RecordingCanvas::Text::text);
      ASSERT_NE(text, canvas.texts().end()) << tab;
      EXPECT_FALSE(canvas.hidden(*text)) << tab << " at stop " << stop + 1;
    }
    session_.notices.dismiss();
  }
}

}  // namespace
}  // namespace warpscope
