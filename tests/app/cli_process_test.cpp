// What only shows from outside the process: signals, a full disk, streams.
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

TEST(CliProcess, CtrlCLeavesNothingOfAFilm) {
  // Either before anything is drawn, or while it is: by the signal, and without a file.
  const std::string folder = "$(mktemp -d)";
  EXPECT_EQ(exit_code("folder=" + folder +
                      "; cd $folder; TMPDIR=$folder timeout -s INT "
                      "--preserve-status 2 " +
                      program +
                      " export reduce_strided --machine emulator --speed 0.25 -o film.mp4 "
                      "> /dev/null 2>&1; code=$?; [ $code = 3 ] && exit 3; "
                      "[ -z \"$(ls -A)\" ] && rmdir $folder && exit $code"),
            130);
}

TEST(CliProcess, WithoutADisplayTheWindowSaysSo) {
  const std::string bare = "env -u DISPLAY -u WAYLAND_DISPLAY " + program;
  EXPECT_EQ(exit_code(bare + " 2> /dev/null"), 3);
  EXPECT_EQ(exit_code(bare + " 2>&1 | grep -q report"), 0);
}

}  // namespace
}  // namespace warpscope
