// The menu of a right click, in the whole window.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/popups.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/workbench_test.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

constexpr float wide = 1280, high = 720;

class SceneMenuTest : public testing::Test {
 protected:
  void SetUp() override { show("reduce_strided"); }

  void show(const char* kernel) {
    ASSERT_TRUE(session_.choose_kernel(kernel));
    test::settle(session_);
    session_.playback.seek(session_.playback.left().count() / 2);
    draw();
  }
  RecordingCanvas draw(Pointer pointer = {}) {
    const InLanguage scope(*find_language(session_.settings.language));
    RecordingCanvas canvas({0, 0, wide, high}, fonts_);
    scene_.draw(canvas, {.width = wide, .height = high, .pointer = pointer, .still = true});
    return canvas;
  }
  /// The menu that a right click opens.
  const MenuShown& ask(Point at) {
    session_.popup.shown = Popup::none;
    draw({.at = at, .inside = true, .menu = true});
    EXPECT_EQ(session_.popup.shown, Popup::context);
    return scene_.menu();
  }
  [[nodiscard]] static const MenuEntry* find(const MenuShown& menu, std::string_view title) {
    const auto found = std::ranges::find(menu.entries, title, &MenuEntry::title);
    return found == menu.entries.end() ? nullptr : &*found;
  }
  /// As the popup does it.
  void choose(const MenuEntry& entry) {
    const auto run = entry.run;
    session_.popup.shown = Popup::none;
    run();
  }
  /// Everything that an entry may change, in words.
  std::string state() {
    std::string all = std::to_string(static_cast<int>(session_.popup.shown)) + ' ' +
                      session_.popup.term + ' ' + session_.popup.picture_view + ' ' +
                      std::to_string(static_cast<int>(session_.views.layout)) + ' ' +
                      std::to_string(session_.notes.notebook.all().size()) + ' ' +
                      std::to_string(session_.playback.left().position());
    if (session_.notices.toast()) all += session_.notices.toast()->text.text();
    if (const auto* place = session_.places.read_place())
      all += " reads " + std::to_string(place->line);
    const RecordingCanvas canvas = draw();
    for (const RecordingCanvas::Text& text : canvas.texts()) all += '\n' + text.text;
    if (const auto copied = scene_.take_copied()) all += "\ncopied " + *copied;
    return all;
  }

  const Fonts fonts_;
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(SceneMenuTest, LearnsWhyFromWhatCostsAndComesBack) {
  show("transpose_tiled");
  session_.playback.seek(session_.playback.left().document()->telling.access);
  const std::uint32_t access = session_.playback.left().position();
  const std::string learn = "Learn why: " + session_.lesson.title_of("bank_stride").en;
  for (const std::string_view words : {"Worst conflict", "Step "}) {
    const Point at = test::middle_of(draw(), words);
    const MenuShown menu = ask(at);
    const MenuEntry* const entry = find(menu, learn);
    ASSERT_NE(entry, nullptr) << words;
    choose(*entry);
    test::settle(session_);
    ASSERT_TRUE(session_.lesson.on());
    EXPECT_EQ(session_.lesson.lesson().id, "bank_stride");
    commands_.press(chord("Alt+Left"));
    test::settle(session_);
    EXPECT_FALSE(session_.lesson.on()) << "back";
    EXPECT_EQ(session_.playback.left().document()->trace->header.kernel, "transpose_tiled");
    EXPECT_EQ(session_.playback.left().position(), access);
  }
  session_.views.bring_forward("lines");
  bool offered = false;
  const RecordingCanvas drawn = draw();
  for (const RecordingCanvas::Text& text : drawn.texts()) {
    if (offered || text.rect.x < wide / 2) continue;
    const MenuShown menu = ask(text.rect.center());
    offered = menu.title.starts_with("line ") && find(menu, learn) != nullptr;
  }
  EXPECT_TRUE(offered) << "of a line";
}

TEST_F(SceneMenuTest, OffersTheWindowsOwnOnNothing) {
  const MenuShown& menu = ask({wide - 2, 57});  // between toolbar and panes
  std::vector<std::string> titles;
  for (const MenuEntry& entry : menu.entries) titles.push_back(entry.title);
  EXPECT_EQ(titles, (std::vector<std::string>{"Home: the course, your programs",
                                              "Find anything by its name …", "Help"}));
  EXPECT_EQ(menu.entries.front().keys, "Alt+Home");
  EXPECT_EQ(menu.title, "");
}

TEST_F(SceneMenuTest, OffersWhatCanBeDoneWithAPane) {
  const auto& menu = ask(test::middle_of(draw(), "Banks"));
  EXPECT_NE(find(menu, "Export this pane …"), nullptr);
  EXPECT_NE(find(menu, "Help"), nullptr);
  EXPECT_NE(find(menu, "Glossary: bank"), nullptr);
  EXPECT_NE(find(menu, "Banks beside the stage, or not"), nullptr) << "where it is larger";
  choose(*find(menu, "Export this pane …"));
  EXPECT_EQ(session_.popup.shown, Popup::picture);
  EXPECT_EQ(session_.popup.picture_view, "banks");
  ExportForm form;
  form.open(session_, session_.popup.picture_view);
  EXPECT_EQ(form.subjects()[static_cast<std::size_t>(form.subject())].id, "banks");
}

TEST_F(SceneMenuTest, ATabThatIsBehindHasAMenuOfItsOwn) {
  const auto& menu = ask(test::middle_of(draw(), "Lanes"));
  EXPECT_EQ(menu.title, "Lanes");
  EXPECT_NE(find(menu, "Glossary: lane"), nullptr);
  EXPECT_NE(session_.views.in_front(std::vector<std::string_view>{"banks", "memory", "lanes"}),
            "lanes");
}

TEST_F(SceneMenuTest, EntriesOfTheRegistryTellTheirKeys) {
  bool any = false;
  for (float y = 20; y < high; y += 60) {
    for (float x = 10; x < wide; x += 60) {
      for (const MenuEntry& entry : ask({x, y}).entries) {
        const auto command = std::ranges::find_if(
            commands_.all(), [&](const Command& each) { return shown_title(each) == entry.title; });
        if (command == commands_.all().end() || command->keys.empty()) continue;
        EXPECT_EQ(entry.keys, text(command->keys.front())) << entry.title;
        EXPECT_EQ(entry.enabled, command->enabled()) << entry.title;
        any = true;
      }
    }
  }
  EXPECT_TRUE(any);
}

TEST_F(SceneMenuTest, EveryEntryDoesSomething) {
  std::set<std::string> tried;
  for (float y = 12; y < high; y += 31) {
    for (float x = 9; x < wide; x += 37) {
      const MenuShown menu = ask({x, y});
      std::set<std::string> titles;
      EXPECT_FALSE(menu.entries.empty());
      for (const MenuEntry& entry : menu.entries) {
        EXPECT_FALSE(entry.title.empty());
        EXPECT_TRUE(titles.insert(entry.title).second) << menu.title << ": " << entry.title;
        ASSERT_TRUE(entry.run) << entry.title;
        if (!entry.enabled || !tried.insert(entry.title).second) continue;
        if (entry.title == "Go there" &&
            menu.title == "access " + std::to_string(session_.playback.left().position())) {
          tried.erase(entry.title);  // one is there
          continue;
        }
        session_.popup.shown = Popup::none;
        session_.notices.dismiss();
        const Look look = session_.views.look;
        const std::string before = state();
        choose(entry);
        EXPECT_NE(state(), before) << menu.title << ": " << entry.title;
        session_.popup.shown = Popup::none;
        session_.views.layout = LayoutKind::study;
        session_.views.look = look;
        session_.following.put_back({});
        session_.popup.picture_view.clear();
        session_.settings.cuda_twin = false;
        session_.playback.seek(session_.playback.left().count() / 2);
        session_.notices.dismiss();
        draw();
      }
    }
  }
  for (const char* title :
       {"Next access of this line", "Copy the line", "Next access of it", "Copy the value",
        "Set a bookmark here", "Copy this place", "Export this pane …", "Help", "Go there"}) {
    EXPECT_TRUE(tried.contains(title)) << title;
  }
}

TEST_F(SceneMenuTest, AKeyOpensItAtTheMouseOrAtThePaneThatCameForwardLast) {
  ASSERT_TRUE(commands_.press(chord("Menu")));
  draw({.at = {wide - 2, 57}, .inside = true});
  EXPECT_EQ(session_.popup.shown, Popup::context);
  EXPECT_TRUE(scene_.menu().by_key);
  EXPECT_NE(find(scene_.menu(), "Help"), nullptr);
  session_.popup.shown = Popup::none;

  session_.views.bring_forward("lanes");
  ASSERT_TRUE(commands_.press(chord("Shift+F10")));
  draw();  // the mouse is elsewhere
  EXPECT_EQ(session_.popup.shown, Popup::context);
  EXPECT_EQ(scene_.menu().title, "Lanes");
  EXPECT_GE(scene_.menu().at.x, 0);
  EXPECT_LT(scene_.menu().at.x, wide);
}

TEST_F(SceneMenuTest, AKeyOpensItWhereTheKeysCursorIs) {
  session_.views.focus_panes = 1;
  draw();
  draw();
  ASSERT_TRUE(scene_.cursor().active());
  const Rect here = scene_.cursor().spot()->rect;
  ASSERT_TRUE(commands_.press(chord("Menu")));
  draw({.at = {wide - 2, 57}});
  ASSERT_EQ(session_.popup.shown, Popup::context);
  EXPECT_TRUE(here.contains(scene_.menu().at));
  EXPECT_NE(scene_.menu().title, "");
}

TEST_F(SceneMenuTest, TheRightSideOfAComparisonGoesItsOwnWay) {
  ASSERT_TRUE(session_.comparison.with_kernel("reduce_sequential"));
  test::settle(session_);
  session_.playback.seek(3);
  const std::uint32_t right = session_.playback.right().position(),
                      left = session_.playback.left().position();
  bool moved = false;
  for (float y = 80; y < high && !moved; y += 23) {
    for (float x = wide / 2; x < wide && !moved; x += 29) {
      const MenuShown menu = ask({x, y});
      const MenuEntry* next = find(menu, "Next access of it");
      if (next == nullptr || !next->enabled) continue;
      choose(*next);
      moved = session_.playback.right().position() != right;
    }
  }
  EXPECT_TRUE(moved);
  EXPECT_TRUE(moved && session_.playback.left().position() != left) << "the sides go along";
}

TEST_F(SceneMenuTest, NoMenuWhileALecturerPoints) {
  session_.views.lecture.pointing = Pointing::laser;
  draw({.at = {400, 300}, .inside = true, .menu = true});
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

TEST_F(SceneMenuTest, HomeOffersChaptersAndPrograms) {
  const TestFolder folder;
  const auto recent = folder.path() / "recent.json";
  RecentPrograms list;
  ASSERT_TRUE(keep_recent_program(list, {.file = folder.path() / "mine.cu", .time = 1}, recent));
  { std::ofstream(folder.path() / "mine.cu") << "int main() {}\n"; }
  session_.programs.remember(folder.path() / "trust.json", recent);
  session_.views.layout = LayoutKind::home;
  const Point card = test::middle_of(draw(), "mine.cu");
  const MenuShown& program = ask(card);
  EXPECT_EQ(program.title, "mine.cu");
  choose(*find(program, "Copy the folder's path"));
  EXPECT_EQ(scene_.take_copied(), folder.path().string());
  choose(*find(ask(card), "Forget it: take it off this list"));
  EXPECT_TRUE(session_.programs.recent().empty());
  const auto kept = load_recent_programs(recent);
  ASSERT_TRUE(kept);
  EXPECT_TRUE(kept->empty()) << "in its file, too";

  const MenuShown& chapter = ask(test::middle_of(draw(), "1  "));
  choose(*find(chapter, "Its lessons …"));
  EXPECT_EQ(session_.popup.shown, Popup::chapter);
}

class ContextPopupTest : public WorkbenchTest {
 protected:
  void TearDown() override { set_language(english); }  // a workbench leaves its own
  void right_click(Point at) {
    frame({.mouse = at});
    frame({.mouse = at, .right_down = true});
    frame({.mouse = at});
  }
};

TEST_F(ContextPopupTest, OpensAtARightClickAndClosesBesideIt) {
  right_click({1278, 57});
  EXPECT_EQ(session_.popup.shown, Popup::context);
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  right_click({1278, 57});
  EXPECT_EQ(session_.popup.shown, Popup::context);
  frame({.mouse = {300, 400}, .mouse_down = true});
  frame({.mouse = {300, 400}});
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

// Its rows name accesses, which the next recording need not have.
TEST_F(ContextPopupTest, ClosesWhenAnotherRecordingComes) {
  ASSERT_TRUE(session_.choose_kernel("scan_hillis_steele"));
  test::settle(session_);
  frame({});
  right_click({1278, 57});
  ASSERT_EQ(session_.popup.shown, Popup::context);
  frame({});
  ASSERT_EQ(session_.popup.shown, Popup::context);
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  frame({});
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

TEST_F(ContextPopupTest, AnotherRightClickBesideItOpensAnotherOne) {
  right_click({1278, 57});
  right_click({300, 400});
  EXPECT_EQ(session_.popup.shown, Popup::context);
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

TEST_F(ContextPopupTest, ArrowsAndEnterChoose) {
  right_click({1278, 57});
  hit(Key::down);
  hit(Key::down);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::palette) << "the second one of the window's";
  hit(Key::escape);
  right_click({1278, 57});
  hit(Key::up);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::help) << "the last one";
}

TEST_F(ContextPopupTest, EnterDoesNothingBeforeARowIsChosenUnlessAKeyOpenedIt) {
  right_click({1278, 57});
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::context);
  hit(Key::escape);
  frame({.mouse = {1278, 57}});
  bench_->press(chord("Menu"));
  frame({.mouse = {1278, 57}});
  frame({.mouse = {1278, 57}});
  ASSERT_EQ(session_.popup.shown, Popup::context);
  hit(Key::enter);
  EXPECT_EQ(session_.views.layout, LayoutKind::home);
}

TEST_F(ContextPopupTest, StandsInsideTheWindowWithoutCuttingItsWords) {
  const WidgetStyle style{ui_->fonts(), dark_theme()};
  for (const char* language : {"en", "ru", "pseudo"}) {
    session_.settings.language = language;
    for (float y = 60; y < 720; y += 73) {
      for (float x = 3; x < 1280; x += 91) {
        session_.popup.shown = Popup::none;
        right_click({x, y});
        ASSERT_EQ(session_.popup.shown, Popup::context) << x << ", " << y;
        const MenuShown& menu = bench_->menu();
        const Rect place = Popups::menu_place(menu, style, 1280, 720);
        EXPECT_GE(place.x, 0);
        EXPECT_GE(place.y, 0);
        EXPECT_LE(place.right(), 1280);
        EXPECT_LE(place.bottom(), 720);
        for (const MenuEntry& entry : menu.entries) {
          const TextStyle words{Face::sans, 14, {}};
          const float needed = style.fonts.width(entry.title, words) +
                               (entry.keys.empty() ? 0 : style.fonts.width(entry.keys, words) + 12);
          EXPECT_LE(needed + 2 * 16 + 10 + 12, place.w) << language << ": " << entry.title;
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
