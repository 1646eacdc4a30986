#include "app/views/network_picture.hpp"

#include <gtest/gtest.h>

#include "kernels/catalogue.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

std::uint32_t last_access(const Document& document) {
  return static_cast<std::uint32_t>(document.trace->accesses.size()) - 1;
}

void expect_readable_everywhere(const Document& document, const std::string& name) {
  const std::uint32_t last = last_access(document);
  for (const Rect area : {Rect{16, 44, 270, 118}, Rect{16, 44, 590, 280}, Rect{20, 20, 925, 560},
                          Rect{0, 0, 1800, 800}}) {
    NetworkPicture picture;
    picture.on_document(document);
    for (std::uint32_t i = 0; i <= 4; ++i) {
      Shown shown{.area = area, .lecture = area.w > 1000, .motion = static_cast<float>(i % 3) / 2};
      SCOPED_TRACE(name + " access " + std::to_string(i * last / 4) + " in " +
                   std::to_string(static_cast<int>(area.w)));
      const RecordingCanvas canvas = shown.draw(picture, document, i * last / 4);
      expect_readable(canvas, area);
      EXPECT_LT(canvas.shapes(), 16000U);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(NetworkPicture, IsReadableForEveryKernel) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto document = emulated(std::string(kernel->id));
    expect_readable_everywhere(*document, std::string(kernel->id));
    if (HasFailure()) return;
  }
}

TEST(NetworkPicture, IsReadableFromEightToAThousandWires) {
  for (const int threads : {4, 8, 16, 32, 256, 512}) {
    for (const char* kernel : {"bitonic_shared", "odd_even_merge"}) {
      const auto document = emulated(kernel, 2 * threads, threads);
      expect_readable_everywhere(*document, kernel + std::to_string(2 * threads));
      if (HasFailure()) return;
    }
  }
}

TEST(NetworkPicture, EndsWithTheSortedValues) {
  const auto document = emulated("bitonic_shared", 16, 8);
  NetworkPicture picture;
  picture.on_document(*document);
  std::vector<RecordingCanvas> canvases;
  for (const float width : {500.0F, 1280.0F}) {  // beside the wires, and on them
    Shown shown{.area = {0, 0, width, 560}};
    canvases.push_back(shown.draw(picture, *document, last_access(*document)));
  }
  const NetworkLayout layout(*document->trace, document->flow);
  double before = -1e300;
  for (std::int32_t wire = 0; wire < 16; ++wire) {
    const std::uint32_t word = layout.word_at(wire, last_access(*document), true);
    const auto words = value_at(*document->trace, document->flow, {}, word);
    ASSERT_FALSE(words.empty());
    EXPECT_GE(numeric_value({}, words), before);
    before = numeric_value({}, words);
    // Once as it was at first, on some wire, and once as it is now.
    for (const RecordingCanvas& canvas : canvases) {
      EXPECT_GE(
          std::ranges::count(canvas.texts(), format_value({}, words), &RecordingCanvas::Text::text),
          2);
    }
  }
}

/// The first comparator that exchanges, in the picture that `shown` gives.
NetworkOp exchanging(const Document& document) {
  const NetworkLayout layout(*document.trace, document.flow);
  for (const NetworkOp& op : layout.ops()) {
    if (op.exchanged) return op;
  }
  ADD_FAILURE() << "nothing is exchanged";
  return {};
}

/// Tooltips and wishes of all places on a raster.
struct Searched {
  std::string tooltip;
  std::optional<std::uint32_t> seek;
};
Searched search(NetworkPicture& picture, const Document& document, const std::string& wanted) {
  Shown shown{};
  shown.pointer.inside = shown.pointer.released = true;
  for (float x = shown.area.x; x < shown.area.right(); x += 3) {
    for (float y = shown.area.y; y < shown.area.bottom(); y += 9) {
      shown.pointer.at = {x, y};
      (void)shown.draw(picture, document, last_access(document));
      if (shown.wishes.tooltip.find(wanted) != std::string::npos) {
        return {shown.wishes.tooltip, shown.wishes.seek};
      }
    }
  }
  return {};
}

TEST(NetworkPicture, HoverTellsAComparatorAndAClickGoesThere) {
  const auto document = emulated("bitonic_shared", 8, 4);
  NetworkPicture picture;
  picture.on_document(*document);
  const Searched left = search(picture, *document, "left in order");
  EXPECT_NE(left.tooltip.find("keys["), std::string::npos) << left.tooltip;
  const Searched found = search(picture, *document, "exchanged: the larger value goes to keys[");
  EXPECT_NE(found.tooltip.find(" → "), std::string::npos) << found.tooltip;
  EXPECT_NE(found.tooltip.find("line "), std::string::npos) << found.tooltip;
  EXPECT_EQ(found.seek, exchanging(*document).end);
}

TEST(NetworkPicture, WireTellsItsValueAndSinceWhen) {
  const auto document = emulated("bitonic_shared", 8, 4);
  NetworkPicture picture;
  picture.on_document(*document);
  const Searched found = search(picture, *document, "as it was at first");
  EXPECT_NE(found.tooltip.find("keys["), std::string::npos) << found.tooltip;
  EXPECT_FALSE(found.seek);
}

TEST(NetworkPicture, WheelZoomsIntoCrowdedWiresUntilValuesAreRead) {
  const auto document = emulated("bitonic_shared", 256, 128);
  NetworkPicture picture;
  picture.on_document(*document);
  Shown shown{};
  EXPECT_FALSE(shown.draw(picture, *document, 0).says("now"));
  shown.pointer = {.at = shown.area.center(), .inside = true, .wheel = 40};
  (void)shown.draw(picture, *document, 0);
  shown.pointer.wheel = 0;
  const RecordingCanvas zoomed = shown.draw(picture, *document, 0);
  EXPECT_TRUE(zoomed.says("now"));
  for (const std::string& fault : zoomed.faults()) ADD_FAILURE() << fault;
}

TEST(NetworkPicture, FollowsThePlayheadThroughALongNetwork) {
  const auto document = emulated("bitonic_shared", 1024, 512);
  for (const std::uint32_t access : {0U, last_access(*document)}) {
    NetworkPicture picture;
    picture.on_document(*document);
    Shown shown{.area = {0, 0, 560, 330}};
    const RecordingCanvas canvas = shown.draw(picture, *document, access);
    EXPECT_TRUE(canvas.says(access == 0 ? "load" : "store"));
  }
}

TEST(NetworkPicture, SaysWhatItShows) {
  const auto document = emulated("bitonic_shared", 16, 8);
  NetworkPicture picture;
  picture.on_document(*document);
  Frame frame;
  frame.document = document.get();
  frame.access = exchanging(*document).end;
  const std::string text = picture.subtitle(frame);
  EXPECT_NE(text.find("16 wires · 80 comparators · values are carried along"), std::string::npos)
      << text;
  EXPECT_NE(text.find("exchanges"), std::string::npos) << text;
}

TEST(NetworkPicture, SaysWhatWouldFillIt) {
  const Document empty({}, std::make_shared<const Trace>(), BankModel::cc5);
  NetworkPicture picture;
  picture.on_document(empty);
  static const Fonts fonts;
  RecordingCanvas canvas({0, 0, 925, 330}, fonts);
  Frame frame;
  frame.document = &empty;
  frame.theme = &dark_theme();
  Wishes wishes;
  picture.draw(canvas, {0, 0, 925, 330}, frame, wishes);
  EXPECT_TRUE(canvas.says("wires"));
  EXPECT_EQ(picture.subtitle(frame), "");
}

}  // namespace
}  // namespace warpscope
