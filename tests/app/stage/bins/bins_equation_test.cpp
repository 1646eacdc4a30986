#include "app/stage/bins/bins_equation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "app/stage/bins/bins_picture.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::last_access;
using test::Shown;

Records records_of(const Document& document) {
  return find_records(*document.trace, document.flow, document.trace->launches.front());
}

TEST(EquationRows, AreTheStepsThatMakeARecordWithItsNeighbours) {
  const auto document = emulated("parallel_cyclic_reduction", 16, 16);
  const auto rows = equation_rows(*document, records_of(*document), 9);
  ASSERT_EQ(rows.size(), 5U) << "load, and four reductions";
  EXPECT_TRUE(rows.front().with.empty());
  EXPECT_EQ(rows[1].with, (std::vector<std::int64_t>{8, 10}));
  EXPECT_EQ(rows[2].with, (std::vector<std::int64_t>{7, 11}));
  EXPECT_EQ(rows[3].with, (std::vector<std::int64_t>{5, 13}));
}

TEST(EquationRows, OfEquationsTakenInOrderHoldWhatIsReadAndWhatIsMadeOfIt) {
  const auto document = emulated("thomas", 64, 4);
  const Records records = records_of(*document);
  ASSERT_EQ(records.arrays.size(), 6U) << "four bands, and two arrays that are made";
  EXPECT_EQ(records.records, 64);
  // The fifth equation of the second of four systems that lie side by side.
  const auto rows = equation_rows(*document, records, 17);
  ASSERT_EQ(rows.size(), 2U) << "eliminate and substitute";
  EXPECT_EQ(std::ranges::count(rows[0].nodes, FlowEdge::no_node), 0);
  EXPECT_EQ(std::ranges::count(rows[1].nodes, FlowEdge::no_node), 5);
}

TEST(EquationRows, TheTypicalOneLastsLongest) {
  for (const char* kernel : {"cyclic_reduction", "parallel_cyclic_reduction"}) {
    const auto document = emulated(kernel, 64, kernel[0] == 'c' ? 32 : 64);
    const Records records = records_of(*document);
    const std::size_t most = equation_rows(*document, records, records.typical).size();
    EXPECT_GE(most, 6U) << kernel;
    for (std::int64_t r = 0; r < records.records; ++r) {
      EXPECT_LE(equation_rows(*document, records, r).size(), most) << kernel << " " << r;
    }
  }
}

/// Whatever the size, in windows of 1280 by 720 and larger: all coefficients that the record has by now stand there whole, and a
/// number that is not zero does not read as zero.
TEST(EquationTable, ShowsEveryCoefficientThatIsKnown) {
  for (const auto& [kernel, size, block] : {test::PictureCase{"cyclic_reduction", 16, 8},
                                            {"cyclic_reduction", 256, 128},
                                            {"parallel_cyclic_reduction", 16, 16},
                                            {"parallel_cyclic_reduction", 256, 256}}) {
    const auto document = emulated(kernel, size, block);
    const Records records = records_of(*document);
    const auto rows = equation_rows(*document, records, records.typical);
    for (const Rect area : {Rect{337, 100, 600, 264}, Rect{497, 110, 915, 480}}) {
      SCOPED_TRACE(kernel + (" " + std::to_string(size)));
      BinsPicture picture;
      picture.on_document(*document);
      Shown shown{.area = area};
      const auto canvas = shown.draw(picture, *document, last_access(*document));
      EXPECT_TRUE(canvas.says("equation " + std::to_string(records.typical)));
      const Trace& trace = *document->trace;
      std::size_t missing = 0;
      const std::size_t first = rows.size() - std::min<std::size_t>(rows.size(), 5);
      for (std::size_t r = first; r < rows.size(); ++r) {
        for (const std::uint32_t n : rows[r].nodes) {
          if (n == FlowEdge::no_node) continue;
          const FlowNode& node = document->flow.nodes[n];
          const double value =
              numeric_value(trace.arrays[static_cast<std::size_t>(node.array)].type,
                            value_of(trace, document->flow, node));
          missing +=
              static_cast<std::size_t>(std::ranges::none_of(canvas.texts(), [&](const auto& text) {
                if (text.style.face != Face::mono || !text.visible()) return false;
                const double said = std::strtod(text.text.c_str(), nullptr);
                return std::abs(said - value) <= 0.05 * std::abs(value) + 1e-30;
              }));
        }
      }
      EXPECT_EQ(missing, 0U);
    }
  }
}

/// A click on another equation follows that one.
TEST(EquationTable, AClickChoosesTheEquation) {
  const auto document = emulated("cyclic_reduction", 16, 8);
  BinsPicture picture;
  picture.on_document(*document);
  Shown shown{.area = {337, 100, 600, 264}};
  shown.pointer.inside = shown.pointer.pressed = shown.pointer.released = true;
  std::set<std::int64_t> chosen;
  for (float x = shown.area.x; x < shown.area.x + 180; x += 4) {
    shown.pointer.at = {x, shown.area.y + 70};
    shown.wishes = {};
    (void)shown.draw(picture, *document, 29);
    if (!shown.wishes.pin) continue;
    const auto* const cell = std::get_if<PinnedCell>(&*shown.wishes.pin);
    ASSERT_NE(cell, nullptr);
    chosen.insert(cell->index);
  }
  EXPECT_GE(chosen.size(), 8U);
  EXPECT_FALSE(chosen.contains(9)) << "it is followed";
}

}  // namespace
}  // namespace warpscope
