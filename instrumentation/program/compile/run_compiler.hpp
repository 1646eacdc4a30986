#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// What a compiler or a linker said until it ended.
struct CompilerRun {
  int code = 0;  ///< 128 + the signal that ended it
  bool cancelled = false;
  std::vector<std::string> lines;  ///< of both of its streams; no more than a person reads
};

/// Runs it in English. When `stop` is asked for, it ends at once, with the processes that it started. Its temporary
/// files lie in `folder`: if it is killed, they go with the rest of the work.
[[nodiscard]] Result<CompilerRun> run_compiler(const std::filesystem::path& program,
                                               const std::vector<std::string>& arguments,
                                               const std::filesystem::path& folder,
                                               const std::stop_token& stop);

/// The same, but for options that this version of the compiler does not know: it is run again without them. They only
/// keep the order of what it makes.
[[nodiscard]] Result<CompilerRun> run_compiler_with_known_options(
    const std::filesystem::path& program, std::vector<std::string> arguments,
    const std::filesystem::path& folder, const std::stop_token& stop);

}  // namespace warpscope
