#include <gtest/gtest.h>

#include "app/look/stage_focus.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

struct ZoomCase {
  const char* stage;
  const char* kernel;
  int size, block;
};

/// Out of sight nothing is drawn: closer is never much more work, and values can be read in the end.
TEST(StageZoom, IsNoMoreWorkThanTheWhole) {
  for (const ZoomCase& c : {ZoomCase{"tree", "scan_blelloch", 1024, 512},
                            {"network", "bitonic_shared", 1024, 512},
                            {"grid", "matmul_tiled", 64, 256},
                            {"bins", "histogram64_bin_major", 4096, 64},
                            {"series", "jacobi", 64, 64}}) {
    SCOPED_TRACE(c.stage);
    const auto document = test::emulated(c.kernel, c.size, c.block);
    const auto picture = make_stage_picture(c.stage);
    picture->on_document(*document);
    test::Shown shown{.seconds = 10};
    shown.look.set(StageFocus::off);
    const std::uint32_t access = test::last_access(*document) / 2;
    const RecordingCanvas whole = shown.draw(*picture, *document, access);
    EXPECT_FALSE(whole.says("whole picture"));
    for (int step = 0; step < 4; ++step) {
      shown.zoom = {.factor = 2};
      const RecordingCanvas zoomed = shown.draw(*picture, *document, access);
      EXPECT_TRUE(zoomed.says("whole picture"));
      EXPECT_LT(zoomed.shapes(), 2 * whole.shapes() + 4000) << "step " << step;
    }
    shown.zoom = {.whole = true};
    EXPECT_FALSE(shown.draw(*picture, *document, access).says("whole picture"));
  }
}

}  // namespace
}  // namespace warpscope
