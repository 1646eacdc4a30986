#include "app/views/memory_view.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "app/views/memory_text.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

std::uint32_t last_access(const Document& document) {
  return static_cast<std::uint32_t>(document.trace->accesses.size()) - 1;
}

TEST(MemoryLayout, ColumnsAreBanks) {
  const auto document = emulated("scan_padded32", 256, 128);
  const Trace& trace = *document->trace;
  for (const BankModel model : all_bank_models) {
    const MemoryLayout layout(trace, model, {.width = 640, .row_height = 24});
    const MemorySection& section = layout.sections().at(0);
    const Array& array = trace.arrays[static_cast<std::size_t>(section.array)];
    for (std::int64_t i = 0; i < array.count; ++i) {
      const Rect cell = layout.cell(trace, section.array, i).value().widest();
      const auto bank =
          static_cast<int>(cell.center().x / 640 * static_cast<float>(bank_count(model)));
      ASSERT_EQ(bank, bank_of(model, array.base + static_cast<std::uint32_t>(i) * 4)) << id(model);
    }
  }
}

TEST(MemoryLayout, PointsLeadBackToTheirCells) {
  const auto document = emulated("scan_hillis_steele", 128, 128);
  const Trace& trace = *document->trace;
  const MemoryLayout layout(trace, BankModel::cc5, {.width = 640, .row_height = 24});
  ASSERT_EQ(layout.sections().size(), 2U);
  for (const MemorySection& section : layout.sections()) {
    for (const std::int64_t i : {0, 31, 32, 127}) {
      const auto hit = layout.hit(trace, layout.cell(trace, section.array, i)->widest().center());
      ASSERT_TRUE(hit.has_value());
      EXPECT_EQ(hit->array, section.array);
      EXPECT_EQ(hit->index, i);
    }
    EXPECT_FALSE(layout.cell(trace, section.array, 128));
  }
  EXPECT_FALSE(layout.hit(trace, {-1, 30}));
  EXPECT_FALSE(layout.hit(trace, {5, layout.height() + 1}));
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
  EXPECT_EQ(outlines(load, dark_theme().active), 16U);
  EXPECT_EQ(outlines(load, dark_theme().now), 0U);
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
  Shown shown{.area = {0, 0, 640, 300}};
  const auto canvas = shown.draw(view, *document, last_access(*document));
  shown.pointer.inside = true;
  shown.pointer.pressed = true;
  for (const auto& [element, expected] :
       {std::pair{33, "bank 1"}, std::pair{32, "never written"}}) {
    // Rows start below the bank numbers, whose text is the first that is drawn.
    const float top = canvas.texts().front().rect.bottom() + 6;
    shown.pointer.at = {static_cast<float>(element % 32) * 20 + 10,
                        top + static_cast<float>(element / 32) * 24 + 10};
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
    const Color color =
        accesses[a].operation == Operation::load ? dark_theme().active : dark_theme().now;
    ASSERT_EQ(outlines(canvas, color), indices.size()) << "access " << a;
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
}

}  // namespace
}  // namespace warpscope
