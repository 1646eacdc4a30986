#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "app/stage/network/network_picture.hpp"
#include "app/stage/network/network_scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/trace/trace.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::last_access;
using test::Shown;

/// A line of a column, from wire to wire.
struct Line {
  std::int32_t from = 0, to = 0;
  friend auto operator<=>(const Line&, const Line&) = default;
};
using Column = std::set<Line>;

/// Remembers lines that are neither level nor upright.
class LineCanvas final : public Canvas {
 public:
  struct Segment {
    Point a, b;
  };
  void fill(Rect, Color, float) override {}
  void stroke(Rect, Color, float, float) override {}
  void line(Point a, Point b, Color, float) override {
    if (a.x != b.x && a.y != b.y) segments.push_back({a, b});
  }
  void polyline(std::span<const Point>, Color, float) override {}
  void circle(Point, float, Color) override {}
  void ring(Point, float, Color, float) override {}
  void triangle(Point, Point, Point, Color) override {}
  void text(Point, std::string_view, const TextStyle&, Align) override {}
  void heat(Rect, const HeatSlice&) override {}
  void push_clip(Rect) override {}
  void pop_clip() override {}
  [[nodiscard]] float width(std::string_view, const TextStyle&) const override { return 0; }

  std::vector<Segment> segments;
};

/// The lines that are drawn of a whole network so high, column by column.
std::vector<Column> drawn(const Document& document, float height) {
  const NetworkLayout layout(*document.trace, document.flow);
  Frame frame;
  frame.document = &document;
  frame.access = last_access(document);
  frame.motion = 1;
  frame.theme = &dark_theme();
  NetworkScene scene{document, frame, layout, {0, 0, 1000, height}, {}, {}};
  scene.spacing = height / static_cast<float>(layout.wires().size());
  scene.end_group = static_cast<std::uint32_t>(layout.groups().size());
  scene.end_wire = static_cast<std::int32_t>(layout.wires().size());
  scene.present = layout.group_at(frame.access);
  LineCanvas canvas;
  draw_network_ops(canvas, scene);
  std::map<float, Column> columns;
  const auto wire = [&](float y) {
    return static_cast<std::int32_t>(std::lround(y / scene.spacing - 0.5F));
  };
  for (const auto& [a, b] : canvas.segments) {
    EXPECT_TRUE(columns[a.x].insert({wire(a.y), wire(b.y)}).second) << "drawn twice";
  }
  std::vector<Column> in_order;
  for (auto& [x, column] : columns) in_order.push_back(std::move(column));
  return in_order;
}

/// Takes the lines of a butterfly from some wires to others; its own wire needs none.
void add_butterfly(Column& column, const std::vector<int>& from, const std::vector<int>& to) {
  for (const int a : from) {
    for (const int b : to) {
      if (a != b) column.insert({a, b});
    }
  }
}

/// Butterfly `t` of the stage that makes transforms of length radix · m, in Stockham's order.
void add_stockham(Column& column, int n, int radix, int m, int t) {
  std::vector<int> from, to;
  for (int j = 0; j < radix; ++j) {
    from.push_back(t + j * (n / radix));
    to.push_back(radix * t - (radix - 1) * (t % m) + j * m);
  }
  add_butterfly(column, from, to);
}

int reversed(int i, int n) {
  int result = 0;
  for (int bit = 1; bit < n; bit *= 2) result = 2 * result + ((i & bit) != 0 ? 1 : 0);
  return result;
}

TEST(NetworkButterflies, RadixFourIsDrawnWhole) {
  constexpr int n = 16;
  const std::vector<Column> columns = drawn(*emulated("fft_radix4", n, n / 4), 600);
  std::vector<Column> expected;
  for (int m = 1; m < n; m *= 4) {
    expected.emplace_back();
    for (int t = 0; t < n / 4; ++t) add_stockham(expected.back(), n, 4, m, t);
  }
  EXPECT_EQ(columns, expected);
}

TEST(NetworkButterflies, BitReversalCrossesAndAllButterfliesFollow) {
  for (const int n : {16, 64}) {
    const std::vector<Column> columns =
        drawn(*emulated("fft_bit_reversed", n, n / 2), static_cast<float>(n) * 9);
    std::vector<Column> expected(1);
    for (int i = 0; i < n; ++i) {
      if (i != reversed(i, n)) expected[0].insert({i, reversed(i, n)});
    }
    for (int m = 1; m < n; m *= 2) {
      expected.emplace_back();
      for (int t = 0; t < n / 2; ++t) {
        const int a = 2 * t - t % m;
        add_butterfly(expected.back(), {a, a + m}, {a, a + m});
      }
    }
    EXPECT_EQ(columns, expected) << n;
  }
}

// Where lines have no room, whole butterflies go: the same share of each column.
TEST(NetworkButterflies, EveryFourthIsDrawnWhole) {
  constexpr int n = 64;
  const std::vector<Column> columns = drawn(*emulated("fft_radix4", n, n / 4), 578);
  std::vector<Column> expected;
  for (int m = 1; m < n; m *= 4) {
    expected.emplace_back();
    for (int t = 0; t < n / 4; t += 4) add_stockham(expected.back(), n, 4, m, t);
  }
  EXPECT_EQ(columns, expected);
}

/// The wires of the cells of the wires' own arrays that a lane reads in a step.
std::set<std::int32_t> read_by(const Document& document, const NetworkLayout& layout,
                               const NetworkOp& op) {
  const Trace& trace = *document.trace;
  const int warp = trace.accesses[op.end].warp;
  std::set<std::int32_t> wires;
  for (const Access& access : trace.accesses) {
    const bool counts = access.step == op.step && access.warp == warp &&
                        access.operation == Operation::load && has_lane(access.mask, op.lane);
    if (!counts) continue;
    FlowEdge edge;
    edge.array = access.array;
    edge.index = trace.lane_indices(access)[packed_position(access.mask, op.lane)];
    if (layout.wire_of(edge) >= 0) wires.insert(layout.wire_of(edge));
  }
  return wires;
}

struct Transform {
  const char* kernel;
  int n;
  std::uint32_t radix;
};

TEST(NetworkButterflies, HaveTheInputsAndOutputsOfTheTrace) {
  for (const Transform& one : {Transform{"fft_radix4", 16, 4}, Transform{"fft_radix4", 64, 4},
                               Transform{"fft_bit_reversed", 64, 2}, Transform{"fft_padded", 64, 2},
                               Transform{"fft_stockham", 32, 2}}) {
    SCOPED_TRACE(one.kernel + (" " + std::to_string(one.n)));
    const auto radix = static_cast<int>(one.radix);
    const auto document = emulated(one.kernel, one.n, one.n / radix);
    const NetworkLayout layout(*document->trace, document->flow);
    int stages = 0;
    for (const NetworkGroup& group : layout.groups()) {
      if (document->trace->steps[group.step].name != "butterflies") continue;
      ++stages;
      EXPECT_EQ(group.butterflies, one.n / one.radix);
      std::vector<std::uint32_t> outputs(group.butterflies, 0);
      std::set<std::int32_t> targets;
      for (const NetworkOp& op : layout.ops(group)) {
        ASSERT_LT(op.butterfly, group.butterflies);
        ++outputs[op.butterfly];
        targets.insert(op.target);
        const auto sources = layout.sources(op);
        EXPECT_EQ(sources.size(), one.radix);
        EXPECT_EQ(std::set(sources.begin(), sources.end()), read_by(*document, layout, op));
      }
      EXPECT_EQ(outputs, std::vector<std::uint32_t>(group.butterflies, one.radix));
      EXPECT_EQ(targets.size(), static_cast<std::size_t>(one.n));
    }
    EXPECT_EQ(stages, std::lround(std::log2(one.n) / std::log2(one.radix)));
  }
}

// Values stand at the left as they came, in their own order, though a load may read more.
TEST(NetworkButterflies, BeginWithTheInputInItsOrder) {
  for (const char* kernel : {"fft_radix4", "fft_bit_reversed", "fft_padded", "fft_stockham"}) {
    const auto document = emulated(kernel, 64, kernel == std::string("fft_radix4") ? 16 : 32);
    const Trace& trace = *document->trace;
    const NetworkLayout layout(trace, document->flow);
    std::map<ElementIndex, float> input;
    for (const Access& access : trace.accesses) {
      if (!trace.arrays[access.array].name.ends_with("in_re")) continue;
      for_each_lane(access.mask, [&](int, int k) {
        const ElementIndex index = trace.lane_indices(access)[static_cast<std::size_t>(k)];
        input[index] = std::bit_cast<float>(trace.lane_value(access, k)[0]);
      });
    }
    ASSERT_EQ(input.size(), 64U) << kernel;
    ASSERT_EQ(layout.wires().size(), 64U) << kernel;
    for (std::int32_t wire = 0; wire < 64; ++wire) {
      const auto words = value_at(trace, document->flow, {}, layout.first_word(wire));
      ASSERT_FALSE(words.empty()) << kernel << " " << wire;
      EXPECT_EQ(std::bit_cast<float>(words[0]), input[wire]) << kernel << " " << wire;
    }
  }
}

RecordingCanvas shown(const Document& document, Rect area) {
  NetworkPicture picture;
  picture.on_document(document);
  Shown shown{.area = area};
  shown.look.set(StageFocus::off);
  return shown.draw(picture, document, last_access(document) / 2);
}

TEST(NetworkButterflies, SayWhenTheyAreThinned) {
  const auto few = emulated("fft_radix4", 16, 4);
  EXPECT_FALSE(shown(*few, {0, 0, 925, 660}).says("butterfly is drawn"));
  const auto many = emulated("fft_radix4", 64, 16);
  EXPECT_TRUE(shown(*many, {0, 0, 925, 660}).says("every 4th butterfly is drawn"));
  EXPECT_TRUE(shown(*many, {0, 0, 925, 1300}).says("every 2nd butterfly is drawn"));
  EXPECT_FALSE(shown(*many, {0, 0, 925, 2600}).says("butterfly is drawn"));
  const auto permuted = emulated("fft_bit_reversed", 64, 32);
  EXPECT_TRUE(
      shown(*permuted, {0, 0, 925, 300}).says("every 2nd butterfly is drawn, other lines thinned"));
  const auto sort = emulated("bitonic_shared", 64, 32);
  EXPECT_FALSE(shown(*sort, {0, 0, 925, 300}).says("butterfly"));
}

TEST(NetworkButterflies, ZoomBringsThemBack) {
  const auto document = emulated("fft_radix4", 64, 16);
  NetworkPicture picture;
  picture.on_document(*document);
  Shown shown{};
  shown.look.set(StageFocus::off);
  EXPECT_TRUE(shown.draw(picture, *document, 0).says("butterfly is drawn"));
  shown.seconds = 10;
  shown.pointer = {.at = shown.area.center(), .inside = true, .wheel = 40};
  (void)shown.draw(picture, *document, 0);
  shown.pointer.wheel = 0;
  const RecordingCanvas zoomed = shown.draw(picture, *document, 0);
  EXPECT_FALSE(zoomed.says("butterfly is drawn"));
  EXPECT_TRUE(zoomed.says("made from several values"));
}

TEST(NetworkButterflies, StepsAreLabelledAlike) {
  const auto document = emulated("fft_bit_reversed", 64, 32);
  for (const float width : {500.0F, 600.0F, 700.0F, 925.0F, 1280.0F}) {
    const RecordingCanvas canvas = shown(*document, {0, 0, width, 300});
    int whole = 0, number = 0;
    for (const RecordingCanvas::Text& text : canvas.texts()) {
      if (text.style.face != Face::sans || !text.visible()) continue;
      whole += text.text.starts_with("butterflies ") ? 1 : 0;
      number += text.text.find_first_not_of("0123456789") == std::string::npos ? 1 : 0;
    }
    EXPECT_TRUE(whole == 0 || number == 0) << width << ": " << whole << " and " << number;
    EXPECT_GE(whole + number, 4) << width;
    EXPECT_TRUE(canvas.says("permute")) << width;
  }
}

}  // namespace
}  // namespace warpscope
