#include "app/desktop/portal_dialog.hpp"

#include "instrumentation/executor/stepwise_executor.hpp"
#include "tests/app/desktop/portal_bus.hpp"
#include "tests/support/kept_environment.hpp"

namespace warpscope {
namespace {

using Kind = FileAnswer::Kind;

class PortalDialogTest : public PortalBusTest {
 protected:
  PortalDialog& dialog() {
    if (!dialog_) {
      dialog_ = std::make_unique<PortalDialog>(
          bus(),
          PortalDialog::Window{.name = [] { return "x11:1a"; }, .wake = [this] { woken_ = true; }},
          patience_);
    }
    return *dialog_;
  }
  FileAnswer answer(const FileQuestion& question = {.title = "Open"}) {
    dialog().ask(question);
    return wait();
  }
  FileAnswer wait() {
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < patience) {
      if (auto taken = dialog().take()) return *taken;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ADD_FAILURE() << "there is no answer";
    return {};
  }
  /// What is answered to these arguments of the signal.
  FileAnswer answer_to(const std::string& response) {
    portal_will("answer " + response);
    return answer();
  }

  std::unique_ptr<PortalDialog> dialog_;
  std::chrono::milliseconds patience_{10000};
  std::atomic<bool> woken_ = false;
};

TEST_F(PortalDialogTest, TellsWhichFileTheUserChose) {
  portal_will("answer (uint32 0, {'uris': <['file:///tmp/a%20b.cu']>, 'more': <1>})");
  ASSERT_TRUE(dialog().is_there());
  EXPECT_FALSE(dialog().asks());
  const FileAnswer chosen =
      answer({.title = "Öffnen", .folder = "/tmp/\xff", .kinds = {{"Programs", {"*.cu"}}}});
  EXPECT_EQ(chosen.kind, Kind::chosen) << chosen.problem.text();
  EXPECT_EQ(chosen.file, "/tmp/a b.cu");
  EXPECT_TRUE(woken_);
  EXPECT_FALSE(dialog().asks());
  EXPECT_FALSE(dialog().take()) << "once";
  const std::string asked = call();
  for (const char* part :
       {"OpenFile ('x11:1a', 'Öffnen', ", "'modal': <true>", R"('current_folder': <b'/tmp/\377'>)",
        "'filters': <[('Programs', [(uint32 0, '*.cu')])]>",
        "'current_filter': <('Programs', [(uint32 0, '*.cu')])>"}) {
    EXPECT_NE(asked.find(part), std::string::npos) << part << " in " << asked;
  }
}

TEST_F(PortalDialogTest, AsksWhereToSave) {
  portal_will("answer (uint32 0, {'uris': <['file:///tmp/out.wscope']>})");
  EXPECT_EQ(answer({.saves = true, .title = "Save", .name = "a.wscope"}).file, "/tmp/out.wscope");
  const std::string asked = call();
  EXPECT_EQ(asked.find("SaveFile"), 0U) << asked;
  EXPECT_NE(asked.find("'current_name': <'a.wscope'>"), std::string::npos) << asked;
}

TEST_F(PortalDialogTest, TakesAnAnswerThatComesBeforeTheReplyAndOneOfAnOldPortal) {
  portal_will("early (uint32 0, {'uris': <['file:///a']>})");
  EXPECT_EQ(answer().file, "/a");
  static_cast<void>(call());
  portal_will("other (uint32 0, {'uris': <['file:///b']>})");
  EXPECT_EQ(answer().file, "/b");
}

TEST_F(PortalDialogTest, ClosingTheDialogIsNoError) {
  EXPECT_EQ(answer_to("(uint32 1, @a{sv} {})").kind, Kind::cancelled);
  EXPECT_TRUE(dialog().is_there());
}

TEST_F(PortalDialogTest, ADialogThatEndedUnseenWasNone) {
  EXPECT_EQ(answer_to("(uint32 2, @a{sv} {})").kind, Kind::no_dialog);
  EXPECT_FALSE(dialog().is_there());
}

TEST_F(PortalDialogTest, IsNotThereWithoutAPortal) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(answer().kind, Kind::no_dialog);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, patience_) << "the bus says it at once";
  EXPECT_FALSE(dialog().is_there());
}

TEST_F(PortalDialogTest, IsNotThereIfThePortalHasNone) {
  portal_will("refuse");
  EXPECT_EQ(answer().kind, Kind::no_dialog);
  EXPECT_FALSE(dialog().is_there());
}

TEST_F(PortalDialogTest, IsNotThereIfThePortalDoesNotReplyInTime) {
  portal_will("silent");
  patience_ = std::chrono::milliseconds(1500);
  EXPECT_EQ(answer().kind, Kind::no_dialog);
}

TEST_F(PortalDialogTest, IsNotThereAfterPortalOrBusAreGone) {
  portal_will("leave");
  EXPECT_EQ(answer().kind, Kind::no_dialog);
}

TEST_F(PortalDialogTest, EndsWithTheBus) {
  portal_will("never");
  dialog().ask({});
  static_cast<void>(call());
  stop_bus();
  EXPECT_EQ(wait().kind, Kind::no_dialog);
}

TEST_F(PortalDialogTest, RefusesAnswersThatNameNoFileHere) {
  for (const char* uri : {"https://example.org/a.cu", "a.cu", "file:a.cu", "file://host/a.cu",
                          "file:///a%00b", "file:///%2e%2e%2f", "file:///a%", ""}) {
    const FileAnswer refused = answer_to("(uint32 0, {'uris': <['" + std::string(uri) + "']>})");
    EXPECT_EQ(refused.kind, Kind::refused) << uri;
    EXPECT_NE(refused.problem.text().find("a file on this machine was expected"),
              std::string::npos);
    static_cast<void>(call());
  }
  EXPECT_TRUE(dialog().is_there()) << "it was shown";
}

TEST_F(PortalDialogTest, RefusesAnswersThatAreNone) {
  for (const char* response :
       {"('file:///a',)", "(uint32 0,)", "(uint32 0, {'uris': <'file:///a'>})", "(0, @a{sv} {})",
        "(uint32 0, @a{sv} {})", "(uint32 0, {'uris': <@as []>})",
        "(uint32 0, {'uris': <[b'/a']>})", "(uint32 0, {'uris': <['file:///a', 'file:///b']>})",
        "(uint32 0, {'other': <['file:///a']>})", "@() ()"}) {
    const FileAnswer refused = answer_to(response);
    EXPECT_EQ(refused.kind, Kind::refused) << response;
    EXPECT_NE(refused.problem.text().find("no answer that can be read"), std::string::npos);
    static_cast<void>(call());
  }
}

TEST_F(PortalDialogTest, RefusesAHugeAnswerInFewWords) {
  const FileAnswer refused =
      answer_to("(uint32 0, {'uris': <['file:///" + std::string(4'000'000, 'a') + "']>})");
  EXPECT_EQ(refused.kind, Kind::refused);
  EXPECT_LT(refused.problem.text().size(), 600U);
}

TEST_F(PortalDialogTest, HearsThePortalOnly) {
  portal_will("forged (uint32 0, {'uris': <['file:///evil']>})");
  dialog().ask({});
  static_cast<void>(call());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_FALSE(dialog().take());
  EXPECT_TRUE(dialog().asks());
}

TEST_F(PortalDialogTest, ClosesTheDialogThatNobodyWantsAnyMore) {
  portal_will("never");
  dialog().ask({});
  EXPECT_EQ(call().find("OpenFile"), 0U);
  dialog().close();
  EXPECT_FALSE(dialog().asks());
  EXPECT_FALSE(dialog().take());
  EXPECT_EQ(call(), "Close");
  dialog().ask({});
  EXPECT_EQ(call().find("OpenFile"), 0U);
  dialog().ask({.title = "Another"});
  EXPECT_EQ(call(), "Close") << "one at a time";
  EXPECT_EQ(call().find("OpenFile ('x11:1a', 'Another'"), 0U);
  dialog_.reset();
  EXPECT_EQ(call(), "Close") << "the window is closed";
}

TEST_F(PortalDialogTest, NobodyWaitsForAPortalThatDoesNotReply) {
  portal_will("silent");
  dialog().ask({});
  EXPECT_EQ(call().find("OpenFile"), 0U);
  const auto begin = std::chrono::steady_clock::now();
  dialog_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, patience_ / 4);
}

TEST_F(PortalDialogTest, NeedsNoThreadOfOurs) {
  StepwiseExecutor stepwise;
  const ExecutorScope scope(stepwise);
  portal_will("answer (uint32 0, {'uris': <['file:///a']>})");
  dialog().ask({});
  while (stepwise.step()) {
  }
  const auto taken = dialog().take();
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->file, "/a");
  dialog_.reset();
}

TEST(PortalDialog, IsNotThereWithoutABus) {
  EXPECT_FALSE(PortalDialog("", {}).is_there());
  PortalDialog dead("unix:path=/nowhere/bus", {});
  dead.ask({});
  std::optional<FileAnswer> answer;
  while (!answer) answer = dead.take();
  EXPECT_EQ(answer->kind, Kind::no_dialog);
  EXPECT_FALSE(dead.is_there());
}

TEST(SessionBus, IsWhereTheEnvironmentSays) {
  const KeptEnvironment kept{"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"};
  ::setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/here", 1);
  EXPECT_EQ(session_bus(), "unix:path=/here");
  ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
  const TestFolder folder;
  ::setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1);
  EXPECT_EQ(session_bus(), "");
  std::ofstream(folder.file("bus")) << "no socket";
  EXPECT_EQ(session_bus(), "");
  ::unsetenv("XDG_RUNTIME_DIR");
  EXPECT_EQ(session_bus(), "");
}

}  // namespace
}  // namespace warpscope
