// Behaviour that only shows from outside the process: signals, a full disk, streams.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

namespace warpscope {
namespace {

int exit_code(const std::string& command) {
  const int status = std::system(("bash -c '" + command + "'").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
const std::string program = WARPSCOPE_BINARY;

TEST(CliProcess, AReaderThatGoesAwayIsNoError) {
  const std::string list = program + " list --json";
  EXPECT_EQ(exit_code(list + " | true; exit ${PIPESTATUS[0]}"), 0);
}

TEST(CliProcess, AFullDiskIsSaid) {
  EXPECT_EQ(exit_code(program + " list > /dev/full 2> /dev/null"), 1);
  EXPECT_EQ(exit_code(program + " list 2>&1 > /dev/full | grep -q \"No space left\""), 0);
}

TEST(CliProcess, JsonStandsAloneOnStandardOutput) {
  EXPECT_EQ(exit_code(program + " report reduce_strided --json --machine emulator 2> /dev/null"
                                " | python3 -m json.tool > /dev/null"),
            0);
}

/// Begins a film, with a program in ffmpeg's place that takes all frames, and sends the signal
/// after 2 seconds. Returns the exit code; 99 if a file is left.
int interrupted_film(const std::string& signal) {
  return exit_code(
      "bin=$(mktemp -d); folder=$(mktemp -d); cd $folder; "
      "printf \"#!/bin/sh\\ncat > /dev/null\\n\" > $bin/ffmpeg; chmod +x $bin/ffmpeg; "
      "PATH=$bin:$PATH TMPDIR=$folder timeout -s " +
      signal + " --preserve-status 2 " + program +
      " export reduce_strided --machine emulator --speed 0.25 -o film.mp4 "
      "> /dev/null 2>&1; code=$?; rm -r $bin; [ -z \"$(ls -A)\" ] || exit 99; "
      "rmdir $folder; exit $code");
}

TEST(CliProcess, AnInterruptedFilmLeavesNothing) {
  // Either before anything is drawn, or while it is: by the signal, and without a file.
  EXPECT_EQ(interrupted_film("INT"), 130);
  EXPECT_EQ(interrupted_film("TERM"), 143);
  EXPECT_EQ(interrupted_film("HUP"), 129);
}

TEST(CliProcess, ALimitOfFileSizesLeavesNothing) {
  EXPECT_EQ(exit_code("folder=$(mktemp -d); cd $folder; ulimit -f 1; " + program +
                      " trace reduce_strided --size 65536 --machine emulator -o a.wscope "
                      "2> /dev/null; code=$?; [ -z \"$(ls -A)\" ] || exit 99; rmdir $folder; "
                      "exit $code"),
            1);
}

TEST(CliProcess, LongRunsAreToldWhereThereIsNoTerminalToo) {
  // The first line on standard error, which comes long before the run is done.
  EXPECT_EQ(exit_code("folder=$(mktemp -d); mkfifo $folder/said; " + program +
                      " verify --machine emulator --cases 1000000 --json > /dev/null "
                      "2> $folder/said & read -r line < $folder/said; kill $!; rm -r $folder; "
                      "[[ $line == *\"goes on\"* ]]"),
            0);
}

TEST(CliProcess, WithoutADisplayTheWindowSaysSo) {
  const std::string bare = "env -u DISPLAY -u WAYLAND_DISPLAY " + program;
  EXPECT_EQ(exit_code(bare + " 2> /dev/null"), 3);
  EXPECT_EQ(exit_code(bare + " 2>&1 | grep -q report"), 0);
}

}  // namespace
}  // namespace warpscope
