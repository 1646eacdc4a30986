#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The way in which a program came into the window.
enum class HowOpened : std::uint8_t {
  typed,  ///< on the command line
  made,   ///< in the window: from a starter, or pasted
  found,  ///< in a dialog, a list, or dropped on the window
};

/// The programs that the user has allowed to run, by their real paths. A program with another
/// origin than when it was allowed is another program.
class ProgramTrust {
 public:
  /// Nothing is allowed; allow() writes to `path`.
  explicit ProgramTrust(std::filesystem::path path) : path_(std::move(path)) {}
  /// A missing file allows nothing. An error names a damaged file: then go on with
  /// ProgramTrust(path), whose first allow() keeps the file as .bak.
  [[nodiscard]] static Result<ProgramTrust> load(const std::filesystem::path& path);

  [[nodiscard]] bool allowed(const std::filesystem::path& program) const;
  /// Allows it from now on, and remembers that, all or nothing. If that fails, it is allowed until
  /// the window closes.
  [[nodiscard]] Status allow(const std::filesystem::path& program);

 private:
  std::filesystem::path path_;
  std::map<std::string, std::string> origins_;  // by real path; most are empty
};

/// $XDG_DATA_HOME/warpscope/allowed.json, else under ~/.local/share; empty if neither is known.
[[nodiscard]] std::filesystem::path program_trust_path();

/// What to ask before a program runs: where it comes from, and what running it means. nullopt: it
/// may run. What was typed, made here or allowed before may; yet a file that came from elsewhere,
/// by a download or as an exercise (a folder above it has a file .warpscope-exercise), must have
/// been allowed.
[[nodiscard]] std::optional<Sentence> why_ask(const std::filesystem::path& program, HowOpened how,
                                              const ProgramTrust& trust);

}  // namespace warpscope
