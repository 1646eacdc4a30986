// What a person sees when the window opens for the first time.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/lesson/glossary.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/analysis/telling_access.hpp"
#include "instrumentation/language/language.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class FirstMinuteTest : public testing::Test {
 protected:
  void open(std::string_view kernel) {
    ASSERT_TRUE(session_.choose_kernel(kernel));
    test::settle(session_);
  }
  RecordingCanvas frame(Pointer pointer = {}, float seconds = 0) {
    const InLanguage scope(*find_language(session_.settings.language));
    RecordingCanvas canvas({0, 0, 1280, 720}, fonts_);
    scene_.draw(canvas, {1280, 720, pointer, seconds});
    EXPECT_EQ(canvas.open_clips(), 0);
    return canvas;
  }
  /// The first text that contains `part`.
  static RecordingCanvas::Text text_with(const RecordingCanvas& canvas, std::string_view part) {
    const auto found = std::ranges::find_if(canvas.texts(), [&](const RecordingCanvas::Text& text) {
      return text.visible() && text.text.find(part) != std::string::npos;
    });
    if (found != canvas.texts().end()) return *found;
    ADD_FAILURE() << "nothing says " << part;
    return {};
  }

  const Fonts fonts_;
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(FirstMinuteTest, TheFirstKernelIsTheFirstOfALadder) {
  const auto known = find_kernel(Settings{}.kernel);
  ASSERT_TRUE(known);
  EXPECT_TRUE(known.value()->title.starts_with("1 ")) << "nobody asks what came before it";
  EXPECT_TRUE(session_.lesson.lesson_of(Settings{}.kernel));
}

TEST_F(FirstMinuteTest, AKernelOpensAtItsTellingAccessWithAQuestion) {
  open("reduce_strided");
  const Document& document = *session_.playback.left().document();
  EXPECT_EQ(session_.playback.left().position(), document.telling.access);
  EXPECT_EQ(document.summary.accesses[document.telling.access].degree, 8);
  EXPECT_TRUE(frame().says("This warp waits for 8 wavefronts where 1 would do. Why?"));
  EXPECT_TRUE(frame().says("Start the lesson (F)"));
  EXPECT_TRUE(frame().faults().empty());
  const RecordingCanvas canvas = frame();
  const RecordingCanvas::Text asked = text_with(canvas, "This warp waits");
  for (std::size_t k = asked.fills_before; k < canvas.fills().size(); ++k) {
    EXPECT_FALSE(canvas.fills()[k].rect.contains(asked.rect.center())) << "something lies over it";
  }

  commands_.press(chord("Home"));
  EXPECT_EQ(session_.playback.left().position(), 0U);
  EXPECT_FALSE(frame().says("Why?")) << "one has gone elsewhere";
  commands_.press(chord("Shift+Home"));
  EXPECT_EQ(session_.playback.left().position(), document.telling.access);
  EXPECT_TRUE(frame().says("Why?"));
  commands_.press(chord("Right"));
  EXPECT_FALSE(frame().says("Why?"));
}

/// At 1280 × 720, neither the tree nor the memory showed a single value.
TEST_F(FirstMinuteTest, TreeAndMemoryShowValuesInEveryWindow) {
  session_.opening.newcomer = true;
  open(Settings{}.kernel);
  const Document& document = *session_.playback.left().document();
  const Trace& trace = *document.trace;
  const Access& now = trace.accesses[session_.playback.left().position()];
  ASSERT_EQ(now.operation, Operation::load);
  std::vector<std::string> read, held;
  for (const ElementIndex index : trace.lane_indices(now)) {
    read.push_back(std::to_string(trace.value_of(now, index)[0]));
  }
  const SharedState& memory = session_.playback.left().after();
  for (std::size_t word = 0; word < memory.writer.size(); ++word) {
    std::int32_t value = 0;
    std::memcpy(&value, memory.bytes.data() + 4 * word, 4);
    if (memory.writer[word] != 0) held.push_back(std::to_string(value));
  }
  ASSERT_EQ(held.size(), 32U);
  constexpr std::array<std::pair<float, float>, 6> windows{
      {{1024, 768}, {1280, 720}, {1366, 768}, {1440, 900}, {1600, 900}, {1920, 1080}}};
  for (const auto& [width, height] : windows) {
    RecordingCanvas canvas({0, 0, width, height}, fonts_);
    scene_.draw(canvas, {width, height, {}, 0, true});
    const std::string size = fmt::format("{} × {}", width, height);
    EXPECT_TRUE(canvas.faults().empty()) << size << ": " << canvas.faults().front();
    const Rect tree = text_with(canvas, "Tree").rect,
               cells = text_with(canvas, "Shared memory").rect;
    const auto missing = [&](std::vector<std::string> wanted, float top, float bottom, float left) {
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        const bool inside =
            text.visible() && text.rect.y > top && text.rect.y < bottom && text.rect.x > left;
        const auto found = std::ranges::find(wanted, text.text);
        if (inside && found != wanted.end()) wanted.erase(found);
      }
      return wanted;
    };
    EXPECT_EQ(missing(read, tree.bottom(), cells.y, cells.x), std::vector<std::string>())
        << "in the tree of " << size;
    EXPECT_EQ(missing(held, cells.bottom(), height, cells.x), std::vector<std::string>())
        << "in the memory of " << size;
  }
}

TEST_F(FirstMinuteTest, SaysWhereToStartUntilOneHasStarted) {
  session_.opening.newcomer = true;
  open(Settings{}.kernel);
  EXPECT_TRUE(frame().says("Start here."));
  session_.settings.language = "ru";
  EXPECT_TRUE(frame().says("Начните отсюда."));
  EXPECT_TRUE(frame().says("Начать урок (F)"));
  EXPECT_TRUE(frame().faults().empty());
  session_.settings.language = "en";
  commands_.press(chord("Left"));
  commands_.press(chord("Shift+Home"));
  EXPECT_FALSE(frame().says("Start here."));
}

TEST_F(FirstMinuteTest, AClickOnTheButtonBeginsTheLesson) {
  open("reduce_strided");
  const Rect words = text_with(frame(), "Start the lesson").rect;
  static_cast<void>(frame({.at = words.center(), .inside = true, .pressed = true, .down = true}));
  EXPECT_TRUE(session_.lesson.on());
  EXPECT_FALSE(session_.opening.on());
}

TEST_F(FirstMinuteTest, ALessonStandsAtItsOwnStop) {
  open("reduce_strided");
  commands_.press(chord("F"));
  test::settle(session_);
  ASSERT_TRUE(session_.lesson.found());
  EXPECT_FALSE(session_.lesson.away());
}

TEST_F(FirstMinuteTest, EveryKernelAsksAndItsPaneCanBeRead) {
  for (const KernelInfo* kernel : catalogue()) {
    open(kernel->id);
    for (const char* language : {"en", "ru"}) {
      session_.settings.language = language;
      EXPECT_FALSE(session_.opening.text().empty()) << kernel->id;
      for (const std::string& fault : frame().faults()) {
        if (fault.find("cut off") == std::string::npos)
          ADD_FAILURE() << kernel->id << ": " << fault;
      }
    }
    session_.settings.language = "en";
  }
}

TEST_F(FirstMinuteTest, TermsExplainThemselvesAtTheMouseWithoutBeingCovered) {
  open("reduce_strided");
  const auto meaning_at = [&](std::string_view text, std::string_view word) {
    const RecordingCanvas::Text found = text_with(frame(), text);
    const std::size_t at = found.text.find(word);
    EXPECT_NE(at, std::string::npos) << found.text;
    const auto width = [&](std::size_t count) {
      return fonts_.width(std::string_view(found.text).substr(0, count), found.style);
    };
    const float begin = found.rect.x + width(at), end = found.rect.x + width(at + word.size());
    const Point mouse{(begin + end) / 2, found.rect.center().y};
    // The mouse comes, and rests.
    static_cast<void>(frame({.at = {mouse.x, mouse.y + 1}, .inside = true}));
    static_cast<void>(frame({.at = mouse, .inside = true}));
    const RecordingCanvas canvas = frame({.at = mouse, .inside = true}, 0.5F);
    const InLanguage scope(*find_language(session_.settings.language));
    for (const Term& term : glossary()) {
      const std::string start(term.meaning().substr(0, 24));
      const auto told = std::ranges::find_if(canvas.texts(), [&](const RecordingCanvas::Text& t) {
        return t.text.find(start) != std::string::npos;
      });
      if (told == canvas.texts().end()) continue;
      const bool covers = told->rect.y < found.rect.bottom() &&
                          told->rect.bottom() > found.rect.y && told->rect.x < end &&
                          told->rect.right() > begin;
      EXPECT_FALSE(covers) << term.id;
      return std::string(term.id);
    }
    return std::string("nothing");
  };
  EXPECT_EQ(meaning_at("Warp 0 reads", "Warp"), "warp");  // the caption
  EXPECT_EQ(meaning_at("different words", "lanes"), "lane");
  EXPECT_EQ(meaning_at("8-way conflict", "conflict"), "conflict");      // Banks
  EXPECT_EQ(meaning_at("Load wavefronts", "wavefronts"), "wavefront");  // Totals
  EXPECT_EQ(meaning_at("Load sectors", "sectors"), "sector");
  EXPECT_EQ(meaning_at("Lanes", "Lanes"), "lane");  // a pane's title
  session_.settings.language = "ru";
  EXPECT_EQ(meaning_at("Варп 0 читает", "Варп"), "warp");
}

TEST_F(FirstMinuteTest, TheToolbarNamesTheMachineInTheLanguageOfTheWindow) {
  open(Settings{}.kernel);
  const auto says = [&](const char* language) {
    const InLanguage speaking(find_language(language).value());
    const Fonts fonts;
    const auto bar = toolbar_controls({0, 0, 1920, 48}, session_, fonts);
    const auto machine = std::ranges::find(bar.controls, "machine", &Control::command);
    return machine == bar.controls.end() ? "" : machine->value;
  };
  EXPECT_EQ(says("en"), "emulator");
  EXPECT_EQ(says("ru"), "эмулятор");
}

class ToolbarTest : public testing::TestWithParam<const KernelInfo*> {};

TEST_P(ToolbarTest, ShowsTheBlockAndWhatIfAndFitsIn1280) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  ASSERT_TRUE(session.choose_kernel(GetParam()->id));
  test::settle(session);
  const Fonts fonts;
  const auto controls = toolbar_controls({0, 0, 1280, 48}, session, fonts).controls;
  float right = 0;
  for (const Control& control : controls) {
    EXPECT_NE(commands.find(control.command), nullptr) << control.command;
    EXPECT_GE(control.rect.x, right) << control.command << " " << control.value;
    right = control.rect.right();
  }
  EXPECT_LE(right, 1280);
  const int block = session.playback.left().document()->trace->launches.front().threads();
  EXPECT_TRUE(std::ranges::any_of(controls, [&](const Control& control) {
    return control.label == "block" && control.value == std::to_string(block);
  }));
  for (const char* command : {"what_if", "lesson", "compare", "help", "input", "banks"}) {
    EXPECT_EQ(std::ranges::count(controls, command, &Control::command), 1) << command;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, ToolbarTest,
                         testing::ValuesIn(catalogue().begin(), catalogue().end()),
                         [](const auto& tested) { return std::string(tested.param->id); });

TEST_F(FirstMinuteTest, NobodyIsAskedWhereNothingAnswers) {
  test::FakeProgram program = test::three_launches();
  session_.programs.use(program.runner());
  session_.opening.newcomer = true;
  TestFolder folder;
  const std::string file = (folder.path() / "sum.cu").string();
  std::ofstream(file) << "int main() {}\n";
  ASSERT_TRUE(session_.open(file, HowOpened::typed));
  test::settle(session_);
  ASSERT_TRUE(session_.opening.on());
  ASSERT_TRUE(session_.opening.text().ends_with('?'));
  const std::string said(without_question(session_.opening.text()));
  EXPECT_TRUE(said.ends_with('.'));
  EXPECT_TRUE(frame().says(said.substr(0, 20)));
  EXPECT_FALSE(frame().says("Why?"));
  EXPECT_FALSE(frame().says("Start the lesson"));
  program.run.outcome.findings = {test::race_finding()};
  ASSERT_TRUE(session_.programs.run_again());
  test::settle(session_);
  session_.opening.seek();
  EXPECT_TRUE(frame().says("See what is wrong (Alt+8)"));
  EXPECT_TRUE(frame().says("The check of this program has "));
}

}  // namespace
}  // namespace warpscope
