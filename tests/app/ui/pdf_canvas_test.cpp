#include "app/ui/pdf_canvas.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/ui/fonts.hpp"

namespace warpscope {
namespace {

int count_of(std::string_view text, std::string_view part) {
  int count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(PdfCanvasOf, WritesEveryShapeOnAPageOfItsSize) {
  const Fonts fonts;
  PdfCanvas canvas(fonts, "Scan");
  canvas.begin_page(320, 200);
  canvas.fill({0, 0, 10, 10}, {255, 0, 0}, 3);
  canvas.stroke({0, 0, 10, 10}, {255, 0, 0}, 2, 4);
  canvas.line({0, 0}, {3, 4}, {0, 255, 0, 128});
  canvas.polyline(std::vector<Point>{{0, 0}, {1, 2}, {3, 4}}, {});
  canvas.circle({5, 5}, 2.5F, {});
  canvas.ring({5, 5}, 3, {}, 1);
  canvas.triangle({0, 0}, {4, 0}, {2, 3}, {});
  {
    const Clip clip(canvas, {0, 0, 100, 50});
    for (const Align align : {Align::left, Align::center, Align::right}) {
      canvas.text({10, 20}, "in bank 3", {Face::mono, 20, {}}, align);
    }
  }
  const Result<std::string> pdf = canvas.pdf();
  ASSERT_TRUE(pdf) << pdf.error().message;
  EXPECT_TRUE(pdf->starts_with("%PDF-"));
  EXPECT_NE(pdf->find("%%EOF"), std::string::npos);
  EXPECT_EQ(count_of(pdf.value(), "/Type /Page "), 1) << pdf.value();
  EXPECT_NE(pdf->find("MediaBox [ 0 0 240 150 ]"), std::string::npos) << "3/4 point to a pixel";
  EXPECT_NE(pdf->find("JetBrainsMono"), std::string::npos) << "the font is in the file";
}

TEST(PdfCanvasOf, HasAsManyPagesAsWereBegun) {
  const Fonts fonts;
  PdfCanvas canvas(fonts);
  for (int page = 0; page < 3; ++page) {
    canvas.begin_page(100, 100);
    canvas.text({10, 20}, "Разряд", {Face::sans, 20, {}});
  }
  const Result<std::string> pdf = canvas.pdf();
  ASSERT_TRUE(pdf) << pdf.error().message;
  EXPECT_EQ(count_of(pdf.value(), "/Type /Page "), 3);
}

TEST(PdfCanvasOf, TakesTextOfAnyBytes) {
  const Fonts fonts;
  PdfCanvas canvas(fonts, "\xff\x01");
  canvas.begin_page(100, 100);
  canvas.text({10, 20}, std::string("a\0\xc3(\x7f\n", 6), {Face::sans, 20, {}});
  canvas.text({10, 40}, "", {Face::sans, 20, {}}, Align::center);
  const Result<std::string> pdf = canvas.pdf();
  ASSERT_TRUE(pdf) << pdf.error().message;
  EXPECT_NE(pdf->find("%%EOF"), std::string::npos);
}

TEST(PdfCanvasOf, HoldsAMatrixOfAmountsAsAnImage) {
  const Fonts fonts;
  PdfCanvas canvas(fonts);
  canvas.begin_page(100, 100);
  const std::vector<std::uint8_t> cells{0, 1, 2, 3};
  HeatSlice slice{.cells = cells.data(), .pitch = 2, .columns = 2, .rows = 2, .to = 2};
  slice.palette.fill({200, 10, 10});
  canvas.heat({10, 10, 20, 20}, slice);
  const Result<std::string> pdf = canvas.pdf();
  ASSERT_TRUE(pdf) << pdf.error().message;
  EXPECT_NE(pdf->find("/Subtype /Image"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
