#include "instrumentation/process/spawn.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <string>

#include "instrumentation/process/process.hpp"

namespace warpscope {
namespace {

using namespace std::chrono_literals;

struct Ran {
  Spawned spawned;
  std::string printed;
  int status = -1;
};

/// Starts it, reads what it prints until it ends, and waits for it.
Ran ran(Spawning spawning) {
  std::array<int, 2> pipe{};
  EXPECT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  spawning.output = pipe[1];
  Ran result{.spawned = spawn(std::move(spawning))};
  ::close(pipe[1]);
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; (count = ::read(pipe[0], bytes.data(), bytes.size())) > 0;) {
    result.printed.append(bytes.data(), static_cast<std::size_t>(count));
  }
  ::close(pipe[0]);
  if (result.spawned.process > 0) ::waitpid(result.spawned.process, &result.status, 0);
  return result;
}

Spawning cat(const std::string& file) { return {.program = "/bin/cat", .words = {"cat", file}}; }

TEST(Spawn, GivesAGroupOrASessionOfItsOwn) {
  for (const bool session : {false, true}) {
    Spawning spawning = cat("/proc/self/stat");
    spawning.session = session;
    const Ran result = ran(std::move(spawning));
    ASSERT_EQ(result.spawned.error, 0);
    std::istringstream fields(result.printed.substr(result.printed.rfind(") ") + 2));
    std::string state;
    pid_t parent = 0, group = 0, own_session = 0;
    fields >> state >> parent >> group >> own_session;
    EXPECT_EQ(parent, ::getpid());
    EXPECT_EQ(group, result.spawned.process);
    EXPECT_EQ(own_session, session ? result.spawned.process : ::getsid(0));
    EXPECT_EQ(result.status, 0);
  }
}

TEST(Spawn, BeginsWithEverySignalAsTheSystemHasIt) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &blocked, &before), 0);
  const auto quit = std::signal(SIGQUIT, SIG_IGN), user = std::signal(SIGUSR1, SIG_IGN);
  const Ran result = ran(cat("/proc/self/status"));
  std::signal(SIGQUIT, quit);
  std::signal(SIGUSR1, user);
  sigset_t after;
  ::pthread_sigmask(SIG_SETMASK, &before, &after);
  EXPECT_EQ(sigismember(&after, SIGUSR2), 1) << "our own mask is as it was";
  EXPECT_EQ(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
  for (const char* none : {"SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000"}) {
    EXPECT_NE(result.printed.find(none), std::string::npos) << result.printed;
  }
}

TEST(Spawn, GivesTheDescriptorsThatAreNamedAndNoOther) {
  const int given = ::open("/dev/null", O_RDONLY | O_CLOEXEC),
            kept = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const std::string numbers = std::to_string(given) + ' ' + std::to_string(kept);
  const std::string script =
      "for n in " + numbers + "; do if [ -e /proc/$$/fd/$n ]; then echo $n; fi; done";
  const Ran result = ran({.program = "/bin/sh",
                          .words = {"sh", "-c", script},
                          .errors = Spawning::ours,
                          .inherited = {given}});
  ::close(given);
  ::close(kept);
  EXPECT_EQ(result.printed, std::to_string(given) + '\n');
}

TEST(Spawn, HasAnEmptyInputUnlessItIsGivenOne) {
  const Ran result = ran({.program = "/bin/cat", .words = {"cat"}});
  EXPECT_EQ(result.printed, "");
  EXPECT_EQ(result.status, 0);
}

TEST(Spawn, LeavesNoChildOfWhatCannotBeStarted) {
  for (const bool detached : {false, true}) {
    const Spawned none =
        spawn({.program = "/nowhere/program", .words = {"program"}, .detached = detached});
    EXPECT_EQ(none.error, ENOENT);
    EXPECT_EQ(none.process, -1);
  }
}

TEST(Spawn, OfWhatIsDetachedNobodyHasToWait) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  std::fflush(nullptr);  // ThreadSanitizer's _exit() writes what is in our buffers, into the pipe
  const Spawned spawned = spawn({.program = "/bin/cat",
                                 .words = {"cat", "/proc/self/stat"},
                                 .output = pipe[1],
                                 .session = true,
                                 .detached = true});
  ::close(pipe[1]);
  EXPECT_EQ(spawned.error, 0);
  EXPECT_EQ(spawned.process, -1);
  std::array<char, 4096> bytes{};
  ASSERT_GT(::read(pipe[0], bytes.data(), bytes.size() - 1), 0)
      << "it may get streams all the same";
  ::close(pipe[0]);
  const std::string printed = bytes.data();
  ASSERT_TRUE(!printed.empty() && std::isdigit(printed.front()) != 0) << printed;
  std::istringstream fields(printed.substr(printed.rfind(") ") + 2));
  std::string state;
  pid_t parent = 0, group = 0, session = 0;
  fields >> state >> parent >> group >> session;
  EXPECT_NE(parent, ::getpid());
  EXPECT_NE(session, ::getsid(0));
  EXPECT_NE(session, std::stoi(printed)) << "it leads none, so that it never gets a terminal";
}

// Then pipes and files of ours get the numbers of its standard streams.
TEST(Spawn, MixesUpNoStreamsWhereOursAreClosed) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
    const auto process =
        Process::start("/bin/sh", {"-c", "cat; echo said >&2"}, Process::Output::lines);
    if (!process) ::_exit(1);
    if (!process.value()->send(std::as_bytes(std::span("heard\n", 6)))) ::_exit(2);
    if (process.value()->read_line(60s) != "heard") ::_exit(3);
    process.value()->end_input();
    if (process.value()->read_line(60s)) ::_exit(4);
    if (process.value()->wait() != 0) ::_exit(5);
    ::_exit(process.value()->last_words() == "said" ? 0 : 6);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "exit code " << WEXITSTATUS(status);
}

}  // namespace
}  // namespace warpscope
