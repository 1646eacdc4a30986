#include "app/look/view_info.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

enum class Mood : std::uint8_t { calm, wild, count };
constexpr std::array moods = std::to_array<Choice<Mood>>({
    {Mood::calm, "calm", "calm", "dream.calm", "Ctrl+Shift+F11"},
    {Mood::wild, "wild", "wild", "dream.wild", "Ctrl+Shift+F12"},
});
constexpr const auto& choices_of(Mood) { return moods; }

constexpr std::array dream_options{option_of<Mood>({.id = "mood",
                                                    .about = "How it dreams",
                                                    .title = "Dream:",
                                                    .sheet = "Dream: the moods",
                                                    .next_command = "dream.next",
                                                    .next_title = "Dream: the next mood",
                                                    .next_key = "Ctrl+Shift+F10"})};
constexpr std::array dream_views{
    ViewInfo{.id = "plain", .title = "Plain", .slot = Slot::source},
    ViewInfo{.id = "last", .title = "Last", .slot = Slot::totals, .keys = {"Ctrl+F1"}},
    ViewInfo{.id = "dream",
             .title = "Dream",
             .slot = Slot::totals,
             .keys = {"Ctrl+F2", "Ctrl+F3"},
             .call = "What it dreams",
             .listed_at = Slot::source,
             .options = dream_options},
};
constexpr std::array dream_stages{
    StageInfo{.id = "river", .label = "River", .key = "Ctrl+F4"},
    StageInfo{.id = "sea", .label = "Sea", .key = "Ctrl+F5"},
};
constexpr ViewLists dream_lists{dream_views, dream_stages};

class OwnViews : public testing::Test {
 protected:
  [[nodiscard]] std::ptrdiff_t place(std::string_view id) const {
    const auto found = std::ranges::find(commands_.all(), id, &Command::id);
    return found == commands_.all().end() ? -1 : found - commands_.all().begin();
  }
  Session session_;
  Commands commands_ = make_commands(session_, dream_lists);
};

TEST_F(OwnViews, GetACommandByWhichTheyComeForward) {
  const Command* dream = commands_.find("view.dream");
  ASSERT_NE(dream, nullptr);
  EXPECT_EQ(dream->title, "What it dreams");
  EXPECT_EQ(dream->keys, (std::vector{chord("Ctrl+F2"), chord("Ctrl+F3")}));
  EXPECT_EQ(commands_.find("view.last")->title, "Last");
  EXPECT_EQ(commands_.find("view.plain"), nullptr) << "it has no key";
  EXPECT_EQ(commands_.find("view.heat"), nullptr) << "it is not among them";
  EXPECT_LT(place("view.dream"), place("view.last")) << "listed with the source";
}

TEST_F(OwnViews, GetCommandsForTheirOptionThatCallThem) {
  constexpr std::array<std::string_view, 2> tabs{"last", "dream"};
  EXPECT_EQ(session_.views.in_front(tabs), "last");
  EXPECT_EQ(session_.views.look.get<Mood>(), Mood::calm);
  ASSERT_TRUE(commands_.press(chord("Ctrl+Shift+F10")));
  EXPECT_EQ(session_.views.look.get<Mood>(), Mood::wild);
  EXPECT_EQ(session_.views.in_front(tabs), "dream");
  EXPECT_EQ(commands_.find("dream.wild")->title, "Dream: wild");
  EXPECT_EQ(commands_.find("dream.calm")->sheet, "Dream: the moods");
  EXPECT_EQ(commands_.find("dream.wild")->sheet, "") << "the row above speaks for it";
}

TEST_F(OwnViews, AStagePictureGetsACommandAndItsTurn) {
  const DocumentPtr document = test::emulated("reduce_strided", 64, 64);
  session_.recording.show({Options{}, document, nullptr, nullptr, {}});
  const auto drawn = [&] { return session_.views.stage_id("reduce_strided"); };
  ASSERT_TRUE(commands_.press(chord("Ctrl+F5")));
  EXPECT_EQ(drawn(), "sea");
  ASSERT_TRUE(commands_.run("stage.next"));
  EXPECT_EQ(drawn(), "river");
  ASSERT_TRUE(commands_.run("stage.previous"));
  EXPECT_EQ(drawn(), "sea");
  EXPECT_EQ(commands_.find("stage.sea")->title, "Stage: Sea");
  EXPECT_EQ(commands_.find("stage.river")->sheet, "River, sea");
}

TEST(ViewLists, TellOfEveryViewWhatItSaysItself) {
  const auto views = make_views();
  const ViewLists& lists = view_lists();
  ASSERT_EQ(views.size(), lists.views.size());
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < views.size(); ++i) {
    EXPECT_EQ(views[i]->id(), lists.views[i].id);
    EXPECT_EQ(views[i]->title(), lists.views[i].title);
    EXPECT_TRUE(ids.insert(views[i]->id()).second) << views[i]->id();
  }
  ids.clear();
  for (const StageInfo& stage : lists.stages) EXPECT_TRUE(ids.insert(stage.id).second) << stage.id;
  EXPECT_EQ(index_of(lists.stages, "nonsense"), 0U);
  EXPECT_EQ(index_of(lists.stages, lists.stages.back().id), lists.stages.size() - 1);
}

}  // namespace
}  // namespace warpscope
