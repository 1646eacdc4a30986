#include "app/stage/network/network_focus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "app/stage/network/network_picture.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::last_access;
using test::Shown;
using test::small_stage;

constexpr NetworkRoom few_wires{.wires = 16, .columns = 6};

class NetworkFocusTest : public testing::Test {
 protected:
  [[nodiscard]] NetworkFocus at(std::uint32_t access, std::int32_t wanted = -1) const {
    return choose_network_focus(layout_, trace(), access, few_wires, wanted);
  }
  [[nodiscard]] const Trace& trace() const { return *document_->trace; }

  DocumentPtr document_ = emulated("bitonic_shared", 256, 128);
  NetworkLayout layout_{*document_->trace, document_->flow};
};

TEST_F(NetworkFocusTest, FollowsThePlayheadWithinItsRoom) {
  for (std::uint32_t access = 0; access <= last_access(*document_); ++access) {
    const NetworkFocus focus = at(access);
    SCOPED_TRACE(access);
    ASSERT_EQ(focus.group, layout_.group_at(access));
    ASSERT_LE(focus.part.first_group, focus.group);
    ASSERT_GT(focus.part.end_group, focus.group);
    ASSERT_LE(focus.part.end_group, layout_.groups().size());
    ASSERT_EQ(focus.part.end_group - focus.part.first_group, few_wires.columns);
    ASSERT_LE(focus.part.wires.size(), few_wires.wires);
    ASSERT_GE(focus.part.wires.size(), 8U);
    ASSERT_TRUE(std::ranges::is_sorted(focus.part.wires));
    ASSERT_EQ(focus.warp, trace().accesses[access].warp);
  }
}

TEST_F(NetworkFocusTest, CoversWholeComparatorsOfTheWarpAtWork) {
  std::uint32_t seen = 0;
  for (std::uint32_t access = 0; access <= last_access(*document_); ++access) {
    const NetworkFocus focus = at(access);
    const std::set<std::int32_t> wires(focus.part.wires.begin(), focus.part.wires.end());
    std::uint32_t whole = 0;
    for (const NetworkOp& op : layout_.ops(layout_.groups()[focus.group])) {
      if (!op.is_comparator()) continue;
      ASSERT_EQ(wires.contains(op.low), wires.contains(op.high)) << "access " << access;
      const bool own = trace().accesses[op.end].warp == focus.warp;
      whole += own && wires.contains(op.low) ? 1 : 0;
    }
    if (layout_.groups()[focus.group].comparators == 0) continue;
    ASSERT_GE(whole, 4U) << "access " << access;
    ++seen;
  }
  EXPECT_GT(seen, 100U);
}

TEST_F(NetworkFocusTest, DoesNotJumpWhileAWarpIsAtTheSameComparators) {
  std::uint32_t kept = 0;
  for (std::uint32_t access = 1; access <= last_access(*document_); ++access) {
    const NetworkFocus before = at(access - 1), now = at(access);
    if (before.group != now.group || before.warp != now.warp) continue;
    if (layout_.groups()[now.group].comparators == 0) continue;
    ASSERT_EQ(before.part, now.part) << "access " << access;
    ++kept;
  }
  EXPECT_GT(kept, 100U);
}

TEST_F(NetworkFocusTest, ShowsTheWireThatIsAskedFor) {
  const NetworkGroup& last = layout_.groups()[layout_.groups().size() - 2];
  ASSERT_GT(last.comparators, 0U);
  for (const NetworkOp& op : layout_.ops(last)) {
    const NetworkFocus focus = at(op.end, op.high);
    ASSERT_EQ(std::ranges::count(focus.part.wires, op.high), 1) << op.high;
  }
}

TEST_F(NetworkFocusTest, AnExcerptTellsTheSameValues) {
  for (std::uint32_t access = 0; access <= last_access(*document_); access += 7) {
    const NetworkFocus focus = at(access);
    const NetworkLayout excerpt = layout_.excerpt(focus.part);
    ASSERT_EQ(excerpt.wires().size(), focus.part.wires.size());
    ASSERT_EQ(excerpt.groups().size(), few_wires.columns);
    for (std::size_t row = 0; row < focus.part.wires.size(); ++row) {
      const auto wire = static_cast<std::int32_t>(row);
      ASSERT_EQ(excerpt.word_at(wire, access, true),
                layout_.word_at(focus.part.wires[row], access, true));
    }
    for (const NetworkOp& op : excerpt.ops()) {
      const NetworkOp& whole = layout_.ops()[excerpt.origin(op)];
      ASSERT_EQ(op.end, whole.end);
      if (!op.is_comparator()) continue;
      if (op.cut >= 0) {
        ASSERT_EQ(focus.part.wires[static_cast<std::size_t>(op.low)], whole.low);
      }
      if (op.cut <= 0) {
        ASSERT_EQ(focus.part.wires[static_cast<std::size_t>(op.high)], whole.high);
      }
    }
  }
}

TEST_F(NetworkFocusTest, ThePlacesOfTheMapLeadToTheirColumns) {
  for (std::uint32_t column = 0; column < layout_.groups().size(); ++column) {
    const NetworkMoment moment = network_moment(layout_, {column, 0.6});
    EXPECT_EQ(layout_.group_at(moment.access), column);
    EXPECT_EQ(moment.wire, 153);
  }
}

TEST(NetworkPictureFocus, ShowsValuesWhereTheWholeHasNoRoomForThem) {
  const auto document = emulated("bitonic_shared", 256, 128);
  NetworkPicture picture;
  picture.on_document(*document);
  const std::uint32_t access = last_access(*document) / 2;
  Shown shown{.area = {0, 0, 600, 270}};
  const auto pills = [&](const RecordingCanvas& canvas) {
    return std::ranges::count_if(canvas.texts(), [](const RecordingCanvas::Text& text) {
      return !text.text.empty() && text.text.find_first_not_of("0123456789") == std::string::npos;
    });
  };
  const auto large = pills(shown.draw(picture, *document, access));
  shown.look.set(StageFocus::off);
  const auto whole = pills(shown.draw(picture, *document, access));
  EXPECT_GT(large, whole + 16);
}

TEST(NetworkPictureFocus, ASmallWindowHasRoomForSixteenWires) {
  const auto document = emulated("bitonic_shared", 1024, 512);
  NetworkPicture picture;
  picture.on_document(*document);
  Shown shown{.area = small_stage};
  const NetworkLayout layout(*document->trace, document->flow);
  const std::uint32_t access = last_access(*document) / 2;
  ASSERT_GT(layout.groups()[layout.group_at(access)].comparators, 0U);
  EXPECT_TRUE(shown.draw(picture, *document, access).says("comparators: 8 of 512"));
}

TEST(NetworkPictureFocus, TheValuesOfThirtyTwoWiresStandInARow) {
  const auto document = emulated("bitonic_shared", 32, 16);
  NetworkPicture picture;
  picture.on_document(*document);
  Shown shown{.area = small_stage};
  const NetworkLayout layout(*document->trace, document->flow);
  for (std::uint32_t access = 0; access <= last_access(*document); access += 9) {
    const auto canvas = shown.draw(picture, *document, access);
    const auto label = std::ranges::find(canvas.texts(), "now", &RecordingCanvas::Text::text);
    ASSERT_NE(label, canvas.texts().end());
    std::vector<std::string> row;
    for (const auto& text : canvas.texts()) {
      const bool level = std::abs(text.rect.center().y - label->rect.center().y) < 2;
      if (level && text.style.face == Face::mono) row.push_back(text.text);
    }
    std::vector<std::string> wanted;
    for (std::int32_t wire = 0; wire < 32; ++wire) {
      const auto words =
          value_at(*document->trace, document->flow, {}, layout.word_at(wire, access, true));
      wanted.push_back(words.empty() ? "" : format_value({}, words));
    }
    std::erase(wanted, "");
    EXPECT_EQ(row, wanted) << "access " << access;
  }
}

TEST(NetworkPictureFocus, TheMouseGoesWhereItClicksOnTheMapAndZoomsFromWhatIsLarge) {
  const auto document = emulated("bitonic_shared", 256, 128);
  NetworkPicture picture;
  picture.on_document(*document);
  const NetworkLayout layout(*document->trace, document->flow);
  Shown shown{.area = {0, 0, 600, 270}, .seconds = 10};
  shown.pointer = {.at = {590, 15}, .inside = true, .pressed = true, .down = true};
  (void)shown.draw(picture, *document, 0);
  ASSERT_TRUE(shown.wishes.seek);
  EXPECT_EQ(layout.group_at(*shown.wishes.seek), layout.groups().size() - 1);
  shown.pointer = {.at = {300, 200}, .inside = true};
  (void)shown.draw(picture, *document, 0);
  EXPECT_FALSE(shown.wishes.seek);
  shown.pointer.wheel = -1;
  (void)shown.draw(picture, *document, 0);
  EXPECT_EQ(shown.wishes.command, "stage.focus");
  shown.pointer.wheel = 1;
  (void)shown.draw(picture, *document, 0);
  EXPECT_TRUE(shown.wishes.command.empty());
  ASSERT_TRUE(shown.wishes.zoom);
  EXPECT_GT(shown.wishes.zoom->place.factor, 4);
}

}  // namespace
}  // namespace warpscope
