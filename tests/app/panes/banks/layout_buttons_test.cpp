#include <gtest/gtest.h>

#include <algorithm>

#include "app/panes/banks/banks_view.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

std::vector<std::string> offers(const RecordingCanvas& canvas) {
  std::vector<std::string> list;
  for (const auto& text : canvas.texts()) {
    if (text.text.starts_with("try ")) list.push_back(text.text);
  }
  return list;
}

class LayoutButtonsTest : public testing::Test {
 protected:
  LayoutButtonsTest() { view_.on_document(*document_); }
  RecordingCanvas draw() { return shown_.draw(view_, *document_, access_); }

  DocumentPtr document_ = emulated("transpose_tiled");
  std::uint32_t access_ = test::with_degree(*document_, 32);
  BanksView view_;
  Shown shown_{.area = {20, 20, 436, 503}};
};

TEST_F(LayoutButtonsTest, StandBelowTheVerdictAndTheFormula) {
  const RecordingCanvas canvas = draw();
  expect_readable(canvas, shown_.area);
  EXPECT_TRUE(canvas.says("·lane"));
  EXPECT_TRUE(canvas.says("for every lane"));
  EXPECT_EQ(offers(canvas), (std::vector<std::string>{"try tile[32][33]: 1 wavefront ▸",
                                                      "try tile[row][col ^ row]: 1 wavefront ▸"}));
}

TEST_F(LayoutButtonsTest, TellTheEffectOnTheRunAndWishForIt) {
  const RecordingCanvas canvas = draw();
  for (const auto& text : canvas.texts()) {
    if (text.text.starts_with("try tile[32][33]")) shown_.pointer.at = text.rect.center();
  }
  shown_.pointer.inside = true;
  static_cast<void>(draw());
  EXPECT_NE(shown_.wishes.tooltip.find("1,056 → 64 wavefronts, 128 bytes more"), std::string::npos)
      << shown_.wishes.tooltip;
  EXPECT_FALSE(shown_.wishes.try_layout);
  shown_.pointer.pressed = true;
  static_cast<void>(draw());
  EXPECT_EQ(shown_.wishes.try_layout, (Relayout{.array = "tile", .pad = 1}));
}

TEST_F(LayoutButtonsTest, GoBeforeTheVerdictDoes) {
  // From high to low: the second button goes where there is no row for it, then the formula.
  const auto shows = [&](float width, float height) {
    shown_.area = {20, 20, width, height};
    const RecordingCanvas canvas = draw();
    expect_readable(canvas, shown_.area);
    EXPECT_TRUE(canvas.says("32-way conflict")) << height;
    return std::pair(canvas.says("bank = "), offers(canvas).size());
  };
  EXPECT_EQ(shows(276, 503), std::pair(true, std::size_t{2}));
  EXPECT_EQ(shows(276, 261), std::pair(true, std::size_t{1}));
  EXPECT_EQ(shows(276, 180), std::pair(false, std::size_t{1}));
  EXPECT_TRUE(draw().says("tile[32][33]: 1 wavefront")) << "whole";
  EXPECT_EQ(shows(232, 120), std::pair(false, std::size_t{0}));
}

TEST_F(LayoutButtonsTest, AreNotThereWithoutAConflict) {
  access_ = test::with_degree(*document_, 1);
  EXPECT_TRUE(offers(draw()).empty());
}

TEST_F(LayoutButtonsTest, AreReadableWhereverThereAreAny) {
  for (const char* kernel : {"matmul_abt", "reduce_strided", "histogram64_thread_major"}) {
    for (const BankModel model : {BankModel::cc1, BankModel::cc5}) {
      document_ = with_model(*emulated(kernel), model);
      view_.on_document(*document_);
      for (const Rect area : {Rect{20, 20, 436, 503}, Rect{20, 20, 276, 261}, Rect{0, 0, 232, 140},
                              Rect{0, 0, 700, 220}}) {
        for (const bool lecture : {false, true}) {
          shown_.area = area;
          shown_.lecture = lecture;
          const auto count = static_cast<std::uint32_t>(document_->trace->accesses.size());
          for (access_ = 0; access_ < count; access_ += 1 + count / 20) {
            SCOPED_TRACE(std::string(kernel) + " access " + std::to_string(access_));
            expect_readable(draw(), shown_.area);
            if (HasFailure()) return;
          }
        }
      }
    }
  }
}

/// A column of a tile, so often that its whole run is not counted within a frame.
DocumentPtr long_run() {
  test::TraceMaker maker(32);
  const int tile = maker.matrix("tile", 32, 32);
  for (int k = 0; k < 2000; ++k) {
    maker.load(tile, 5, all_lanes, [&](int lane) { return 32 * lane + k % 32; });
  }
  maker.barrier("read");
  return test::document_of(maker.take());
}

TEST_F(LayoutButtonsTest, ComeLaterInALongRunAndAtOnceInAPicture) {
  document_ = long_run();
  access_ = 7;
  view_.on_document(*document_);
  int frames = 0;
  while (offers(draw()).empty()) {
    ASSERT_TRUE(shown_.wishes.animate) << "asks to be drawn again";
    ASSERT_LT(++frames, 100000);
  }
  EXPECT_FALSE(shown_.wishes.animate);
  document_ = long_run();
  view_.on_document(*document_);
  shown_.still = true;
  EXPECT_EQ(offers(draw()).size(), 2U);
}

}  // namespace
}  // namespace warpscope
