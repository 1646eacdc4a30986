#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/arguments.hpp"
#include "app/subject/program_options.hpp"

namespace warpscope {

/// The options that say how a program of the user's own is built and run, as typed.
class TypedProgramOptions {
 public:
  /// What the command does with programs: `sums` shows all launches and takes any number of files
  /// by their place; `picture` shows one launch; `beside_kernels` does so too, and the command
  /// describes the options of kernels itself, some of which are those of programs.
  enum class Use : std::uint8_t { sums, picture, beside_kernels };
  /// Adds the options of program_options.hpp, and the program's own arguments after "--".
  void describe(Arguments& command, Use use);

  /// The texts typed for an option; one that is empty for an option without a value.
  [[nodiscard]] std::vector<std::string> texts(const ProgramOption& option) const;
  void set(const ProgramOption& option, const std::vector<std::string>& texts);

  std::vector<std::string> arguments;  ///< after "--"

 private:
  std::map<std::string_view, std::string> typed_;                    // by id
  std::map<std::string_view, std::vector<std::string>> repeatedly_;  // by id
  std::map<std::string_view, bool> flags_;                           // by id
};

/// Reads the options into `choice`, and the program's arguments.
[[nodiscard]] Status read_program_options(const TypedProgramOptions& typed, ProgramChoice& choice);

/// Fails if any option is about a program; `why` is a sentence that stands before.
[[nodiscard]] Status no_program_options(const TypedProgramOptions& typed, const std::string& why);

}  // namespace warpscope
