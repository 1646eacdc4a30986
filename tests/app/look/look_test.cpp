#include "app/look/look.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/commands/session_commands.hpp"
#include "app/panes/lines/line_order.hpp"
#include "app/panes/memory/cell_shade.hpp"
#include "app/panes/view_list.hpp"

namespace warpscope {
namespace {

TEST(Look, HoldsOneValueOfEachTypeAndTheDefaultUntilThen) {
  Look look;
  EXPECT_EQ(look.get<CellShade>(), CellShade{});
  look.set(CellShade::lane);
  look.set(LineOrder{LineColumn::degree, true});
  look.set(CellShade::age);
  EXPECT_EQ(look.get<CellShade>(), CellShade::age);
  EXPECT_EQ(look.get<LineOrder>(), (LineOrder{LineColumn::degree, true}));
  const Look copy = look;
  look.set(CellShade::value);
  EXPECT_EQ(copy.get<CellShade>(), CellShade::age) << "it is passed as a whole, by value";
}

TEST(LookOptions, ChooseWhatTheySayAndNothingElse) {
  const auto options = look_options(view_lists().views);
  ASSERT_FALSE(options.empty());
  for (const auto& [view, option] : options) {
    SCOPED_TRACE(option->id);
    ASSERT_GE(option->choices.size(), 2U);
    std::set<std::string_view> ids;
    for (std::size_t i = option->choices.size(); i-- > 0;) {
      EXPECT_TRUE(ids.insert(option->choices[i].id).second) << option->choices[i].id;
      Look look;
      if (option->chosen(look) != i) option->choose(look, i);
      for (const auto& [its, other] : options) {
        EXPECT_EQ(other->chosen(look), other == option ? i : other->chosen(Look{})) << other->id;
      }
    }
  }
}

TEST(LookOptions, TheirKeysGoThroughAllChoicesAndBack) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  for (const auto& [view, option] : look_options(view_lists().views)) {
    if (option->next_command.empty()) continue;
    SCOPED_TRACE(option->id);
    std::set<std::size_t> seen;
    const std::size_t before = option->chosen(session.views.look);
    for (std::size_t i = 0; i < option->choices.size(); ++i) {
      seen.insert(option->chosen(session.views.look));
      ASSERT_TRUE(commands.run(option->next_command));
    }
    EXPECT_EQ(seen.size(), option->choices.size());
    EXPECT_EQ(option->chosen(session.views.look), before);
  }
}

TEST(LookOptions, APictureOfTheWindowIsNotScrolledByItsKeys) {
  Session window, picture;
  const Commands commands = make_commands(window, view_lists());
  ASSERT_TRUE(commands.run("cells.next"));
  ASSERT_TRUE(commands.run("cells.down"));
  picture.views.look_like(window.views);
  EXPECT_NE(picture.views.look.get<CellShade>(), CellShade{});
  EXPECT_EQ(picture.views.look.get<CellShade>(), window.views.look.get<CellShade>());
  EXPECT_NE(window.views.scrolled.cells, 0);
  EXPECT_EQ(picture.views.scrolled.cells, 0) << "its views begin where the moment is";
}

}  // namespace
}  // namespace warpscope
