#include "app/cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "app/cli/table.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {
namespace {

/// Help in a terminal's width, in the language that is spoken. CLI11 itself counts bytes.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    label("Usage", tr("Usage"));
    label("OPTIONS", tr("OPTIONS"));
    label("SUBCOMMAND", tr("SUBCOMMAND"));
    label("Positionals", tr("Positionals"));
    label("REQUIRED", tr("REQUIRED"));
    label("Excludes", tr("Excludes"));
  }
  std::string make_option(const CLI::Option* option, bool positional) const override {
    return row(make_option_name(option, positional) + make_option_opts(option),
               make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return row(command->get_display_name(true), command->get_description());
  }
  std::string make_description(const CLI::App* command) const override {
    const std::string about = wrapped(command->get_description(), terminal_columns);
    return about.empty() ? about : about + "\n";
  }

 private:
  static constexpr int description_column = 26;

  static std::string row(const std::string& name, const std::string& about) {
    const std::string indent = "\n" + std::string(description_column, ' ');
    std::string text = "  " + name;
    if (about.empty()) return text + "\n";
    text =
        text_columns(text) < description_column ? padded(text, description_column) : text + indent;
    for (const char letter : wrapped(about, terminal_columns - description_column)) {
      text += letter == '\n' ? indent : std::string(1, letter);
    }
    return text + "\n";
  }
};

/// CLI11's own help option is English, and of its own group.
void describe_help(CLI::App& command) {
  command.set_help_flag("-h,--help", tr("Print this help message and exit"));
}

std::vector<std::string> long_option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// The sentence for a parse error. CLI11 has English ones, and those about missing or repeated values name its
/// own counters, so this says what they say.
std::string parse_sentence(const CLI::ParseError& error) {
  const std::string what = error.what();
  const auto before = [&what](std::string_view words) { return what.substr(0, what.find(words)); };
  const std::string kind = error.get_name();
  if (kind == "ArgumentMismatch") {
    const std::string option = before(":");
    return what.find("missing") != std::string::npos ? tr("{} needs a value.", option)
                                                     : tr("{} was given more than once.", option);
  }
  if (kind == "RequiredError") return tr("{} is required.", before(" is required"));
  constexpr std::string_view excludes = " excludes ";
  if (const std::size_t at = what.find(excludes); kind == "ExcludesError" && at != what.npos) {
    return tr("{0} excludes {1}.", what.substr(0, at), what.substr(at + excludes.size()));
  }
  return what + ".";
}

/// Rejects an empty value, which would mean the default: it is nearly always a variable that was
/// not set.
Status no_empty_values(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options()) {
    const bool flag = option->get_items_expected_max() == 0;
    if (flag || std::ranges::count(option->results(), std::string()) == 0) continue;
    return usage_error(
        tr("{0} is empty, but it needs a value. {1} --help explains.", option->get_name(), name));
  }
  return Done{};
}

/// Says what is wrong with the arguments of `command`, and what to do.
Error parse_error(const CLI::App& command, const std::string& name, const CLI::ParseError& error) {
  const std::vector<std::string> extras = command.remaining();
  if (extras.empty()) {
    return usage_error(tr("{0} {1} --help explains.", parse_sentence(error), name));
  }
  const std::string word = extras.front().substr(0, extras.front().find('='));
  if (!word.starts_with('-')) {
    return usage_error(tr("{0} does not take \"{1}\". {0} --help explains.", name, word));
  }
  const std::vector<std::string> known = long_option_names(command);
  if (nearest_names(word, known).empty()) {
    return usage_error(tr("{0} has no option \"{1}\". {0} --help explains.", name, word));
  }
  return usage_error(tr("{0} has no option \"{1}\". {2}", name, word, did_you_mean(word, known)));
}

/// The subcommand that was chosen, and of its own subcommands; the command itself if none was.
const CLI::App& innermost(const CLI::App& command) {
  const CLI::App* inner = &command;
  while (!inner->get_subcommands().empty()) inner = inner->get_subcommands().front();
  return *inner;
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

void Arguments::trailing(std::vector<std::string>& values) { common_->trailing[app_] = &values; }

void Arguments::footer(std::string text) { app_->footer(std::move(text)); }

Arguments Arguments::subcommand(const char* name, std::string about) {
  Arguments command{app_->add_subcommand(name, std::move(about)), common_};
  command.app_->group(tr("Subcommands"));
  describe_help(*command.app_);
  command.add_language();
  return command;
}

void Arguments::add_language() {
  option("--language", common_->language, "L",
         tr("Language of all words but those of JSON and CSV: {}; unless given, that of the "
            "environment "
            "(LANGUAGE, LC_ALL, LC_MESSAGES, LANG)",
            one_of(language_ids())));
}

void Arguments::on_chosen(std::function<void()> chosen) {
  app_->callback([app = app_, chosen = std::move(chosen)] {
    if (app->get_subcommands().empty()) chosen();  // else the one below it was chosen
  });
}

std::string examples_text(std::initializer_list<const char*> commands) {
  std::string text = tr_n("Example:", "Examples:", std::ssize(commands));
  for (const char* const command : commands) text += fmt::format("\n  {}", command);
  return text;
}

ProgramArguments::ProgramArguments(const char* name, std::string about,
                                   std::function<std::string()> version)
    : Arguments(nullptr, std::make_shared<Common>()),
      owned_(std::make_unique<CLI::App>(std::move(about), name)) {
  app_ = owned_.get();
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->require_subcommand(0, 1);
  app_->option_defaults()->group(tr("Options"));
  describe_help(*app_);
  app_->set_version_flag("--version", std::move(version), tr("Print the version and exit"));
  add_language();
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
  for (const auto& [command, values] : common_->trailing) {
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
    std::string name = command.get_name();
    for (const CLI::App* above = command.get_parent(); above != nullptr;
         above = above->get_parent()) {
      name.insert(0, fmt::format("{} ", above->get_name()));
    }
    return name;
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
    if (app_->get_subcommands().empty()) {
      if (std::optional<Error> better = without_command()) return *better;
    }
    const CLI::App& command = innermost(*app_);
    return parse_error(command, full_name(command), error);
  }
  for (const CLI::App* command = &innermost(*app_); command != nullptr;
       command = command->get_parent()) {
    if (Status filled = no_empty_values(*command, full_name(*command)); !filled) {
      return filled.error();
    }
  }
  return std::optional<std::string>();
}

}  // namespace warpscope
