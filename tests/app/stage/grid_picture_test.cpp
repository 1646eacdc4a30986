#include "app/views/grid_picture.hpp"

#include <gtest/gtest.h>

#include "app/views/stage_view.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::ShownPicture;

TEST(GridPicture, IsReadableAtEverySizeAndMoment) {
  struct Case {
    const char* kernel;
    std::int64_t size;
    int block;
  };
  for (const Case& c : {Case{"matmul_tiled", 32, 256}, Case{"matmul_naive", 32, 256},
                        Case{"matmul_abt_padded", 32, 1024}, Case{"transpose_padded", 64, 256},
                        Case{"bank_stride", 32, 32}, Case{"vector_aos", 512, 128},
                        Case{"reduce_shuffle", 512, 256}, Case{"jacobi", 32, 32}}) {
    test::expect_readable_at_all_moments<GridPicture>(c.kernel, c.size, c.block, 14'000);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(GridPicture, HoverTellsPlaceValueAndMakerAndClickGoesThere) {
  const auto document = emulated("matmul_naive", 16, 64);
  const auto last = static_cast<std::uint32_t>(document->trace->accesses.size()) - 1;
  GridPicture picture;
  picture.on_document(*document);
  ShownPicture shown;
  shown.pointer.inside = true;
  std::string text;
  std::optional<std::uint32_t> seek;
  for (float y = 20; y < 560 && text.empty(); y += 7) {
    for (float x = 20; x < 925 && text.empty(); x += 7) {
      shown.pointer.at = {x, y};
      shown.pointer.pressed = true;
      (void)shown.draw(picture, *document, last);
      if (shown.wishes.tooltip.starts_with("c[") && shown.wishes.seek) {
        text = shown.wishes.tooltip;
        seek = shown.wishes.seek;
      }
    }
  }
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
  ShownPicture shown;
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

TEST(GridPicture, SaysWhatWouldFillIt) { test::expect_placeholder<GridPicture>("matrices"); }

}  // namespace
}  // namespace warpscope
