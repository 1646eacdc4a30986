#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpscope {

/// An argument that was just described, to say more of it.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}
  Argument& required();
  /// Not both of them may be given.
  Argument& excludes(const Argument& other);

 private:
  CLI::Option* option_;
};

/// What the program or one of its subcommands takes on the command line. CLI11 does the work behind
/// it; only arguments.cpp includes CLI11, which takes longer to compile than all subcommands.
/// Values are kept as typed: who uses one, checks it and says what is wrong in a sentence.
class Arguments {
 public:
  explicit Arguments(CLI::App* app) : app_(app) {}

  /// A word that is known by its place, such as KERNEL.
  Argument word(const char* name, std::string& value, std::string help);
  /// Any number of them.
  Argument words(const char* name, std::vector<std::string>& values, std::string help);
  /// An option with a value. `names` such as "-o,--output"; `value_name` stands in the help.
  Argument option(const char* names, std::string& value, const char* value_name, std::string help);
  /// An option that may be given several times.
  Argument repeated(const char* names, std::vector<std::string>& values, const char* value_name,
                    std::string help);
  void flag(const char* names, bool& value, std::string help);
  /// Stands at the end of the help: examples, mostly.
  void footer(std::string text);

  [[nodiscard]] Arguments subcommand(const char* name, std::string about);
  /// Called where this subcommand was chosen, once its arguments have their values.
  void on_chosen(std::function<void()> chosen);

 protected:
  CLI::App* app_;
};

/// The whole command line.
class ProgramArguments : public Arguments {
 public:
  ProgramArguments(const char* name, const char* about, std::function<std::string()> version);
  ~ProgramArguments();
  ProgramArguments(const ProgramArguments&) = delete;
  ProgramArguments& operator=(const ProgramArguments&) = delete;

  [[nodiscard]] std::vector<std::string> subcommand_names() const;
  /// What is to be printed instead of doing anything (help or version), else nothing. What is wrong
  /// is told as a sentence; `without_command` may know better where no subcommand was chosen.
  [[nodiscard]] Result<std::optional<std::string>> parse(
      std::span<const std::string> args,
      const std::function<std::optional<Error>()>& without_command);

 private:
  std::unique_ptr<CLI::App> owned_;
};

}  // namespace warpscope
