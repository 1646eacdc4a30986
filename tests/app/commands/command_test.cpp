#include "app/commands/command.hpp"

#include <gtest/gtest.h>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "instrumentation/language/language.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

TEST(Chord, IsReadAndWrittenAlike) {
  for (const char* written :
       {"Left", "Ctrl+K", "Shift+Right", "Ctrl+Shift+Z", "Alt+H", "Ctrl++", "+", "?"}) {
    EXPECT_EQ(text(chord(written)), written);
  }
  EXPECT_TRUE(chord("Ctrl++").ctrl);
  EXPECT_EQ(chord("Ctrl++").key, "+");
}

TEST(Commands, EveryOneIsReachableAndSaysWhatItIs) {
  Session session;
  const Commands commands = make_commands(session, view_lists(), {[] {}, [] {}});
  for (const Command& command : commands.all()) {
    EXPECT_FALSE(command.title.empty()) << command.id;
    EXPECT_FALSE(command.group.empty()) << command.id;
    EXPECT_FALSE(command.keys.empty()) << command.id << " has no key";
    if (command.has_keys) continue;  // others may have them meanwhile
    for (const Chord& key : command.keys) {
      EXPECT_EQ(commands.find(key), &command) << command.id << " shares " << text(key);
    }
  }
}

TEST(Commands, ARemotesKeysBlankTheScreenInTheLectureOnly) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  for (const char* key : {"B", "."}) {
    session.views.layout = LayoutKind::study;
    const Command* const elsewhere = commands.find(chord(key));
    ASSERT_NE(elsewhere, nullptr);
    EXPECT_NE(elsewhere->id, "lecture.blank") << key;
    session.views.layout = LayoutKind::lecture;
    EXPECT_TRUE(commands.press(chord(key)));
    EXPECT_TRUE(session.views.blank()) << key;
    session.views.lecture.blank = false;
  }
  session.views.layout = LayoutKind::study;
  EXPECT_TRUE(commands.run("lecture.blank")) << "from the palette";
  EXPECT_TRUE(session.views.blank());
}

TEST(Commands, TurnToTheKernelBesideInTheCatalogue) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  session.views.layout = LayoutKind::lecture;
  EXPECT_TRUE(commands.press(chord("Alt+K")));
  test::settle(session);
  EXPECT_EQ(session.options().request.kernel, "reduce_sequential");
  EXPECT_EQ(session.views.layout, LayoutKind::lecture);
  EXPECT_TRUE(commands.press(chord("Alt+Shift+K")));
  test::settle(session);
  EXPECT_EQ(session.options().request.kernel, "reduce_strided");
  ASSERT_TRUE(session.choose_kernel(catalogue().front()->id));
  test::settle(session);
  EXPECT_FALSE(commands.press(chord("Alt+Shift+K")));
  ASSERT_TRUE(session.notices.toast());
}

TEST(Commands, AreShownInTheLanguage) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  for (const char* id : {"barrier.next", "bookmark.go.3", "stage.tree", "lesson.answer.2"}) {
    const Command* const command = commands.find(id);
    ASSERT_NE(command, nullptr) << id;
    EXPECT_EQ(shown_title(*command), command->title);
    const InLanguage scope(pseudo_language);
    EXPECT_NE(shown_title(*command), command->title);
  }
}

TEST(Commands, ThoseOfTheWindowAreOffWithoutOne) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  EXPECT_FALSE(commands.run("full_screen"));
  EXPECT_FALSE(commands.run("unknown"));
  EXPECT_FALSE(commands.press(chord("Right")));  // nothing is open
  EXPECT_TRUE(commands.press(chord("?")));
  EXPECT_EQ(session.popup.shown, Popup::help);
  EXPECT_TRUE(commands.press(chord("Escape")));
  EXPECT_EQ(session.popup.shown, Popup::none);
}

TEST(Commands, OneThatCannotRunSaysWhy) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  const auto check = [&] {
    int refused = 0;
    for (const Command& command : commands.all()) {
      if (command.enabled()) continue;
      session.notices.dismiss();
      EXPECT_FALSE(commands.press(command.keys.front())) << command.id;
      EXPECT_TRUE(session.notices.toast()) << command.id << " is silent";
      if (!session.notices.toast()) continue;
      EXPECT_EQ(session.notices.toast()->text, command.why_not());
      EXPECT_FALSE(session.notices.toast()->error);
      ++refused;
    }
    return refused;
  };
  EXPECT_GT(check(), 40) << "nothing is shown";
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  EXPECT_GT(check(), 10) << "of a kernel";
  ASSERT_TRUE(session.comparison.with_kernel("reduce_sequential"));
  test::settle(session);
  check();
  session.notices.dismiss();
  EXPECT_FALSE(commands.press(chord("Shift+L")));
  ASSERT_TRUE(session.notices.toast());
  EXPECT_NE(session.notices.toast()->text.text().find("comparison"), std::string::npos);
}

TEST(Commands, ScaleAndLayoutComeBack) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  for (int i = 0; i < 50; ++i) commands.press(chord("Ctrl++"));
  EXPECT_EQ(session.settings.scale, max_scale);
  commands.press(chord("Ctrl+0"));
  EXPECT_EQ(session.settings.scale, 1);
  commands.press(chord("L"));
  EXPECT_EQ(session.views.layout, LayoutKind::lecture);
  commands.press(chord("L"));
  EXPECT_EQ(session.views.layout, LayoutKind::study);
}

TEST(Chord, NamesOfKeysFollowTheLanguage) {
  const Chord space = chord("Ctrl+Space"), letter = chord("Ctrl+K");
  EXPECT_EQ(shown_text(space), "Ctrl+Space");
  EXPECT_EQ(shown_keys("Alt+1 … 6"), "Alt+1 … 6");
  EXPECT_EQ(shown_keys(""), "");
  const InLanguage scope(pseudo_language);
  EXPECT_NE(shown_text(space), "Ctrl+Space");
  EXPECT_EQ(shown_text(letter), "Ctrl+K");
  EXPECT_EQ(text(space), "Ctrl+Space") << "what settings keep";
}

}  // namespace
}  // namespace warpscope
