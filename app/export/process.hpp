#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Where PATH has a program that may be run; empty where it has none.
[[nodiscard]] std::filesystem::path find_program(std::string_view name);

/// Another program that reads what it is sent. No shell stands between, so no argument needs
/// quotes; Ctrl+C in the terminal does not reach it. One that still runs when this ends is killed.
class Process {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Process>> start(
      const std::filesystem::path& program, const std::vector<std::string>& arguments);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// To its standard input; waits until it has taken all. False: it reads no more.
  [[nodiscard]] bool send(std::span<const std::byte> bytes) const;
  /// It is sent no more: its input ends.
  void end_input();
  /// Until it ends; its exit code, or 128 + the signal that ended it.
  [[nodiscard]] int wait();
  /// From any thread, even while another one sends or waits.
  void kill();
  /// The last line that it wrote to standard error; empty where it wrote none.
  [[nodiscard]] std::string last_words() const;

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;
  Process(int input, File said) : input_(input), said_(std::move(said)) {}
  [[nodiscard]] bool reap();

  int input_;
  File said_;  // unnamed: gone with us
  std::mutex mutex_;
  pid_t child_ = -1;  // -1 once it has ended
  int code_ = 0;
};

}  // namespace warpscope
