#include "app/ui/paling_canvas.hpp"

#include <gtest/gtest.h>

#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"

namespace warpscope {
namespace {

TEST(PalingCanvas, LeavesEveryTextReadableOnEveryColour) {
  const Fonts fonts;
  for (const Theme* theme : all_themes()) {
    RecordingCanvas canvas({0, 0, 400, 100}, fonts);
    PalingCanvas pale(canvas, *theme);
    float x = 0;
    for (const Color color : {theme->active, theme->now, theme->costly, theme->free, theme->other,
                              theme->raised, cividis(0), cividis(1)}) {
      pale.fill({x, 0, 50, 100}, color);
      pale.text({x + 25, 50}, "128", {Face::mono, 14, theme->on_accent}, Align::center);
      EXPECT_LT(contrast(canvas.fills().back().color, theme->panel), contrast(color, theme->panel));
      EXPECT_GE(canvas.contrast_of(canvas.texts().back()), text_contrast) << theme->id;
      x += 50;
    }
  }
}

TEST(RecordingCanvas, SeesTextsThroughVeilsAndNotBehindCards) {
  const Fonts fonts;
  RecordingCanvas canvas({0, 0, 400, 100}, fonts);
  const Color black{0, 0, 0}, white{255, 255, 255};
  canvas.fill({0, 0, 400, 100}, white);
  canvas.text({100, 50}, "veiled", {Face::sans, 14, black});
  const RecordingCanvas::Text text = canvas.texts().back();
  EXPECT_NEAR(canvas.contrast_of(text), 21, 0.01);
  canvas.fill({120, 0, 4, 100}, white.alpha(0.9F));  // an end that fades out is no veil
  EXPECT_NEAR(canvas.contrast_of(text), 21, 0.01);
  canvas.fill({0, 0, 400, 100}, white.alpha(0.5F));
  EXPECT_NEAR(canvas.contrast_of(text), contrast({128, 128, 128}, white), 0.1);
  canvas.fill({0, text.rect.bottom() - 1, 400, 10}, white);
  EXPECT_FALSE(canvas.hidden(text)) << "the next row begins below it";
  canvas.fill({110, 0, 200, 100}, white);
  EXPECT_TRUE(canvas.hidden(text));
}

}  // namespace
}  // namespace warpscope
