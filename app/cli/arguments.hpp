#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpscope {

/// A handle to an argument that was just described, to say more about it.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}
  Argument& required();
  /// The two may not be given together.
  Argument& excludes(const Argument& other);

 private:
  CLI::Option* option_;
};

/// The arguments that the program or one of its subcommands takes. Wraps CLI11; only arguments.cpp
/// includes it, because it takes longer to compile than all subcommands. Values are kept as typed:
/// the code that uses one checks it and says in a sentence what is wrong.
class Arguments {
 public:
  /// What all subcommands share.
  struct Common {
    std::map<const CLI::App*, std::vector<std::string>*>
        trailing;          ///< what takes the words after "--"
    std::string language;  ///< --language stands before or after the command
  };
  Arguments(CLI::App* app, std::shared_ptr<Common> common)
      : app_(app), common_(std::move(common)) {}

  /// A word that is identified by its place, such as KERNEL.
  Argument word(const char* name, std::string& value, std::string help);
  /// Any number of words.
  Argument words(const char* name, std::vector<std::string>& values, std::string help);
  /// An option with a value. `names` such as "-o,--output"; `value_name` stands in the help.
  Argument option(const char* names, std::string& value, const char* value_name, std::string help);
  /// An option that may be given several times.
  Argument repeated(const char* names, std::vector<std::string>& values, const char* value_name,
                    std::string help);
  void flag(const char* names, bool& value, std::string help);
  /// The words after "--", of whatever form: of a subcommand, or without one.
  void trailing(std::vector<std::string>& values);
  /// Adds text at the end of the help, mostly examples.
  void footer(std::string text);

  /// Takes --language, too.
  [[nodiscard]] Arguments subcommand(const char* name, std::string about);
  /// Sets a function to call if this subcommand is chosen, and none of its own, once its arguments have
  /// their values.
  void on_chosen(std::function<void()> chosen);

 protected:
  void add_language();

  CLI::App* app_;
  std::shared_ptr<Common> common_;
};

/// "Examples:", and a line for each: the end of a help. Commands are no message.
[[nodiscard]] std::string examples_text(std::initializer_list<const char*> commands);

/// The whole command line, its help in the language that is spoken when it is made.
class ProgramArguments : public Arguments {
 public:
  ProgramArguments(const char* name, std::string about, std::function<std::string()> version);
  ~ProgramArguments();
  ProgramArguments(const ProgramArguments&) = delete;
  ProgramArguments& operator=(const ProgramArguments&) = delete;

  [[nodiscard]] std::vector<std::string> subcommand_names() const;
  /// Returns the text to print instead of doing anything (help or version), else nullopt. Fails
  /// with a sentence; if no subcommand was chosen, `without_command` may supply a better one.
  [[nodiscard]] Result<std::optional<std::string>> parse(
      std::span<const std::string> args,
      const std::function<std::optional<Error>()>& without_command);

 private:
  [[nodiscard]] std::span<const std::string> without_trailing(
      std::span<const std::string> args) const;
  std::unique_ptr<CLI::App> owned_;
};

}  // namespace warpscope
