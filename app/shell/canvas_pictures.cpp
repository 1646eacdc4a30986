#include "app/shell/canvas_pictures.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

#include "app/ui/pdf_canvas.hpp"
#include "app/ui/svg_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr int largest_picture = 16384;

void finish_recording(Session& session) {
  while (session.recording.on()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    session.tick(0);
  }
  session.tick(0);
}

}  // namespace

CanvasPictures::CanvasPictures(const Session& session, int width, int height, float scale,
                               Color background)
    : language_(find_language(session.settings.language).value_or(english)),
      width_(width),
      height_(height),
      scale_(scale),
      background_(background) {}

Result<Image> CanvasPictures::image(const FilmFrame& frame) {
  if (width_ < 1 || height_ < 1 || width_ > largest_picture || height_ > largest_picture) {
    return Error{ErrorKind::usage, tr("A picture of {0} × {1} pixels cannot be drawn: each side "
                                      "must lie between 1 and {2}.",
                                      width_, height_, largest_picture)};
  }
  if (!ui_) {
    auto ui = OffscreenUi::create(width_, height_, scale_);
    if (!ui) return ui.error();
    ui_ = std::move(ui).value();
  }
  return ui_->paint(background_, [&](Canvas& canvas) { say(canvas, frame); });
}

std::string CanvasPictures::svg(const FilmFrame& frame) {
  const Fonts fonts;
  const Rect area = size();
  SvgCanvas canvas(area.w, area.h, fonts);
  canvas.fill(area, background_);
  say(canvas, frame);
  return canvas.svg();
}

Result<std::string> CanvasPictures::pdf(std::span<const FilmFrame> frames) {
  const Fonts fonts;
  const Rect area = size();
  PdfCanvas canvas(fonts, title());
  for (const FilmFrame& frame : frames) {
    canvas.begin_page(area.w, area.h);
    canvas.fill(area, background_);
    say(canvas, frame);
  }
  return canvas.pdf();
}

void CanvasPictures::say(Canvas& canvas, const FilmFrame& frame) {
  const InLanguage scope(language_);
  draw(canvas, size(), frame);
}

Rect CanvasPictures::size() const {
  return {0, 0, static_cast<float>(width_) / scale_, static_cast<float>(height_) / scale_};
}

Recording recording_for_pictures(const DocumentPtr& document) {
  Recording recording;
  recording.options.show(document->subject, document->request);
  recording.options.model = document->summary.model;
  recording.left = document;
  return recording;
}

Result<std::shared_ptr<Session>> session_of_pictures(const std::string& theme,
                                                     const std::string& language,
                                                     Recording recording) {
  if (find_theme(theme) == nullptr) {
    return Error{ErrorKind::usage,
                 tr("There is no theme '{0}': choose {1}.", theme, fmt::join(theme_ids, ", "))};
  }
  Settings settings;
  settings.theme = theme;
  if (!language.empty()) settings.language = language;
  auto session = std::make_shared<Session>(settings);
  session->recording.show(std::move(recording));
  return session;
}

void show_stop_of_lesson(Session& session, std::size_t stop, bool answered) {
  session.lesson.go(stop);
  finish_recording(session);
  if (answered && session.lesson.asks()) session.lesson.tell();
  finish_recording(session);
}

}  // namespace warpscope
