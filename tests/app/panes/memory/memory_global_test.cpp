#include <gtest/gtest.h>

#include <algorithm>

#include "app/panes/memory/memory_layout.hpp"
#include "app/panes/memory/memory_view.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/patterns/memory_use.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::emulated;
using test::expect_readable;
using test::Shown;

constexpr auto far_apart = [](int lane) { return 64 * lane; };  // two rows of ints
constexpr auto close = [](int lane) { return 4096 + lane; };    // one row

/// A step that reads far apart, one without memory of any kind but registers, one that writes.
Trace two_steps() {
  test::TraceMaker make;
  const int in = make.global("in", 100000), out = make.global("out", 100000);
  const int lanes = make.registers();
  const auto x = make.load(in, 1, all_lanes, far_apart);
  make.step("read");
  make.shuffle(
      lanes, 2, all_lanes, [](int lane) { return lane; }, x);
  make.step("pass on");
  test::Lanes values{};
  for (int lane = 0; lane < warp_lanes; ++lane) values[lane] = 500 + lane;
  make.store(out, 3, all_lanes, close, values);
  make.step("write");
  return make.take();
}

TEST(GlobalUse, HasTheRowsThatAStepTouches) {
  const Trace trace = two_steps();
  const GlobalUse use(trace, memory_use(trace));
  const MemoryUse& read = use.at(0);
  ASSERT_EQ(read.arrays, (std::vector<int>{0}));
  ASSERT_EQ(read.rows[0].size(), 32U);
  for (std::int64_t i = 0; i < 32; ++i) EXPECT_EQ(read.rows[0][static_cast<std::size_t>(i)], 2 * i);
  EXPECT_EQ(&use.at(1), &read) << "a step that touches none shows what the one before did";
  EXPECT_EQ(use.at(2).arrays, (std::vector<int>{1}));
  EXPECT_EQ(use.at(2).rows[0], (std::vector<std::int64_t>{128}));
}

TEST(GlobalUse, ShowsLocalMemoryAsLongAsTheLaunchLasts) {
  test::TraceMaker make;
  const int in = make.global("in", 1000), own = make.local("own", 4);
  const auto element = [](int k) { return [k](int lane) { return local_index(4, lane, k); }; };
  make.store(own, 1, all_lanes, element(0), {});
  make.step("clear");
  make.load(in, 2, all_lanes, [](int lane) { return lane; });
  make.step("load");
  make.store(own, 3, all_lanes, element(2), {});
  make.step("store");
  const Trace trace = make.take();
  const GlobalUse use(trace, memory_use(trace));
  const std::vector<std::int64_t> touched{0, 2};
  EXPECT_EQ(use.at(0).arrays, std::vector<int>{own});
  EXPECT_EQ(use.at(0).rows[0], touched);
  EXPECT_EQ(use.at(1).arrays, (std::vector<int>{in, own})) << "beside what the step reads";
  EXPECT_EQ(use.at(1).rows[1], touched);
  EXPECT_EQ(use.at(2).arrays, std::vector<int>{own});
}

TEST(MemoryView, ShowsLocalMemoryByLaneAndElement) {
  const auto document = emulated("local_array", 4 * 64, 64);
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 900, 500}};
  std::uint32_t access = 0;  // the last one that counts
  for (std::uint32_t a = 0; a < document->trace->accesses.size(); ++a) {
    const Trace& trace = *document->trace;
    if (trace.steps[trace.accesses[a].step].name == "count") access = a;
  }
  const auto canvas = shown.draw(view, *document, access);
  EXPECT_EQ(view.title(), "Memory");
  for (const char* text : {"lane 0 … 7", "lane 24 … 31", "0 [0]", "1 [7]"}) {
    EXPECT_TRUE(canvas.says(text)) << text;
  }
  EXPECT_FALSE(canvas.says("byte 0 … 31"));
  Frame frame;
  frame.document = document.get();
  frame.access = access;
  EXPECT_EQ(view.subtitle(frame), "local: counts[8] int of each thread");
}

TEST(GlobalUse, HasBothRowsThatAnElementReachesInto) {
  test::TraceMaker make;
  const int data = make.global("data", 100, {Scalar::f32, 3});
  make.load(data, 1, 1, [](int) { return 10; });  // bytes 120 to 131
  const Trace trace = make.take();
  EXPECT_EQ(GlobalUse(trace, memory_use(trace)).at(0).rows[0], (std::vector<std::int64_t>{0, 1}));
}

TEST(GlobalUse, CutsAStepOfVeryManyRowsIntoParts) {
  test::TraceMaker make;
  const int data = make.global("data", 1 << 20);
  constexpr int accesses = 200;
  for (int a = 0; a < accesses; ++a) {
    make.load(data, 1, all_lanes, [a](int lane) { return 32 * (32 * a + lane); });
  }
  const Trace trace = make.take();
  const GlobalUse use(trace, memory_use(trace));
  for (std::uint32_t a = 0; a < accesses; ++a) {
    const auto& rows = use.at(a).rows.at(0);
    EXPECT_LE(rows.size(), GlobalUse::most_rows + warp_lanes);
    EXPECT_TRUE(std::ranges::binary_search(rows, 32 * std::int64_t{a})) << a;
    EXPECT_TRUE(std::ranges::binary_search(rows, 32 * std::int64_t{a} + 31)) << a;
  }
}

TEST(GlobalUse, IsForLaunchesWithoutSharedMemoryOnly) {
  const auto document = emulated("reduce_strided", 256, 256);
  EXPECT_TRUE(GlobalUse(*document->trace, memory_use(*document->trace)).empty());
}

TEST(MemoryLayout, ShowsSomeRowsOfAGlobalArray) {
  const Trace trace = two_steps();
  const GlobalUse use(trace, memory_use(trace));
  const MemoryLayout layout({.width = 640, .row_height = 24}, use.at(0));
  EXPECT_FLOAT_EQ(layout.height(), 32 * 24);
  EXPECT_FALSE(layout.cell(trace, 0, 32)) << "between rows that are touched";
  for (const std::int64_t index : {0, 31, 64, 70, 1984}) {
    const auto cell = layout.cell(trace, 0, index);
    ASSERT_TRUE(cell) << index;
    const std::int64_t row = index / 64;
    EXPECT_FLOAT_EQ(cell->widest().y, static_cast<float>(row) * 24);
    const auto hit = layout.hit(trace, cell->widest().center());
    ASSERT_TRUE(hit) << index;
    EXPECT_EQ(hit->index, index);
  }
  const auto ranges = layout.elements(trace, layout.sections().at(0), 24, 71);
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].first, 64);
  EXPECT_EQ(ranges[0].end, 96);
  EXPECT_EQ(ranges[1].first, 128);
}

TEST(MemoryView, WithoutSharedMemoryShowsGlobalArrays) {
  const auto document = document_of(two_steps());
  MemoryView view;
  view.on_document(*document);
  EXPECT_EQ(view.title(), "Global memory");
  Shown shown;
  shown.motion = 0.5F;
  EXPECT_FALSE(shown.draw(view, *document, 2).says("500")) << "it is on its way";
  shown.motion = 1;
  const auto canvas = shown.draw(view, *document, 2);
  for (const char* text : {"4096", "500", "531", "byte 96 … 127"}) {
    EXPECT_TRUE(canvas.says(text)) << text;
  }
  EXPECT_FALSE(canvas.says("not seen yet"));
  std::ptrdiff_t written = 0;
  for (const auto& box : canvas.strokes()) written += box.color == dark_theme().now ? 1 : 0;
  EXPECT_GE(written, 32);
  EXPECT_TRUE(shown.draw(view, *document, 0).says("not seen yet")) << "the rest of each row";
}

TEST(MemoryView, TellsOfAGlobalCellWhoWroteItAndAClickGoesThere) {
  test::TraceMaker make;
  const int data = make.global("data", 64);
  make.fill(data, std::vector<std::uint32_t>(64, 77));
  const auto own = [](int lane) { return lane; };
  test::Lanes values{};
  values.fill(123);
  make.store(data, 5, all_lanes, own, values);
  make.load(data, 6, 1, [](int) { return 40; });
  const auto document = document_of(make.take());
  MemoryView view;
  view.on_document(*document);
  Shown shown;
  const auto canvas = shown.draw(view, *document, 1);
  const auto center = [&](const char* text) {
    return std::ranges::find(canvas.texts(), text, &RecordingCanvas::Text::text)->rect.center();
  };
  shown.pointer = {.at = center("123"), .inside = true, .pressed = true};
  (void)shown.draw(view, *document, 1);
  EXPECT_EQ(shown.wishes.seek, 0U);
  for (const char* part : {"data[0] = 123", "sector 0", "line 5"}) {
    EXPECT_NE(shown.wishes.tooltip.find(part), std::string::npos) << shown.wishes.tooltip;
  }
  shown.pointer.at = center("77");
  (void)shown.draw(view, *document, 1);
  EXPECT_FALSE(shown.wishes.seek);
  EXPECT_NE(shown.wishes.tooltip.find("only read"), std::string::npos) << shown.wishes.tooltip;
}

TEST(MemoryView, LaunchesOfBothKindsSayWhichMemoryIsShown) {
  test::TraceMaker make;
  const int shared = make.shared("temp", 32), data = make.global("data", 32);
  const auto own = [](int lane) { return lane; };
  make.store(shared, 1, all_lanes, own, test::Lanes{});
  make.launch(32, "second");
  make.load(data, 1, all_lanes, own);
  const auto document = document_of(make.take());
  MemoryView view;
  view.on_document(*document);
  EXPECT_EQ(view.title(), "Memory");
  Shown shown;
  const auto subtitle = [&](std::uint32_t access) {
    (void)shown.draw(view, *document, access);
    Frame frame;
    frame.document = document.get();
    frame.access = access;
    return view.subtitle(frame);
  };
  EXPECT_EQ(subtitle(0), "shared: temp[32] int");
  EXPECT_EQ(subtitle(1), "global: data[32] int");
}

TEST(MemoryView, CallsArraysAsTheLaunchDoes) {
  test::TraceMaker make;
  const int data = make.global("d_data", 32);
  const auto own = [](int lane) { return lane; };
  make.load(data, 1, all_lanes, own);
  make.launch(32, "second");
  make.load(data, 1, all_lanes, own);
  Trace trace = make.take();
  trace.launches[0].names = {{data, "in"}};
  trace.launches[1].names = {{data, "out", {4, 8}}};
  const auto document = document_of(std::move(trace));
  MemoryView view;
  view.on_document(*document);
  Shown shown;
  const auto subtitle = [&](std::uint32_t access) {
    (void)shown.draw(view, *document, access);
    Frame frame;
    frame.document = document.get();
    frame.access = access;
    return view.subtitle(frame);
  };
  EXPECT_EQ(subtitle(0), "in[32] int");
  EXPECT_EQ(subtitle(1), "out[4 × 8] int");
  EXPECT_EQ(cell_text(*document->trace, 0, data, 11), "in[11]");
  EXPECT_EQ(cell_text(*document->trace, 1, data, 11), "out[1][3]");
}

TEST(MemoryView, GlobalArraysAreReadableAtEverySize) {
  for (const char* kernel : {"global_stride", "transpose_naive", "bitonic_global", "radix_split"}) {
    const auto document = emulated(kernel);
    const auto count = static_cast<std::uint32_t>(document->trace->accesses.size());
    for (const Rect area : {Rect{20, 20, 925, 220}, Rect{20, 20, 400, 160}}) {
      MemoryView view;
      view.on_document(*document);
      for (std::uint32_t access = 0; access < count; access += 1 + count / 40) {
        for (const CellShade cells : {CellShade::value, CellShade::lane}) {
          SCOPED_TRACE(std::string(kernel) + " access " + std::to_string(access));
          Shown shown{.area = area};
          shown.look.set(cells);
          const RecordingCanvas canvas = shown.draw(view, *document, access);
          expect_readable(canvas, area);
          EXPECT_LT(canvas.shapes(), 6000U);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
