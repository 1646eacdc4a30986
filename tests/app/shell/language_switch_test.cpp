// What is on screen follows a change of the language: nothing stays in the old one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// Everything is said and drawn in the pseudo-language, by which it is known, and then read in English.
class LanguageSwitchTest : public testing::Test {
 protected:
  LanguageSwitchTest() {
    set_language(pseudo_language);  // on all threads
    ::setenv("VISUAL", "true", 1);  // an editor that does nothing
    session_.programs.use(program_.runner());
  }
  ~LanguageSwitchTest() override { set_language(english); }

  [[nodiscard]] RecordingCanvas draw() {
    session_.playback.player.settle();
    RecordingCanvas canvas({0, 0, 1280, 720}, fonts_);
    scene_.draw(canvas, {1280, 720, {}, 0, true});
    return canvas;
  }
  /// Texts that are drawn as they were before the switch.
  void look(const std::string& what) {
    bool known = false;
    const RecordingCanvas before = draw();
    for (const RecordingCanvas::Text& text : before.texts()) {
      known = known || text.text.find("⟦") != std::string::npos;
    }
    EXPECT_TRUE(known) << what;
    set_language(english);
    const RecordingCanvas after = draw();
    for (const RecordingCanvas::Text& text : after.texts()) expect_english(what, text.text);
    set_language(pseudo_language);
  }
  void expect_english(const std::string& what, const std::string& text) {
    for (const char* bracket : {"⟦", "⟧"}) {
      if (text.find(bracket) != std::string::npos)
        faults_.insert(fmt::format("{}: {}", what, text));
    }
  }
  void look_at_notice(const std::string& what) {
    if (!session_.notices.toast()) return;
    ++notices_;
    expect_english(what, session_.notices.toast()->text.english());
    expect_english(what, session_.notices.toast()->action.english());
  }
  /// Runs every command and looks at its notice.
  void run_all() {
    for (const Command& command : commands_.all()) {
      session_.notices.dismiss();
      session_.popup.shown = Popup::none;
      if (!command.enabled()) continue;
      command.run();
      test::settle(session_);
      look_at_notice(command.id);
    }
    session_.notices.dismiss();
    session_.popup.shown = Popup::none;
  }
  void TearDown() override {
    for (const std::string& fault : faults_) ADD_FAILURE() << fault;
  }
  void open_program() {
    const test::RacingProgram race = test::racing_program();
    program_.built.program = BuiltProgram{.object = "program.so"};
    program_.run.trace = race.trace;
    program_.run.outcome = *race.page.outcome;
    std::ofstream(folder_.path() / "race.cu") << race.trace.sources[0].text;
    ASSERT_TRUE(session_.open(folder_.path() / "race.cu", HowOpened::typed));
    test::settle(session_);
  }

  KeptEnvironment environment_{"VISUAL"};
  std::set<std::string> faults_;
  int notices_ = 0;
  TestFolder folder_;
  test::FakeProgram program_;
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

TEST_F(LanguageSwitchTest, ReachesEveryView) {
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  test::settle(session_);
  for (const ViewInfo& view : view_lists().views) {
    session_.views.bring_forward(view.id);
    look(std::string(view.id));
  }
  for (const StageInfo& stage : view_lists().stages) {
    session_.views.choose_stage(stage.id);
    look(std::string(stage.id));
  }
  for (const LayoutKind kind : all_values<LayoutKind>) {
    session_.views.layout = kind;
    look("layout");
  }
}

TEST_F(LanguageSwitchTest, ReachesWhatAComparisonSays) {
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  test::settle(session_);
  const auto compare = [&](const Variant& variant) {
    const Status compared = session_.comparison.with(variant);
    ASSERT_TRUE(compared) << compared.error().message;
    test::settle(session_);
    ASSERT_TRUE(session_.comparison.on());
    EXPECT_FALSE(session_.shown().comparison->notes.empty());
    for (const Note& note : session_.shown().comparison->notes) {
      EXPECT_NE(note.text.text().find("⟦"), std::string::npos) << note.text.text();
      expect_english("note", note.text.english());
    }
    look("comparison");
  };
  compare({.what_if = {.pad = 32}});
  const auto barriers = session_.options().subject()->barriers();
  ASSERT_FALSE(barriers.empty());
  compare({.what_if = {.drop_barrier = static_cast<int>(barriers[1].line)}});
  compare({.block_step = -1});
  compare({.kernel = "scan_hillis_steele"});
}

TEST_F(LanguageSwitchTest, ReachesAProgram) {
  open_program();
  for (const ViewInfo& view : view_lists().views) {
    session_.views.bring_forward(view.id);
    look("program, " + std::string(view.id));
  }
  const ConsolePage broken = test::broken_page();
  program_.built.program.reset();
  program_.built.failure = {.message = broken.failure.text(), .diagnostics = broken.diagnostics};
  static_cast<void>(session_.programs.run_again());
  test::settle(session_);
  look("program that does not compile");
  look_at_notice("program that does not compile");
}

TEST_F(LanguageSwitchTest, ReachesTheNoticesOfEveryCommand) {
  run_all();
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  run_all();
  const auto file = folder_.path() / "run.wscope";
  ASSERT_TRUE(session_.recording.save(file));
  while (!session_.notices.toast()) session_.tick(0);
  look_at_notice("save");
  ASSERT_TRUE(session_.open(file));
  test::settle(session_);
  run_all();
  open_program();
  run_all();
  EXPECT_GT(notices_, 20) << "else this test says nothing";
}

TEST_F(LanguageSwitchTest, ReachesComplaints) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  session_.notices.complain(session_.open(folder_.path() / "gone.cu").error());
  look("complaint");
  look_at_notice("complaint");
  Options wanted = session_.options();
  wanted.request.size = 1000;
  const Status refused = session_.change(wanted);
  ASSERT_FALSE(refused);
  session_.notices.complain(refused.error());  // two together
  look("complaints");
  look_at_notice("complaints");
}

TEST_F(LanguageSwitchTest, ReachesTheQuestionBeforeAProgramRuns) {
  std::ofstream(folder_.path() / "other.cu") << "int main() {}\n";
  ASSERT_TRUE(session_.open(folder_.path() / "other.cu"));
  ASSERT_NE(session_.programs.question(), nullptr);
  EXPECT_NE(session_.programs.question()->text().find("⟦"), std::string::npos);
  expect_english("question", session_.programs.question()->english());
}

TEST_F(LanguageSwitchTest, ReachesWhyARunIsRefused) {
  int refused = 0;
  for (const KernelInfo* kernel : catalogue()) {
    for (const std::int64_t size : {0LL, 41LL, 99'999LL, 1LL << 60}) {
      RunRequest request{.kernel = std::string(kernel->id)};
      request.size = size;
      const auto made = catalogue_subject(kernel->id)->complete(request);
      if (made) continue;
      ++refused;
      expect_english(std::string(kernel->id), made.error().for_window().english());
    }
  }
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace warpscope
