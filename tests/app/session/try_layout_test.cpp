// The layout that the Banks pane offers, tried beside the present run.
#include <gtest/gtest.h>

#include "app/commands/session_commands.hpp"
#include "app/comparison/comparison.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/shell/side_names.hpp"
#include "app/subject/layout_search.hpp"
#include "app/ui/recording_canvas.hpp"
#include "app/views/view.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::settle;

class TryLayoutTest : public testing::Test {
 protected:
  TryLayoutTest() {
    Options options;
    options.request.kernel = "transpose_tiled";
    options.request.machine = MachineKind::emulator;
    EXPECT_TRUE(session_.change(options));
    settle(session_);
    session_.playback.seek(test::with_degree(*session_.playback.left().document(), 32));
  }
  [[nodiscard]] const Document& right() const { return *session_.playback.right().document(); }
  RecordingCanvas drawn(Scene& scene, Pointer pointer = {}) {
    RecordingCanvas canvas({0, 0, 1920, 1080}, fonts_);
    scene.draw(canvas, {1920, 1080, pointer, 0});
    return canvas;
  }

  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Fonts fonts_;
};

TEST_F(TryLayoutTest, AKeyTakesTheBestOne) {
  commands_.press(chord("Shift+W"));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(right().summary.totals.shared_load.conflicts(), 0U);
  EXPECT_EQ(right().trace->header.parameters.at("relayout"), "tile:pad=1");
  EXPECT_EQ(side_names(session_).right, "tile[32][33]");
  EXPECT_EQ(variant_label(session_.options()), "tile with 1 more in a row") << "not recorded yet";
  const auto said = first_difference(*session_.playback.left().document()->trace, *right().trace);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->text.text(),
            "Both sides make the same accesses, with the same values: tile[32][33] only moves them "
            "to other banks.");
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
}

TEST_F(TryLayoutTest, SaysWhereThereIsNone) {
  session_.playback.seek(test::with_degree(*session_.playback.left().document(), 1));
  commands_.press(chord("Shift+W"));
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_FALSE(session_.notices.toast()->error);
}

TEST_F(TryLayoutTest, AClickOnTheButtonCompares) {
  Scene scene(session_, commands_);
  Pointer pointer;
  const RecordingCanvas before = drawn(scene);
  for (const auto& text : before.texts()) {
    if (text.text.starts_with("try tile[32][33]")) pointer.at = text.rect.center();
  }
  ASSERT_GT(pointer.at.x, 0);
  pointer.inside = pointer.pressed = true;
  static_cast<void>(drawn(scene, pointer));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(right().trace->header.parameters.at("relayout"), "tile:pad=1");
  const RecordingCanvas canvas = drawn(scene);
  EXPECT_TRUE(canvas.says("tile[32][33]"));
  for (const std::string& fault : canvas.faults()) {
    if (fault.find("cut off") == std::string::npos) ADD_FAILURE() << fault;
  }
}

TEST_F(TryLayoutTest, OnlyTheLeftSideOffers) {
  ASSERT_TRUE(session_.comparison.with(Variant{.model = BankModel::cc2}));
  settle(session_);
  Scene scene(session_, commands_);
  int offers = 0;
  const RecordingCanvas canvas = drawn(scene);
  for (const auto& text : canvas.texts()) offers += text.text.starts_with("try ") ? 1 : 0;
  EXPECT_EQ(offers, 2) << "of the left, though the right has the same conflict";
}

TEST_F(TryLayoutTest, ARelaidRunNeverPassesForTheKernel) {
  Options next = session_.options();
  next.request.what_if.layouts = {{.array = "tile", .pad = 1}};
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  EXPECT_EQ(run_label(*session_.playback.left().document()),
            "Matrix · Transposition, tiled, tile[32][33]");
}

TEST_F(TryLayoutTest, TheCheapestIsFoundWhereverOneStands) {
  const DocumentPtr left = session_.playback.left().document();
  LayoutSearch search(left);
  ASSERT_TRUE(search.look(true));
  ASSERT_EQ(search.arrays().size(), 1U);
  const ArrayTrials& tile = search.arrays().front();
  EXPECT_EQ(tile.array, "tile");
  EXPECT_GT(tile.wavefronts, tile.ideal);
  ASSERT_NE(tile.cheapest(), nullptr);
  EXPECT_EQ(tile.cheapest()->text.text(), "tile[row][col ^ row]") << "it takes no more memory";
  EXPECT_EQ(tile.cheapest()->effect->after, tile.ideal);
  for (std::size_t k = 1; k < tile.list.size(); ++k) {
    if (!tile.list[k].effect) continue;
    EXPECT_GE(tile.list[k].effect->after, tile.list[k - 1].effect->after);
  }
  EXPECT_NE(layout_effect_text(*left, *tile.cheapest()->effect).find(" wavefronts, no more memory"),
            std::string::npos);
  EXPECT_EQ(search.cheapest(), Layouts{tile.cheapest()->relayout});

  session_.playback.seek(0);
  commands_.press(chord("Ctrl+Shift+W"));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(right().trace->header.parameters.at("relayout"), "tile:xor");
  EXPECT_EQ(right().summary.totals.shared_load.conflicts(), 0U);
}

TEST_F(TryLayoutTest, OneLayoutMoreIsTriedBesideThoseOfOtherArrays) {
  Options options;
  options.request.kernel = "matmul_tiled";
  options.request.machine = MachineKind::emulator;
  ASSERT_TRUE(session_.change(options));
  settle(session_);
  const Relayout a{.array = "tile_a", .pad = 1}, b{.array = "tile_b", .rows = 1};
  ASSERT_TRUE(session_.comparison.toggle_layout(a));
  ASSERT_TRUE(session_.comparison.toggle_layout(b));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(right().trace->header.parameters.at("relayout"), "tile_a:pad=1; tile_b:xor");
  ASSERT_TRUE(session_.comparison.toggle_layout(a));
  EXPECT_EQ(session_.comparison.layouts(), Layouts{b});
  const Relayout other{.array = "tile_b", .pad = 2};
  ASSERT_TRUE(session_.comparison.toggle_layout(other));
  EXPECT_EQ(session_.comparison.layouts(), Layouts{other}) << "an array lies in one way only";
  ASSERT_TRUE(session_.comparison.toggle_layout(other));
  EXPECT_FALSE(session_.options().variant);
}

}  // namespace
}  // namespace warpscope
