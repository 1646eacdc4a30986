#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The program's place on PATH, if it may be run there; empty if there is none.
[[nodiscard]] std::filesystem::path find_program(std::string_view name);

/// Another program, with its input and its output line by line. No shell stands between, so no
/// argument needs quotes; Ctrl+C in the terminal does not reach it. A program that still runs when
/// this object ends is killed, with everything that it started itself, and so is one whose parent dies, however it
/// dies; on Linux also one whose starting thread ends.
class Process {
 public:
  enum class Output : std::uint8_t { nowhere, lines };
  [[nodiscard]] static Result<std::unique_ptr<Process>> start(
      const std::filesystem::path& program, const std::vector<std::string>& arguments,
      Output output = Output::nowhere);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends to its standard input; waits until it has taken everything. Returns false if it reads no
  /// more.
  [[nodiscard]] bool send(std::span<const std::byte> bytes) const;
  /// Ends its input: nothing more is sent.
  void end_input();
  /// The next line of its standard output, without its end; nullopt if none came in time, or if it
  /// has ended and everything is read. A line longer than `longest_line` comes in pieces.
  [[nodiscard]] std::optional<std::string> read_line(std::chrono::milliseconds patience);
  static constexpr std::size_t longest_line = std::size_t{1} << 20U;
  /// Whether read_line will have no more.
  [[nodiscard]] bool silent() const { return silent_ && read_.empty(); }
  [[nodiscard]] bool ended();
  /// Waits until it ends; its exit code, or 128 + the signal that ended it.
  [[nodiscard]] int wait();
  /// Asks it to end, or ends it, with everything that it started itself. From any thread, even
  /// while another one sends, reads or waits.
  void terminate() { signal(SIGTERM); }
  void kill() { signal(SIGKILL); }
  /// The last line that it wrote to standard error; empty if there is none.
  [[nodiscard]] std::string last_words() const;

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;
  Process(int end, File said) : end_(end), said_(std::move(said)) {}
  void signal(int number);
  void read_some(std::chrono::milliseconds patience);

  int end_;           // of the socket: its input, and its output if that is read
  int life_ = -1;     // of a pipe: the watcher sees that it is closed, by us or by our death
  File said_;         // unnamed: gone with us
  std::string read_;  // and not yet given
  bool silent_ = false;
  std::mutex mutex_;
  pid_t child_ = -1;  // -1 once it has ended
  pid_t watcher_ = -1;
  int code_ = 0;
};

}  // namespace warpscope
