#include "app/ui/svg_canvas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/ui/fonts.hpp"

namespace warpscope {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Whether tags nest and attributes are quoted: enough of XML for what the canvas writes.
bool well_formed(std::string_view xml) {
  std::vector<std::string> open;
  while (true) {
    const auto start = xml.find('<');
    if (xml.substr(0, start).find_first_of('>') != std::string_view::npos) return false;
    if (start == std::string_view::npos) return open.empty();
    const auto end = xml.find('>', start);
    if (end == std::string_view::npos) return false;
    const std::string_view tag = xml.substr(start + 1, end - start - 1);
    if (tag.find('<') != std::string_view::npos) return false;
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return false;
    const std::string name(tag.substr(0, tag.find_first_of(" /", 1)));
    if (tag.starts_with('/')) {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    xml.remove_prefix(end + 1);
  }
}

class SvgCanvasTest : public testing::Test {
 protected:
  Fonts fonts_;
  SvgCanvas canvas_{320, 200, fonts_};
  TextStyle style_{Face::mono, 20, {1, 2, 3}};
};

TEST_F(SvgCanvasTest, WritesEveryShapeAsWellFormedXml) {
  canvas_.fill({0, 0, 10, 10}, {255, 0, 0});
  canvas_.stroke({0, 0, 10, 10}, {255, 0, 0}, 2, 4);
  canvas_.line({0, 0}, {3, 4}, {0, 255, 0, 128});
  canvas_.polyline(std::vector<Point>{{0, 0}, {1, 2}, {3, 4}}, {});
  canvas_.circle({5, 5}, 2.5F, {});
  canvas_.ring({5, 5}, 3, {}, 1);
  canvas_.triangle({0, 0}, {4, 0}, {2, 3}, {});
  {
    const Clip clip(canvas_, {0, 0, 100, 50});
    canvas_.text({10, 20}, "in", style_);
  }
  const std::string svg = canvas_.svg();
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_TRUE(has(svg, R"(width="320" height="200")")) << svg;
  EXPECT_TRUE(has(svg, R"(<rect x="0" y="0" width="10" height="10" fill="#ff0000"/>)")) << svg;
  EXPECT_TRUE(has(svg, R"(<rect x="1" y="1" width="8" height="8" rx="3" fill="none")")) << svg;
  EXPECT_TRUE(has(svg, R"(stroke="#00ff00" stroke-opacity="0.5")")) << svg;
  EXPECT_TRUE(has(svg, R"(<circle cx="5" cy="5" r="2.5" fill="#000000"/>)")) << svg;
  EXPECT_TRUE(has(svg, R"(<clipPath id="c1">)")) << svg;
}

TEST_F(SvgCanvasTest, EscapesWhatWouldBreakIt) {
  canvas_.text({0, 0}, "shared_array<\"data\", int>(a && b)", style_);
  canvas_.text({0, 0}, "bell \a, broken \xFF, tab\t.", style_);
  const std::string svg = canvas_.svg();
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_TRUE(has(svg, "shared_array&lt;\"data\", int&gt;(a &amp;&amp; b)</text>")) << svg;
  EXPECT_TRUE(has(svg, "bell \uFFFD, broken \uFFFD, tab\uFFFD.")) << svg;
}

TEST_F(SvgCanvasTest, PlacesTextByItsBaseline) {
  canvas_.text({7, 100}, "0", style_, Align::right);
  // Half of JetBrains Mono's capital height of 0.73 em below the middle.
  EXPECT_TRUE(
      has(canvas_.svg(), R"(<text x="7" y="107.3" font-size="20" class="m" text-anchor="end")"))
      << canvas_.svg();
}

TEST_F(SvgCanvasTest, NumbersAreShort) {
  canvas_.line({0.1F, -0.001F}, {1.0F / 3, 1e6F}, {});
  EXPECT_TRUE(has(canvas_.svg(), R"(x1="0.1" y1="0" x2="0.33" y2="1000000")")) << canvas_.svg();
}

TEST_F(SvgCanvasTest, EmptyRectanglesAreLeftOut) {
  canvas_.fill({5, 5, 0, 10}, {});
  EXPECT_FALSE(has(canvas_.svg(), "<rect"));
}

}  // namespace
}  // namespace warpscope
