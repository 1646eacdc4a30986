// warpscope-machine: the process in which a user's program runs, with the emulated GPU.

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/process/program_child.hpp"

int main(int argc, char** argv) {
  // Before any handler is installed: a program of the user's own runs as if nothing stood before it.
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (const std::optional<int> code = warpscope::run_as_program_child(arguments)) return *code;
  std::fputs("warpscope-machine runs the programs that warpscope gives it: start warpscope.\n",
             stderr);
  return 2;
}
