// Programs of the user's own in a session; they are neither compiled nor run.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <thread>

#include "app/commands/palette.hpp"
#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "app/shell/controls.hpp"
#include "app/ui/fonts.hpp"
#include "instrumentation/analysis/relayout.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::settle;

class SessionPrograms : public testing::Test {
 protected:
  SessionPrograms() {
    save("// first\n");
    session_.programs.use(program_.runner());
  }
  void open() {
    ASSERT_TRUE(session_.open(file_, HowOpened::typed));
    settle(session_);
  }
  void save(const std::string& text) const { std::ofstream(file_) << text; }
  /// Saves it and waits until that was seen and shown.
  void save_and_show(const std::string& text) {
    const int before = program_.builds;
    save(text);
    while (program_.builds == before) {
      session_.tick(0);
      std::this_thread::yield();
    }
    settle(session_);
  }
  void break_build() {
    program_.built.program.reset();
    program_.built.failure = {
        .message = "sum.cu does not compile.",
        .diagnostics = {
            {.file = file_.string(), .line = 3, .column = 1, .message = "expected ';'"}}};
  }

  TestFolder folder_;
  std::filesystem::path file_ = folder_.path() / "sum.cu";
  test::FakeProgram program_ = test::three_launches();
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_F(SessionPrograms, ShowAllTheirLaunches) {
  open();
  ASSERT_TRUE(session_.playback.left().ready());
  EXPECT_EQ(session_.playback.left().document()->trace->launches.size(), 3U);
  EXPECT_EQ(session_.options().subject()->name(), "sum.cu");
  ASSERT_NE(session_.programs.console(), nullptr);
  EXPECT_EQ(session_.programs.console()->state, ConsolePage::State::ended);
  EXPECT_EQ(session_.programs.since_save(), nullptr);
}

TEST_F(SessionPrograms, AreNoneOfTheCatalogue) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle(session_);
  EXPECT_EQ(session_.programs.console(), nullptr);
  EXPECT_FALSE(commands_.find("program.run")->enabled());
  EXPECT_FALSE(session_.programs.run_again());
  open();
  EXPECT_NE(session_.programs.console(), nullptr);
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_EQ(session_.programs.console(), nullptr);
  EXPECT_EQ(session_.playback.left().document()->subject->id(), "reduce_strided");
}

TEST_F(SessionPrograms, SayInTheToolbarWhichLaunchOfTheProgramIsShownAndHowItEnded) {
  Trace& trace = *program_.run.trace;
  trace.launches[1].number = 7;
  trace.launches[2].number = 12;
  trace.header.program_launches = 40;
  program_.run.outcome.end = ProgramOutcome::End::time_limit;
  program_.run.outcome.seconds = 60.002;
  open();
  ASSERT_TRUE(session_.playback.left().ready());
  session_.programs.seek_launch(1);
  const Fonts fonts(1);
  const auto control = [&](float width, std::string_view command) {
    const auto bar = toolbar_controls({0, 0, width, 56}, session_, fonts).controls;
    const auto found = std::ranges::find(bar, command, &Control::command);
    return found == bar.end() ? Control() : *found;
  };
  EXPECT_EQ(control(4000, "launch").value, "7 of 40 (3 recorded) · add<<<4, 32>>>");
  EXPECT_TRUE(control(1280, "launch").value.starts_with("7 of 40"));
  EXPECT_EQ(control(4000, "program.run").value, "live · stopped after 60 s");
  EXPECT_EQ(control(4000, "program.run").lamp, Lamp::warning);
}

TEST_F(SessionPrograms, LeaveTheToolbarWhereItIsWhenTheyAreSaved) {
  open();
  const Fonts fonts(1);
  for (const float width : {1280.0F, 1600.0F, 1920.0F}) {
    const auto places = [&] {
      std::vector<std::pair<std::string, float>> found;
      for (const Control& each : toolbar_controls({0, 0, width, 56}, session_, fonts).controls)
        found.emplace_back(each.command, each.rect.x);
      return found;
    };
    const auto before = places();
    save_and_show("// saved at " + std::to_string(width) + "\n");
    for (int second = 0; second < 12; ++second) {
      EXPECT_EQ(places(), before) << width << ", " << second << " s";
      session_.tick(1);
    }
  }
}

TEST_F(SessionPrograms, MustBeThere) {
  const Status opened = session_.open(folder_.path() / "nowhere.cu");
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("There is no file"), std::string::npos);
  EXPECT_FALSE(session_.history.can_undo());
}

TEST_F(SessionPrograms, RunAgainWhenTheyAreSavedAndStayAtTheirPlace) {
  open();
  session_.playback.seek(3);
  program_.run.trace->accesses.back().mask = 1;  // whatever: it is another trace
  save_and_show("// second\n");
  EXPECT_EQ(program_.runs, 2);
  EXPECT_EQ(session_.playback.left().position(), 3U);
  ASSERT_NE(session_.programs.since_save(), nullptr);
  EXPECT_NE(session_.programs.since_save()->before, session_.playback.left().document());
  EXPECT_FALSE(session_.programs.since_save()->comparison.rows.empty());
  EXPECT_TRUE(session_.programs.seconds_since_save().has_value());
  EXPECT_LE(session_.seconds_until_change(), 1.0F);
}

TEST_F(SessionPrograms, TellForTenSecondsThatTheyWereSaved) {
  open();
  save_and_show("// second\n");
  session_.tick(8);
  EXPECT_TRUE(session_.programs.seconds_since_save().has_value());
  session_.tick(3);
  EXPECT_FALSE(session_.programs.seconds_since_save().has_value());
  EXPECT_GT(session_.seconds_until_change(), 1.0F);
}

/// A program whose tile has 32 columns, so that a column of it lies in one bank.
class LaidOutPrograms : public SessionPrograms {
 protected:
  LaidOutPrograms() {
    program_.run.trace = *test::emulated("transpose_tiled")->trace;
    const Launch& launch = program_.run.trace->launches.front();
    program_.run.outcome.launches = {
        test::program_launch(1, launch.kernel, launch.grid, launch.block, 0)};
    open();
    session_.comparison.try_layout(pad_);
    settle(session_);
  }
  void SetUp() override {
    ASSERT_TRUE(session_.comparison.on())
        << (session_.notices.toast() ? session_.notices.toast()->text.text() : "");
  }
  [[nodiscard]] const std::optional<Variant>& beside() const { return session_.options().variant; }

  Relayout pad_{.array = "tile", .pad = 1};
};

TEST_F(LaidOutPrograms, AreComparedWithWhatTheyWereOnceTheFileHasTheLayout) {
  ASSERT_TRUE(session_.comparison.on());
  const std::array<std::string_view, 2> views{"lanes", "banks"};
  EXPECT_EQ(session_.views.in_front(views), "banks") << "they are what changes";
  const DocumentPtr before = session_.playback.left().document();
  auto mended = relaid(*before->trace, {pad_});
  ASSERT_TRUE(mended) << mended.error().message;
  program_.run.trace = std::move(mended).value();
  save_and_show("// mended\n");
  ASSERT_TRUE(session_.comparison.on());
  ASSERT_TRUE(beside());
  EXPECT_TRUE(session_.comparison.layouts().empty()) << "tile[32][34]";
  EXPECT_TRUE(session_.comparison.right_first());
  EXPECT_TRUE(session_.playback.right().document()->trace->arrays == before->trace->arrays);
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_NE(session_.notices.toast()->text.text().find("before the save"), std::string::npos);
}

TEST_F(LaidOutPrograms, AreStillTriedWithTheLayoutIfASaveLeavesTheArrayAsItWas) {
  program_.run.trace->accesses.back().mask = 1;  // of global memory
  save_and_show("// something else\n");
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.comparison.layouts(), Layouts{pad_});
  EXPECT_FALSE(session_.comparison.right_first());
}

TEST_F(LaidOutPrograms, AreComparedWithWhatTheyWereIfTheArrayIsGone) {
  for (Array& array : program_.run.trace->arrays) {
    if (array.name == "tile") array.name = "part";
  }
  save_and_show("// renamed\n");
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_TRUE(session_.comparison.right_first());
}

TEST_F(SessionPrograms, KeepTheLastPictureIfTheyNoLongerCompile) {
  open();
  session_.playback.seek(3);
  const DocumentPtr shown = session_.playback.left().document();
  break_build();
  save_and_show("// broken\n");
  EXPECT_EQ(session_.playback.left().document(), shown);
  EXPECT_EQ(session_.playback.left().position(), 3U);
  EXPECT_FALSE(session_.notices.toast()) << "the console tells it";
  ASSERT_NE(session_.programs.console(), nullptr);
  EXPECT_TRUE(session_.programs.console()->outdates_document());
  const std::array<std::string_view, 2> views{"findings", "output"};
  EXPECT_EQ(session_.views.in_front(views), "output");

  program_.built = test::three_launches().built;
  save_and_show("// mended\n");
  EXPECT_NE(session_.playback.left().document(), shown);
  EXPECT_EQ(session_.playback.left().position(), 3U);
  EXPECT_EQ(session_.programs.since_save()->before, shown);
}

TEST_F(SessionPrograms, TellInALectureThatTheyNoLongerCompile) {
  open();
  session_.views.layout = LayoutKind::lecture;
  break_build();
  save_and_show("// broken\n");
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_EQ(session_.notices.toast()->text.text(),
            "sum.cu:3: expected ';'. What is shown is the last version that compiled.");
}

TEST_F(SessionPrograms, AskBeforeTheyRunTheFirstTime) {
  const std::filesystem::path data = folder_.path() / "data";
  session_.programs.remember(data / "allowed.json", data / "recent.json");
  ASSERT_TRUE(session_.open(file_));
  EXPECT_EQ(session_.popup.shown, Popup::question);
  ASSERT_NE(session_.programs.question(), nullptr);
  EXPECT_NE(session_.programs.question()->text().find("sum.cu"), std::string::npos);
  EXPECT_FALSE(session_.recording.on());
  ASSERT_TRUE(session_.programs.answer(false));
  EXPECT_EQ(session_.programs.question(), nullptr);
  EXPECT_EQ(program_.builds, 0);

  ASSERT_TRUE(session_.open(file_));
  ASSERT_TRUE(session_.programs.answer(true));
  settle(session_);
  EXPECT_EQ(program_.runs, 1);

  Session next;  // remembers it
  next.programs.use(program_.runner());
  next.programs.remember(data / "allowed.json", data / "recent.json");
  ASSERT_EQ(next.programs.recent().size(), 1U);
  EXPECT_EQ(next.programs.recent().front().file, file_);
  ASSERT_TRUE(next.open(file_));
  EXPECT_EQ(next.programs.question(), nullptr);
  settle(next);
}

TEST_F(SessionPrograms, OpenAgainAsTheyWereRunLast) {
  const std::filesystem::path data = folder_.path() / "data";
  session_.programs.remember(data / "allowed.json", data / "recent.json");
  ProgramChoice choice;
  choice.request.build.files = {file_};
  choice.request.build.defines = {"BLOCK=64"};
  choice.request.arguments = {"two words"};
  ASSERT_TRUE(session_.programs.open(choice, HowOpened::typed));
  settle(session_);
  ASSERT_TRUE(session_.open(file_, HowOpened::typed));
  settle(session_);
  EXPECT_EQ(program_.request.arguments, std::vector<std::string>{"two words"});
  EXPECT_EQ(program_.request.build.defines, std::vector<std::string>{"BLOCK=64"});
}

TEST_F(SessionPrograms, ThatNeverCompiledWaitForTheNextSave) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle(session_);
  const ProgramOutcome well = program_.run.outcome;
  break_build();
  open();
  EXPECT_FALSE(
      session_.playback.left().ready());  // not the kernel's picture beside the program's errors
  ASSERT_NE(session_.programs.console(), nullptr);
  EXPECT_TRUE(session_.programs.console()->outdates_document());
  program_.built = test::three_launches().built;
  save_and_show("// mended\n");
  EXPECT_TRUE(session_.playback.left().ready());
}

TEST_F(SessionPrograms, AreComparedWithThemselvesBeforeTheSave) {
  open();
  EXPECT_FALSE(session_.comparison.with_before());
  save_and_show("// second\n");
  commands_.run("compare.before");
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.playback.right().document()->trace->accesses.size(),
            session_.programs.since_save()->before->trace->accesses.size());
  // The next save moves on: what was now is before.
  const DocumentPtr second = session_.playback.left().document();
  save_and_show("// third\n");
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.playback.right().document()->trace, second->trace);
  commands_.run("compare");
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
}

TEST_F(SessionPrograms, ShowWhatASaveChangedUnlessAnotherViewWasCalled) {
  constexpr std::array<std::string_view, 3> place{"totals", "lines", "since_save"};
  open();
  EXPECT_EQ(session_.views.in_front(place), "totals");
  save_and_show("// second\n");
  EXPECT_EQ(session_.views.in_front(place), "since_save");
  session_.views.bring_forward("lines");
  save_and_show("// third\n");
  EXPECT_EQ(session_.views.in_front(place), "lines");
}

TEST_F(SessionPrograms, AreComparedLaunchWithLaunch) {
  open();
  session_.programs.seek_launch(0);
  const auto others = session_.programs.other_launches();
  ASSERT_EQ(others.size(), 1U) << "the third is as the first";
  EXPECT_EQ(others[0].number, 2);
  EXPECT_EQ(others[0].kernel, "add");
  ASSERT_TRUE(session_.programs.compare_launches(2));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  const auto kernels = [](const Playhead& head) {
    std::vector<std::string> names;
    for (const Launch& launch : head.document()->trace->launches) names.push_back(launch.kernel);
    return names;
  };
  EXPECT_EQ(kernels(session_.playback.left()), std::vector<std::string>{"scan"});
  EXPECT_EQ(kernels(session_.playback.right()), std::vector<std::string>{"add"});
  commands_.run("compare");
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
  EXPECT_EQ(session_.playback.left().document()->trace->launches.size(), 3U) << "all again";
}

TEST_F(SessionPrograms, AskWithWhatToCompareRatherThanTakeAKernelOfTheCatalogue) {
  open();
  commands_.run("compare");
  settle(session_);
  EXPECT_FALSE(session_.comparison.on());
  EXPECT_EQ(session_.popup.shown, Popup::rival);
  session_.popup.shown = Popup::none;
  session_.programs.seek_launch(0);
  Palette palette(session_, commands_);
  const auto found = palette.find("compare launch add");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front()->id, "compare.launch.2");
}

TEST_F(SessionPrograms, KeepWhatASaveChangedWhileNothingElseIsSaved) {
  open();
  save_and_show("// second\n");
  ASSERT_NE(session_.programs.since_save(), nullptr);
  const auto before = session_.programs.since_save()->before->trace;
  commands_.press(chord("B"));  // other banks
  settle(session_);
  ASSERT_NE(session_.programs.since_save(), nullptr);
  EXPECT_EQ(session_.programs.since_save()->before->trace, before);
  EXPECT_EQ(session_.programs.since_save()->before->summary.model, session_.options().model);
  commands_.run("program.run");
  settle(session_);
  ASSERT_NE(session_.programs.since_save(), nullptr);
  EXPECT_EQ(session_.programs.since_save()->before->trace, before);
}

TEST_F(SessionPrograms, AreUndoneToTheirPresentVersion) {
  open();
  commands_.press(chord("B"));
  settle(session_);
  save_and_show("// second\n");
  const int runs = program_.runs;
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_EQ(program_.runs, runs) << "other banks are no other run";
  EXPECT_EQ(session_.options().model, BankModel::cc5);
}

TEST_F(SessionPrograms, AreLeftAndFoundAgain) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle(session_);
  session_.playback.seek(11);
  open();
  save_and_show("// second\n");
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_EQ(session_.playback.left().document()->trace->header.kernel, "reduce_strided");
  EXPECT_EQ(session_.playback.left().position(), 11U);
  commands_.press(chord("Alt+Left"));
  settle(session_);
  ASSERT_NE(session_.options().subject()->program(), nullptr) << "undoing was a jump, too";
  EXPECT_EQ(session_.options().subject()->program()->saves, 1) << "as it was saved last";
  commands_.press(chord("Alt+Right"));
  settle(session_);
  EXPECT_EQ(session_.options().subject()->program(), nullptr);
  EXPECT_EQ(session_.playback.left().position(), 11U);
}

TEST_F(SessionPrograms, AreWatchedAgainAfterAnotherOneWasCancelled) {
  open();
  const std::filesystem::path other = folder_.path() / "other.cu";
  std::ofstream(other) << "// other\n";
  ProgramRunner held = program_.runner();  // the other one compiles until it is cancelled
  held.build = [other, build = held.build](const BuildRequest& asked, std::stop_token stop,
                                           const std::function<void(const std::string&)>& hear) {
    while (asked.files.front() == other && !stop.stop_requested()) std::this_thread::yield();
    return build(asked, stop, hear);
  };
  session_.programs.use(held);
  ASSERT_TRUE(session_.open(other, HowOpened::typed));
  session_.recording.cancel();
  while (session_.recording.stopping()) session_.tick(0);
  session_.tick(0);
  EXPECT_EQ(session_.options().subject()->name(), "sum.cu");
  save_and_show("// second\n");
  EXPECT_EQ(program_.build_request.files.front(), file_);
}

TEST_F(SessionPrograms, StandBesideAnotherFile) {
  open();
  const std::filesystem::path other = folder_.path() / "other.cu";
  std::ofstream(other) << "// other\n";
  ASSERT_TRUE(session_.programs.open_beside(other));
  ASSERT_NE(session_.programs.question(), nullptr) << "it was never run";
  ASSERT_TRUE(session_.programs.answer(true));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.playback.right().document()->subject->name(), "other.cu");
  ASSERT_NE(session_.programs.console(), nullptr);
  EXPECT_EQ(session_.programs.console()->program, "sum.cu");
  // A save of either is shown, and is of that side alone.
  const DocumentPtr left = session_.playback.left().document(),
                    right = session_.playback.right().document();
  std::ofstream(other) << "// other, saved\n";
  while (session_.playback.right().document() == right) {
    session_.tick(0);
    std::this_thread::yield();
  }
  settle(session_);
  EXPECT_EQ(session_.playback.right().document()->subject->name(), "other.cu");
  EXPECT_EQ(session_.playback.left().document(), left);
  EXPECT_EQ(session_.programs.since_save(), nullptr);
  EXPECT_FALSE(session_.programs.seconds_since_save());
  save_and_show("// second\n");
  EXPECT_NE(session_.playback.left().document(), left);
  EXPECT_TRUE(session_.programs.seconds_since_save());
  EXPECT_FALSE(session_.programs.open_beside(folder_.path() / "nowhere.cu"));
}

TEST_F(SessionPrograms, DoNotRunAgainToBePadded) {
  open();
  ASSERT_TRUE(session_.comparison.with(Variant{.what_if = {.pad = 32}}));
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(program_.runs, 1);
  EXPECT_EQ(session_.playback.right().document()->trace->accesses.size(),
            session_.playback.left().document()->trace->accesses.size());
  EXPECT_NE(session_.playback.right().document()->trace->header.parameters,
            session_.playback.left().document()->trace->header.parameters);
}

TEST_F(SessionPrograms, TakeOtherArguments) {
  open();
  ProgramChoice choice = *session_.options().subject()->program();
  choice.request.arguments = {"4096"};
  ASSERT_TRUE(session_.programs.change(std::move(choice)));
  settle(session_);
  EXPECT_EQ(program_.request.arguments, std::vector<std::string>{"4096"});
  EXPECT_EQ(session_.programs.since_save(), nullptr) << "nothing was saved";
  commands_.press(chord("Ctrl+Z"));
  settle(session_);
  EXPECT_TRUE(program_.request.arguments.empty());
}

TEST_F(SessionPrograms, GoToALaunch) {
  open();
  const Trace& trace = *session_.playback.left().document()->trace;
  for (std::uint32_t launch = 0; launch < 3; ++launch) {
    session_.programs.seek_launch(launch);
    EXPECT_EQ(trace.steps[trace.accesses[session_.playback.left().position()].step].launch, launch);
  }
}

TEST_F(SessionPrograms, ReadElsewhereUntilThePlayheadMoves) {
  open();
  EXPECT_EQ(session_.places.read_place(), nullptr);
  session_.places.read({file_, 12});
  ASSERT_NE(session_.places.read_place(), nullptr);
  EXPECT_EQ(session_.places.read_place()->line, 12U);
  commands_.press(chord("Right"));
  EXPECT_EQ(session_.places.read_place(), nullptr);
}

TEST_F(SessionPrograms, ThatAreSavedManyTimesShowTheLastVersion) {
  open();
  for (int k = 0; k < 20; ++k) save("// " + std::string(static_cast<std::size_t>(k), 'x') + "\n");
  save_and_show("// the last\n");
  // A save that came while an older one was being shown.
  for (int quiet = 0; quiet < 20; ++quiet) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    session_.tick(0);
    settle(session_);
  }
  EXPECT_TRUE(session_.playback.left().ready());
  EXPECT_FALSE(session_.recording.on());
}

}  // namespace
}  // namespace warpscope
