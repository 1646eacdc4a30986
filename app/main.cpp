#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "app/cli/command_line.hpp"
#include "app/shell/handout.hpp"
#include "app/shell/picture.hpp"
#include "app/shell/window.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "instrumentation/trace/printable.hpp"

namespace {

int refuse(const std::string& sentence) {
  std::cerr << "warpscope: " << warpscope::printable_message(sentence) << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace warpscope;
  const std::vector<std::string> args(argv + 1, argv + argc);
  // A reader that goes away (warpscope list | head -1), or a file that reaches the limit of its
  // size, must end us in order, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::cout.exceptions(std::ios::badbit);
  set_language(language_of_arguments(args));
  try {
    const int code = run_command_line(
        args, std::cout, std::cerr,
        {.open_window = run_window,
         .render_picture = render_picture,
         .open_pictures = open_pictures,
         .open_handout = open_handout,
         .offscreen_problem = offscreen_problem,
         .programs = {.build = build_program, .run = run_program, .find_compiler = find_compiler}});
    std::cout.flush();
    return code;
  } catch (const std::ios_base::failure&) {
    const int reason = errno;
    std::cout.exceptions(std::ios::goodbit);  // std::cerr flushes it: once is enough
    if (reason == EPIPE) return 0;
    return refuse(
        tr("Standard output could not be written: {}. Send it elsewhere.", std::strerror(reason)));
  } catch (const std::exception& error) {
    std::cout.exceptions(std::ios::goodbit);
    return refuse(tr("Something unexpected went wrong: {}. Please report it, with what was typed.",
                     error.what()));
  }
}
