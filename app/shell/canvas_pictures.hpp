#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "app/export/picture_source.hpp"
#include "app/session/session.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/offscreen_ui.hpp"

namespace warpscope {

/// Draws on whichever canvas is asked for; the first picture that needs OpenGL starts it.
class CanvasPictures : public PictureSource {
 public:
  /// `width`, `height`: pixels; `scale`: how many of them a logical pixel has.
  CanvasPictures(const Session& session, int width, int height, float scale, Color background);

  [[nodiscard]] Result<Image> image(const FilmFrame& frame) final;
  [[nodiscard]] std::string svg(const FilmFrame& frame) final;
  [[nodiscard]] Result<std::string> pdf(std::span<const FilmFrame> frames) final;

 protected:
  virtual void draw(Canvas& canvas, Rect area, const FilmFrame& frame) = 0;
  /// Of a document of them; empty: none.
  [[nodiscard]] virtual std::string title() const { return {}; }

 private:
  /// In the language of the export, whatever the window speaks.
  void say(Canvas& canvas, const FilmFrame& frame);
  [[nodiscard]] Rect size() const;

  int language_, width_, height_;
  float scale_;
  Color background_;
  std::unique_ptr<OffscreenUi> ui_;
};

/// A session of its own that shows `recording`. Errors: ErrorKind::usage for an unknown theme. An empty language is the
/// program's.
[[nodiscard]] Result<std::shared_ptr<Session>> session_of_pictures(const std::string& theme,
                                                                   const std::string& language,
                                                                   Recording recording);
/// A document as it was recorded.
[[nodiscard]] Recording recording_for_pictures(const DocumentPtr& document);

/// Leads a session whose lesson is on to one of its stops, and waits for what that runs. `answered`: the stop's question
/// is.
void show_stop_of_lesson(Session& session, std::size_t stop, bool answered);

}  // namespace warpscope
