#include "app/programs/editor_launch.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/process/detached.hpp"
#include "instrumentation/process/process.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using CommandWords = std::vector<std::string>;

/// How an editor is told the line.
enum class LineStyle : std::uint8_t {
  plus,       ///< +12 FILE
  colon,      ///< FILE:12
  go_to,      ///< -g FILE:12
  dash_l,     ///< -l 12 FILE
  dash_line,  ///< --line 12 FILE
  none,
};

struct KnownEditor {
  std::string_view name;
  LineStyle style;
  bool terminal = false;
};
constexpr std::array known_editors{
    KnownEditor{"code", LineStyle::go_to},      KnownEditor{"code-insiders", LineStyle::go_to},
    KnownEditor{"code-oss", LineStyle::go_to},  KnownEditor{"codium", LineStyle::go_to},
    KnownEditor{"vscodium", LineStyle::go_to},  KnownEditor{"cursor", LineStyle::go_to},
    KnownEditor{"windsurf", LineStyle::go_to},  KnownEditor{"vi", LineStyle::plus, true},
    KnownEditor{"vim", LineStyle::plus, true},  KnownEditor{"nvim", LineStyle::plus, true},
    KnownEditor{"nano", LineStyle::plus, true}, KnownEditor{"micro", LineStyle::plus, true},
    KnownEditor{"kak", LineStyle::plus, true},  KnownEditor{"joe", LineStyle::plus, true},
    KnownEditor{"jed", LineStyle::none, true},  KnownEditor{"mcedit", LineStyle::plus, true},
    KnownEditor{"ne", LineStyle::plus, true},   KnownEditor{"ed", LineStyle::none, true},
    KnownEditor{"hx", LineStyle::colon, true},  KnownEditor{"helix", LineStyle::colon, true},
    KnownEditor{"gvim", LineStyle::plus},       KnownEditor{"nvim-qt", LineStyle::plus},
    KnownEditor{"emacs", LineStyle::plus},      KnownEditor{"emacsclient", LineStyle::plus},
    KnownEditor{"gedit", LineStyle::plus},      KnownEditor{"pluma", LineStyle::plus},
    KnownEditor{"xed", LineStyle::plus},        KnownEditor{"kate", LineStyle::dash_l},
    KnownEditor{"kwrite", LineStyle::dash_l},   KnownEditor{"geany", LineStyle::dash_l},
    KnownEditor{"mousepad", LineStyle::dash_l}, KnownEditor{"clion", LineStyle::dash_line},
    KnownEditor{"subl", LineStyle::colon},      KnownEditor{"sublime_text", LineStyle::colon},
    KnownEditor{"zed", LineStyle::colon},       KnownEditor{"zeditor", LineStyle::colon},
    KnownEditor{"lapce", LineStyle::colon},
};

/// Looked for where nobody says which one is meant: those with a window, then those that a beginner can leave.
constexpr std::array<std::string_view, 16> usual_editors{"code",     "codium", "gnome-text-editor",
                                                         "gedit",    "kate",   "kwrite",
                                                         "mousepad", "xed",    "pluma",
                                                         "geany",    "subl",   "gvim",
                                                         "nano",     "micro",  "vim",
                                                         "vi"};

/// A terminal, and what stands between it and the command that it runs.
struct KnownTerminal {
  std::string_view name, before;
};
constexpr std::array known_terminals{
    KnownTerminal{"x-terminal-emulator", "-e"},
    KnownTerminal{"gnome-terminal", "--"},
    KnownTerminal{"konsole", "-e"},
    KnownTerminal{"xfce4-terminal", "-x"},
    KnownTerminal{"alacritty", "-e"},
    KnownTerminal{"kitty", ""},
    KnownTerminal{"foot", ""},
    KnownTerminal{"xterm", "-e"},
};
// What only $TERMINAL names; any other takes -e.
constexpr std::array named_terminals{
    KnownTerminal{"mate-terminal", "-x"},
    KnownTerminal{"terminator", "-x"},
    KnownTerminal{"ptyxis", "--"},
    KnownTerminal{"wezterm", "start"},
};

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\n'; }

/// The words of a command as a shell takes them apart; nothing is expanded. nullopt if a quote has
/// no end.
std::optional<CommandWords> shell_words(std::string_view text) {
  CommandWords words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const bool escapes = letter == '\\' && quote != '\'' && i + 1 < text.size();
    if (quote == 0 && is_blank(letter)) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    if (escapes) {
      *word += text[++i];
    } else if (quote == 0 && (letter == '"' || letter == '\'')) {
      quote = letter;
    } else if (letter == quote) {
      quote = 0;
    } else {
      *word += letter;
    }
  }
  if (quote != 0) return std::nullopt;
  if (word) words.push_back(*word);
  return words;
}

/// The command in a variable; no words if it is not set.
Result<CommandWords> command_in(const Environment& environment, const std::string& variable,
                                const IsThere& is_there) {
  const std::string value = environment(variable);
  // A path with blanks and without quotes, as an installer may have set it.
  if (value.find('/') != std::string::npos && is_there(value)) return CommandWords{value};
  std::optional<CommandWords> words = shell_words(value);
  if (!words) {
    return usage_error(
        say("{0} is \"{1}\", where a quote has no end; correct it.", variable, quotable(value)));
  }
  if (words->empty() || is_there(words->front())) return std::move(*words);
  return usage_error(
      say("{0} names {1}, which is not there; install it, or set {0} to another program.", variable,
          quotable(words->front())));
}

std::string name_of(const std::string& program) { return fs::path(program).filename().string(); }

bool has_any(const CommandWords& words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(
      words, [&](const std::string& word) { return std::ranges::count(wanted, word) > 0; });
}

KnownEditor known_editor(const CommandWords& words) {
  const std::string name = name_of(words.front());
  const auto found = std::ranges::find(known_editors, name, &KnownEditor::name);
  if (found == known_editors.end()) return {"", LineStyle::none};
  KnownEditor editor = *found;
  if (name.starts_with("emacs")) {
    editor.terminal = has_any(words, {"-nw", "--no-window-system", "-t", "-tty", "--tty"});
  } else if (name == "vim" && has_any(words, {"-g"})) {
    editor.terminal = false;
  }
  return editor;
}

/// Adds the file, and the line as the editor wants it.
void add_place(CommandWords& words, LineStyle style, const std::string& file, std::uint32_t line) {
  const std::string number = std::to_string(line);
  switch (line == 0 ? LineStyle::none : style) {
    case LineStyle::plus: words.push_back("+" + number); break;
    case LineStyle::colon: words.push_back(file + ":" + number); return;
    case LineStyle::go_to: words.insert(words.end(), {"-g", file + ":" + number}); return;
    case LineStyle::dash_l: words.insert(words.end(), {"-l", number}); break;
    case LineStyle::dash_line: words.insert(words.end(), {"--line", number}); break;
    case LineStyle::none: break;
  }
  words.push_back(file);
}

std::string_view before_command(const std::string& terminal) {
  const std::string name = name_of(terminal);
  for (const KnownTerminal& known : known_terminals) {
    if (known.name == name) return known.before;
  }
  const auto named = std::ranges::find(named_terminals, name, &KnownTerminal::name);
  return named == named_terminals.end() ? "-e" : named->before;
}

/// The words that start a terminal and end before the command that it runs.
Result<CommandWords> terminal_command(const Environment& environment, const IsThere& is_there,
                                      const std::string& editor) {
  const auto complete = [](CommandWords words) {
    const std::string_view before = before_command(words.front());
    if (!before.empty()) words.emplace_back(before);
    return words;
  };
  Result<CommandWords> chosen = command_in(environment, "TERMINAL", is_there);
  if (!chosen) return chosen.error();
  if (!chosen->empty()) return complete(std::move(chosen).value());
  for (const KnownTerminal& known : known_terminals) {
    if (is_there(std::string(known.name))) return complete({std::string(known.name)});
  }
  return Error{ErrorKind::unavailable, say("{} needs a terminal, and none was found: set TERMINAL "
                                           "to one, or VISUAL to an editor with "
                                           "a window.",
                                           editor)};
}

/// VISUAL, else EDITOR, else what the desktop opens such files with, else an editor that is there.
Result<CommandWords> chosen_editor(const Environment& environment, const IsThere& is_there,
                                   const fs::path& file) {
  for (const char* variable : {"VISUAL", "EDITOR"}) {
    Result<CommandWords> command = command_in(environment, variable, is_there);
    if (!command || !command->empty()) return command;
  }
  if (is_there("xdg-open")) return CommandWords{"xdg-open"};
  for (const std::string_view editor : usual_editors) {
    if (is_there(std::string(editor))) return CommandWords{std::string(editor)};
  }
  return Error{
      ErrorKind::unavailable,
      say("No editor was found for {}: install one, or set VISUAL to yours, for example to "
          "\"code\" or \"vim\".",
          quotable(file.string()))};
}

}  // namespace

Result<EditorCommand> editor_command(const Environment& environment, const fs::path& file,
                                     std::uint32_t line, const IsThere& is_there) {
  Result<CommandWords> chosen = chosen_editor(environment, is_there, file);
  if (!chosen) return chosen.error();
  EditorCommand command;
  command.words = std::move(chosen).value();
  command.editor = name_of(command.words.front());
  const KnownEditor known = known_editor(command.words);
  command.at_line = line > 0 && known.style != LineStyle::none;
  if (known.name == "emacsclient" && !known.terminal &&
      !has_any(command.words, {"-n", "--no-wait"})) {
    command.words.emplace_back("-n");
  }
  // A name that begins with a dash is no option.
  const fs::path place = file.is_absolute() ? file : fs::path(".") / file;
  add_place(command.words, known.style, place.string(), line);
  if (!known.terminal) return command;
  Result<CommandWords> terminal = terminal_command(environment, is_there, command.editor);
  if (!terminal) return terminal.error();
  command.words.insert(command.words.begin(), terminal->begin(), terminal->end());
  return command;
}

Result<Sentence> open_in_editor(const fs::path& file, std::uint32_t line) {
  std::error_code error;
  const fs::path place = fs::absolute(file, error);
  if (error || !fs::exists(place, error)) {
    return usage_error(say("There is no file {}.", file.string()));
  }
  const auto path_of = [](const std::string& program) {
    if (program.find('/') == std::string::npos) return warpscope::find_program(program);
    std::error_code ignored;
    const bool runs = fs::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0;
    return runs ? fs::path(program) : fs::path();
  };
  const auto value_of = [](const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
  const Result<EditorCommand> command = editor_command(
      value_of, place, line, [&](const std::string& program) { return !path_of(program).empty(); });
  if (!command) return command.error();
  const CommandWords& words = command->words;
  const Status started = start_detached(path_of(words.front()), {words.begin() + 1, words.end()});
  if (!started) return started.error();
  const std::string name = place.filename().string();
  if (line == 0) return say("{0} opens {1}.", command->editor, name);
  if (command->at_line) return say("{0} opens {1} at line {2}.", command->editor, name, line);
  return say("{0} opens {1}; Warpscope does not know how to tell it the line, which is {2}.",
             command->editor, name, line);
}

}  // namespace warpscope
