#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpscope {

/// Another program, and how it is started. Whatever the words below do not give to it, stays ours.
struct Spawning {
  std::filesystem::path program;
  std::vector<std::string> words;  ///< its argv: a name for it comes first
  /// Where its standard streams go: to a descriptor of ours, or to one of these.
  static constexpr int ours = -1;     ///< to where ours go
  static constexpr int nothing = -2;  ///< an empty input, an output that nobody reads
  int input = nothing, output = nothing, errors = nothing;
  /// Descriptors of ours, from 3 on, that it has under the same numbers.
  std::vector<int> inherited;
  /// It has a session of its own, and so no terminal; otherwise a process group of its own. Ctrl+C in the terminal
  /// reaches neither.
  bool session = false;
  pid_t group = 0;  ///< of a child of ours, which it joins; 0: its own
  bool signals_wait =
      false;  ///< signals that it may be sent wait, but for those that nothing holds up
  /// It is killed when we end; on Linux, when the thread that started it ends.
  bool dies_with_us = false;
  /// It is no child of ours, so that nobody has to wait for it, and has not even those descriptors of ours that a
  /// library opened for all programs.
  bool detached = false;
  /// Its objects and its stack lie at the same addresses in every run, where that is allowed.
  bool same_addresses = false;
};

struct Spawned {
  pid_t process = -1;  ///< a child of ours, to wait for; -1: there is none, or it is detached
  int error = 0;       ///< as errno: why it could not be started
};

/// The only way to start another program. No shell stands between, so no word needs quotes. It begins with every signal
/// as the system has it: none is ignored, nor blocked unless asked for.
[[nodiscard]] Spawned spawn(Spawning spawning);

/// Waits for the end of a child that is about to end: its status, as waitpid() tells it; unset if it was not ours to wait
/// for.
std::optional<int> reap(pid_t process);

}  // namespace warpscope
