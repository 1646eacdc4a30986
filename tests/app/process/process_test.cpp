#include "instrumentation/process/process.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "tests/app/fake_bench.hpp"

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using test::FakeBench;
using Lines = std::vector<std::string>;

std::unique_ptr<Process> started(const FakeBench& script,
                                 const std::vector<std::string>& arguments = {}) {
  auto process = Process::start(script.program(), arguments, Process::Output::lines);
  EXPECT_TRUE(process) << process.error().message;
  return std::move(process).value();
}

Lines all_lines(Process& process) {
  Lines lines;
  while (!process.silent()) {
    if (auto line = process.read_line(100ms)) lines.push_back(*line);
  }
  return lines;
}

/// A process that has ended may remain until somebody waits for it.
bool lives(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string status;
  std::getline(file, status);
  const std::size_t name_end = status.rfind(") ");
  return name_end != std::string::npos && status[name_end + 2] != 'Z';
}

TEST(ProcessLines, AreReadAsTheyWerePrinted) {
  const FakeBench script("printf 'one\\n\\n%s' \"$1\"");
  const auto process = started(script, {"no end'of line"});
  EXPECT_EQ(all_lines(*process), (Lines{"one", "", "no end'of line"}));
  EXPECT_EQ(process->wait(), 0);
}

TEST(ProcessLines, OneWithoutEndComesInPieces) {
  const FakeBench script("head -c 2500000 /dev/zero | tr '\\0' x; echo; echo last");
  const auto process = started(script);
  const Lines lines = all_lines(*process);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].size(), Process::longest_line);
  EXPECT_EQ(lines[0].size() + lines[1].size() + lines[2].size(), 2500000U);
  EXPECT_EQ(lines[3], "last");
}

TEST(ProcessLines, NoneWithinThePatienceIsNoEnd) {
  const FakeBench script("read answer; echo \"$answer\"");
  const auto process = started(script);
  EXPECT_FALSE(process->read_line(10ms));
  EXPECT_FALSE(process->silent());
  EXPECT_TRUE(process->send(std::as_bytes(std::span("hello\n", 6))));
  EXPECT_EQ(all_lines(*process), Lines{"hello"});
}

#ifdef __linux__
TEST(ProcessLines, EndWithTheProgramThoughItsChildHoldsThem) {
  const FakeBench script("sleep 1000 & echo $!; exit 3");
  const auto process = started(script);
  const Lines lines = all_lines(*process);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(process->wait(), 3);
  const pid_t left_behind = std::stoi(lines[0]);
  while (lives(left_behind)) std::this_thread::sleep_for(1ms);  // it is ended with its parent
}
#endif

TEST(Process, IsAskedToEndAndMayTidyUp) {
  const FakeBench script("trap 'echo tidy; exit 5' TERM\necho ready\nwhile :; do sleep 0.01; done");
  const auto process = started(script);
  EXPECT_EQ(process->read_line(60s), "ready");
  process->terminate();
  EXPECT_EQ(process->read_line(60s), "tidy");
  EXPECT_EQ(process->wait(), 5);
}

TEST(Process, SaysWhySomethingCannotBeStarted) {
  const auto none = Process::start("/nowhere/program", {});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("No such file"), std::string::npos) << none.error().message;
  const FakeBench script("");
  std::filesystem::permissions(script.program(), std::filesystem::perms::owner_read);
  const auto denied = Process::start(script.program(), {});
  ASSERT_FALSE(denied);
  EXPECT_NE(denied.error().message.find("ermission"), std::string::npos) << denied.error().message;
}

#ifdef __linux__
/// Starts the script in a process that then ends without a word, as if it had been killed. Its first line is a process.
pid_t left_by_parent(const FakeBench& script) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto process = started(script);
    const int told = std::stoi(process->read_line(60s).value_or("0"));
    [[maybe_unused]] const ssize_t count = ::write(ends[1], &told, sizeof told);
    ::_exit(0);  // no destructor runs
  }
  int told = 0;
  EXPECT_EQ(::read(ends[0], &told, sizeof told), static_cast<ssize_t>(sizeof told));
  ::waitpid(parent, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  return told;
}

TEST(Process, DiesWithItsParent) {
  const FakeBench script("trap '' TERM INT HUP PIPE\necho $$\nwhile :; do sleep 0.01; done");
  const pid_t child = left_by_parent(script);
  ASSERT_GT(child, 0);
  while (lives(child)) std::this_thread::sleep_for(1ms);
}

TEST(Process, WhatItHasStartedDiesWithItsParent) {
  const FakeBench script("sleep 1000 & echo $!\nwait");
  const pid_t grandchild = left_by_parent(script);
  ASSERT_GT(grandchild, 0);
  while (lives(grandchild)) std::this_thread::sleep_for(1ms);
}

TEST(Process, WhatItHasStartedDiesWithItsParentAfterASignalToo) {
  const FakeBench script("trap '' TERM\nsleep 1000 & kill -s TERM 0\necho $!\nwait");
  const pid_t grandchild = left_by_parent(script);
  ASSERT_GT(grandchild, 0);
  while (lives(grandchild)) std::this_thread::sleep_for(1ms);
}
#endif

}  // namespace
}  // namespace warpscope
