#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/protocol/program_options.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The first argument of a program's process. There follow a word that only this run has, and the numbers of four
/// descriptors: its request, its log, the pipe that ends it, and the pipe for how it ended.
inline constexpr std::string_view program_child_argument = "--program-child";

/// What the process of a program needs to know.
struct ChildRequest {
  std::string object;                  ///< absolute path of the shared object
  std::vector<std::string> arguments;  ///< argv[0], …; any bytes
  ProgramOptions options;
  bool output_to_standard_error = false;
  bool output_by_lines = false;  ///< each line is seen at once
  std::string folder;            ///< that it works in; empty: ours
  std::string language;          ///< what it prints itself, among the program's output, is in
};

/// A descriptor from which read_request() reads it; -1 with errno.
[[nodiscard]] int write_request(const ChildRequest& request);
/// Errors: it is damaged, or of another version of this program; a part of a sentence: "it is damaged".
[[nodiscard]] Result<ChildRequest> read_request(int descriptor);

}  // namespace warpscope
