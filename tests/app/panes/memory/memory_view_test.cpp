#include "app/panes/memory/memory_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "app/lesson/lesson_place.hpp"
#include "app/panes/memory/memory_shade.hpp"
#include "app/views/parts/memory_text.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::last_access;
using test::Shown;

/// The middle of the cell of a word, counted from the left end of the first row in sight, in a pane
/// that counts its banks.
Point word_at(const RecordingCanvas& canvas, std::int64_t word) {
  const auto bank = [&](const char* number) {
    return std::ranges::find(canvas.texts(), number, &RecordingCanvas::Text::text)->rect;
  };
  const float pitch = (bank("8").center().x - bank("4").center().x) / 4;
  const float top = bank("4").bottom() + 6;
  return {bank("4").center().x + (static_cast<float>(word % 32) - 4) * pitch,
          top + static_cast<float>(word / 32) * 24 + 10};
}

TEST(MemoryView, ShowsTheArraysOfThePresentLaunch) {
  const auto document = test::document_of(test::several_launches());
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 200}};
  const auto subtitle = [&](std::uint32_t access) {
    Frame frame;
    frame.document = document.get();
    frame.access = access;
    return view.subtitle(frame);
  };
  EXPECT_EQ(subtitle(4), "temp[64] int");
  EXPECT_EQ(subtitle(5), "tile[4 × 33] int");
  // Before the first store of a launch nothing is written, whatever the previous launch left.
  shown.motion = 0.5F;
  const auto begun = shown.draw(view, *document, 8);
  EXPECT_TRUE(begun.says("·"));
  const auto zeros = std::ranges::count(begun.texts(), "0", &RecordingCanvas::Text::text);
  EXPECT_EQ(zeros, 2) << "the numbers of a bank and of a row alone";
}

/// Two tiles of a block, of which one access touches each.
Trace two_tiles() {
  test::TraceMaker make(32);
  const int as = make.matrix("As", 32, 128, {Scalar::f32, 1});
  const int bs = make.matrix("Bs", 32, 132, {Scalar::f32, 1});
  make.store(as, 3, all_lanes, [](int lane) { return lane; }, {});
  make.store(bs, 4, all_lanes, [](int lane) { return 132 * 13 + lane; }, {});
  Trace trace = make.take();
  trace.arrays[static_cast<std::size_t>(bs)].extents = {2, 16, 132};
  return trace;
}

/// The texts from the top of the cells to a height, joined.
std::string texts_above(const RecordingCanvas& canvas, float height) {
  std::string all;
  for (const auto& text : canvas.texts()) {
    if (text.visible() && text.rect.y < height) all += text.text + "|";
  }
  return all;
}

TEST(MemoryView, IsHeadedByTheArrayThatItShows) {
  const auto document = test::document_of(two_tiles());
  for (const float height : {120.0F, 200.0F, 560.0F}) {
    MemoryView view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, 700, height}};
    const auto header = [&](std::uint32_t access) {
      (void)shown.draw(view, *document, access);
      Frame frame;
      frame.document = document.get();
      frame.access = access;
      return view.subtitle(frame);
    };
    EXPECT_TRUE(header(0).starts_with("As[32 × 128] float,  Bs")) << header(0);
    EXPECT_TRUE(header(1).starts_with("Bs[2 × 16 × 132] float,  As")) << header(1);
    // Scrolled back by hand, it shows the other one.
    shown.scrolled.cells = -500;
    EXPECT_TRUE(header(1).starts_with("As[32 × 128] float")) << header(1);
  }
}

TEST(MemoryView, TheNameOfAnArrayStaysInSightWhileItsRowsScroll) {
  const auto document = test::document_of(two_tiles());
  MemoryView first, second, small;  // each is seen where it begins
  for (MemoryView* view : {&first, &second, &small}) view->on_document(*document);
  Shown shown{.area = {0, 0, 700, 260}};
  const auto top = [&](MemoryView& view, std::uint32_t access) {
    return texts_above(shown.draw(view, *document, access), 60);
  };
  EXPECT_NE(top(first, 0).find("As[32 × 128] float|"), std::string::npos) << top(first, 0);
  EXPECT_NE(top(second, 1).find("Bs[2 × 16 × 132] float|"), std::string::npos) << top(second, 1);
  const RecordingCanvas canvas = shown.draw(second, *document, 1);
  EXPECT_TRUE(std::ranges::any_of(canvas.strokes(), [](const auto& box) {
    return box.color == dark_theme().now && box.rect.y > box.clip.y &&
           box.rect.bottom() < box.clip.bottom();
  })) << "what is touched is not hidden by it";
  shown.scrolled.cells = -3;
  EXPECT_NE(top(second, 1).find("Bs[2 × 16 × 132] float|"), std::string::npos) << top(second, 1);
  shown = {.area = {0, 0, 300, 120}};
  EXPECT_TRUE(shown.draw(small, *document, 1).says("Bs[2 × 16 × 132] float"));
}

TEST(MemoryView, FoldsItsRowsWhereValuesHaveRoomOnlyThen) {
  const auto document = emulated("reduce_divergent", 32, 32);
  const auto draw = [&](Rect area) {
    MemoryView view;
    view.on_document(*document);
    Shown shown{.area = area};
    return shown.draw(view, *document, last_access(*document));
  };
  const RecordingCanvas wide = draw({0, 0, 1100, 160});
  EXPECT_TRUE(wide.says("28")) << "the last bank that is named";
  EXPECT_FALSE(wide.says("0, 16"));
  const RecordingCanvas narrow = draw({0, 0, 620, 160});
  EXPECT_TRUE(narrow.says("0, 16")) << "the banks of a column";
  const RecordingCanvas low = draw({0, 0, 620, 70});
  EXPECT_FALSE(low.says("0, 16")) << "where not all rows have room, banks stay columns";
  const auto digits = [](const RecordingCanvas& canvas) {
    return std::ranges::count_if(canvas.texts(), [](const RecordingCanvas::Text& text) {
      return text.visible() && text.text.size() > 2 &&
             text.text.find_first_not_of("0123456789") == std::string::npos;
    });
  };
  EXPECT_GT(digits(wide), 0);
  EXPECT_GE(digits(narrow), digits(wide)) << "with more room, more are whole";
}

TEST(MemoryView, TellsAnElementsPlaceInItsMatrix) {
  const auto document = test::document_of(test::several_launches());
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 640, 300}};
  const auto canvas = shown.draw(view, *document, 6);
  const std::int64_t base = document->trace->arrays[3].base % 128 / 4;
  shown.pointer = {.at = word_at(canvas, base + 34), .inside = true};
  (void)shown.draw(view, *document, 6);
  EXPECT_NE(shown.wishes.tooltip.find("tile[34]"), std::string::npos) << shown.wishes.tooltip;
  EXPECT_NE(shown.wishes.tooltip.find("row 1, column 1"), std::string::npos)
      << shown.wishes.tooltip;
}

TEST(MemoryText, FindsTheWriterOfAByteAmongThoseOfItsWord) {
  test::TraceMaker make;
  const int bytes = make.shared("bytes", 8, {Scalar::u8, 1});
  make.store(
      bytes, 3, 1, [](int) { return 1; }, test::Lanes{});
  make.store(
      bytes, 4, 1, [](int) { return 2; }, test::Lanes{});
  const Trace trace = make.take();
  EXPECT_EQ(last_writer(trace, bytes, 2, 1), 1U);
  EXPECT_EQ(last_writer(trace, bytes, 1, 1), 0U);
  EXPECT_EQ(last_writer(trace, bytes, 2, 0), std::nullopt);
  EXPECT_EQ(last_writer(trace, bytes, 3, 1), std::nullopt);
}

TEST(MemoryView, IsReadableAtEverySize) {
  for (const auto& [kernel, size, block] :
       {std::tuple{"reduce_strided", 256, 256}, std::tuple{"scan_hillis_steele", 64, 64},
        std::tuple{"scan_padded16", 2048, 1024}, std::tuple{"reduce_shuffle", 512, 256}}) {
    const auto document = emulated(kernel, size, block);
    for (const Rect area :
         {Rect{20, 20, 925, 220}, Rect{20, 20, 400, 160}, Rect{0, 0, 1800, 500}}) {
      for (const bool lecture : {false, true}) {
        MemoryView view;
        view.on_document(*document);
        for (std::uint32_t access = 0; access <= last_access(*document); access += 7) {
          SCOPED_TRACE(std::string(kernel) + " access " + std::to_string(access));
          Shown shown{.area = area, .lecture = lecture};
          const RecordingCanvas canvas = shown.draw(view, *document, access);
          expect_readable(canvas, area);
          EXPECT_LT(canvas.shapes(), 6000U);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

/// The first access of one kind to shared memory.
std::uint32_t find_access(const Document& document, Operation operation) {
  const Trace& trace = *document.trace;
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    if (trace.accesses[a].operation == operation &&
        trace.arrays[trace.accesses[a].array].space == Space::shared) {
      return a;
    }
  }
  ADD_FAILURE() << "no such access";
  return 0;
}

std::size_t outlines(const RecordingCanvas& canvas, Color color) {
  std::size_t count = 0;
  for (const auto& box : canvas.strokes()) count += box.color == color && box.rect.h > 14 ? 1 : 0;
  return count;
}

TEST(MemoryView, OutlinesWhatIsReadAndWritten) {
  const auto document = emulated("reduce_strided", 32, 32);
  MemoryView view;
  view.on_document(*document);
  Shown shown;
  const auto load = shown.draw(view, *document, find_access(*document, Operation::load));
  EXPECT_EQ(outlines(load, dark_theme().now), 16U);
  EXPECT_EQ(outlines(load, dark_theme().active), 0U);
  const auto store = shown.draw(view, *document, find_access(*document, Operation::store));
  EXPECT_EQ(outlines(store, dark_theme().now), 32U);
}

TEST(MemoryView, ShowsStoredValuesOnlyWhenTheyHaveArrived) {
  const auto document = emulated("reduce_strided", 32, 32);
  MemoryView view;
  view.on_document(*document);
  const std::uint32_t store = find_access(*document, Operation::store);
  Shown on_the_way{.motion = 0.5F}, arrived{};
  EXPECT_TRUE(on_the_way.draw(view, *document, store).says("·"));
  EXPECT_FALSE(arrived.draw(view, *document, store).says("·"));
}

TEST(MemoryView, HoverTellsAddressBankAndWriterAndClickGoesToIt) {
  const auto document = emulated("scan_padded32", 64, 32);
  const Trace& trace = *document->trace;
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 1240, 300}};  // wide enough for 32 columns
  const auto canvas = shown.draw(view, *document, last_access(*document));
  shown.pointer.inside = true;
  shown.pointer.pressed = true;
  for (const auto& [element, expected] :
       {std::pair{33, "bank 1"}, std::pair{32, "never touched"}}) {
    shown.pointer.at = word_at(canvas, element);
    (void)shown.draw(view, *document, last_access(*document));
    EXPECT_NE(shown.wishes.tooltip.find("temp[" + std::to_string(element) + "]"), std::string::npos)
        << shown.wishes.tooltip;
    EXPECT_NE(shown.wishes.tooltip.find(expected), std::string::npos) << shown.wishes.tooltip;
    EXPECT_EQ(shown.wishes.seek.has_value(), element == 33);
    if (!shown.wishes.seek) continue;
    const Access& writer = trace.accesses[*shown.wishes.seek];
    EXPECT_EQ(writer.operation, Operation::store);
    const auto indices = trace.lane_indices(writer);
    EXPECT_NE(std::find(indices.begin(), indices.end(), element), indices.end());
  }
}

TEST(MemoryView, RowsSayWithWhichElementTheyBegin) {
  const auto document = emulated("reduce_strided", 256, 256);
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 300}};
  const auto canvas = shown.draw(view, *document, 20);
  for (const char* number : {"32", "64", "224"}) {
    const auto text = std::ranges::find(canvas.texts(), number, &RecordingCanvas::Text::text);
    ASSERT_NE(text, canvas.texts().end()) << number;
    EXPECT_LT(text->rect.right(), 30) << "left of the cells";
  }
}

TEST(MemoryView, RowsOutOfSightAreToldAndWheelAndKeysBringThem) {
  const auto document = emulated("reduce_strided", 2048, 1024);  // 32 rows
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 200}};
  const auto subtitle = [&] {
    Frame frame;
    frame.document = document.get();
    frame.access = 1;
    (void)shown.draw(view, *document, 1);
    return view.subtitle(frame);
  };
  EXPECT_TRUE(subtitle().ends_with("rows 1 … 6 of 32")) << subtitle();
  shown.pointer = {.at = {300, 100}, .inside = true, .wheel = -1};
  EXPECT_TRUE(subtitle().ends_with("rows 3 … 8 of 32")) << subtitle();
  shown.pointer = {};
  shown.scrolled.cells = 4;
  EXPECT_TRUE(subtitle().ends_with("rows 7 … 12 of 32")) << subtitle();
  shown.scrolled.cells = -96;
  EXPECT_TRUE(subtitle().ends_with("rows 1 … 6 of 32")) << subtitle();
}

TEST(MemoryView, CellsThatALessonPointsAtAreBroughtIntoSight) {
  const auto document = emulated("reduce_strided", 2048, 1024);
  FoundMarks marks;
  marks.array = document->trace->accesses[1].array;
  marks.cells = {900};
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 200}};
  shown.marks = &marks;
  const auto canvas = shown.draw(view, *document, 1);
  EXPECT_TRUE(canvas.says("896")) << "the number of its row";
  EXPECT_EQ(outlines(canvas, dark_theme().other), 1U);
}

TEST(MemoryView, TheScaleOfValuesHasNumbers) {
  const auto document = emulated("reduce_strided", 256, 256);
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 300}};
  std::int64_t largest = 0;
  const std::uint32_t now = last_access(*document);
  const SharedState state = document->replay.at(now + 1);
  for (std::size_t byte = 0; byte + 4 <= state.bytes.size(); byte += 4) {
    std::int32_t value = 0;
    std::memcpy(&value, state.bytes.data() + byte, 4);
    largest = std::max<std::int64_t>(largest, value);
  }
  EXPECT_TRUE(shown.draw(view, *document, now).says(std::to_string(largest)));

  RunRequest ones;
  ones.kernel = "reduce_strided";
  ones.machine = MachineKind::emulator;
  ones.input.kind = "ones";
  const auto equal = make_document(ones, BankModel::cc5);
  ASSERT_TRUE(equal.ok());
  view.on_document(*equal.value());
  std::uint32_t loaded = 0;  // before anything is added
  const Trace& trace = *equal.value()->trace;
  while (trace.steps[trace.accesses[loaded + 1].step].name == "load") ++loaded;
  const auto canvas = shown.draw(view, *equal.value(), loaded);
  EXPECT_TRUE(canvas.says("all"));
  const Color middle = shade_tint(dark_theme(), CellShade::value, equal_share).fill;
  EXPECT_GT(std::ranges::count(canvas.fills(), middle, &RecordingCanvas::Box::color), 200);
}

TEST(MemoryView, TheLegendNamesPaddingAndWhatIsNotWritten) {
  MemoryView view;
  Shown shown{.area = {0, 0, 925, 300}};
  const auto padded = emulated("scan_padded32", 256, 128);
  view.on_document(*padded);
  const auto first = shown.draw(view, *padded, 0);
  EXPECT_TRUE(first.says("padding"));
  EXPECT_TRUE(first.says("not written"));
  const auto plain = emulated("reduce_strided", 256, 256);
  view.on_document(*plain);
  const auto last = shown.draw(view, *plain, last_access(*plain));
  EXPECT_FALSE(last.says("padding"));
  EXPECT_FALSE(last.says("not written"));
}

TEST(MemoryView, ScrollsToWhatIsTouched) {
  const auto document = emulated("reduce_strided", 1024, 1024);
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 925, 200}};
  (void)shown.draw(view, *document, 0);
  const auto& accesses = document->trace->accesses;
  for (std::uint32_t a = 0; a < accesses.size(); ++a) {
    const auto indices = document->trace->lane_indices(accesses[a]);
    const bool fits = indices.back() - indices.front() < 128;
    if (document->trace->arrays[accesses[a].array].space != Space::shared || !fits) continue;
    MemoryView fresh;  // the first picture is in place at once
    fresh.on_document(*document);
    const auto canvas = shown.draw(fresh, *document, a);
    ASSERT_EQ(outlines(canvas, dark_theme().now), indices.size()) << "access " << a;
  }
}

TEST(ShortValue, KeepsWhatFitsAndShortensTheRest) {
  const auto shorten = [](std::int32_t value, int room) {
    const std::uint32_t word = std::bit_cast<std::uint32_t>(value);
    return short_value({Scalar::i32, 1}, {&word, 1}, room);
  };
  EXPECT_EQ(shorten(123, 3), "123");
  EXPECT_EQ(shorten(12345, 3), "12k");
  EXPECT_EQ(shorten(12345, 5), "12345");
  EXPECT_EQ(shorten(1234, 4), "1234");
  EXPECT_EQ(shorten(123456, 5), "123k");
  EXPECT_EQ(shorten(-4321, 3), "-4k");
  EXPECT_EQ(shorten(123, 2), "");
  const auto word = std::bit_cast<std::uint32_t>(0.333333F);
  EXPECT_EQ(short_value({Scalar::f32, 1}, {&word, 1}, 4), "0.33");
  const auto shorten_real = [](float value, int room) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return short_value({Scalar::f32, 1}, {&bits, 1}, room);
  };
  EXPECT_EQ(shorten_real(-0.3125F, 3), "-.3") << "\"-0\" would be another number";
  EXPECT_EQ(shorten_real(0.3125F, 2), ".3");
  EXPECT_EQ(shorten_real(0.001234F, 3), "");
  EXPECT_EQ(shorten_real(0.98765F, 2), "") << "it is not 1";
  EXPECT_EQ(shorten_real(0.73F, 2), ".7");
  EXPECT_EQ(shorten_real(0, 1), "0");
  EXPECT_EQ(shorten_real(1.5F, 1), "") << "neither 1 nor 2";
  EXPECT_EQ(shorten_real(1.5F, 2), "") << "a third off";
  EXPECT_EQ(shorten_real(21.73F, 3), "~22");
  EXPECT_EQ(shorten_real(1.5F, 3), "1.5");
  EXPECT_EQ(shorten_real(2, 1), "2");
  EXPECT_EQ(shorten_real(2, 3), "2.0");
  EXPECT_EQ(shorten_real(1.0234F, 3), "") << "1.0 is another number";
  EXPECT_EQ(shorten_real(1.0234F, 4), "1.02");
  EXPECT_EQ(shorten_real(1.2345e-6F, 7), "1.23e-6");
  EXPECT_EQ(shorten_real(1.2345e-6F, 6), "1.2e-6");
  EXPECT_EQ(shorten_real(1.2345e-6F, 4), "") << "1e-6 is a fifth off";
  EXPECT_EQ(shorten_real(3.4e38F, 6), "3.4e38");
}

TEST(ShownValue, OfARealNumberHasNoMoreDigitsThanServe) {
  const auto real = [](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return shown_value({Scalar::f32, 1}, {&bits, 1});
  };
  EXPECT_EQ(real(-25.454906F), "-25.45");
  EXPECT_EQ(real(-0.0000344F), "-3.4e-5");
  EXPECT_EQ(real(-1.2345e-16F), "-1.23e-16");
  EXPECT_EQ(real(0.012345678F), "0.0123");
  EXPECT_EQ(real(4.5F), "4.5");
  const std::uint32_t word = 2112925533;
  EXPECT_EQ(shown_value({Scalar::u32, 1}, {&word, 1}), "2112925533");
}

// A triangle of a square: what lies above it serves nobody, but was not put there against conflicts.
TEST(MemoryView, GapsOfManyWidthsAreNoPadding) {
  const auto document = emulated("scan_reductions");
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 600, 200}};
  const auto canvas = shown.draw(view, *document, test::last_access(*document));
  EXPECT_FALSE(canvas.says("padding"));
  EXPECT_TRUE(canvas.says("not used here"));
}

TEST(MemoryView, RowsThatAreNeverUsedAreNoPadding) {
  test::TraceMaker maker(32);
  const int data = maker.shared("data", 512);  // of which half is used, padded by 1 in 16
  test::Lanes values{};
  for (int first = 0; first < 256; first += 32) {
    maker.store(
        data, 3, all_lanes, [first](int lane) { return first + lane + (first + lane) / 16; },
        values);
  }
  maker.barrier("fill");
  const auto use = memory_use(maker.take());
  const auto word = [&](std::size_t index) { return use[0].role(index * 4); };
  EXPECT_EQ(word(15), WordRole::touched);
  EXPECT_EQ(word(16), WordRole::padding);
  EXPECT_EQ(word(270), WordRole::touched);
  EXPECT_EQ(word(300), WordRole::none);
  EXPECT_EQ(word(511), WordRole::none);
}

TEST(MemoryView, WordsThatAStrideLeavesOutAreNoPadding) {
  for (const int stride : {2, 4}) {
    test::TraceMaker maker(32);
    const int data = maker.shared("data", 32 * stride);
    maker.store(
        data, 3, all_lanes, [stride](int lane) { return stride * lane; }, test::Lanes{});
    const auto use = memory_use(maker.take());
    EXPECT_EQ(use[0].role(4), WordRole::none) << stride;
  }
}

// Without a barrier, warp 0 reads what warp 1 has not written yet, though a trace has its order.
TEST(MemoryView, ShowsWhatARacingReadGot) {
  RunRequest request{.kernel = "reduce_sequential",
                     .size = 64,
                     .block = 64,
                     .input = {.kind = "ones"},
                     .machine = MachineKind::emulator};
  const auto shown_of = [&](int line) {
    request.what_if.drop_barrier = line;
    const DocumentPtr document = make_document(request, BankModel::cc5).value();
    const Trace& trace = *document->trace;
    const auto read = std::ranges::find_if(trace.accesses, [&](const Access& access) {
      return access.operation == Operation::load && trace.line_of(access) == 39;
    });
    MemoryView view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, 925, 120}};
    const auto canvas =
        shown.draw(view, *document, static_cast<std::uint32_t>(read - trace.accesses.begin()));
    return std::pair(std::ranges::count(canvas.texts(), "0", &RecordingCanvas::Text::text),
                     canvas.says("a race: another value was read"));
  };
  EXPECT_EQ(shown_of(0), std::pair(std::ptrdiff_t{2}, false)) << "a bank's number and a row's";
  // Those, 32 cells, and the low end of the scale.
  EXPECT_EQ(shown_of(35), std::pair(std::ptrdiff_t{35}, true));
}

// A byte next to one that was written has not been written.
TEST(MemoryView, UnwrittenBytesOfAWrittenWordHoldNothing) {
  test::TraceMaker maker(32);
  const int bytes = maker.shared("bytes", 128, {Scalar::u8, 1});
  test::Lanes values{};
  values.fill(7);
  maker.store(
      bytes, 3, all_lanes, [](int lane) { return 4 * lane; }, values);
  maker.barrier("fill");
  const auto document = test::document_of(maker.take());
  MemoryView view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 1800, 200}};
  shown.pointer.inside = true;
  const auto canvas = shown.draw(view, *document, 0);
  const auto sevens =
      std::ranges::count(canvas.texts(), std::string("7"), &RecordingCanvas::Text::text);
  EXPECT_GE(sevens, 32);
  EXPECT_EQ(std::ranges::count(canvas.texts(), std::string("0"), &RecordingCanvas::Text::text), 2)
      << "the first row's number and the first bank's, but no cell";
}

}  // namespace
}  // namespace warpscope
