#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/arguments.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// The options that say what to run, as typed; shared by every subcommand that runs a kernel.
class RunOptions {
 public:
  /// Describes those of run_option.hpp and the bank model. `size_names` differs where --size means a
  /// picture's size.
  void describe(Arguments& command, const std::string& size_names = "--size,--elements");

  /// What was typed for an option that is not repeated; empty: nothing.
  [[nodiscard]] std::string& operator[](std::string_view id) { return typed_[run_option(id).id]; }
  /// What was typed for it, each time.
  [[nodiscard]] std::vector<std::string> texts(const RunOption& option) const;
  void set(const RunOption& option, const std::vector<std::string>& texts);
  /// "--block", or "--elements" where that is the size's name.
  [[nodiscard]] std::string name(const RunOption& option) const;

  std::string banks;  ///< empty: the default

 private:
  std::map<std::string_view, std::string> typed_;                    // by id
  std::map<std::string_view, std::vector<std::string>> repeatedly_;  // by id
  std::string size_name_ = "--size";
};

/// Describes one of them alone.
void add_run_option(Arguments& command, std::string_view id, std::string& text);

/// Fails where an option says what to run; `why` begins the sentence.
[[nodiscard]] Status no_run_options(const RunOptions& options, const std::string& why);

/// The request that the options describe, checked for form, and whether the subject takes it;
/// Subject::complete() checks it as a whole.
[[nodiscard]] Result<RunRequest> run_request(const Subject& subject, const RunOptions& options);
[[nodiscard]] Result<BankModel> chosen_banks(const RunOptions& options);

/// Runs or reads what `target` names, as named_subject(), and analyses it.
[[nodiscard]] Result<DocumentPtr> open_document(const std::string& target,
                                                const RunOptions& options);

/// The command line that repeats a request, without the program's name and subcommand.
[[nodiscard]] std::string arguments_of(const RunRequest& request);

}  // namespace warpscope
