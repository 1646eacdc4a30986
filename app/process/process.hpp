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

/// Where PATH has a program that may be run; empty where it has none.
[[nodiscard]] std::filesystem::path find_program(std::string_view name);

/// Another program that reads what it is sent, and whose output can be read line by line. No shell
/// stands between, so no argument needs quotes; Ctrl+C in the terminal does not reach it. One that
/// still runs when this ends is killed, and so is one whose parent dies; on Linux also one whose
/// starting thread ends.
class Process {
 public:
  enum class Output : std::uint8_t { nowhere, lines };
  [[nodiscard]] static Result<std::unique_ptr<Process>> start(
      const std::filesystem::path& program, const std::vector<std::string>& arguments,
      Output output = Output::nowhere);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// To its standard input; waits until it has taken all. False: it reads no more.
  [[nodiscard]] bool send(std::span<const std::byte> bytes) const;
  /// It is sent no more: its input ends.
  void end_input();
  /// The next line of its standard output, without its end; nullopt where none came for so long,
  /// and once it has ended and all is read. What is longer than `longest_line` comes in pieces.
  [[nodiscard]] std::optional<std::string> read_line(std::chrono::milliseconds patience);
  static constexpr std::size_t longest_line = std::size_t{1} << 20U;
  /// Whether read_line will have no more.
  [[nodiscard]] bool silent() const { return silent_ && read_.empty(); }
  [[nodiscard]] bool ended();
  /// Until it ends; its exit code, or 128 + the signal that ended it.
  [[nodiscard]] int wait();
  /// Asks it to end, or ends it, with all that it has started itself. From any thread, even while
  /// another one sends, reads or waits.
  void terminate() { signal(SIGTERM); }
  void kill() { signal(SIGKILL); }
  /// The last line that it wrote to standard error; empty where it wrote none.
  [[nodiscard]] std::string last_words() const;

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;
  Process(int end, File said) : end_(end), said_(std::move(said)) {}
  void signal(int number);
  void read_some(std::chrono::milliseconds patience);

  int end_;           // of the socket: its input, and its output where that is read
  File said_;         // unnamed: gone with us
  std::string read_;  // and not yet given
  bool silent_ = false;
  std::mutex mutex_;
  pid_t child_ = -1;  // -1 once it has ended
  int code_ = 0;
};

}  // namespace warpscope
