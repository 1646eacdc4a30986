#include "app/ui/pdf_canvas.hpp"

#include <cairo-ft.h>
#include <cairo-pdf.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "app/ui/font_file.hpp"
#include "app/ui/utf8.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr double points_of_pixel = 0.75;  // 72 in an inch, and 96 pixels
constexpr double quarter = std::numbers::pi / 2;

/// Text as cairo takes it: broken UTF-8 and control characters replaced.
std::string shown_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t code = take_code_point(text);
    const bool legal = code >= 0x20 && code != 0x7F && code != replacement_character;
    out += legal ? before.substr(0, before.size() - text.size()) : "\uFFFD";
  }
  return out;
}

cairo_status_t append_bytes(void* text, const unsigned char* bytes, unsigned count) {
  // An exception must not pass through cairo, which is C.
  try {
    static_cast<std::string*>(text)->append(bytes, bytes + count);
    return CAIRO_STATUS_SUCCESS;
  } catch (...) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

/// The faces of the program as cairo draws them. They live as long as the program: cairo keeps what it has made of a
/// face for whoever draws next.
class PdfFaces {
 public:
  PdfFaces() {
    if (FT_Init_FreeType(&library_) != 0) return;
    for (const Face face : {Face::sans, Face::sans_bold, Face::mono}) {
      const auto file = font_file(face);
      FT_Face made = nullptr;
      const FT_Error error =
          FT_New_Memory_Face(library_, reinterpret_cast<const FT_Byte*>(file.data()),
                             static_cast<FT_Long>(file.size()), 0, &made);
      if (error != 0) return;
      faces_.at(static_cast<std::size_t>(face)) = cairo_ft_font_face_create_for_ft_face(made, 0);
    }
  }
  /// nullptr if the font could not be read.
  [[nodiscard]] cairo_font_face_t* find(Face face) const {
    return faces_.at(static_cast<std::size_t>(face));
  }

 private:
  FT_Library library_ = nullptr;
  std::array<cairo_font_face_t*, 3> faces_{};
};

const PdfFaces& pdf_faces() {
  static const PdfFaces faces;
  return faces;
}

}  // namespace

struct PdfCanvas::Pages {
  Pages()
      : surface(cairo_pdf_surface_create_for_stream(append_bytes, &bytes, 1, 1)),
        cairo(cairo_create(surface)) {
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);  // old printers read it
    cairo_font_options_t* const options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
  }
  ~Pages() {
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  void ink(Color color) const {
    cairo_set_source_rgba(cairo, color.r / 255.0, color.g / 255.0, color.b / 255.0,
                          color.a / 255.0);
  }
  void draw_stroke(Color color, float width) const {
    ink(color);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
  }
  void box(Rect rect, float radius) const {
    const double r = std::clamp(radius, 0.0F, std::min(rect.w, rect.h) / 2);
    if (r <= 0) return cairo_rectangle(cairo, rect.x, rect.y, rect.w, rect.h);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, rect.right() - r, rect.y + r, r, -quarter, 0);
    cairo_arc(cairo, rect.right() - r, rect.bottom() - r, r, 0, quarter);
    cairo_arc(cairo, rect.x + r, rect.bottom() - r, r, quarter, 2 * quarter);
    cairo_arc(cairo, rect.x + r, rect.y + r, r, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo);
  }

  std::string bytes;  // before the surface, which writes there
  cairo_surface_t* surface;
  cairo_t* cairo;
  int pages = 0, clips = 0;
};

PdfCanvas::PdfCanvas(const TextMeasure& measure, const std::string& title)
    : measure_(measure), pages_(std::make_unique<Pages>()) {
  cairo_pdf_surface_set_metadata(pages_->surface, CAIRO_PDF_METADATA_CREATOR, "Warpscope");
  if (title.empty()) return;
  cairo_pdf_surface_set_metadata(pages_->surface, CAIRO_PDF_METADATA_TITLE,
                                 shown_utf8(title).c_str());
}

PdfCanvas::~PdfCanvas() = default;

void PdfCanvas::begin_page(float width, float height) {
  assert(pages_->clips == 0);
  cairo_t* const cairo = pages_->cairo;
  if (pages_->pages++ > 0) cairo_show_page(cairo);
  cairo_pdf_surface_set_size(pages_->surface, width * points_of_pixel, height * points_of_pixel);
  cairo_identity_matrix(cairo);
  cairo_scale(cairo, points_of_pixel, points_of_pixel);
}

void PdfCanvas::fill(Rect rect, Color color, float radius) {
  if (rect.w <= 0 || rect.h <= 0) return;
  pages_->box(rect, radius);
  pages_->ink(color);
  cairo_fill(pages_->cairo);
}

void PdfCanvas::stroke(Rect rect, Color color, float width, float radius) {
  pages_->box(rect.inset(width / 2), radius - width / 2);
  pages_->draw_stroke(color, width);
}

void PdfCanvas::line(Point a, Point b, Color color, float width) {
  cairo_move_to(pages_->cairo, a.x, a.y);
  cairo_line_to(pages_->cairo, b.x, b.y);
  pages_->draw_stroke(color, width);
}

void PdfCanvas::polyline(std::span<const Point> points, Color color, float width) {
  for (const Point p : points) cairo_line_to(pages_->cairo, p.x, p.y);
  pages_->draw_stroke(color, width);
}

void PdfCanvas::circle(Point center, float radius, Color color) {
  cairo_new_sub_path(pages_->cairo);
  cairo_arc(pages_->cairo, center.x, center.y, radius, 0, 4 * quarter);
  pages_->ink(color);
  cairo_fill(pages_->cairo);
}

void PdfCanvas::ring(Point center, float radius, Color color, float width) {
  cairo_new_sub_path(pages_->cairo);
  cairo_arc(pages_->cairo, center.x, center.y, std::max(0.0F, radius - width / 2), 0, 4 * quarter);
  pages_->draw_stroke(color, width);
}

void PdfCanvas::triangle(Point a, Point b, Point c, Color color) {
  for (const Point p : {a, b, c}) cairo_line_to(pages_->cairo, p.x, p.y);
  cairo_close_path(pages_->cairo);
  pages_->ink(color);
  cairo_fill(pages_->cairo);
}

void PdfCanvas::text(Point at, std::string_view text, const TextStyle& style, Align align) {
  cairo_t* const cairo = pages_->cairo;
  const std::string shown = shown_utf8(text);
  if (cairo_font_face_t* const face = pdf_faces().find(style.face)) {
    cairo_set_font_face(cairo, face);
  }
  cairo_set_font_size(cairo, style.size);
  double x = at.x;
  if (align != Align::left) {
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, shown.c_str(), &extents);
    x -= align == Align::center ? extents.x_advance / 2 : extents.x_advance;
  }
  cairo_move_to(cairo, x, at.y + face_metrics(style.face).cap_height * style.size / 2);
  pages_->ink(style.color);
  cairo_show_text(cairo, shown.c_str());
  cairo_new_path(cairo);  // it leaves a point behind
}

void PdfCanvas::heat(Rect rect, const HeatSlice& slice) {
  constexpr float sharpness = 2;  // pixels of the image in one of the picture
  const int width = static_cast<int>(std::lround(rect.w * sharpness));
  const int height = static_cast<int>(std::lround(rect.h * sharpness));
  if (width <= 0 || height <= 0 || slice.columns <= 0 || slice.rows <= 0) return;
  const Image image = heat_image(slice, width, height);
  std::vector<std::uint32_t> pixels;
  pixels.reserve(image.rgba.size() / 4);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* const p = image.pixel(x, y);
      const auto part = [&](int i) { return std::uint32_t{p[i]} * p[3] / 255; };
      pixels.push_back(std::uint32_t{p[3]} << 24U | part(0) << 16U | part(1) << 8U | part(2));
    }
  }
  cairo_surface_t* const picture =
      cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(pixels.data()),
                                          CAIRO_FORMAT_ARGB32, width, height, width * 4);
  cairo_t* const cairo = pages_->cairo;
  cairo_save(cairo);
  cairo_translate(cairo, rect.x, rect.y);
  cairo_scale(cairo, rect.w / static_cast<float>(width), rect.h / static_cast<float>(height));
  cairo_set_source_surface(cairo, picture, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
  cairo_rectangle(cairo, 0, 0, width, height);
  cairo_fill(cairo);
  cairo_restore(cairo);
  cairo_surface_finish(picture);  // its pixels go now
  cairo_surface_destroy(picture);
}

void PdfCanvas::push_clip(Rect rect) {
  ++pages_->clips;
  cairo_save(pages_->cairo);
  cairo_rectangle(pages_->cairo, rect.x, rect.y, rect.w, rect.h);
  cairo_clip(pages_->cairo);
}

void PdfCanvas::pop_clip() {
  assert(pages_->clips > 0);
  --pages_->clips;
  cairo_restore(pages_->cairo);
}

Result<std::string> PdfCanvas::pdf() {
  assert(pages_->clips == 0);
  cairo_show_page(pages_->cairo);
  cairo_status_t status = cairo_status(pages_->cairo);
  cairo_surface_finish(pages_->surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(pages_->surface);
  if (status == CAIRO_STATUS_SUCCESS) return std::exchange(pages_->bytes, {});
  return Error{ErrorKind::failed, tr("The PDF could not be made: {}. Export PNG or SVG instead.",
                                     cairo_status_to_string(status))};
}

}  // namespace warpscope
