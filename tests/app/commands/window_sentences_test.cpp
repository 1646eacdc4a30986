// What the window says names nothing that only the command line knows.

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "app/commands/session_commands.hpp"
#include "app/panes/console/output_lines.hpp"
#include "app/panes/view_list.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/program_messages.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/protocol/ending_sentence.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/failing_device.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/pseudo_words.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// The first option or id of a kernel in a sentence; empty if there is none.
std::string typed_word_in(const std::string& sentence) {
  const auto dashes = sentence.find("--");
  if (dashes != std::string::npos) return sentence.substr(dashes);
  for (const KernelInfo* kernel : catalogue()) {
    const std::string id(kernel->id);
    if (id.find('_') != std::string::npos && sentence.find(id) != std::string::npos) return id;
  }
  return {};
}

/// Requests that a kernel refuses.
std::vector<RunRequest> refused_requests(const KernelInfo& kernel) {
  std::vector<RunRequest> list;
  const auto add = [&](auto change) {
    RunRequest request;
    request.kernel = kernel.id;
    change(request);
    list.push_back(std::move(request));
  };
  for (const std::int64_t size : {-5LL, 0LL, 1LL, 41LL, 1000LL, 99'999LL, 1LL << 60}) {
    add([&](RunRequest& request) { request.size = size; });
  }
  for (const int block : {-1, 7, 100'000}) add([&](RunRequest& r) { r.block = block; });
  for (const Parameter& parameter : kernel.parameters) {
    for (const char* value : {"nonsense", "-12345678"}) {
      add([&](RunRequest& r) { r.parameters[std::string(parameter.name)] = value; });
    }
  }
  add([](RunRequest& request) { request.parameters["unheard"] = "1"; });
  add([](RunRequest& request) { request.what_if.drop_barrier = 99'999; });
  for (const SourceBarrier& barrier : catalogue_subject(kernel.id)->barriers()) {
    add([&](RunRequest& request) {
      request.what_if.drop_barrier = static_cast<int>(barrier.line);
      request.machine = MachineKind::cuda;
    });
  }
  return list;
}

TEST(WindowSentences, OfRefusedSetupsNameNoOptionAndNoId) {
  int refused = 0, typed = 0;
  for (const KernelInfo* kernel : catalogue()) {
    for (const RunRequest& request : refused_requests(*kernel)) {
      const auto completed = catalogue_subject(kernel->id)->complete(request);
      if (completed) continue;
      const Error& error = completed.error();
      ++refused;
      typed += static_cast<int>(!typed_word_in(error.message).empty());
      EXPECT_EQ(typed_word_in(error.for_window().text()), "") << error.for_window().text();
    }
    for (const int step : {-1, 1}) {
      Options options;
      options.request =
          catalogue_subject(kernel->id)->complete({.kernel = std::string(kernel->id)}).value();
      for (int steps = 0; steps < 20; ++steps) {
        options.variant = Variant{.block_step = step * steps};
        const auto other = varied(options);
        if (other) continue;
        EXPECT_EQ(typed_word_in(other.error().for_window().text()), "")
            << other.error().for_window().text();
        break;
      }
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(typed, 500) << "else this test says nothing";
}

TEST(WindowSentences, OfAGpuThatFailsNameNoOptionAndNoId) {
  const auto check = [](test::FailingDevice& device) {
    const DeviceScope scope(device);
    const auto refused =
        warpscope::run({.kernel = "reduce_strided", .machine = MachineKind::cuda}, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(typed_word_in(refused.error().message), "") << refused.error().message;
    EXPECT_EQ(typed_word_in(refused.error().for_window().text()), "")
        << refused.error().for_window().text();
  };
  test::FailingDevice failing({"launching the kernel", false});
  check(failing);
  failing.state.usable = false;
  failing.state.problem = "There is no GPU.";
  check(failing);
}

TEST(WindowSentences, OfAnInputThatIsTooShortNamesNoOption) {
  const TestFolder folder;
  const auto file = folder.path() / "window_sentences.txt";
  std::ofstream(file) << "1 2 3\n";
  for (const char* kernel : {"reduce_strided", "matmul_tiled"}) {
    const auto refused = warpscope::run({.kernel = kernel, .input = {.kind = file.string()}}, {});
    ASSERT_FALSE(refused) << kernel;
    EXPECT_NE(refused.error().message.find("--size"), std::string::npos);
    EXPECT_EQ(typed_word_in(refused.error().for_window().text()), "")
        << refused.error().for_window().text();
  }
}

/// Runs every command and looks at what the window says then.
void run_all(Session& session) {
  const Commands commands = make_commands(session, view_lists());
  for (const Command& command : commands.all()) {
    session.notices.dismiss();
    session.popup.shown = Popup::none;
    if (!command.enabled()) continue;
    command.run();
    test::settle(session);
    if (!session.notices.toast()) continue;
    EXPECT_EQ(typed_word_in(session.notices.toast()->text.text()), "")
        << command.id << ": " << session.notices.toast()->text.text();
  }
}

TEST(WindowSentences, OfEveryCommandNameNoOptionAndNoId) {
  Session session;
  run_all(session);  // nothing is shown yet
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  run_all(session);
  const TestFolder folder;
  const auto file = folder.path() / "window_sentences.wscope";
  ASSERT_TRUE(write_trace(*session.playback.left().document()->trace, file));
  ASSERT_TRUE(session.open(file));
  test::settle(session);
  run_all(session);
}

TEST(WindowSentences, OfEveryCommandThatFailsNameNoOptionAndNoId) {
  bool fails = false;
  Session session({}, [&](const Options& wanted, const Recording& have, std::stop_token stop) {
    Options on_gpu = wanted;
    on_gpu.opened = {};
    on_gpu.request.machine = MachineKind::cuda;
    on_gpu.request.what_if = {};
    return make_recording(fails ? on_gpu : wanted, have, std::move(stop));
  });
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  fails = true;
  run_all(session);
}

/// Each way in which a program of the user's own may end, told as it is where it happens.
std::vector<ProgramOutcome> endings() {
  using End = ProgramOutcome::End;
  std::vector<ProgramOutcome> list;
  const auto add = [&](End end, Sentence message = {}, int number = 0) {
    ProgramOutcome outcome;
    outcome.end = end;
    outcome.message = std::move(message);
    (end == End::returned ? outcome.exit_status : outcome.signal) = number;
    list.push_back(std::move(outcome));
  };
  const Sentence place = say("line {}", 41);
  add(End::returned, {}, 3);
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGKILL, SIGTERM}) {
    add(End::crashed, {}, signal);
    for (const bool fault : {false, true}) {
      add(End::crashed, crash_sentence({.signal = signal, .is_fault = fault}, place), signal);
    }
  }
  add(End::crashed, crash_sentence({.signal = SIGSEGV, .stack_bytes = 1 << 23}, place), SIGSEGV);
  add(End::crashed, uncaught_sentence("std::bad_alloc", "out of memory"), SIGABRT);
  add(End::crashed, uncaught_sentence("", ""), SIGABRT);
  add(End::time_limit);
  add(End::time_limit, time_limit_sentence(60, place));
  add(End::memory_limit);
  add(End::memory_limit, memory_limit_sentence(4096, {}));
  add(End::memory_limit, memory_limit_sentence(4096, place));
  add(End::cancelled);
  add(End::not_loaded);
  add(End::not_loaded, not_loaded_sentence("sum.so: undefined symbol: _Z4sum2i"));
  return list;
}

TEST(WindowSentences, OfAProgramThatEndsNameNoOption) {
  int typed = 0;
  for (const ProgramOutcome& outcome : endings()) {
    const Sentence end = end_text(outcome);
    EXPECT_FALSE(end.empty());
    EXPECT_EQ(typed_word_in(end.english()), "");
    const InLanguage speaking(find_language("ru").value());
    EXPECT_EQ(typed_word_in(end.text()), "");
    typed += static_cast<int>(!typed_word_in(typed_end_text(outcome).text()).empty());
  }
  EXPECT_EQ(typed, 5) << "the command line says which option raises a limit";
}

TEST(WindowSentences, AfterAProgramHasEndedNameNoOption) {
  const TestFolder folder;
  std::ofstream(folder.path() / "sum.cu") << "int main() {}\n";
  for (const bool recorded : {false, true}) {
    for (const ProgramOutcome& outcome : endings()) {
      test::FakeProgram program = test::three_launches();
      program.run.outcome.end = outcome.end;
      program.run.outcome.message = outcome.message;
      program.run.outcome.signal = outcome.signal;
      program.run.outcome.exit_status = outcome.exit_status;
      if (!recorded) program.run.trace.reset();
      Session session;
      session.programs.use(program.runner());
      ASSERT_TRUE(session.open(folder.path() / "sum.cu", HowOpened::typed));
      test::settle(session);
      if (session.notices.toast()) {
        EXPECT_EQ(typed_word_in(session.notices.toast()->text.text()), "");
      }
      ASSERT_NE(session.programs.console(), nullptr);
      for (const OutputLine& line : output_lines(*session.programs.console())) {
        EXPECT_EQ(typed_word_in(line.text), "") << line.text;
      }
    }
  }
}

TEST(WindowSentences, OfAProgramsCommandsNameNoOptionAndNoId) {
  const KeptEnvironment environment{"VISUAL"};
  ::setenv("VISUAL", "true", 1);  // an editor that does nothing
  const TestFolder folder;
  std::ofstream(folder.path() / "sum.cu") << "int main() {}\n";
  test::FakeProgram program = test::three_launches();
  Session session;
  session.programs.use(program.runner());
  ASSERT_TRUE(session.open(folder.path() / "sum.cu", HowOpened::typed));
  test::settle(session);
  run_all(session);
}

TEST(WindowSentences, OfBookmarksOfOtherRunsNameNoId) {
  const RunRequest now =
      catalogue_subject("scan_blelloch")->complete({.kernel = "scan_blelloch"}).value();
  for (const KernelInfo* kernel : catalogue()) {
    const RunRequest run{.kernel = std::string(kernel->id)};
    if (run.kernel != now.kernel) {
      EXPECT_EQ(typed_word_in(run_difference(run, now)), "");
    }
  }
  RunRequest changed = now;
  changed.size = 64;
  changed.traced_block = 0;
  changed.schedule = {.random = true, .seed = 3};
  changed.what_if = {.drop_barrier = 30, .pad = 16};
  EXPECT_EQ(typed_word_in(run_difference(changed, now)), "");
  const InLanguage speaking(pseudo_language);
  const std::string said = run_difference(changed, now);
  for (const std::string& word : test::words_of(test::outside_brackets(said)))
    ADD_FAILURE() << word << " in " << said;
}

}  // namespace
}  // namespace warpscope
