#include "app/panes/memory/memory_layout.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "instrumentation/patterns/memory_use.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::emulated;

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

TEST(MemoryLayout, ColumnsOfFoldedRowsAreSeveralBanks) {
  const auto document = emulated("scan_padded32", 256, 128);
  const Trace& trace = *document->trace;
  for (const BankModel model : all_bank_models) {
    for (const int folds : {2, 4}) {
      const MemoryLayout whole(trace, model, {.width = 640, .row_height = 24});
      const MemoryLayout layout(trace, model, {.width = 640, .row_height = 24, .folds = folds});
      const int columns = bank_count(model) / folds;
      const MemorySection& section = layout.sections().at(0);
      const Array& array = trace.arrays[static_cast<std::size_t>(section.array)];
      for (std::int64_t i = 0; i < array.count; ++i) {
        const Rect cell = layout.cell(trace, section.array, i).value().widest();
        EXPECT_FLOAT_EQ(
            cell.w, static_cast<float>(folds) * whole.cell(trace, section.array, i)->widest().w);
        const int bank = bank_of(model, array.base + static_cast<std::uint32_t>(i) * 4);
        const auto column = static_cast<int>(cell.center().x / 640 * static_cast<float>(columns));
        ASSERT_EQ(column, bank % columns) << id(model) << ", element " << i;
        const auto hit = layout.hit(trace, cell.center());
        ASSERT_TRUE(hit.has_value());
        ASSERT_EQ(hit->index, i);
      }
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

TEST(MemoryLayout, ElementsThatReachOverARowsEndLieInTwoPieces) {
  test::TraceMaker make;
  const int wide = make.shared("wide", 32, {Scalar::f32, 3});
  make.store(
      wide, 3, 1, [](int) { return 0; }, test::Lanes{});
  const Trace trace = make.take();
  const MemoryLayout layout(trace, BankModel::cc5, {.width = 640, .row_height = 24});
  for (std::int64_t i = 0; i < 32; ++i) {
    const auto cell = layout.cell(trace, wide, i).value();
    float width = 0;
    for (const Rect& piece : cell.rects()) {
      width += piece.w;
      EXPECT_LE(piece.right(), 640.01F);
      const auto hit = layout.hit(trace, piece.center());
      ASSERT_TRUE(hit.has_value());
      EXPECT_EQ(hit->index, i);
    }
    EXPECT_FLOAT_EQ(width, 60);
    EXPECT_EQ(cell.count, i == 10 || i == 21 ? 2 : 1) << i;  // bytes 128 and 256
  }
  const auto visible = layout.elements(trace, layout.sections().at(0), 24, 47).at(0);
  EXPECT_EQ(visible.first, 10) << "its end is in the second row";
  EXPECT_EQ(visible.end, 22);
}

TEST(MemoryUse, IsOfTheLaunch) {
  const Trace trace = test::several_launches();
  const auto use = memory_use(trace);
  ASSERT_EQ(use.size(), 3U);
  ASSERT_EQ(use[0].arrays.size(), 1U);
  EXPECT_EQ(trace.arrays[static_cast<std::size_t>(use[0].arrays[0])].name, "temp");
  ASSERT_EQ(use[1].arrays.size(), 1U);
  const Array& tile = trace.arrays[static_cast<std::size_t>(use[1].arrays[0])];
  EXPECT_EQ(tile.name, "tile");
  EXPECT_EQ(use[1].role(tile.base), WordRole::touched);
  EXPECT_EQ(use[1].role(tile.base + 4), WordRole::none) << "its stride leaves the word out";
  EXPECT_EQ(use[1].role(0), WordRole::none) << "temp is another launch's";
}

TEST(MemoryUse, KnowsWhatItsValuesHaveInCommon) {
  test::TraceMaker make;
  const auto own = [](int lane) { return lane; };
  test::Lanes values{};
  const int negative = make.shared("negative", 32), counts = make.shared("counts", 32);
  const int real = make.shared("real", 32, {Scalar::f32, 1});
  values[0] = static_cast<std::uint32_t>(-12);
  make.store(negative, 3, 1, own, values);
  make.atomic_add(counts, 3, 1, own, values);
  values[0] = std::bit_cast<std::uint32_t>(9.5F);
  make.store(real, 3, 1, own, values);
  const auto found = memory_use(make.take())[0].values;
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].low, -12);
  EXPECT_EQ(found[0].high, 0);
  EXPECT_FALSE(found[0].broken);
  EXPECT_EQ(found[1].high, 100) << "an operand says little of the sum";
  EXPECT_EQ(found[2].high, 9.5);
  EXPECT_TRUE(found[2].broken);
}

}  // namespace
}  // namespace warpscope
