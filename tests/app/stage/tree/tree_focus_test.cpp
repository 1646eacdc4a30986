#include "app/stage/tree/tree_focus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "app/stage/tree/tree_picture.hpp"
#include "app/views/parts/memory_text.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::last_access;
using test::Shown;
using test::small_stage;

class TreeFocusTest : public testing::Test {
 protected:
  [[nodiscard]] const Trace& trace() const { return *document_->trace; }
  [[nodiscard]] const Dataflow& flow() const { return document_->flow; }
  [[nodiscard]] TreeFocus at(std::uint32_t node, std::optional<double> wanted = {}) const {
    return choose_tree_focus(layout_, facts_, trace(), flow(), flow().nodes[node].access,
                             layout_.row_of(node), room_, wanted);
  }

  DocumentPtr document_ = emulated("scan_blelloch", 1024, 512);
  TreeLayout layout_{*document_->trace, document_->flow};
  RowFacts facts_{document_->flow, layout_,
                  std::vector<std::uint8_t>(layout_.rows().size(), std::uint8_t{5})};
  TreeRoom room_{{.text = 10, .digit = 6, .pill = 13}, 480};
};

TEST_F(TreeFocusTest, IsAWholeSubtreeAroundTheNodeAtWork) {
  for (std::uint32_t n = 0; n < flow().nodes.size(); n += 7) {
    if (flow().nodes[n].origin || !layout_.has(n)) continue;
    const TreeFocus focus = at(n);
    const FlowNode& node = flow().nodes[focus.node];
    SCOPED_TRACE(n);
    ASSERT_EQ(layout_.row_of(focus.node), focus.row);
    ASSERT_EQ(node.access, flow().nodes[n].access);
    ASSERT_LE(focus.first, node.index);
    ASSERT_GT(focus.end, node.index);
    const auto elements = static_cast<std::uint64_t>(focus.end - focus.first);
    ASSERT_TRUE(std::has_single_bit(elements)) << elements;
    ASSERT_EQ(static_cast<std::uint64_t>(focus.first) % elements, 0U);
    const double x = static_cast<double>(layout_.x(node.array, node.index, false));
    ASSERT_GT(x, focus.left);
    ASSERT_LT(x, focus.right);
  }
}

TEST_F(TreeFocusTest, HasRoomForTheValuesOfItsRowAndNoMoreThanThat) {
  std::size_t cut = 0;
  for (std::uint32_t r = 0; r < layout_.rows().size(); ++r) {
    const TreeFocus focus = at(layout_.nodes(layout_.rows()[r]).front());
    const auto roomy = [&](std::uint32_t row, double left, double right) {
      const auto nodes = nodes_between(layout_, flow(), layout_.rows()[row], left, right);
      const auto width = room_.width / static_cast<float>(right - left);
      return has_room(gaps_among(flow(), layout_, nodes, false), 5, room_.sizes, width);
    };
    EXPECT_TRUE(roomy(r, focus.left, focus.right)) << "row " << r;
    if (focus.right - focus.left > 0.9) continue;
    ++cut;
    // Of twice as many elements the row, or the one above, lacks room.
    const double width = focus.right - focus.left;
    const bool upper = focus.first / (focus.end - focus.first) % 2 != 0;
    const double left = upper ? focus.left - width : focus.left;
    bool twice = true;
    for (const std::uint32_t row : {r, r > 0 ? r - 1 : r}) {
      twice = twice && roomy(row, left, left + 2 * width);
    }
    EXPECT_FALSE(twice) << "row " << r;
  }
  EXPECT_GT(cut, 10U);
}

TEST_F(TreeFocusTest, ShowsThePlaceThatIsAskedForIfItsWarpWorksThere) {
  const TreeRow& row = layout_.rows()[layout_.rows().size() - 2];
  ASSERT_GE(row.count, 512U);
  const std::uint32_t first = layout_.nodes(row).front();
  const TreeFocus usual = at(first), other = at(first, 0.03);
  EXPECT_NE(usual.node, other.node);
  EXPECT_EQ(usual.warp, other.warp);
  EXPECT_LT(other.left, 0.03);
}

TEST_F(TreeFocusTest, ThePlacesOfTheMapLeadToTheirRows) {
  const TreeMap map(layout_, trace(), flow());
  const FocusMap drawn = map.at(layout_, trace(), flow(), 0, at(0), 0, 1);
  std::uint32_t columns = 0;
  for (const MapBlock& block : drawn.blocks) columns += block.columns;
  for (std::uint32_t r = 0; r < layout_.rows().size(); ++r) {
    const double down = (r + 0.5) / static_cast<double>(layout_.rows().size());
    const std::uint32_t node = map.node(layout_, flow(), {columns / 2, down});
    EXPECT_EQ(layout_.row_of(node), r);
  }
}

TEST_F(TreeFocusTest, TheMapShowsTheShapeOfTheTreeAndTheTime) {
  const TreeMap map(layout_, trace(), flow());
  const FocusMap before = map.at(layout_, trace(), flow(), 0, at(0), 0, 1);
  const FocusMap after = map.at(layout_, trace(), flow(), last_access(*document_), at(0), 0, 1);
  std::size_t none = 0, later = 0, done = 0;
  for (std::uint32_t row = 0; row < before.rows; ++row) {
    for (std::uint32_t column = 0; column < 128; ++column) {
      const MapTime first = before.time(column, row), last = after.time(column, row);
      EXPECT_EQ(first == MapTime::none, last == MapTime::none);
      none += first == MapTime::none ? 1 : 0;
      later += first == MapTime::later ? 1 : 0;
      done += last == MapTime::done ? 1 : 0;
    }
  }
  EXPECT_GT(none, 500U) << "where the tree has no node";
  EXPECT_GT(later, 1000U);
  EXPECT_GT(done, 1000U);
}

/// How many of the values that the present access makes are written.
std::size_t written_now(const RecordingCanvas& canvas, const Document& document,
                        std::uint32_t access) {
  std::size_t count = 0;
  for (const FlowNode& node : document.flow.nodes) {
    if (node.access != access) continue;
    const std::string value = node_value(*document.trace, document.flow, node, shown_value);
    count += canvas.says(value) ? 1 : 0;
  }
  return count;
}

TEST(TreePictureFocus, IsNotForPartnersThatStandApart) {
  const auto document = emulated("reduce_sequential", 1024, 512);
  const Dataflow& flow = document->flow;
  const TreeLayout layout(*document->trace, flow);
  const RowFacts facts(flow, layout, std::vector<std::uint8_t>(layout.rows().size(), 5));
  const TreeRoom room{{.text = 10, .digit = 6, .pill = 13}, 480};
  std::size_t apart = 0, together = 0;
  for (std::uint32_t r = 1; r < layout.rows().size(); ++r) {
    const std::uint32_t access = flow.nodes[layout.nodes(layout.rows()[r]).front()].access;
    const TreeFocus focus =
        choose_tree_focus(layout, facts, *document->trace, flow, access, r, room);
    (holds_sources(focus, layout, flow) ? together : apart) += 1;
  }
  EXPECT_GE(apart, 3U) << "with s = 256, 128, 64";
  EXPECT_GE(together, 3U) << "with s = 4, 2, 1";
}

TEST(TreePictureFocus, WritesWhatIsMadeNowWhereTheWholeHasNoRoomForIt) {
  for (const auto& [kernel, size, block] :
       {std::tuple("scan_blelloch", 1024, 512), std::tuple("reduce_strided", 1024, 1024)}) {
    const auto document = emulated(kernel, size, block);
    TreePicture picture;
    picture.on_document(*document);
    Shown shown{.area = small_stage, .seconds = 10};  // what is large has come to rest
    std::size_t seen = 0;
    for (std::uint32_t access = 0; access <= last_access(*document); access += 5) {
      const auto made = std::ranges::find(document->flow.nodes, access, &FlowNode::access);
      if (made == document->flow.nodes.end() || made->origin) continue;
      SCOPED_TRACE(kernel + std::to_string(access));
      EXPECT_GT(written_now(shown.draw(picture, *document, access), *document, access), 0U);
      ++seen;
    }
    EXPECT_GT(seen, 5U);
  }
}

TEST(TreePictureFocus, AClickOnTheMapGoesThereAndTheWheelLeaves) {
  const auto document = emulated("scan_blelloch", 1024, 512);
  TreePicture picture;
  picture.on_document(*document);
  Shown shown{.area = small_stage, .seconds = 10};
  shown.pointer = {.at = {590, 17}, .inside = true, .pressed = true, .down = true};
  (void)shown.draw(picture, *document, 0);
  ASSERT_TRUE(shown.wishes.seek);
  EXPECT_GT(*shown.wishes.seek, last_access(*document) / 2);
  shown.pointer = {.at = {300, 200}, .inside = true, .wheel = -1};
  (void)shown.draw(picture, *document, 0);
  EXPECT_EQ(shown.wishes.command, "stage.focus");
  shown.pointer.wheel = 1;
  (void)shown.draw(picture, *document, 0);
  ASSERT_TRUE(shown.wishes.zoom);
  EXPECT_GT(shown.wishes.zoom->place.factor, 2);
}

TEST(TreePictureFocus, NothingIsLargeWhereAllValuesHaveRoom) {
  const auto document = emulated("scan_blelloch", 16, 8);
  TreePicture picture;
  picture.on_document(*document);
  Shown shown{.area = small_stage};
  for (const StageFocus focus : {StageFocus::on, StageFocus::off}) {
    shown.look.set(focus);
    const auto canvas = shown.draw(picture, *document, 5);
    EXPECT_FALSE(canvas.says("group at work"));
    EXPECT_FALSE(canvas.says("whole picture"));
  }
}

}  // namespace
}  // namespace warpscope
