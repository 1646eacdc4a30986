#include "app/shell/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/commands/session_commands.hpp"
#include "app/gl/png.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/canvas_pictures.hpp"
#include "app/shell/chrome.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "app/ui/placed_canvas.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float margin = 12;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// A small picture holds the whole window, and a large one can be read from afar.
float window_scale(int width, int height) {
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  const float fits = std::min(w / min_window_width, h / min_window_height);
  return std::clamp(std::min(w / 1920, h / 1080), std::min(1.0F, std::max(fits, 0.5F)), 4.0F);
}

/// The window as it is at a stop of the lesson.
void show_stop(Session& session, const StopPicture& wanted) {
  if (wanted.lessons) session.lesson.use(wanted.lessons);
  // That of a program is known by what is shown.
  wanted.of_program ? session.lesson.start() : session.lesson.begin(wanted.lesson, true);
  if (!session.lesson.on()) return;
  show_stop_of_lesson(session, wanted.stop, wanted.answered);
  if (wanted.why) session.lesson.open_why(*wanted.why);
  session.playback.player.settle();
}

/// As large as the layout wants it at this size; a `scale` of 0 asks for none.
float scale_of(const Session& session, int width, int height, float scale) {
  const float chosen = scale > 0 ? scale : window_scale(width, height);
  if (session.views.layout != LayoutKind::lecture) return chosen;
  return lecture_scale(chosen, static_cast<float>(width), static_cast<float>(height));
}

/// One view with its frame and title, alone.
class ViewPictures final : public CanvasPictures {
 public:
  /// `look`, all that the view is told beside the moment, may point into the session.
  ViewPictures(std::shared_ptr<View> view, const Frame& look, SessionPictures wanted)
      : CanvasPictures(*wanted.session, wanted.width, wanted.height, 1, look.theme->background),
        view_(std::move(view)),
        session_(std::move(wanted.session)),
        look_(look) {
    look_.zoom.factor = wanted.zoom;
    head_.open(session_->shown().left);
  }

 protected:
  void draw(Canvas& canvas, Rect area, const FilmFrame& moment) override {
    head_.seek(moment.access);
    Frame frame = look_;
    frame.still = true;
    frame.document = head_.document().get();
    frame.access = head_.position();
    frame.before = &head_.before();
    frame.after = &head_.after();
    frame.motion = Player::eased(moment.motion);
    PlacedCanvas placed(canvas, {}, frame.theme->pen);
    const Pane pane{{}, false, true, area.inset(margin)};
    PaneTitle title{view_->tab(frame), {}, view_->subtitle(frame)};
    draw_pane(placed, pane, title, {-1, -1}, *frame.theme);
    const Clip clip(placed, pane.frame.inset(1));
    Wishes nobody_listens;
    view_->draw(placed, pane.content(), frame, nobody_listens);
    look_.zoom = {};  // from now on the picture follows
  }

 private:
  std::shared_ptr<View> view_;
  std::shared_ptr<Session> session_;
  Frame look_;
  Playhead head_;
};

/// Pictures of the whole window.
class WindowPictures final : public CanvasPictures {
 public:
  explicit WindowPictures(SessionPictures wanted, Color background)
      : CanvasPictures(*wanted.session, wanted.width, wanted.height,
                       scale_of(*wanted.session, wanted.width, wanted.height, wanted.scale),
                       background),
        session_(std::move(wanted.session)),
        commands_(make_commands(*session_, view_lists())),
        scene_(*session_, commands_),
        seconds_(wanted.seconds),
        stays_(wanted.stays) {
    session_->views.zoom_asked.factor = wanted.zoom;
  }

 protected:
  void draw(Canvas& canvas, Rect area, const FilmFrame& moment) override {
    if (!stays_) {
      session_->playback.seek(moment.access);
      session_->playback.player.set_motion(moment.motion);
    }
    Scene::Input input;
    input.still = true;
    input.width = area.w;
    input.height = area.h;
    input.seconds = seconds_;
    scene_.draw(canvas, input);
  }

 private:
  std::shared_ptr<Session> session_;
  Commands commands_;
  Scene scene_;
  float seconds_;
  bool stays_;
};

/// All that a view is told beside the moment.
Frame frame_of(const Session& session, const Document& document, float seconds) {
  const Theme* theme = find_theme(session.settings.theme);
  Frame frame;
  frame.theme = theme != nullptr ? theme : &dark_theme();
  frame.lecture = session.views.layout == LayoutKind::lecture;
  frame.stage = session.views.stage_id(document);
  const bool tried = session.settings.formula != Playground{};
  frame.lent.lend<Playground>(tried ? &session.settings.formula : nullptr);
  frame.look = session.views.look;
  frame.seconds = seconds;
  return frame;
}

}  // namespace

Result<std::unique_ptr<PictureSource>> open_session_pictures(SessionPictures wanted) {
  const Recording& shown = wanted.session->shown();
  Frame frame = frame_of(*wanted.session, *shown.left, wanted.seconds);
  wanted.session->following.settle();
  frame.lent.lend<Followed>(&wanted.session->following.left());
  if (wanted.view == "window") {
    const Color background = frame.theme->background;
    return std::unique_ptr<PictureSource>(
        std::make_unique<WindowPictures>(std::move(wanted), background));
  }
  std::shared_ptr<View> view;
  const auto views = std::dynamic_pointer_cast<ViewSet>(shown.left_views);
  if (views && views->document() == shown.left) {
    view = std::shared_ptr<View>(views, views->find(wanted.view));
  } else {
    view = make_view(wanted.view);
    if (view) view->on_document(*shown.left);
  }
  if (!view) {
    return Error{ErrorKind::usage, tr("There is no view '{0}': choose window, {1}.", wanted.view,
                                      fmt::join(view_ids(), ", "))};
  }
  return std::unique_ptr<PictureSource>(
      std::make_unique<ViewPictures>(std::move(view), frame, std::move(wanted)));
}

Result<std::unique_ptr<PictureSource>> open_pictures(const PictureRequest& request) {
  auto made = session_of_pictures(
      request.theme, request.language,
      request.comparison ? *request.comparison : recording_for_pictures(request.document));
  if (!made) return made.error();
  std::shared_ptr<Session> session = std::move(made).value();
  if (!request.stage.empty()) session->views.choose_stage(request.stage);
  session->views.look = request.look;
  if (request.stop) show_stop(*session, *request.stop);
  session->views.layout = find_choice<LayoutKind>(request.layout).value_or(LayoutKind::study);
  session->following.put_back({request.pin, {}});
  if (request.lecture_banks) session->views.lecture.view = "banks";  // else as a stop has it
  for (const std::string& view : request.fronts) {
    if (session->views.layout == LayoutKind::lecture) session->views.lecture.view = view;
    session->views.bring_forward(view);
  }
  return open_session_pictures({std::move(session), request.view, request.width, request.height,
                                request.scale, request.seconds, request.stop.has_value(),
                                request.zoom});
}

Result<std::vector<std::byte>> render_picture(const PictureRequest& request) {
  if (request.format != "svg" && request.format != "png" && request.format != "pdf") {
    return Error{ErrorKind::usage,
                 tr("There is no picture format '{}': choose png, svg or pdf.", request.format)};
  }
  auto pictures = open_pictures(request);
  if (!pictures) return pictures.error();
  const FilmFrame moment{request.access, 1};
  if (request.format == "svg") return bytes_of(pictures.value()->svg(moment));
  if (request.format == "pdf") {
    const Result<std::string> pdf = pictures.value()->pdf({&moment, 1});
    if (!pdf) return pdf.error();
    return bytes_of(pdf.value());
  }
  const Result<Image> image = pictures.value()->image(moment);
  if (!image) return image.error();
  return bytes_of(encode_png(image.value()));
}

std::string offscreen_problem() {
  const auto ui = OffscreenUi::create(16, 16);
  return ui ? std::string() : ui.error().message;
}

}  // namespace warpscope
