#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "app/cli/command_line.hpp"
#include "app/shell/picture.hpp"
#include "app/shell/window.hpp"

int main(int argc, char** argv) {
  using namespace warpscope;
  // A reader that goes away (warpscope list | head -1) must end us in order, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::cout.exceptions(std::ios::badbit);
  try {
    const std::vector<std::string> args(argv + 1, argv + argc);
    const int code = run_command_line(args, std::cout, std::cerr,
                                      {.open_window = run_window,
                                       .render_picture = render_picture,
                                       .open_pictures = open_pictures,
                                       .offscreen_problem = offscreen_problem});
    std::cout.flush();
    return code;
  } catch (const std::ios_base::failure&) {
    const int reason = errno;
    std::cout.exceptions(std::ios::goodbit);  // std::cerr flushes it: once is enough
    if (reason == EPIPE) return 0;
    std::cerr << "warpscope: Standard output could not be written: " << std::strerror(reason)
              << ". Send it elsewhere.\n";
    return 1;
  }
}
