#include "app/stage/grid/grid_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/look/stage_focus.hpp"
#include "app/stage/stage_view.hpp"
#include "app/ui/svg_canvas.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::last_access;
using test::Place;
using test::Shown;

TEST(GridPicture, IsReadableAtEverySizeAndMoment) {
  test::expect_readable_at_all_moments<GridPicture>({{"matmul_tiled", 32, 256},
                                                     {"matmul_naive", 32, 256},
                                                     {"matmul_abt_padded", 32, 1024},
                                                     {"transpose_padded", 64, 256},
                                                     {"bank_stride", 32, 32},
                                                     {"vector_aos", 512, 128},
                                                     {"reduce_shuffle", 512, 256},
                                                     {"spmv_scalar", 512, 128},
                                                     {"spmv_coo", 64, 32},
                                                     {"jacobi", 32, 32}},
                                                    14'000);
}

/// The grids with many small arrays, in windows of 1920 × 1080 and of 1280 × 720.
TEST(GridPicture, NumbersStandApartAndNamesAreWholeIfThereIsRoom) {
  constexpr std::array places{Place{{497, 110, 915, 450}}, Place{{337, 100, 600, 230}}};
  for (const auto& [kernel, size, block] : {test::PictureCase{"radix_onesweep", 1024, 64},
                                            {"radix_onesweep", 600, 64},
                                            {"matmul_register_tiled", 64, 32}}) {
    const auto document = emulated(kernel, size, block);
    test::expect_readable_at_all_moments<GridPicture>(*document, kernel, places, 14'000, 60);
    GridPicture picture;
    picture.on_document(*document);
    Shown shown{.area = places[1].area};
    const auto canvas = shown.draw(picture, *document, last_access(*document));
    for (const auto& text : canvas.texts()) {
      EXPECT_FALSE(text.text.ends_with("…")) << kernel << ": " << text.text;
    }
  }
}

TEST(GridPicture, HoverTellsPlaceValueAndMakerAndClickGoesThere) {
  const auto document = emulated("matmul_naive", 16, 64);
  GridPicture picture;
  picture.on_document(*document);
  const auto [text, seek] = test::search_tooltips(picture, *document, [](const Wishes& wishes) {
    return wishes.tooltip.starts_with("c[") && wishes.seek;
  });
  EXPECT_NE(text.find("row "), std::string::npos) << text;
  EXPECT_NE(text.find("made from 32 values"), std::string::npos) << text;
  EXPECT_NE(text.find("(thread "), std::string::npos) << text;
  ASSERT_TRUE(seek);
  EXPECT_EQ(document->trace->accesses[*seek].operation, Operation::store);
}

TEST(GridPicture, ThePresentArrayIsNamedInTheColourOfNow) {
  const auto document = emulated("transpose_tiled", 64, 256);
  GridPicture picture;
  picture.on_document(*document);
  Shown shown;
  shown.look.set(StageFocus::off);  // of whole matrices
  const auto canvas = shown.draw(picture, *document, 0);
  int marked = 0;
  for (const auto& text : canvas.texts()) {
    if (text.style.face != Face::sans_bold || text.style.color != dark_theme().now) continue;
    ++marked;
    EXPECT_TRUE(text.text.starts_with("in[64")) << text.text;
  }
  EXPECT_EQ(marked, 1);
  EXPECT_TRUE(canvas.says("columns 0 … 31"));
}

/// However small the cells are, the value that is read shows through its outline.
TEST(GridPicture, OutlinesWhatIsReadAndFillsWhatIsWritten) {
  const auto document = emulated("transpose_tiled", 64, 256);
  const Trace& trace = *document->trace;
  GridPicture picture;
  picture.on_document(*document);
  for (const float width : {420.0F, 925.0F, 1800.0F}) {
    for (std::uint32_t a = 0; a < trace.accesses.size(); a += 5) {
      Shown shown;
      shown.look.set(StageFocus::off);
      shown.area = {20, 20, width, width * 0.6F};
      const auto canvas = shown.draw(picture, *document, a);
      const auto marked = [&](const std::vector<RecordingCanvas::Box>& boxes) {
        return std::ranges::count_if(boxes, [&](const RecordingCanvas::Box& box) {
          return box.color == dark_theme().now && box.rect.bottom() < shown.area.bottom() - 16;
        });
      };
      const auto fills = marked(canvas.fills()), strokes = marked(canvas.strokes());
      const bool reads = trace.accesses[a].operation == Operation::load;
      EXPECT_TRUE(reads ? strokes > 0 && fills == 0 : fills > 0 && strokes == 0)
          << "width " << width << " access " << a;
    }
  }
}

// In a window of 1280 by 720; matrices that are narrower than their names lost them.
TEST(GridPicture, NamesEveryMatrixThatItShows) {
  for (const char* kernel :
       {"poisson_fft", "thomas", "matmul_tiled", "constant_broadcast", "random_philox"}) {
    const auto document = emulated(kernel);
    const Trace& trace = *document->trace;
    GridPicture picture;
    picture.on_document(*document);
    Shown shown{.area = {337, 98, 600, 264}};
    shown.look.set(StageFocus::off);
    for (std::uint32_t i = 0; i <= 8; ++i) {
      const std::uint32_t access = i * test::last_access(*document) / 8;
      const auto canvas = shown.draw(picture, *document, access);
      const auto launches = grid_launches(trace, document->flow);
      const std::uint32_t launch = trace.steps[trace.accesses[access].step].launch;
      for (const GridMatrix& matrix : launches[launch].matrices) {
        const std::string& name = name_in(trace, launch, matrix.array);
        EXPECT_TRUE(std::ranges::any_of(
            canvas.texts(),
            [&](const auto& text) {
              const bool whole = text.text == name || text.text.starts_with(name + "[");
              return whole && text.style.face == Face::sans_bold && text.visible();
            }))
            << kernel << " access " << access << ": " << name;
      }
    }
  }
}

/// Reading x marks the entries that it is read for, one a lane.
TEST(GridPicture, OfASparseMatrixMarksTheEntriesThatLanesWorkAt) {
  const auto document = emulated("spmv_coo", 32, 32);
  const Trace& trace = *document->trace;
  const auto launches = grid_launches(trace, document->flow);
  const GridMatrix& matrix = launches.front().matrices[launches.front().sparse->matrix];
  for (std::uint32_t a = 0; a < 4; ++a) {  // its row, value, column and factor
    const auto touched = matrix.touched(trace, a);
    ASSERT_EQ(touched.size(), 32U) << a;
    for (std::size_t lane = 0; lane < 32; ++lane) EXPECT_EQ(touched[lane], lane) << a;
  }
  GridPicture picture;
  picture.on_document(*document);
  const auto [text, seek] = test::search_tooltips(picture, *document, [](const Wishes& wishes) {
    return wishes.tooltip.find("zero") != std::string::npos;
  });
  EXPECT_NE(text, "") << "an empty place says so";
  EXPECT_FALSE(seek);
}

/// Ways from one matrix to another lie below the cells, numbers and titles that stand between them.
TEST(GridPicture, WaysRunInTheGutters) {
  const auto document = emulated("transpose_tiled", 64, 256);
  GridPicture picture;
  picture.on_document(*document);
  const Fonts fonts;
  SvgCanvas canvas(640, 300, fonts);
  Frame frame;
  frame.document = document.get();
  frame.access = 96;
  frame.theme = &dark_theme();
  frame.look.set(StageFocus::off);
  Wishes wishes;
  picture.draw(canvas, {20, 18, 600, 264}, frame, wishes);
  const std::string svg = canvas.svg();
  std::size_t ways = 0, last = 0;
  for (auto at = svg.find("<polyline"); at != std::string::npos;
       at = svg.find("<polyline", at + 1)) {
    if (svg.substr(at, svg.find('\n', at) - at).find("opacity") != std::string::npos) continue;
    ++ways;
    last = at;
  }
  EXPECT_EQ(ways, 32U) << "one a lane";
  EXPECT_LT(last, svg.find("<text"));
  EXPECT_LT(last, svg.find("<rect", svg.find("<polyline"))) << "the first cell";
}

TEST(GridPicture, SaysWhatWouldFillIt) { test::expect_placeholder<GridPicture>("matrices"); }

}  // namespace
}  // namespace warpscope
