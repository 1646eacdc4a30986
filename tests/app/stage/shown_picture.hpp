#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "app/views/stage_picture.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope::test {

/// A stage picture as a view of its own.
class PictureView final : public View {
 public:
  explicit PictureView(StagePicture& picture) : picture_(picture) {}
  [[nodiscard]] std::string_view id() const override { return "stage"; }
  [[nodiscard]] std::string_view title() const override { return "Stage"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override {
    return picture_.subtitle(frame);
  }
  void on_document(const Document& document) override { picture_.on_document(document); }
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override {
    picture_.draw(canvas, area, frame, wishes);
  }

 private:
  StagePicture& picture_;
};

struct ShownPicture : Shown {
  RecordingCanvas draw(StagePicture& picture, const Document& document, std::uint32_t access) {
    PictureView view(picture);
    return Shown::draw(view, document, access);
  }
};

template <class Picture>
void expect_readable_at_all_moments(const std::string& kernel, std::int64_t size, int block,
                                    std::size_t most_shapes) {
  const auto document = emulated(kernel, size, block);
  const auto accesses = static_cast<std::uint32_t>(document->trace->accesses.size());
  for (const Rect area : {Rect{20, 20, 925, 560}, Rect{20, 20, 560, 330}, Rect{0, 0, 1800, 800}}) {
    for (const bool lecture : {false, true}) {
      if (lecture && area.w < 900) continue;  // that layout gives the stage all the room
      Picture picture;
      picture.on_document(*document);
      for (int i = 0; i <= 8; ++i) {
        ShownPicture shown;
        shown.area = area;
        shown.lecture = lecture;
        shown.motion = static_cast<float>(i % 3) / 2;
        const std::uint32_t access = static_cast<std::uint32_t>(i) * (accesses - 1) / 8;
        SCOPED_TRACE(kernel + " access " + std::to_string(access) + " width " +
                     std::to_string(area.w) + (lecture ? " lecture" : ""));
        const RecordingCanvas canvas = shown.draw(picture, *document, access);
        expect_readable(canvas, area);
        EXPECT_LT(canvas.shapes(), most_shapes);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

template <class Picture>
void expect_placeholder(std::string_view word) {
  const Document empty({}, std::make_shared<const Trace>(), BankModel::cc5);
  Picture picture;
  picture.on_document(empty);
  static const Fonts fonts;
  RecordingCanvas canvas({0, 0, 560, 330}, fonts);
  Frame frame;
  frame.document = &empty;
  frame.theme = &dark_theme();
  Wishes wishes;
  picture.draw(canvas, {0, 0, 560, 330}, frame, wishes);
  EXPECT_TRUE(canvas.says(word));
  EXPECT_EQ(picture.subtitle(frame), "");
}

}  // namespace warpscope::test
