#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/subject/document.hpp"
#include "app/subject/program_subject.hpp"
#include "instrumentation/program/run/working_copy.hpp"

namespace warpscope {

/// What a program's launches cost as a compiler for GPUs makes its kernels (compile/joined_accesses.hpp).
struct AsCompiled {
  std::optional<ProgramRun> run;  ///< with the launches of the run as written; unset: see `reason`
  Sentence reason;                ///< a sentence

  /// The recorded block of a launch; none if it was not recorded.
  [[nodiscard]] DocumentPtr launch(int number, BankModel model) const;
};

/// Runs a program once more, as compiled, with the arguments and the working folder that it had the first time, without
/// input. What it prints is dropped, and what it leaves in its folder.
class CompiledRun {
 public:
  explicit CompiledRun(ProgramRunner programs);

  /// The same functions. What they run is what run() repeats. `for_more`: there are other runs than run(), so that folder()
  /// is wanted even if the program runs as compiled the first time.
  [[nodiscard]] ProgramRunner watching(bool for_more = false) const;
  /// Its working folder as it was before the first run; unset: nothing ran.
  [[nodiscard]] std::optional<Result<WorkingCopy>>& folder() const;
  /// After the first run; it may last twice as long. `progress` hears of its stages.
  [[nodiscard]] AsCompiled run(const std::function<void(const std::string&)>& progress,
                               std::stop_token stop) const;

 private:
  struct First;
  ProgramRunner programs_;
  std::shared_ptr<First> first_;
};

}  // namespace warpscope
