#include "app/desktop/picture_clipboard.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/process/process.hpp"
#include "instrumentation/process/spawn.hpp"

namespace warpscope {
namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// The program that takes a picture from its standard input, and its words; none: there is no such program.
std::vector<std::string> clipboard_words() {
  if (is_set("WAYLAND_DISPLAY") && !find_program("wl-copy").empty()) {
    return {"wl-copy", "--type", "image/png"};
  }
  if (is_set("DISPLAY") && !find_program("xclip").empty()) {
    return {"xclip", "-selection", "clipboard", "-t", "image/png", "-i"};
  }
  return {};
}

}  // namespace

Status copy_picture(const std::filesystem::path& png) {
  const std::vector<std::string> words = clipboard_words();
  if (words.empty()) {
    return Error{ErrorKind::unavailable,
                 say("A picture is copied through wl-copy on Wayland or xclip on X11, and there is "
                     "neither: install wl-clipboard or xclip, or export a file.")};
  }
  const int file = ::open(png.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return Error{ErrorKind::failed,
                 say("The picture cannot be read again: {}.", std::strerror(errno))};
  }
  const Spawned started = spawn(
      {.program = find_program(words.front()), .words = words, .input = file, .inherited = {}});
  ::close(file);
  if (started.process < 0) {
    return Error{ErrorKind::failed,
                 say("{0} does not start: {1}.", words.front(), std::strerror(started.error))};
  }
  const std::optional<int> status = reap(started.process);
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0) return Done{};
  return Error{ErrorKind::failed,
               say("{} did not take the picture: export a file instead.", words.front())};
}

}  // namespace warpscope
