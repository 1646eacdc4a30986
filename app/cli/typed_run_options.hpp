#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/arguments.hpp"
#include "app/cli/command.hpp"
#include "app/cli/typed_program_options.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// The options that say what to run, as typed; shared by every subcommand that runs a kernel.
class RunOptions {
 public:
  /// Adds the options of run_option.hpp and the bank model. `size_names` differs if --size means a
  /// picture's size.
  void describe(Arguments& command, const std::string& size_names = "--size,--elements");
  /// Adds those of programs of the user's own, too. After describe().
  void describe_programs(Arguments& command) {
    program.describe(command, TypedProgramOptions::Use::beside_kernels);
  }

  /// The text typed for an option that is not repeated; empty if there is none.
  [[nodiscard]] std::string& operator[](std::string_view id) { return typed_[run_option(id).id]; }
  /// All texts typed for the option.
  [[nodiscard]] std::vector<std::string> texts(const RunOption& option) const;
  void set(const RunOption& option, const std::vector<std::string>& texts);
  /// The option's name: "--block", or "--elements" if that is the size's name.
  [[nodiscard]] std::string name(const RunOption& option) const;

  std::string banks;  ///< empty: the default
  TypedProgramOptions program;

 private:
  std::map<std::string_view, std::string> typed_;                    // by id
  std::map<std::string_view, std::vector<std::string>> repeatedly_;  // by id
  std::string size_name_ = "--size";
};

/// Adds --banks alone.
void add_bank_option(Arguments& command, std::string& text);
/// Adds one run option alone.
void add_run_option(Arguments& command, std::string_view id, std::string& text);

/// Why an option says nothing, in a sentence that names it.
using IdleSentence = std::function<std::string(const std::string& option)>;
/// Fails if any option says what to run.
[[nodiscard]] Status no_run_options(const RunOptions& options, const IdleSentence& idle);

/// The request that the options describe. Checks each option's form and whether the subject takes
/// it; Subject::complete() checks the request as a whole.
[[nodiscard]] Result<RunRequest> run_request(const Subject& subject, const RunOptions& options);
[[nodiscard]] Result<BankModel> chosen_banks(const RunOptions& options);

/// A subject that was named, with what was typed for its run.
struct Target {
  SubjectPtr subject;
  RunRequest request;
};
/// What is shown of several launches, unless --launch names one: of a trace file all, or the costliest; of a program
/// always one, which is the costliest but for `wrong_first`.
enum class OfSeveral : std::uint8_t {
  all,
  costliest,
  wrong_first,  ///< of a program the one of the first finding, if there is any; of a trace file all
};
/// What `target` names, as named_subject(). Fails if an option says nothing about a subject of its
/// kind. Programs tell `invocation` how far they are.
[[nodiscard]] Result<Target> named_target(const std::string& target, const RunOptions& options,
                                          Invocation& invocation,
                                          OfSeveral several = OfSeveral::all);

/// Records a target; Ctrl+C ends a program and its compiler.
[[nodiscard]] Result<Recorded> record_target(const Target& target);

/// Runs or reads what `target` names, and analyses it.
[[nodiscard]] Result<DocumentPtr> open_document(const std::string& target,
                                                const RunOptions& options, Invocation& invocation,
                                                OfSeveral several = OfSeveral::all);

/// The exit code, or why it is not 0, of a command that has judged a run: what `run` says of a program
/// of the user's own. Commands that only write what was recorded end as the program did.
[[nodiscard]] Result<int> code_of_judged(const Document& document);
[[nodiscard]] inline int code_of_written(const RunEnd& end) {
  return end.well ? 0 : static_cast<int>(ErrorKind::failed);
}

/// The command line that repeats a request, without the program's name and subcommand.
[[nodiscard]] std::string arguments_of(const RunRequest& request);

}  // namespace warpscope
