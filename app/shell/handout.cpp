#include "app/shell/handout.hpp"

#include <fmt/format.h>

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
  HandoutPictures(std::shared_ptr<Session> session, bool answers, const Theme& theme)
      : CanvasPictures(*session, static_cast<int>(handout_width * pixels_of_one),
                       static_cast<int>(handout_height * pixels_of_one), pixels_of_one,
                       theme.panel),
        session_(std::move(session)),
        commands_(make_commands(*session_, view_lists())),
        scene_(*session_, commands_),
        answers_(answers) {}

 protected:
  void draw(Canvas& canvas, Rect, const FilmFrame& frame) override {
    show_stop_of_lesson(*session_, frame.access, answers_);
    session_->playback.player.settle();
    draw_handout_page(canvas, {*session_, scene_, answers_});
  }
  [[nodiscard]] std::string title() const override { return session_->lesson.lesson().title.now(); }

 private:
  std::shared_ptr<Session> session_;
  Commands commands_;
  Scene scene_;
  bool answers_;
};

}  // namespace

Result<std::unique_ptr<PictureSource>> open_handout(const HandoutRequest& request) {
  const Theme* const theme = find_theme(request.theme);
  if (theme == nullptr) {
    return Error{ErrorKind::usage, tr("There is no theme '{0}': choose {1}.", request.theme,
                                      fmt::join(theme_ids, ", "))};
  }
  Settings settings;
  settings.theme = request.theme;
  if (!request.language.empty()) settings.language = request.language;
  Recording recording;
  recording.options.show(request.document->subject, request.document->request);
  recording.options.model = request.document->summary.model;
  recording.left = request.document;
  auto session = std::make_shared<Session>(settings);
  session->recording.show(std::move(recording));
  session->lesson.use(request.lessons);
  request.of_program ? session->lesson.start() : session->lesson.begin(request.lesson, true);
  if (!session->lesson.on()) {
    return usage_error(
        tr("There is no lesson of {}; warpscope lesson lists those that are.", request.lesson));
  }
  return std::unique_ptr<PictureSource>(
      std::make_unique<HandoutPictures>(std::move(session), request.answers, *theme));
}

}  // namespace warpscope
