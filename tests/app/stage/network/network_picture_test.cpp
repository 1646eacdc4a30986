#include "app/stage/network/network_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable_at_all_moments;
using test::last_access;
using test::Shown;

constexpr std::size_t most_shapes = 16'000;

TEST(NetworkPicture, IsReadableForEveryKernel) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto document = emulated(std::string(kernel->id));
    expect_readable_at_all_moments<NetworkPicture>(*document, std::string(kernel->id),
                                                   test::all_places, most_shapes, 4);
    if (HasFailure()) return;
  }
}

TEST(NetworkPicture, IsReadableFromEightToAThousandWires) {
  for (const int threads : {4, 8, 16, 32, 256, 512}) {
    for (const char* kernel : {"bitonic_shared", "odd_even_merge"}) {
      const auto document = emulated(kernel, 2 * threads, threads);
      expect_readable_at_all_moments<NetworkPicture>(
          *document, kernel + std::to_string(2 * threads), test::all_places, most_shapes, 4);
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
    // Once its first value, on some wire, and once its present one.
    for (const RecordingCanvas& canvas : canvases) {
      EXPECT_GE(
          std::ranges::count(canvas.texts(), format_value({}, words), &RecordingCanvas::Text::text),
          2);
    }
  }
}

// Sums of eight numbers have up to ten digits, such as -21.716148; to follow them a few serve.
TEST(NetworkPicture, WritesFewDigitsOfRealNumbersAndAllOfThemAtTheMouse) {
  const auto document = emulated("fft_stockham", 16, 8);
  NetworkPicture picture;
  picture.on_document(*document);
  Shown shown{.area = {0, 0, 1280, 560}};
  const auto canvas = shown.draw(picture, *document, last_access(*document));
  int values = 0;
  for (const auto& text : canvas.texts()) {
    if (text.style.face != Face::mono) continue;
    EXPECT_LE(text.text.size(), 7U) << text.text;
    values += text.text.find('.') != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(values, 16);
  const auto told = test::search_tooltips(picture, *document, [](const Wishes& wishes) {
    const std::size_t equals = wishes.tooltip.find(" = ");
    return equals != std::string::npos &&
           wishes.tooltip.find_first_not_of("-.0123456789", equals + 3) >= equals + 11;
  });
  EXPECT_FALSE(told.tooltip.empty());
}

/// The first comparator that exchanges, in the picture of `shown`.
NetworkOp exchanging(const Document& document) {
  const NetworkLayout layout(*document.trace, document.flow);
  for (const NetworkOp& op : layout.ops()) {
    if (op.exchanged) return op;
  }
  ADD_FAILURE() << "nothing is exchanged";
  return {};
}

test::Told search(NetworkPicture& picture, const Document& document, std::string_view wanted) {
  return test::search_tooltips(picture, document, [&](const Wishes& wishes) {
    return wishes.tooltip.find(wanted) != std::string::npos;
  });
}

TEST(NetworkPicture, WritesEveryValueOfSixteenWiresInASmallWindow) {
  for (const char* kernel : {"bitonic_shared", "fft_stockham"}) {
    const auto document = emulated(kernel, 16, 8);
    NetworkPicture view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, 598, 258}};
    shown.look.set(StageFocus::off);
    const auto canvas = shown.draw(view, *document, test::last_access(*document));
    const auto digits = std::ranges::count_if(
        canvas.texts(), [](const auto& text) { return text.style.face == Face::mono; });
    EXPECT_EQ(digits, 3 * 16) << kernel << ": numbers of wires, first and present values";
  }
}

TEST(NetworkPicture, ColoursByRankWhereAFewValuesLieFarOut) {
  const auto document = emulated("fft_stockham", 64, 32);
  NetworkPicture view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 598, 258}};
  shown.look.set(StageFocus::off);
  EXPECT_TRUE(shown.draw(view, *document, test::last_access(*document)).says("value, by rank"));
  const auto even = emulated("bitonic_shared", 64, 32);
  view.on_document(*even);
  EXPECT_FALSE(shown.draw(view, *even, test::last_access(*even)).says("value, by rank"));
}

TEST(NetworkPicture, StepsToComeAreAllBlocksOrAllLines) {
  const auto document = emulated("bitonic_shared", 64, 32);
  const Theme& theme = dark_theme();
  const Color line = mix(theme.hairline, theme.faint, 0.35F);
  const Color block = mix(theme.panel, theme.faint, 0.3F);
  std::size_t with_blocks = 0, with_lines = 0;
  for (const float width : {600.0F, 930.0F, 1400.0F, 2400.0F}) {
    NetworkPicture view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, width, 500}};
    shown.look.set(StageFocus::off);
    const auto canvas = shown.draw(view, *document, last_access(*document) / 2);
    const auto colors = canvas.colors();
    const bool lines = std::ranges::count(colors, line) > 0;
    const bool blocks = std::ranges::count(colors, block) > 0;
    EXPECT_FALSE(lines && blocks) << width;
    with_lines += lines ? 1 : 0;
    with_blocks += blocks ? 1 : 0;
  }
  EXPECT_GT(with_blocks, 0U);
  EXPECT_GT(with_lines, 0U);
}

TEST(NetworkPicture, HoverTellsAComparatorAndAClickGoesThere) {
  const auto document = emulated("bitonic_shared", 8, 4);
  NetworkPicture picture;
  picture.on_document(*document);
  const test::Told left = search(picture, *document, "left in order");
  EXPECT_NE(left.tooltip.find("keys["), std::string::npos) << left.tooltip;
  const test::Told found = search(picture, *document, "exchanged: the larger value goes to keys[");
  EXPECT_NE(found.tooltip.find(" → "), std::string::npos) << found.tooltip;
  EXPECT_NE(found.tooltip.find("line "), std::string::npos) << found.tooltip;
  EXPECT_EQ(found.seek, exchanging(*document).end);
}

TEST(NetworkPicture, WireTellsItsValueAndSinceWhen) {
  const auto document = emulated("bitonic_shared", 8, 4);
  NetworkPicture picture;
  picture.on_document(*document);
  const test::Told found = search(picture, *document, "as it was at first");
  EXPECT_NE(found.tooltip.find("keys["), std::string::npos) << found.tooltip;
  EXPECT_FALSE(found.seek);
}

TEST(NetworkPicture, WheelZoomsIntoCrowdedWiresUntilValuesAreRead) {
  const auto document = emulated("bitonic_shared", 256, 128);
  NetworkPicture picture;
  picture.on_document(*document);
  Shown shown{};
  EXPECT_FALSE(shown.draw(picture, *document, 0).says("now"));
  shown.seconds = 10;
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

TEST(NetworkPicture, SaysTheNameOfAStepOnce) {
  const auto document = emulated("bitonic_shared", 32, 16);
  const Trace& trace = *document->trace;
  NetworkPicture picture;
  picture.on_document(*document);
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    Shown shown{.area = {0, 0, 925, 560}};
    const RecordingCanvas canvas = shown.draw(picture, *document, a);
    const std::string label = step_label(trace, trace.steps[trace.accesses[a].step]);
    const auto now = std::ranges::count_if(canvas.texts(), [&](const RecordingCanvas::Text& text) {
      return text.text == label && text.style.face == Face::sans_bold;
    });
    EXPECT_EQ(now, 1) << label << " at access " << a;
  }
}

TEST(NetworkPicture, SaysWhatWouldFillIt) { test::expect_placeholder<NetworkPicture>("wires"); }

TEST(NetworkPicture, TellsNoExchangeBeforeItIsStored) {
  const auto document = emulated("bitonic_shared", 16, 8);
  const NetworkLayout layout(*document->trace, document->flow);
  const auto group =
      std::ranges::find_if(layout.groups(), [](const NetworkGroup& g) { return g.exchanged > 0; });
  ASSERT_NE(group, layout.groups().end());
  NetworkPicture picture;
  picture.on_document(*document);
  Frame frame;
  frame.document = document.get();
  frame.access = group->begin;
  EXPECT_EQ(picture.subtitle(frame).find("exchanges"), std::string::npos)
      << "the first read: " << picture.subtitle(frame);
  for (const NetworkOp& op : layout.ops(*group)) frame.access = std::max(frame.access, op.end);
  const std::string all =
      "exchanges " + std::to_string(group->exchanged) + " of " + std::to_string(group->comparators);
  EXPECT_NE(picture.subtitle(frame).find(all), std::string::npos) << picture.subtitle(frame);
}

TEST(NetworkPicture, SaysWhyEqualValuesShowAsCopies) {
  RunRequest request;
  request.kernel = "bitonic_shared";
  request.size = 16;
  request.block = 8;
  request.machine = MachineKind::emulator;
  request.input.kind = "ones";
  const auto document = make_document(request, BankModel::cc5);
  ASSERT_TRUE(document) << document.error().message;
  NetworkPicture picture;
  picture.on_document(*document.value());
  Shown shown{.area = {0, 0, 1280, 560}};
  const auto canvas = shown.draw(picture, *document.value(), last_access(*document.value()));
  EXPECT_TRUE(canvas.says("are equal: the trace cannot tell"));
  test::expect_readable(canvas, shown.area);
}

/// Remembers how far points stand out of what is seen.
class PointCanvas final : public Canvas {
 public:
  explicit PointCanvas(Rect area) : clips_{area} {}
  void fill(Rect, Color, float) override {}
  void stroke(Rect, Color, float, float) override {}
  void line(Point, Point, Color, float) override {}
  void polyline(std::span<const Point>, Color, float) override {}
  void circle(Point at, float radius, Color) override { add(at, radius); }
  void ring(Point at, float radius, Color, float) override { add(at, radius); }
  void triangle(Point, Point, Point, Color) override {}
  void text(Point, std::string_view, const TextStyle&, Align) override {}
  void heat(Rect, const HeatSlice&) override {}
  void push_clip(Rect rect) override { clips_.push_back(common(clips_.back(), rect)); }
  void pop_clip() override { clips_.pop_back(); }
  [[nodiscard]] float width(std::string_view text, const TextStyle& style) const override {
    return static_cast<float>(text.size()) * style.size * 0.6F;
  }
  float out = 0;  ///< pixels above or below
  int points = 0;

 private:
  void add(Point at, float radius) {
    ++points;
    const Rect& clip = clips_.back();
    if (at.x < clip.x || at.x > clip.right() || !clip.contains(at)) return;
    out = std::max({out, clip.y - (at.y - radius), at.y + radius - clip.bottom()});
  }
  std::vector<Rect> clips_;
};

/// The points of the first wire were cut where wires are close.
TEST(NetworkPicture, NoPointOfTheOutermostWiresIsCut) {
  const auto document = emulated("bitonic_shared", 64, 32);
  int points = 0;
  for (const float height : {118.0F, 180.0F, 260.0F, 560.0F}) {
    NetworkPicture picture;
    picture.on_document(*document);
    const Rect area{16, 44, 590, height};
    for (std::uint32_t access = 0; access < document->trace->accesses.size(); access += 3) {
      const SharedState before = document->replay.at(access);
      const SharedState after = document->replay.at(access + 1);
      Frame frame;
      frame.document = document.get();
      frame.access = access;
      frame.before = &before;
      frame.after = &after;
      frame.theme = &dark_theme();
      PointCanvas canvas(area);
      Wishes wishes;
      picture.draw(canvas, area, frame, wishes);
      EXPECT_LE(canvas.out, 0.01F) << "height " << height << " access " << access;
      points += canvas.points;
    }
  }
  EXPECT_GT(points, 100);
}

}  // namespace
}  // namespace warpscope
