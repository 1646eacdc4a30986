#include "app/shell/key_sheet.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/ui/widgets.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

TEST(KeySheet, SpeaksForEveryCommand) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  const auto groups = key_groups(commands);
  std::size_t rows = 0;
  for (const KeyGroup& group : groups) {
    rows += group.rows.size();
    for (const KeyRow& row : group.rows) {
      EXPECT_FALSE(row.title.empty());
      EXPECT_FALSE(row.keys.empty()) << row.title;
    }
  }
  const auto silent = std::ranges::count_if(
      commands.all(), [](const Command& c) { return c.sheet && c.sheet->empty(); });
  EXPECT_EQ(rows + static_cast<std::size_t>(silent), commands.all().size());
}

TEST(KeySheet, ARowNamesTheRangeOfKeysThatItSpeaksFor) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  std::vector<std::string> keys;
  for (const KeyGroup& group : key_groups(commands)) {
    for (const KeyRow& row : group.rows) keys.push_back(row.keys);
  }
  for (const std::string& key : keys) EXPECT_NE(key, "Y … Up") << "two things";
  const std::string columns = "Ctrl+Shift+1 … 0";  // as on a keyboard
  const std::string stages = "F6 … " + chord(view_lists().stages.back().key).key;
  for (const std::string& range : {std::string("1 … 9"), std::string("Ctrl+1 … 9"),
                                   std::string("Alt+0 … 6"), columns, stages}) {
    EXPECT_EQ(std::ranges::count(keys, range), 1) << range;
  }
}

TEST(KeySheet, FindsCommandsByTheirWordsAndTheirKeys) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  const auto found = [&](std::string_view typed) {
    std::vector<std::string> rows;
    for (const KeyGroup& group : key_groups(commands, typed)) {
      for (const KeyRow& row : group.rows) rows.push_back(row.title + ": " + row.keys);
    }
    return rows;
  };
  const std::string conflict = shown_title(*commands.find("conflict.previous"));
  EXPECT_EQ(found("alt+shift+j"), std::vector{conflict + ": Alt+Shift+J"});
  EXPECT_EQ(std::ranges::count(found("previous conflict"), conflict + ": Alt+Shift+J"), 1)
      << "that the row of the next one speaks for otherwise";
  EXPECT_LT(found("previous conflict").size(), 5U);
  EXPECT_TRUE(found("no such words").empty());
  const InLanguage russian(*find_language("ru"));
  EXPECT_GE(found("конфликт").size(), 2U);
}

TEST(KeySheet, CutsNoTitleAndStaysLegible) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  const Fonts fonts;
  for (const char* language : {"en", "ru"}) {
    const InLanguage scope(*find_language(language));
    const auto groups = key_groups(commands);
    for (const auto& [width, height] :
         {std::pair{1024.0F, 768.0F}, {1280.0F, 720.0F}, {1920.0F, 1080.0F}}) {
      // As popups.cpp and popup_help.cpp place it, with the space for a scroll bar.
      const float room = std::min(4 * widest_key_column, width - 16) - 2 * 16 - 10;
      const KeySheet sheet = key_sheet(groups, room, height - 150);
      const float column = room / static_cast<float>(sheet.columns()) - 2 * 12;
      EXPECT_GE(sheet.row, 22);
      for (const KeyGroup& group : groups) {
        for (const KeyRow& row : group.rows) {
          EXPECT_LE(key_row_width(fonts, row.title, shown_keys(row.keys)), column)
              << row.title << ", " << language << ' ' << width;
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
