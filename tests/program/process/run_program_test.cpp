#include "instrumentation/program/protocol/machine_binary.hpp"
#include "instrumentation/program/run/program_run.hpp"

#include <dirent.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <termios.h>

#include <chrono>
#include <csignal>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "instrumentation/executor/stepwise_executor.hpp"
#include "instrumentation/process/descendants.hpp"
#include "tests/program/process/small_program.hpp"

namespace warpscope {
namespace {

using End = ProgramOutcome::End;

TEST(RunProgram, TellsTheStatusOfMain) {
  const SmallRun run = run_small("int main() { return 7; }");
  EXPECT_EQ(run.problem, "");
  EXPECT_EQ(run.outcome.end, End::returned);
  EXPECT_EQ(run.outcome.exit_status, 7);
  EXPECT_EQ(run.outcome.message.english(), "");
  EXPECT_FALSE(run.trace.has_value());
}

TEST(RunProgram, TellsTheStatusOfEveryWayOut) {
  const std::string includes =
      "#include <cstdlib>\n#include <thread>\n#include <unistd.h>\n#include <cstdio>\n";
  for (const char* way :
       {"exit(41)", "_exit(41)", "_Exit(41)", "quick_exit(41)", "std::exit(41 + 256)",
        "std::thread([] { exit(41); }).join()", "std::thread([] { _exit(41); }).join()"}) {
    const SmallRun run = run_small(includes + "int main() { " + way + "; return 1; }");
    EXPECT_EQ(run.outcome.end, End::returned) << way;
    EXPECT_EQ(run.outcome.exit_status, 41) << way;
    EXPECT_EQ(run.outcome.message.english(), "") << way;
  }
}

TEST(RunProgram, HearsAllWithoutThreadsToo) {
  StepwiseExecutor executor;
  const ExecutorScope scope(executor);
  std::string heard;
  const ProgramOutput output([&](std::string_view bytes) { heard += bytes; });
  ProgramRequest request;
  const SmallRun run = run_small(
      "#include <cstdio>\nint main() { for (int k = 0; k < 1000; ++k) printf(\"%03d \", k); return "
      "3; }",
      request, {}, output);
  EXPECT_EQ(run.problem, "");
  EXPECT_EQ(run.outcome.exit_status, 3);
  EXPECT_EQ(heard.size(), 4000U);
  EXPECT_TRUE(heard.starts_with("000 001 ")) << heard.substr(0, 20);
}

TEST(RunProgram, PassesArgumentsAsTheyAre) {
  ProgramRequest request;
  request.build.files = {"some/folder/reduce.cu"};
  request.arguments = {"", "two words", "--program-child", "\xff\"\\\n", std::string(200'000, 'x')};
  const SmallRun run = run_small(
      "#include <cstdio>\n#include <cstring>\n"
      "int main(int count, char** words) {\n"
      "  for (int k = 0; k < count; ++k) {\n"
      "    if (strlen(words[k]) > 1000) printf(\"[%zu]\", strlen(words[k]));\n"
      "    else printf(\"[%s]\", words[k]);\n"
      "  }\n"
      "  return words[count] != nullptr; }",
      request);
  EXPECT_EQ(run.output, "[./reduce][][two words][--program-child][\xff\"\\\n][200000]");
  EXPECT_EQ(run.outcome.exit_status, 0);
}

TEST(RunProgram, PassesInputOutputFolderAndEnvironment) {
  ::setenv("WARPSCOPE_TEST_WORD", "from the test", 1);
  const SmallRun run = run_small(
      "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"
      "int main() {\n"
      "  char line[100], folder[4096];\n"
      "  while (fgets(line, sizeof line, stdin)) printf(\"<%s\", line);\n"
      "  puts(getcwd(folder, sizeof folder));\n"
      "  puts(getenv(\"WARPSCOPE_TEST_WORD\"));\n"
      "  fputs(\"to the errors\", stderr); }",
      {}, "one\ntwo\n");
  ::unsetenv("WARPSCOPE_TEST_WORD");
  EXPECT_EQ(run.output,
            "<one\n<two\n" + std::filesystem::current_path().string() + "\nfrom the test\n");
  EXPECT_EQ(run.errors, "to the errors");
}

TEST(RunProgram, SendsTheOutputToTheErrorsIfAsked) {
  const SmallRun run = run_small(
      "#include <cstdio>\nint main() { puts(\"out\"); fflush(stdout); fputs(\"err\\n\", stderr); }",
      {}, "", ProgramOutput::to_standard_error);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors, "out\nerr\n");
}

TEST(RunProgram, TellsAListenerWhatIsPrintedWhileItRuns) {
  std::string heard;
  std::mutex mutex;
  const SmallRun run = run_small(
      "#include <cstdio>\nint main() { char line[9]; puts(\"one\"); fputs(\"two\\n\", stderr);\n"
      "  printf(\"%d\", fgets(line, sizeof line, stdin) == nullptr); }",
      {}, "our own input", ProgramOutput([&](std::string_view bytes) {
        const std::lock_guard lock(mutex);
        heard += bytes;
      }));
  EXPECT_EQ(heard, "one\ntwo\n1");
  EXPECT_EQ(run.output + run.errors, "");
}

TEST(RunProgram, DoesNotWaitForAProcessThatKeepsTheListenersPipe) {
  const auto run = run_small(
      "#include <unistd.h>\n#include <cstdio>\n"
      "int main() { if (fork() == 0) { setsid(); sleep(1000); } puts(\"begun\"); }",
      {}, "", ProgramOutput([](std::string_view) {}));
  EXPECT_EQ(run.outcome.end, End::returned);
}

TEST(RunProgram, RunsWhatTheProgramWantsAtItsEndInOrder) {
  const SmallRun run = run_small(
      "#include <cstdio>\n#include <cstdlib>\n"
      "struct Static { Static() { printf(\"made \"); } ~Static() { printf(\"destroyed \"); } };\n"
      "Static object;\n"
      "__attribute__((destructor)) void last() { printf(\"last\"); }\n"
      "int main() { atexit([] { printf(\"atexit \"); }); printf(\"main \"); }");
  EXPECT_EQ(run.output, "made main atexit destroyed last");
  EXPECT_EQ(run.outcome.end, End::returned);
}

TEST(RunProgram, GivesTheSameAddressesInEveryRun) {
  const std::string text =
      "#include <cstdio>\n#include <cstdlib>\nint number;\n"
      "int main(int count, char** words) {\n"
      "  void* small = malloc(100);\n  void* large = malloc(1 << 24);\n"
      "  printf(\"%p %p %p %p %p\", (void*)&count, (void*)words, small, large, (void*)&number); }";
  const TestFolder folder;
  const BuiltProgram built = compile_small(folder, text);
  const std::string first = run_built(folder, built, {}).output;
  EXPECT_EQ(run_built(folder, built, {}).output, first);
  EXPECT_EQ(run_built(folder, built, {}).output, first);
}

TEST(RunProgram, NamesTheFunctionThatIsMissing) {
  const SmallRun run = run_small("int helper(int, double*);\nint main() { return helper(1, 0); }");
  EXPECT_EQ(run.outcome.end, End::not_loaded);
  EXPECT_EQ(run.outcome.message.english(),
            "The program uses helper(int, double*), but nothing defines it: add the file that "
            "does, or leave the use out.");
}

TEST(RunProgram, SaysThatThereIsNoMain) {
  const SmallRun run = run_small("int other() { return 0; }");
  EXPECT_EQ(run.outcome.end, End::not_loaded);
  EXPECT_NE(run.outcome.message.english().find("main()"), std::string::npos)
      << run.outcome.message.english();
}

TEST(RunProgram, SaysWhyAnObjectCannotBeLoaded) {
  const TestFolder folder;
  BuiltProgram built;
  built.object = folder.path() / "none.so";
  const SmallRun missing = run_built(folder, built, {});
  EXPECT_EQ(missing.outcome.end, End::not_loaded);
  EXPECT_NE(missing.outcome.message.english().find("none.so"), std::string::npos)
      << missing.outcome.message.english();
  std::ofstream(built.object) << "no object";
  EXPECT_EQ(run_built(folder, built, {}).outcome.end, End::not_loaded);
}

TEST(RunProgram, FailsIfTheBinaryCannotBeStarted) {
  const TestFolder folder;
  set_machine_binary(folder.path() / "nothing");
  const auto result = run_program({}, {}, ProgramOutput::inherit, {});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("cannot be started"), std::string::npos)
      << result.error().message;
}

TEST(RunProgram, SaysThatNobodyWatchedIfTheBinaryIsAnotherProgram) {
  set_machine_binary("/bin/true");
  const auto result = run_program({}, {}, ProgramOutput::inherit, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome.end, End::crashed);
  EXPECT_NE(result->outcome.message.english().find("watches over it"), std::string::npos)
      << result->outcome.message.english();
}

// What it tells is lost, and it alone is to blame.
TEST(RunProgram, SurvivesAProgramThatWritesOverItsLog) {
  const SmallRun run = run_small(
      "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n"
      "int main() { FILE* maps = fopen(\"/proc/self/maps\", \"r\"); char line[500];\n"
      "  while (fgets(line, 500, maps)) if (strstr(line, \"warpscope-log\")) break;\n"
      "  memset((char*)strtoul(line, 0, 16), 0xa5, 1 << 20); return 85; }");
  EXPECT_EQ(run.problem, "");
  EXPECT_EQ(run.outcome.end, End::returned);
  EXPECT_EQ(run.outcome.exit_status, 85);
  EXPECT_NE(run.outcome.message.english().find("is lost"), std::string::npos)
      << run.outcome.message.english();
}

TEST(RunProgram, EndsWhenItIsCancelled) {
  const TestFolder folder;
  const BuiltProgram built =
      compile_small(folder,
                    "#include <unistd.h>\n#include <fcntl.h>\n#include <csignal>\n"
                    "int main() { signal(SIGTERM, SIG_IGN); fork(); "
                    "creat(\"running\", 0600); for (;;) pause(); }");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  std::stop_source source;
  std::jthread canceller([&](const std::stop_token& over) {
    while (!over.stop_requested() && !std::filesystem::exists(folder.path() / "running")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    source.request_stop();
  });
  ProgramRequest endless;
  endless.options.time_limit = 0;
  const SmallRun run =
      run_built(folder, built, endless, "", ProgramOutput::inherit, source.get_token());
  std::filesystem::current_path(before);
  EXPECT_EQ(run.outcome.end, End::cancelled) << run.problem;
  EXPECT_TRUE(descendants_of(::getpid()).empty());
}

TEST(RunProgram, EndsAtOnceIfItWasCancelledBefore) {
  std::stop_source source;
  source.request_stop();
  const TestFolder folder;
  const BuiltProgram built =
      compile_small(folder, "#include <unistd.h>\nint main() { for (;;) pause(); }");
  const SmallRun run = run_built(folder, built, {}, "", ProgramOutput::inherit, source.get_token());
  EXPECT_EQ(run.outcome.end, End::cancelled) << run.problem;
}

TEST(RunProgram, SeveralRunAtOneTime) {
  set_machine_binary({});
  const TestFolder folder;
  const BuiltProgram built = compile_small(
      folder, "#include <cstdlib>\nint main(int, char** words) { return atoi(words[1]); }");
  std::vector<int> statuses(6, -1);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < statuses.size(); ++k) {
      threads.emplace_back([&, k] {
        ProgramRequest request;
        request.arguments = {std::to_string(k + 10)};
        const auto result = run_program(built, request, ProgramOutput::inherit, {});
        if (result) statuses[k] = result->outcome.exit_status;
      });
    }
  }
  EXPECT_EQ(statuses, (std::vector<int>{10, 11, 12, 13, 14, 15}));
}

/// Waits for what another process does, but not for ever.
template <class Condition>
testing::AssertionResult happens(const char* what, const Condition& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until)
      return testing::AssertionFailure() << what << " has not happened within a minute";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return testing::AssertionSuccess();
}
testing::AssertionResult is_made(const std::filesystem::path& mark) {
  return happens("the start of the program", [&] { return std::filesystem::exists(mark); });
}
testing::AssertionResult ends(pid_t process) {
  return happens("the end of the program", [&] { return ::kill(process, 0) != 0; });
}

// The parent dies: the guard sees the end of its pipe and ends the program, and whatever it started.
TEST(RunProgram, NothingOutlivesAParentThatIsKilled) {
  const TestFolder folder;
  const BuiltProgram built =
      compile_small(folder,
                    "#include <unistd.h>\n#include <cstdio>\nint main() {\n"
                    "  if (fork() == 0) { setsid(); FILE* f = fopen(\"part\", \"w\"); fprintf(f, "
                    "\"%d\", getpid());\n"
                    "    fclose(f); rename(\"part\", \"running\"); }\n  for (;;) pause(); }");
  set_machine_binary({});
  const pid_t parent = ::fork();
  if (parent == 0) {
    std::filesystem::current_path(folder.path());
    ProgramRequest endless;
    endless.options.time_limit = 0;
    static_cast<void>(run_program(built, endless, ProgramOutput::inherit, {}));
    ::_exit(0);
  }
  const std::filesystem::path mark = folder.path() / "running";
  const testing::AssertionResult made = is_made(mark);
  if (!made) ::kill(parent, SIGKILL);
  ASSERT_TRUE(made);
  const pid_t grandchild = std::stoi(text_of_file(mark));
  ASSERT_EQ(::kill(grandchild, 0), 0);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_TRUE(ends(grandchild));
}

/// Runs a program in a new process whose terminal is `terminal`'s other end. What the work returns is that process's status.
/// -1: the system gives no terminals, as where /dev/pts is not mounted.
template <class Work>
pid_t fork_in_terminal(int& terminal, const Work& work) {
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (process == 0) {
    ::signal(SIGHUP, SIG_DFL);
    ::_exit(work());
  }
  return process;
}

constexpr std::string_view no_terminal = "no terminal can be opened here: is /dev/pts mounted?";

int status_of(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

const std::string sum_of_line =
    "#include <cstdio>\n#include <cstdlib>\n"
    "int main() { char line[100]; return fgets(line, sizeof line, stdin) ? atoi(line) : 99; }";

TEST(RunProgram, ReadsFromTheTerminal) {
  const TestFolder folder;
  const BuiltProgram built = compile_small(folder, sum_of_line);
  set_machine_binary({});
  int terminal = -1;
  const pid_t process = fork_in_terminal(terminal, [&] {
    const auto result = run_program(built, {}, ProgramOutput::inherit, {});
    return result ? result->outcome.exit_status : 100;
  });
  if (process < 0) GTEST_SKIP() << no_terminal;
  ASSERT_EQ(::write(terminal, "42\n", 3), 3);
  EXPECT_EQ(status_of(process), 42);
  ::close(terminal);
}

// A shell's background job stops if it reads from the terminal; ours gets an empty input.
TEST(RunProgram, TakesNoInputFromTheTerminalInTheBackground) {
  const TestFolder folder;
  const BuiltProgram built = compile_small(folder, sum_of_line);
  set_machine_binary({});
  int terminal = -1;
  const pid_t process = fork_in_terminal(terminal, [&] {
    const pid_t job = ::fork();
    if (job == 0) {
      ::setpgid(0, 0);
      const auto result = run_program(built, {}, ProgramOutput::inherit, {});
      ::_exit(result ? result->outcome.exit_status : 100);
    }
    return status_of(job);
  });
  if (process < 0) GTEST_SKIP() << no_terminal;
  ASSERT_EQ(::write(terminal, "42\n", 3), 3);
  EXPECT_EQ(status_of(process), 99);
  ::close(terminal);
}

TEST(RunProgram, RestoresTheTerminalsSettings) {
  const TestFolder folder;
  const BuiltProgram built = compile_small(
      folder,
      "#include <termios.h>\nint main() { termios now; tcgetattr(0, &now); cfmakeraw(&now);"
      " return tcsetattr(0, TCSANOW, &now) == 0 ? 7 : 8; }");
  set_machine_binary({});
  int terminal = -1;
  const pid_t process = fork_in_terminal(terminal, [&] {
    termios before{}, after{};
    ::tcgetattr(0, &before);
    const auto result = run_program(built, {}, ProgramOutput::inherit, {});
    ::tcgetattr(0, &after);
    const bool same = before.c_lflag == after.c_lflag && before.c_oflag == after.c_oflag;
    return result && result->outcome.exit_status == 7 ? (same ? 0 : 1) : 2;
  });
  if (process < 0) GTEST_SKIP() << no_terminal;
  EXPECT_EQ(status_of(process), 0);
  ::close(terminal);
}

// Ctrl+C reaches the parent alone, and its end that of the program.
TEST(RunProgram, CtrlCEndsTheParentAndTheProgram) {
  const TestFolder folder;
  const BuiltProgram built = compile_small(
      folder,
      "#include <csignal>\n#include <cstdio>\n#include <unistd.h>\nint main() {\n"
      "  signal(SIGINT, SIG_IGN); FILE* f = fopen(\"part\", \"w\"); fprintf(f, \"%d\", getpid());\n"
      "  fclose(f); rename(\"part\", \"running\"); for (;;) pause(); }");
  set_machine_binary({});
  int terminal = -1;
  const pid_t process = fork_in_terminal(terminal, [&] {
    ::signal(SIGINT, SIG_DFL);
    std::filesystem::current_path(folder.path());
    static_cast<void>(run_program(built, {}, ProgramOutput::inherit, {}));
    return 1;
  });
  if (process < 0) GTEST_SKIP() << no_terminal;
  const std::filesystem::path mark = folder.path() / "running";
  const testing::AssertionResult made = is_made(mark);
  if (!made) ::kill(process, SIGKILL);
  ASSERT_TRUE(made);
  const pid_t program = std::stoi(text_of_file(mark));
  ASSERT_EQ(::write(terminal, "\x03", 1), 1);
  EXPECT_EQ(status_of(process), 1000 + SIGINT);
  EXPECT_TRUE(ends(program));
  ::close(terminal);
}

}  // namespace
}  // namespace warpscope
