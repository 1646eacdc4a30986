#include "app/ui/svg_canvas.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

#include "app/gl/png.hpp"
#include "app/ui/font_file.hpp"
#include "app/ui/utf8.hpp"

namespace warpscope {
namespace {

/// At most two decimals, without trailing zeros.
std::string number(float value) {
  std::array<char, 64> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                          std::chars_format::fixed, 2);
  assert(error == std::errc{} && std::isfinite(value));
  std::string_view text(digits.data(), end);
  while (text.ends_with('0')) text.remove_suffix(1);
  if (text.ends_with('.')) text.remove_suffix(1);
  return text == "-0" ? "0" : std::string(text);
}

std::string attribute(std::string_view name, float value) {
  return std::string(" ").append(name).append("=\"").append(number(value)).append("\"");
}

/// Text as XML allows it: markup escaped, control characters and broken UTF-8 replaced.
std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t code = take_code_point(text);
    const bool legal = code >= 0x20 && code != 0x7F && code != 0xFFFE && code != 0xFFFF;
    switch (legal ? code : replacement_character) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case replacement_character: out += "\uFFFD"; break;
      default: out += before.substr(0, before.size() - text.size());
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool there = i + k < bytes.size();
      three = three << 8U | (there ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool there = i + k <= bytes.size();
      text += there ? digits[three >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

constexpr std::array<std::string_view, 3> face_classes = {"s", "b", "m"};
constexpr std::array<std::string_view, 3> anchors = {"", " text-anchor=\"middle\"",
                                                     " text-anchor=\"end\""};

constexpr std::string_view style_sheet =
    "<style>text{white-space:pre;font-kerning:none;font-variant-ligatures:none}"
    ".s,.b{font-family:Inter,sans-serif}.b{font-weight:600}"
    ".m{font-family:'JetBrains Mono',monospace}</style>\n";

}  // namespace

SvgCanvas::SvgCanvas(float width, float height, const TextMeasure& measure) : measure_(measure) {
  const std::string w = number(width), h = number(height);
  out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
         "\" viewBox=\"0 0 " + w + ' ' + h + "\" xml:space=\"preserve\">\n";
  out_ += style_sheet;
}

void SvgCanvas::paint(std::string_view property, Color color) {
  constexpr std::string_view hex = "0123456789abcdef";
  out_.append(" ").append(property).append("=\"#");
  for (const unsigned channel : {color.r, color.g, color.b}) {
    out_ += hex[channel >> 4U];
    out_ += hex[channel & 15U];
  }
  out_ += '"';
  if (color.a != 255)
    out_ += attribute(std::string(property) + "-opacity", static_cast<float>(color.a) / 255);
}

void SvgCanvas::pen(Color color, float width) {
  paint("stroke", color);
  if (width != 1) out_ += attribute("stroke-width", width);
}

void SvgCanvas::box(Rect rect, float radius) {
  out_ += "<rect" + attribute("x", rect.x) + attribute("y", rect.y) + attribute("width", rect.w) +
          attribute("height", rect.h);
  if (radius > 0) out_ += attribute("rx", std::min({radius, rect.w / 2, rect.h / 2}));
}

void SvgCanvas::fill(Rect rect, Color color, float radius) {
  if (rect.w <= 0 || rect.h <= 0) return;
  box(rect, radius);
  paint("fill", color);
  out_ += "/>\n";
}

void SvgCanvas::stroke(Rect rect, Color color, float width, float radius) {
  box(rect.inset(width / 2), radius - width / 2);
  out_ += " fill=\"none\"";
  pen(color, width);
  out_ += "/>\n";
}

void SvgCanvas::line(Point a, Point b, Color color, float width) {
  out_ += "<line" + attribute("x1", a.x) + attribute("y1", a.y) + attribute("x2", b.x) +
          attribute("y2", b.y);
  pen(color, width);
  const bool straight = a.x == b.x || a.y == b.y;
  out_ += straight ? " shape-rendering=\"crispEdges\"/>\n" : "/>\n";
}

void SvgCanvas::polyline(std::span<const Point> points, Color color, float width) {
  out_ += "<polyline points=\"";
  for (const Point p : points) out_ += number(p.x) + ',' + number(p.y) + ' ';
  if (!points.empty()) out_.pop_back();
  out_ += "\" fill=\"none\"";
  pen(color, width);
  out_ += "/>\n";
}

void SvgCanvas::circle(Point center, float radius, Color color) {
  out_ +=
      "<circle" + attribute("cx", center.x) + attribute("cy", center.y) + attribute("r", radius);
  paint("fill", color);
  out_ += "/>\n";
}

void SvgCanvas::ring(Point center, float radius, Color color, float width) {
  out_ += "<circle" + attribute("cx", center.x) + attribute("cy", center.y) +
          attribute("r", std::max(0.0F, radius - width / 2)) + " fill=\"none\"";
  pen(color, width);
  out_ += "/>\n";
}

void SvgCanvas::triangle(Point a, Point b, Point c, Color color) {
  out_ += "<path d=\"M" + number(a.x) + ' ' + number(a.y) + 'L' + number(b.x) + ' ' + number(b.y) +
          'L' + number(c.x) + ' ' + number(c.y) + "z\"";
  paint("fill", color);
  out_ += "/>\n";
}

void SvgCanvas::text(Point at, std::string_view text, const TextStyle& style, Align align) {
  const float baseline = at.y + face_metrics(style.face).cap_height * style.size / 2;
  out_ += "<text" + attribute("x", at.x) + attribute("y", baseline) +
          attribute("font-size", style.size);
  out_.append(" class=\"").append(face_classes.at(static_cast<std::size_t>(style.face)));
  out_.append("\"").append(anchors.at(static_cast<std::size_t>(align)));
  paint("fill", style.color);
  out_ += '>' + escaped(text) + "</text>\n";
}

void SvgCanvas::heat(Rect rect, const HeatSlice& slice) {
  constexpr float sharpness = 2;  // pixels of the image in one of the picture
  const int width = static_cast<int>(std::lround(rect.w * sharpness));
  const int height = static_cast<int>(std::lround(rect.h * sharpness));
  if (width <= 0 || height <= 0 || slice.columns <= 0 || slice.rows <= 0) return;
  out_ += "<image" + attribute("x", rect.x) + attribute("y", rect.y) + attribute("width", rect.w) +
          attribute("height", rect.h) +
          " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
          "href=\"data:image/png;base64," +
          base64(encode_png(heat_image(slice, width, height))) + "\"/>\n";
}

void SvgCanvas::push_clip(Rect rect) {
  const std::string name = std::to_string(++clips_);
  ++open_;
  out_ += "<clipPath id=\"c" + name + "\">";
  box(rect, 0);
  out_ += "/></clipPath><g clip-path=\"url(#c" + name + ")\">\n";
}

void SvgCanvas::pop_clip() {
  assert(open_ > 0);
  --open_;
  out_ += "</g>\n";
}

std::string SvgCanvas::svg() const {
  assert(open_ == 0);
  return out_ + "</svg>\n";
}

}  // namespace warpscope
