#include "app/shell/workbench.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

/// The whole program but for the window system.
class WorkbenchTest : public OffscreenTest {
 protected:
  void SetUp() override { open(1280, 720); }

  void open(int width, int height, const std::string& theme = "dark") {
    bench_.reset();
    start(width, height);
    if (ui_ == nullptr) return;
    session_.settings.theme = theme;
    bench_ = std::make_unique<Workbench>(session_, commands_, ui_->fonts());
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    settle();
    session_.playback.seek(0);  // from where it opens
  }
  void frame(const FakeInput& input = {}) {
    session_.tick(1 / 60.0F);
    ui_->build([this] { bench_->frame(1 / 60.0F); }, input);
  }
  void settle() {
    while (session_.recording.on()) frame();
    frame();
  }
  void press(const char* key) {
    bench_->press(chord(key));
    frame();
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();  // the field takes the keyboard
    frame(input);
  }
  void hit(Key key) {
    FakeInput input;
    input.keys = {key};
    frame(input);
    frame();
  }
  void click(Point at) {
    FakeInput input;
    input.mouse = at;
    frame(input);
    input.mouse_down = true;
    frame(input);
    input.mouse_down = false;
    frame(input);
  }

  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  std::unique_ptr<Workbench> bench_;
};

TEST_F(WorkbenchTest, AnyKeyBringsABlankScreenBackAndDoesNothingElse) {
  session_.views.layout = LayoutKind::lecture;
  for (const char* key : {"B", ".", "Right", "PageDown", "Escape"}) {
    press("B");
    EXPECT_TRUE(session_.views.blank()) << key;
    press(key);
    EXPECT_FALSE(session_.views.blank()) << key;
    EXPECT_EQ(session_.playback.left().position(), 0U) << key;
    EXPECT_EQ(session_.views.layout, LayoutKind::lecture) << key;
  }
  EXPECT_EQ(session_.options().model, BankModel::cc5);
}

TEST_F(WorkbenchTest, IsNotBlankInAnySizeOrTheme) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1920, 1080}}) {
    for (const char* theme : {"dark", "light"}) {
      open(width, height, theme);
      const auto image = ui_->render(bench_->background(), [this] { bench_->frame(1 / 60.0F); });
      ASSERT_TRUE(image) << image.error().message;
      std::set<std::uint32_t> colors;
      for (int y = 0; y < height; y += 3) {
        for (int x = 0; x < width; x += 3) {
          const std::uint8_t* p = image.value().pixel(x, y);
          colors.insert(p[0] << 16 | p[1] << 8 | p[2]);
        }
      }
      EXPECT_GT(colors.size(), 40U) << width << ", " << theme;
    }
  }
}

TEST_F(WorkbenchTest, KeysChangeWhatIsShown) {
  press("Right");
  EXPECT_EQ(session_.playback.left().position(), 1U);
  press("L");
  EXPECT_EQ(session_.views.layout, LayoutKind::lecture);
  press("Escape");
  EXPECT_EQ(session_.views.layout, LayoutKind::study);
  press("T");
  EXPECT_EQ(session_.settings.theme, "light");
}

TEST_F(WorkbenchTest, TheStageIsDrawnAsChosenForEachKernel) {
  press("F7");
  EXPECT_EQ(session_.views.stage_id("reduce_strided"), "network");
  press("D");
  EXPECT_EQ(session_.views.stage_id("reduce_strided"), "grid");
  press("Shift+D");
  EXPECT_EQ(session_.views.stage_id("reduce_strided"), "network");
  EXPECT_EQ(session_.views.stage_id("reduce_sequential"), "tree") << "as its lesson says";
}

TEST_F(WorkbenchTest, AViewThatIsCalledForwardStandsBeforeItsNeighbours) {
  const std::vector<std::string_view> tabs{"banks", "memory", "lanes"};
  EXPECT_EQ(session_.views.in_front(tabs), "banks");
  press("Ctrl+M");
  EXPECT_EQ(session_.views.in_front(tabs), "memory");
  press("L");
  press("Ctrl+L");
  EXPECT_EQ(session_.views.in_front(tabs), "lanes");
  EXPECT_EQ(session_.views.layout, LayoutKind::study) << "a lecture has no room for it";
}

TEST_F(WorkbenchTest, ThePaletteFindsAndRunsACommand) {
  press("Ctrl+K");
  type("inspect");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.views.layout, LayoutKind::inspect);
}

TEST_F(WorkbenchTest, ThePaletteOpensTheGlossaryAtATerm) {
  press("Ctrl+K");
  type("sector");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::glossary);
  EXPECT_EQ(session_.popup.term, "sector");
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

TEST_F(WorkbenchTest, AListIsChosenFromByArrowKeys) {
  press("K");
  hit(Key::down);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  settle();
  EXPECT_EQ(session_.playback.left().document()->trace->header.kernel, "reduce_sequential");
}

TEST_F(WorkbenchTest, AKernelIsFoundByItsName) {
  press("K");
  type("permuted32");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  settle();
  EXPECT_EQ(session_.playback.left().document()->trace->header.kernel, "histogram64_permuted32");
}

TEST_F(WorkbenchTest, ArrowKeysGoFromFamilyToFamily) {
  press("K");
  hit(Key::right);
  hit(Key::enter);
  settle();
  const std::string& kernel = session_.playback.left().document()->trace->header.kernel;
  EXPECT_FALSE(kernel.starts_with("reduce")) << kernel;
  press("K");
  hit(Key::left);
  hit(Key::enter);
  settle();
  EXPECT_EQ(session_.playback.left().document()->trace->header.kernel, "reduce_strided");
}

TEST_F(WorkbenchTest, ANumberIsTypedForAParameter) {
  ASSERT_TRUE(session_.choose_kernel("bank_stride"));
  settle();
  press("N");
  frame();
  hit(Key::tab);
  hit(Key::tab);
  type("7");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  settle();
  EXPECT_EQ(session_.playback.left().document()->trace->header.parameters.at("stride"), "7");
}

TEST_F(WorkbenchTest, ACommandLeadsToTheParameterAtOnce) {
  ASSERT_TRUE(session_.choose_kernel("bank_stride"));
  settle();
  press("Ctrl+Shift+I");
  ASSERT_EQ(session_.popup.shown, Popup::run);
  frame();
  type("7");
  hit(Key::enter);
  settle();
  EXPECT_EQ(session_.playback.left().document()->trace->header.parameters.at("stride"), "7");
}

TEST_F(WorkbenchTest, TheSizeIsTypedAndAnIllegalOneIsNotRun) {
  press("N");
  type("300");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::run);
  EXPECT_EQ(*session_.options().request.size, 256);
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  press("N");
  type("512");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  settle();
  EXPECT_EQ(session_.playback.left().document()->trace->header.size, 512);
}

TEST_F(WorkbenchTest, JumpsToATypedPlace) {
  press("Ctrl+G");
  type("12");
  hit(Key::enter);
  EXPECT_EQ(session_.playback.left().position(), 12U) << "as --step 12";
}

// The second digit took the place of the first, as the field had selected it.
TEST_F(WorkbenchTest, ADigitBeginsAnAnswerThatIsTypedOn) {
  session_.lesson.begin("transpose_padded");
  while (session_.recording.on()) frame();
  session_.lesson.go(1);
  while (session_.recording.on()) frame();
  frame();
  ASSERT_EQ(session_.lesson.answer_form(), AnswerForm::lane);
  press("1");
  ASSERT_EQ(session_.popup.shown, Popup::answer);
  for (int i = 0; i < 4; ++i) frame();
  type("2");
  hit(Key::enter);
  ASSERT_FALSE(session_.lesson.answered().tries.empty());
  EXPECT_NE(session_.lesson.answered().tries.back().find("12"), std::string::npos);
}

TEST_F(WorkbenchTest, EveryPopupOpensAndEscapeClosesIt) {
  session_.playback.seek(3);
  for (int popup = 1; popup <= static_cast<int>(Popup::more); ++popup) {
    session_.popup.shown = static_cast<Popup>(popup);
    frame();
    frame();
    EXPECT_EQ(session_.popup.shown, static_cast<Popup>(popup));
    hit(Key::escape);
    EXPECT_EQ(session_.popup.shown, Popup::none) << popup;
  }
}

TEST_F(WorkbenchTest, ButtonsRunTheirCommandsAndASplitterMoves) {
  const Scene scene(session_, commands_);
  const auto controls = toolbar_controls({0, 0, 1280, 56}, session_, ui_->fonts()).controls;
  for (const Control& control : controls) {
    if (control.command == "theme") click(control.rect.center());
  }
  EXPECT_EQ(session_.settings.theme, "light");

  const float before = session_.views.splitters().left;
  const WindowLayout layout = window_layout({1280, 720, LayoutKind::study, false, {}});
  const Point handle = layout.handles.front().rect.center();
  FakeInput input;
  input.mouse = handle;
  frame(input);
  input.mouse_down = true;
  frame(input);
  input.mouse.x += 60;
  frame(input);
  frame(input);
  EXPECT_GT(session_.views.splitters().left, before + 0.03F);
}

TEST_F(WorkbenchTest, KeysMoveTheBordersOfAPaneAndEachLayoutKeepsItsOwn) {
  press("Alt+S");
  const float before = session_.views.splitters().left;
  press("Ctrl+Alt+Right");
  const float wider = session_.views.splitters().left;
  EXPECT_GT(wider, before + 0.01F);
  press("Ctrl+Alt+Down");
  EXPECT_GT(session_.views.splitters().left_upper, Splitters().left_upper);
  press("F4");
  EXPECT_EQ(session_.views.splitters(), Splitters());
  press("F2");
  EXPECT_EQ(session_.views.splitters().left, wider);
  press("Ctrl+Alt+Left");
  EXPECT_NEAR(session_.views.splitters().left, before, 0.002F);
  press("Shift+F2");
  EXPECT_EQ(session_.views.splitters(), Splitters());
}

TEST_F(WorkbenchTest, APaneIsEnlargedAndGivenBack) {
  const WindowLayout all = window_layout({1280, 720, LayoutKind::study, false, {}});
  for (const Pane& pane : all.panes) {
    if (!pane.framed) continue;
    const Rect title = pane.title();
    FakeInput input;
    // Beside tabs and subtitle.
    input.mouse = {title.x + title.w * 0.62F, title.y + 3};
    frame(input);
    for (const bool down : {true, false, true, false}) {
      input.mouse_down = down;
      frame(input);
    }
    frame();
    EXPECT_TRUE(session_.views.enlarged) << static_cast<int>(pane.slots.front());
    press("Escape");
    EXPECT_FALSE(session_.views.enlarged);
  }
  press("Alt+M");
  press("Alt+Enter");
  EXPECT_TRUE(session_.views.enlarged);
  press("Alt+S");
  EXPECT_TRUE(session_.views.enlarged) << "another one has the room";
  press("Alt+Enter");
  EXPECT_FALSE(session_.views.enlarged);
}

TEST_F(WorkbenchTest, NothingOfTheToolbarVanishesHoweverNarrowItIs) {
  ASSERT_TRUE(session_.choose_kernel("bank_stride"));  // has a parameter
  settle();
  ASSERT_TRUE(session_.comparison.toggle());
  settle();
  const Toolbar whole = toolbar_controls({0, 0, 4000, 56}, session_, ui_->fonts());
  EXPECT_TRUE(whole.hidden.empty());
  for (const float scale : {1.0F, 1.25F, 1.5F, 2.0F}) {
    const Fonts fonts(scale);
    for (float width = 1024; width < 2000; width += 32) {
      const Toolbar bar = toolbar_controls({0, 0, width, 56}, session_, fonts);
      const auto shown = [&](std::string_view command) {
        return std::ranges::count(bar.controls, command, &Control::command) > 0;
      };
      for (const Control& control : whole.controls) {
        const bool listed = std::ranges::count(bar.hidden, control.command) > 0;
        EXPECT_TRUE(shown(control.command) || listed) << control.command << " at " << width;
      }
      EXPECT_EQ(shown("toolbar.more"), !bar.hidden.empty()) << width;
      float free = 0;
      for (const Control& control : bar.controls) {
        EXPECT_GE(control.rect.x, free) << control.command << " at " << width;
        free = control.rect.right();
        if (control.command == "kernel" || control.command == "rival") continue;  // may be cut
        RecordingCanvas canvas(control.rect, fonts);
        draw_control(canvas, control, dark_theme(), true, false);
        if (control.icon == Icon::none) {
          EXPECT_TRUE(canvas.says(control.value)) << control.command << " at " << width;
        }
      }
      EXPECT_LE(free, width);
    }
  }
}

TEST_F(WorkbenchTest, TheToolbarsListCallsWhatItHasNoRoomFor) {
  open(1024, 640);
  commands_.run("toolbar.more");
  frame();
  frame();
  EXPECT_EQ(session_.popup.shown, Popup::more);
  hit(Key::enter);
  EXPECT_NE(session_.popup.shown, Popup::more) << "the first of the list has been called";
}

TEST_F(WorkbenchTest, TheTimelineIsScrubbed) {
  const WindowLayout layout = window_layout({1280, 720, LayoutKind::study, false, {}});
  for (const Pane& pane : layout.panes) {
    if (pane.has(Slot::timeline)) click({pane.frame.center().x, pane.frame.center().y});
  }
  EXPECT_GT(session_.playback.left().position(), 10U);
}

TEST(Workbench, DrawsOnWhileSomethingLongIsRecorded) {
  std::atomic<bool> release = false;
  Session session(
      {}, [&](const Options& wanted, const Recording&, std::stop_token stop) -> Result<Recording> {
        while (!release && !stop.stop_requested()) std::this_thread::yield();
        Result<DocumentPtr> made = make_document(wanted.request, wanted.model);
        if (!made) return made.error();
        return Recording{wanted, made.value(), nullptr, {}, {}};
      });
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  // Every frame comes back although the recording waits for this test.
  for (int i = 0; i < 30; ++i) {
    session.tick(0.02F);
    RecordingCanvas canvas({0, 0, 1280, 720}, fonts);
    scene.draw(canvas, {1280, 720, {}, 0.02F});
    EXPECT_FALSE(canvas.blank());
    EXPECT_LE(scene.seconds_until_change(), 0.1F);
  }
  EXPECT_TRUE(session.recording.on());
  release = true;
  while (session.recording.on()) session.tick(0.02F);
  session.tick(0);
  EXPECT_TRUE(session.playback.left().ready());
}

TEST(Workbench, SaysThatItIsStoppingUntilTheRunHasEnded) {
  std::atomic<bool> began = false, release = false;
  Session session({}, [&](const Options&, const Recording&, std::stop_token) {
    began = true;
    while (!release) std::this_thread::yield();  // it hears of no stop, as a kernel on a GPU
    return Result<Recording>(Error{ErrorKind::failed, "It was stopped."});
  });
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  const auto wait_for = [&](const char* text) {
    while (true) {
      session.tick(0);
      RecordingCanvas canvas({0, 0, 1280, 720}, fonts);
      scene.draw(canvas, {1280, 720, {}, 0});
      if (canvas.says(text)) return;
      // Once the run may end, its end wakes the window.
      if (!release) {
        EXPECT_LE(scene.seconds_until_change(), 0.1F) << "else the window would sleep";
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  };
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  while (!began) std::this_thread::yield();
  wait_for("Recording Reduction · 2 strided");
  session.recording.cancel();
  wait_for("Stopping what runs");
  ASSERT_TRUE(session.choose_kernel("scan_blelloch"));
  wait_for("then Scan · Blelloch");
  session.recording.cancel();
  release = true;
  wait_for("Recording was cancelled.");
}

TEST(Scene, NamesTheParameterWhereItCanBeChanged) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  ASSERT_TRUE(session.choose_kernel("bank_stride"));
  test::settle(session);
  RecordingCanvas canvas({0, 0, 1280, 720}, fonts);
  scene.draw(canvas, {1280, 720, {}, 0});
  const Rect control = scene.control_rect("parameter");
  EXPECT_TRUE(std::ranges::any_of(canvas.texts(), [&](const RecordingCanvas::Text& text) {
    return text.text == "stride" && control.contains(text.rect.center());
  }));
}

TEST(Scene, ASmallWindowScrollsAndKeysStayWhereTheyAreSeen) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  const auto frame = [&](Pointer pointer) {
    RecordingCanvas canvas({0, 0, 500, 300}, fonts);
    scene.draw(canvas, {500, 300, pointer, 0});
    EXPECT_EQ(canvas.open_clips(), 0);
    if (pointer.inside) return canvas;  // a tooltip may lie over other text
    for (const std::string& fault : canvas.faults()) {
      EXPECT_NE(fault.find("cut off"), std::string::npos) << fault;  // by the window's edge
    }
    return canvas;
  };
  EXPECT_TRUE(frame({}).says("Source"));
  EXPECT_GT(scene.control_rect("help").x, 500) << "outside";
  for (int i = 0; i < 30; ++i) {
    static_cast<void>(frame({.at = {300, 20}, .inside = true, .wheel = -1}));
    static_cast<void>(frame({.at = {300, 20}, .inside = true, .shift = true, .wheel = -1}));
  }
  static_cast<void>(frame({}));
  EXPECT_LT(scene.control_rect("help").right(), 500);
  // A button works where it is drawn.
  for (int i = 0; i < 30; ++i) {
    static_cast<void>(frame({.at = {490, 20}, .inside = true, .wheel = 1}));
  }
  const Point help = scene.control_rect("help").center();
  static_cast<void>(frame({.at = help, .inside = true, .pressed = true, .down = true}));
  EXPECT_EQ(session.popup.shown, Popup::help);
}

TEST(Scene, CanBeReadInEverySizeThemeAndLayout) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  Scene scene(session, commands);
  const Fonts fonts;
  for (const char* kernel :
       {"reduce_strided", "scan_blelloch", "bank_stride", "radix_split", "constant_broadcast"}) {
    ASSERT_TRUE(session.choose_kernel(kernel));
    ASSERT_TRUE(session.comparison.with_kernel("reduce_sequential"));
    test::settle(session);
    session.playback.seek(20);
    for (const auto& [width, height] :
         {std::pair{1024.0F, 640.0F}, {1280.0F, 720.0F}, {1920.0F, 1080.0F}, {3840.0F, 2160.0F}}) {
      for (const auto kind : {LayoutKind::study, LayoutKind::lecture}) {
        session.views.layout = kind;
        RecordingCanvas canvas({0, 0, width, height}, fonts);
        scene.draw(canvas, {width, height, {}, 0});
        EXPECT_EQ(canvas.open_clips(), 0);
        EXPECT_TRUE(canvas.says("Reduction"));
        for (const std::string& fault : canvas.faults()) {
          // A long list that scrolls may cut its last line; nothing may lie on anything.
          if (fault.find("cut off") != std::string::npos) continue;
          ADD_FAILURE() << kernel << ", " << width << ", " << static_cast<int>(kind) << ": "
                        << fault;
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
