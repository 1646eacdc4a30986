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

/// A program in a folder of its own, and then a command there, in which $w is warpscope.
int with_program(const std::string& text, const std::string& command) {
  return exit_code("folder=$(mktemp -d); cd $folder; w=" + program + "; cat > own.cu <<EOF\n" +
                   text + "\nEOF\n" + command + "; code=$?; cd /; rm -r $folder; exit $code");
}
const std::string own_program =
    "#include <cstdio>\n"
    "__global__ void twice(int* p) { p[threadIdx.x] *= 2; }\n"
    "int main(int n, char**) {\n"
    "  int* p;\n"
    "  cudaMalloc(&p, 128); cudaMemset(p, 0, 128);\n"
    "  twice<<<1, 32>>>(p);\n"
    "  cudaDeviceSynchronize(); cudaFree(p);\n"
    "  std::printf(\"done\\n\");\n"
    "  return n - 1;\n"
    "}";

TEST(CliProcess, AProgramOfOnesOwnRuns) {
  EXPECT_EQ(with_program(own_program,
                         "$w run own.cu > said 2>&1 && head -1 said | grep -qx done && "
                         "grep -q \"1  twice\" said"),
            0);
  EXPECT_EQ(with_program(own_program,
                         "$w run own.cu -- more > said; [ $? = 1 ] && "
                         "grep -q \"returned 1\" said"),
            0);
}

TEST(CliProcess, TheOutputOfAProgramIsNotInItsJson) {
  EXPECT_EQ(with_program(own_program,
                         "$w run own.cu --json 2> said | python3 -m json.tool > "
                         "/dev/null && grep -qx done said"),
            0);
  EXPECT_EQ(with_program(own_program,
                         "$w report own.cu --json 2> said | python3 -m json.tool > "
                         "/dev/null && grep -qx done said"),
            0);
}

TEST(CliProcess, AProgramMakesTheSameTraceEveryTime) {
  EXPECT_EQ(with_program(own_program,
                         "$w run own.cu -o a.wscope > /dev/null && "
                         "$w run own.cu -o b.wscope > /dev/null && "
                         "cmp a.wscope b.wscope"),
            0);
}

TEST(CliProcess, OurHeadersAreNoSourceOfAProgram) {
  EXPECT_EQ(with_program(own_program,
                         "$w run own.cu -o a.wscope > /dev/null && $w info a.wscope --json > told "
                         "&& python3 -c \"import json; t = json.load(open(\\\"told\\\")); "
                         "exit(t[\\\"source_files\\\"] != [\\\"own.cu\\\"])\""),
            0);
}

TEST(CliProcess, CtrlCEndsAProgramAndTheCommand) {
  const std::string endless =
      "__global__ void wait(volatile int* p) { while (*p == 0) {} }\n"
      "int main() { int* p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); wait<<<1, 1>>>(p);\n"
      "  return cudaDeviceSynchronize(); }";
  for (const char* command : {"run", "report"}) {
    EXPECT_EQ(with_program(endless, "timeout -s INT --preserve-status 3 $w " +
                                        std::string(command) + " own.cu > /dev/null 2>&1"),
              130)
        << command;
  }
}

TEST(CliProcess, AProgramThatIsWatchedRunsAgainWhenItIsSaved) {
  // Saved until the second run is seen, however slow the machine is.
  EXPECT_EQ(with_program(own_program,
                         "$w run own.cu --watch > said 2> told & "
                         "for k in $(seq 600); do grep -q waiting told && break; sleep 0.1; done; "
                         "sed -i s/done/again/ own.cu; "
                         "for k in $(seq 600); do grep -q since told && break; sleep 0.1; done; "
                         "kill -INT $!; wait $!; [ $? = 0 ] && grep -qx again said"),
            0);
}

TEST(CliProcess, WithoutADisplayTheWindowSaysSo) {
  const std::string bare = "env -u DISPLAY -u WAYLAND_DISPLAY " + program;
  EXPECT_EQ(exit_code(bare + " 2> /dev/null"), 3);
  EXPECT_EQ(exit_code(bare + " 2>&1 | grep -q report"), 0);
}

}  // namespace
}  // namespace warpscope
