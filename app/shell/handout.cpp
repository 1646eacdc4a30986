#include "app/shell/handout.hpp"

#include <utility>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/canvas_pictures.hpp"
#include "app/shell/handout_page.hpp"
#include "app/shell/scene.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float pixels_of_one = 2;  // 192 in an inch: sharp enough for print

/// The lesson of `session` is on.
class HandoutPictures final : public CanvasPictures {
 public:
  HandoutPictures(std::shared_ptr<Session> session, bool answers, bool notes, const Theme& theme)
      : CanvasPictures(*session, static_cast<int>(handout_width * pixels_of_one),
                       static_cast<int>(handout_height * pixels_of_one), pixels_of_one,
                       theme.panel),
        session_(std::move(session)),
        commands_(make_commands(*session_, view_lists())),
        scene_(*session_, commands_),
        answers_(answers),
        notes_(notes) {}

 protected:
  void draw(Canvas& canvas, Rect, const FilmFrame& frame) override {
    show_stop_of_lesson(*session_, frame.access, answers_);
    session_->playback.player.settle();
    draw_handout_page(canvas, {*session_, scene_, answers_, notes_});
  }
  [[nodiscard]] std::string title() const override { return session_->lesson.lesson().title.now(); }

 private:
  std::shared_ptr<Session> session_;
  Commands commands_;
  Scene scene_;
  bool answers_, notes_;
};

}  // namespace

Result<std::unique_ptr<PictureSource>> open_handout(const HandoutRequest& request) {
  auto made = session_of_pictures(request.theme, request.language,
                                  recording_for_pictures(request.document));
  if (!made) return made.error();
  std::shared_ptr<Session> session = std::move(made).value();
  session->lesson.use(request.lessons);
  request.of_program ? session->lesson.start() : session->lesson.begin(request.lesson, true);
  if (!session->lesson.on()) {
    return usage_error(
        tr("There is no lesson of {}; warpscope lesson lists those that are.", request.lesson));
  }
  return std::unique_ptr<PictureSource>(std::make_unique<HandoutPictures>(
      std::move(session), request.answers, request.notes, *find_theme(request.theme)));
}

}  // namespace warpscope
