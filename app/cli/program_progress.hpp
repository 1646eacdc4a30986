#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/patience.hpp"
#include "instrumentation/executor/worker.hpp"

namespace warpscope {

/// While it lives, Ctrl+C and the other signals of InterruptGuard ask its token to stop.
class StopOnInterrupt {
 public:
  StopOnInterrupt();
  ~StopOnInterrupt() = default;
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  InterruptGuard guard_;
  std::stop_source stop_;
  Worker watch_;  // last: it uses the others
};

/// Tells on a terminal, or in lines now and then, what is done at present.
class StageProgress {
 public:
  explicit StageProgress(Invocation& invocation) : invocation_(invocation) {}
  /// "compiling reduce.cu": in a line that is erased.
  void begin(const std::string& stage);
  /// The program itself runs: nothing may be erased of what it prints.
  void begin_program(const std::string& name);
  void end() { patience_.reset(); }
  /// The same output, but what the program has done so far is told here, too.
  [[nodiscard]] ProgramOutput heard(ProgramOutput output);
  /// "12 launches, 2 findings" of the program that runs; empty: none yet. From any thread.
  [[nodiscard]] std::string done() const;

 private:
  void tell(const std::string& what, bool in_a_line, Patience::Pace pace,
            std::function<std::string()> done = {});

  Invocation& invocation_;
  std::atomic<std::int64_t> launches_ = 0, findings_ = 0;
  std::optional<Patience> patience_;
};

/// The frontend's functions, telling how far they are, and the compiler's warnings and how the
/// program ended if it did not return 0. `name` is the program's.
[[nodiscard]] ProgramRunner told_programs(Invocation& invocation, const std::string& name);

/// Warnings of a build, and how kernels without main() are launched.
void tell_built(std::ostream& err, const BuiltProgram& built);

}  // namespace warpscope
