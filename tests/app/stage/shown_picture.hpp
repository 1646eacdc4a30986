#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/stage/stage_picture.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope::test {

/// A run of a kernel on which a picture is tried.
struct PictureCase {
  const char* kernel;
  std::int64_t size;
  int block;
  [[nodiscard]] DocumentPtr document() const { return emulated(kernel, size, block); }
  [[nodiscard]] std::string name() const { return kernel + (" " + std::to_string(size)); }
};

/// The place of the stage. In the lecture layout it has all the room.
struct Place {
  Rect area;
  bool lecture = false;
};
inline constexpr Place usual_places[] = {{{20, 20, 925, 560}},
                                         {{20, 20, 925, 560}, true},
                                         {{20, 20, 560, 330}},
                                         {{0, 0, 1800, 800}},
                                         {{0, 0, 1800, 800}, true}};
/// The room of the stage in a window of 1280×720.
inline constexpr Rect small_stage{0, 0, 598, 258};
/// From the smallest pane on.
inline constexpr Place all_places[] = {
    {{16, 44, 270, 118}}, {{16, 44, 590, 280}}, {{20, 20, 925, 560}}, {{0, 0, 1800, 800}, true}};

/// Shows a picture at `moments` + 1 moments of a trace, in the midst of motion and at rest. It must
/// be readable, and cheap: of fewer shapes than `most_shapes`.
template <class Picture>
void expect_readable_at_all_moments(const Document& document, const std::string& name,
                                    std::span<const Place> places, std::size_t most_shapes,
                                    std::uint32_t moments = 8) {
  for (const Place& place : places) {
    Picture picture;
    picture.on_document(document);
    for (std::uint32_t i = 0; i <= moments; ++i) {
      const std::uint32_t access = i * last_access(document) / moments;
      Shown shown{
          .area = place.area, .lecture = place.lecture, .motion = static_cast<float>(i % 3) / 2};
      SCOPED_TRACE(name + " access " + std::to_string(access) + " width " +
                   std::to_string(static_cast<int>(place.area.w)) +
                   (place.lecture ? " lecture" : ""));
      const RecordingCanvas canvas = shown.draw(picture, document, access);
      expect_readable(canvas, place.area);
      EXPECT_LT(canvas.shapes(), most_shapes);
      if (testing::Test::HasFailure()) return;
    }
  }
}
template <class Picture>
void expect_readable_at_all_moments(std::initializer_list<PictureCase> cases,
                                    std::size_t most_shapes) {
  for (const PictureCase& c : cases) {
    expect_readable_at_all_moments<Picture>(*c.document(), c.name(), usual_places, most_shapes);
    if (testing::Test::HasFailure()) return;
  }
}

/// The tooltip at the first place, on a raster, whose tooltip satisfies `wanted`.
struct Told {
  std::string tooltip;
  std::optional<std::uint32_t> seek;  ///< where a click there goes
};
template <class Picture, class Wanted>
Told search_tooltips(Picture& picture, const Document& document, Wanted wanted) {
  Shown shown{};
  shown.pointer.inside = shown.pointer.pressed = shown.pointer.released = true;
  for (float x = shown.area.x; x < shown.area.right(); x += 3) {
    for (float y = shown.area.y; y < shown.area.bottom(); y += 7) {
      shown.pointer.at = {x, y};
      (void)shown.draw(picture, document, last_access(document));
      if (wanted(shown.wishes)) return {shown.wishes.tooltip, shown.wishes.seek};
    }
  }
  return {};
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
