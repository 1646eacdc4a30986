#include "app/shell/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

#include "app/gl/png.hpp"
#include "app/session/session_commands.hpp"
#include "app/shell/chrome.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "app/ui/placed_canvas.hpp"
#include "app/ui/svg_canvas.hpp"

namespace warpscope {
namespace {

constexpr int largest_picture = 16384;
constexpr float margin = 12;

using Drawing = std::function<void(Canvas&, float width, float height)>;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Result<std::vector<std::byte>> draw(std::string_view format, int width, int height, float scale,
                                    Color background, const Drawing& drawing) {
  if (width < 1 || height < 1 || width > largest_picture || height > largest_picture) {
    return Error{ErrorKind::usage,
                 fmt::format("A picture of {} × {} pixels cannot be drawn: each side must lie "
                             "between 1 and {}.",
                             width, height, largest_picture)};
  }
  const float w = static_cast<float>(width) / scale;
  const float h = static_cast<float>(height) / scale;
  if (format == "svg") {
    const Fonts fonts;
    SvgCanvas canvas(w, h, fonts);
    canvas.fill({0, 0, w, h}, background);
    drawing(canvas, w, h);
    return bytes_of(canvas.svg());
  }
  if (format != "png") {
    return Error{ErrorKind::usage,
                 fmt::format("There is no picture format '{}': choose png or svg.", format)};
  }
  auto ui = OffscreenUi::create(width, height, scale);
  if (!ui) return ui.error();
  const auto image = ui.value()->paint(background, [&](Canvas& canvas) { drawing(canvas, w, h); });
  if (!image) return image.error();
  return bytes_of(encode_png(image.value()));
}

/// So that a small picture holds the whole window, and a large one can be read from afar.
float window_scale(int width, int height) {
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  const float fits = std::min(w / min_window_width, h / min_window_height);
  return std::clamp(std::min(w / 1920, h / 1080), std::min(1.0F, std::max(fits, 0.5F)), 4.0F);
}

LayoutKind layout_of(std::string_view id) {
  if (id == "lecture") return LayoutKind::lecture;
  return id == "inspect" ? LayoutKind::inspect : LayoutKind::study;
}

/// One view with its frame and title, alone.
void draw_single(Canvas& canvas, Rect area, View& view, const PictureRequest& request,
                 const Theme& theme) {
  Playhead head;
  head.open(request.document);
  head.seek(request.access);
  Frame frame;
  frame.document = request.document.get();
  frame.access = head.position();
  frame.before = &head.before();
  frame.after = &head.after();
  frame.theme = &theme;
  view.on_document(*request.document);

  const Pane pane{{}, false, true, area.inset(margin)};
  PaneTitle title{std::string(view.title()), {}, view.subtitle(frame)};
  draw_pane(canvas, pane, title, {-1, -1}, theme);
  const Clip clip(canvas, pane.frame.inset(1));
  Wishes nobody_listens;
  view.draw(canvas, pane.content(), frame, nobody_listens);
}

}  // namespace

Result<std::vector<std::byte>> render_session(Session& session, std::string_view format, int width,
                                              int height, float scale) {
  const Commands commands = make_commands(session);
  Scene scene(session, commands);
  const Theme* theme = find_theme(session.settings.theme);
  return draw(format, width, height, scale > 0 ? scale : window_scale(width, height),
              theme->background, [&](Canvas& canvas, float w, float h) {
                Scene::Input input;
                input.width = w;
                input.height = h;
                scene.draw(canvas, input);
              });
}

Result<std::vector<std::byte>> render_picture(const PictureRequest& request) {
  const Theme* theme = find_theme(request.theme);
  if (theme == nullptr) {
    return Error{ErrorKind::usage, fmt::format("There is no theme '{}': choose {}.", request.theme,
                                               fmt::join(theme_ids, ", "))};
  }
  if (request.view == "window") {
    Settings settings;
    settings.theme = request.theme;
    Session session(settings);
    Options options;
    options.request = request.document->request;
    options.model = request.document->summary.model;
    session.show({std::move(options), request.document, nullptr, {}, {}});
    session.seek(request.access);
    session.layout = layout_of(request.layout);
    return render_session(session, request.format, request.width, request.height, request.scale);
  }
  const std::unique_ptr<View> view = make_view(request.view);
  if (!view) {
    return Error{ErrorKind::usage, fmt::format("There is no view '{}': choose window, {}.",
                                               request.view, fmt::join(view_ids(), ", "))};
  }
  return draw(request.format, request.width, request.height, 1, theme->background,
              [&](Canvas& canvas, float w, float h) {
                PlacedCanvas placed(canvas, {}, theme->pen);
                draw_single(placed, {0, 0, w, h}, *view, request, *theme);
              });
}

std::string offscreen_problem() {
  const auto ui = OffscreenUi::create(16, 16);
  return ui ? std::string() : ui.error().message;
}

}  // namespace warpscope
