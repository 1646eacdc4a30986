#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// How a user's editor is started.
struct EditorCommand {
  std::vector<std::string> words;  ///< the program, then its arguments
  std::string editor;              ///< its name: "code"
  bool at_line = false;            ///< it is told the line; else it shows the file's beginning
};

/// The value of an environment variable; empty if it is not set.
using Environment = std::function<std::string(const std::string& name)>;
/// Whether a program may be run: a name on PATH, or a path.
using IsThere = std::function<bool(const std::string& program)>;

/// How to open a file at a line, 1 is the first; 0: wherever the editor does. VISUAL names the
/// editor, else EDITOR, else it is xdg-open, else one that is there. Their values may hold arguments and quotes, as for a
/// shell, which never sees them. An editor that needs a terminal gets one. Fails with a sentence
/// that says what to set.
[[nodiscard]] Result<EditorCommand> editor_command(const Environment& environment,
                                                   const std::filesystem::path& file,
                                                   std::uint32_t line, const IsThere& is_there);

/// Opens it, by our own environment, in a process that outlives us. Returns what to tell the user:
/// "code opens sum.cu at line 12.".
[[nodiscard]] Result<Sentence> open_in_editor(const std::filesystem::path& file,
                                              std::uint32_t line);

}  // namespace warpscope
