#include "app/stage/tree/tree_rows.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

constexpr RowSizes small{
    .text = 10, .digit = 6, .pill = 13, .least = 16, .most = 72, .present = 40};

RowFacts facts_of(const Document& document, std::uint8_t digits) {
  const TreeLayout layout(*document.trace, document.flow);
  return {document.flow, layout, std::vector<std::uint8_t>(layout.rows().size(), digits)};
}

TEST(TreeRows, CellsTakeTurnsInTwoLevelsWhereTheyAreTooNarrow) {
  const auto document = test::emulated("reduce_strided", 32, 32);
  const TreeRows rows(facts_of(*document, 4), false, small, 520, 300, 1);
  EXPECT_EQ(rows.written(), rows.count());
  EXPECT_EQ(rows.text(0).levels, 2) << "32 values of four digits";
  EXPECT_EQ(rows.text(1).levels, 1) << "16 of them";
  EXPECT_LT(rows.below(0, false), 0);
  EXPECT_GT(rows.below(0, true), 0);
  EXPECT_EQ(rows.below(1, true), 0);
}

TEST(TreeRows, ValuesOfNeighbouringRowsDoNotTouch) {
  const auto document = test::emulated("scan_hillis_steele", 32, 32);
  for (const float height : {100.0F, 300.0F, 900.0F}) {
    const TreeRows rows(facts_of(*document, 3), false, small, 520, height, 2);
    for (std::size_t row = 1; row < rows.count(); ++row) {
      EXPECT_GE(rows.y(row) - rows.y(row - 1), (rows.height(row) + rows.height(row - 1)) / 2);
    }
    EXPECT_EQ(rows.fit(), rows.content() <= height + 0.5F) << height;
  }
}

TEST(TreeRows, ThePresentRowIsHighWhereThereIsLittleRoom) {
  const auto document = test::emulated("scan_blelloch", 16, 8);
  const TreeRows low(facts_of(*document, 3), false, small, 520, 230, 4);
  EXPECT_TRUE(low.fit());
  EXPECT_GT(low.gap(4), 1.5F * low.gap(8));
  const TreeRows between(facts_of(*document, 3), false, small, 520, 230, 4.5F);
  EXPECT_LT(between.gap(4), low.gap(4));
  EXPECT_GT(between.gap(5), low.gap(5));
  const TreeRows high(facts_of(*document, 3), false, small, 520, 700, 4);
  EXPECT_FLOAT_EQ(high.gap(4), high.gap(8)) << "all are high";
}

TEST(TreeRows, EnlargedTheyLieInProportionAndWriteWhatHadNoRoom) {
  const auto document = test::emulated("reduce_strided", 32, 32);
  const RowFacts facts = facts_of(*document, 4);
  const TreeRows rows(facts, false, small, 260, 160, 1);
  EXPECT_EQ(rows.text(0).levels, 0);
  RowSizes large = small;
  large.text = 12, large.digit = 7, large.pill = 20;
  const TreeRows closer = rows.enlarged(facts, false, large, 4 * 260, 4);
  EXPECT_EQ(closer.written(), closer.count());
  EXPECT_FLOAT_EQ(closer.content(), 4 * rows.content());
  for (std::size_t row = 1; row < rows.count(); ++row) {
    EXPECT_FLOAT_EQ(closer.y(row), 4 * rows.y(row));
    EXPECT_GE(closer.gap(row), (closer.height(row) + closer.height(row - 1)) / 2);
  }
  // Hardly closer, large digits have no room yet; what was written before still is.
  EXPECT_LT(rows.enlarged(facts, false, large, 1.05F * 260, 1.05F).written(), rows.written());
  EXPECT_GE(rows.enlarged(facts, false, small, 1.05F * 260, 1.05F).written(), rows.written());
}

TEST(TreeRows, FindsTheRowAtAPlace) {
  const auto document = test::emulated("scan_blelloch", 16, 8);
  const TreeRows rows(facts_of(*document, 3), false, small, 520, 230, 4);
  for (std::uint32_t row = 0; row < rows.count(); ++row) {
    EXPECT_EQ(rows.nearest(rows.y(row) + 3), row);
    EXPECT_EQ(rows.first_below(rows.y(row) - 1), row);
  }
  EXPECT_EQ(rows.nearest(-100), 0U);
}

}  // namespace
}  // namespace warpscope
