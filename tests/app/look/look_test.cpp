#include "app/look/look.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/session/session_commands.hpp"
#include "app/views/view.hpp"

namespace warpscope {
namespace {

TEST(LookOptions, ChooseWhatTheySayAndNothingElse) {
  for (const LookOption& option : look_options) {
    SCOPED_TRACE(option.id);
    EXPECT_EQ(std::ranges::count(view_ids(), option.view), 1);
    ASSERT_GE(option.choices.size(), 2U);
    std::set<std::string_view> ids;
    for (std::size_t i = option.choices.size(); i-- > 0;) {
      EXPECT_TRUE(ids.insert(option.choices[i].id).second) << option.choices[i].id;
      Look look;
      if (option.chosen(look) != i) option.choose(look, i);
      for (const LookOption& other : look_options) {
        EXPECT_EQ(other.chosen(look), other.id == option.id ? i : other.chosen(Look{})) << other.id;
      }
    }
  }
}

TEST(LookOptions, TheirKeysGoThroughAllChoicesAndBack) {
  Session session;
  const Commands commands = make_commands(session);
  for (const LookOption& option : look_options) {
    if (option.next_command.empty()) continue;
    SCOPED_TRACE(option.id);
    std::set<std::size_t> seen;
    const std::size_t before = option.chosen(session.look);
    for (std::size_t i = 0; i < option.choices.size(); ++i) {
      seen.insert(option.chosen(session.look));
      ASSERT_TRUE(commands.run(option.next_command));
    }
    EXPECT_EQ(seen.size(), option.choices.size());
    EXPECT_EQ(option.chosen(session.look), before);
  }
}

TEST(LookOptions, APictureOfTheWindowIsNotScrolledByItsKeys) {
  Session window, picture;
  const Commands commands = make_commands(window);
  ASSERT_TRUE(commands.run("cells.next"));
  ASSERT_TRUE(commands.run("cells.down"));
  picture.look_like(window);
  EXPECT_EQ(picture.look.cells, window.look.cells);
  EXPECT_NE(window.scrolled.cells, 0);
  EXPECT_EQ(picture.scrolled.cells, 0) << "its views begin where the moment is";
}

}  // namespace
}  // namespace warpscope
