#include "app/cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "app/cli/table.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {
namespace {

/// Help in a terminal's width.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(description_column); }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description(), terminal_columns - description_column);
  }

 private:
  static constexpr int description_column = 26;
};

std::vector<std::string> long_option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// The sentence for a parse error. CLI11's message about missing or repeated values names its own
/// counters, so this rewords it.
std::string parse_sentence(const CLI::ParseError& error) {
  const std::string what = error.what();
  if (error.get_name() != "ArgumentMismatch") return what + ".";
  const std::string option = what.substr(0, what.find(':'));
  const bool none = what.find("missing") != std::string::npos;
  return option + (none ? " needs a value." : " was given more than once.");
}

/// Rejects an empty value, which would mean the default: it is nearly always a variable that was
/// not set.
Status no_empty_values(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options()) {
    const bool flag = option->get_items_expected_max() == 0;
    if (flag || std::ranges::count(option->results(), std::string()) == 0) continue;
    return usage_error(fmt::format("{} is empty, but it needs a value. {} --help explains.",
                                   option->get_name(), name));
  }
  return Done{};
}

/// Says what is wrong with the arguments of `command`, and what to do.
Error parse_error(const CLI::App& command, const std::string& name, const CLI::ParseError& error) {
  const std::vector<std::string> extras = command.remaining();
  const std::string help = fmt::format("{} --help explains.", name);
  if (extras.empty()) return usage_error(parse_sentence(error) + " " + help);
  const std::string word = extras.front().substr(0, extras.front().find('='));
  if (!word.starts_with('-')) {
    return usage_error(fmt::format("{} does not take \"{}\". {}", name, word, help));
  }
  const std::vector<std::string> known = long_option_names(command);
  const std::string near = nearest_names(word, known).empty() ? help : did_you_mean(word, known);
  return usage_error(fmt::format("{} has no option \"{}\". {}", name, word, near));
}

}  // namespace

Argument& Argument::required() {
  option_->required();
  return *this;
}

Argument& Argument::excludes(const Argument& other) {
  option_->excludes(other.option_);
  return *this;
}

Argument Arguments::word(const char* name, std::string& value, std::string help) {
  return Argument(app_->add_option(name, value, std::move(help))->type_name(""));
}

Argument Arguments::words(const char* name, std::vector<std::string>& values, std::string help) {
  return Argument(app_->add_option(name, values, std::move(help))->type_name(""));
}

Argument Arguments::option(const char* names, std::string& value, const char* value_name,
                           std::string help) {
  return Argument(app_->add_option(names, value, std::move(help))->type_name(value_name));
}

Argument Arguments::repeated(const char* names, std::vector<std::string>& values,
                             const char* value_name, std::string help) {
  return Argument(app_->add_option(names, values, std::move(help))
                      ->type_name(value_name)
                      ->allow_extra_args(false));
}

void Arguments::flag(const char* names, bool& value, std::string help) {
  app_->add_flag(names, value, std::move(help));
}

void Arguments::trailing(std::vector<std::string>& values) { (*trailing_)[app_] = &values; }

void Arguments::footer(std::string text) { app_->footer(std::move(text)); }

Arguments Arguments::subcommand(const char* name, std::string about) {
  return {app_->add_subcommand(name, std::move(about)), trailing_};
}

void Arguments::on_chosen(std::function<void()> chosen) { app_->callback(std::move(chosen)); }

ProgramArguments::ProgramArguments(const char* name, const char* about,
                                   std::function<std::string()> version)
    : Arguments(nullptr, std::make_shared<Trailing>()),
      owned_(std::make_unique<CLI::App>(about, name)) {
  app_ = owned_.get();
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->require_subcommand(0, 1);
  app_->set_version_flag("--version", std::move(version), "Print the version and exit");
}

ProgramArguments::~ProgramArguments() = default;

std::vector<std::string> ProgramArguments::subcommand_names() const {
  std::vector<std::string> names;
  for (const CLI::App* command : std::as_const(*app_).get_subcommands({})) {
    names.push_back(command->get_name());
  }
  return names;
}

std::span<const std::string> ProgramArguments::without_trailing(
    std::span<const std::string> args) const {
  const auto dashes = std::ranges::find(args, "--");
  if (dashes == args.end()) return args;
  const auto names = subcommand_names();
  const bool chosen = std::ranges::count(names, args.front()) > 0;
  for (const auto& [command, values] : *trailing_) {
    if (chosen ? command->get_name() != args.front() : command != app_) continue;
    values->assign(dashes + 1, args.end());
    return {args.begin(), dashes};
  }
  return args;
}

Result<std::optional<std::string>> ProgramArguments::parse(
    std::span<const std::string> args,
    const std::function<std::optional<Error>()>& without_command) {
  const auto full_name = [&](const CLI::App& command) {
    return &command == app_ ? app_->get_name() : app_->get_name() + " " + command.get_name();
  };
  args = without_trailing(args);
  try {
    // CLI11 takes the arguments from the end of a vector.
    app_->parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::CallForHelp&) {
    return std::optional(app_->help());
  } catch (const CLI::CallForVersion&) {
    return std::optional(app_->version() + "\n");
  } catch (const CLI::ParseError& error) {
    const auto chosen = app_->get_subcommands();
    if (chosen.empty()) {
      if (std::optional<Error> better = without_command()) return *better;
    }
    const CLI::App& command = chosen.empty() ? *app_ : *chosen.front();
    return parse_error(command, full_name(command), error);
  }
  if (Status filled = no_empty_values(*app_, full_name(*app_)); !filled) return filled.error();
  for (const CLI::App* command : app_->get_subcommands()) {
    if (Status filled = no_empty_values(*command, full_name(*command)); !filled) {
      return filled.error();
    }
  }
  return std::optional<std::string>();
}

}  // namespace warpscope
