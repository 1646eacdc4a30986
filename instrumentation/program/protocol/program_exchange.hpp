#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/protocol/program_outcome.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The first argument of a program's process; the folder of the exchange and two descriptors follow.
inline constexpr std::string_view program_child_argument = "--program-child";

/// What the child of a program needs to know. Goes from the parent to the child as request.json.
struct ChildRequest {
  std::string object;                  ///< absolute path of the shared object
  std::vector<std::string> arguments;  ///< argv[0], …
  ProgramOptions options;
  bool output_to_standard_error = false;
  bool output_by_lines = false;  ///< each line is seen at once
  std::string language;          ///< what it prints itself, among the program's output, is in
};

/// The private folder (0700) in which parent and child exchange files. Paths are absolute: the program
/// may go to another folder.
struct ExchangeFolder {
  std::filesystem::path path;
  [[nodiscard]] std::filesystem::path request() const { return path / "request.json"; }
  [[nodiscard]] std::filesystem::path outcome() const { return path / "outcome.json"; }
  [[nodiscard]] std::filesystem::path trace() const { return path / "trace.wscope"; }
  /// Is there while the child writes: it may then take longer than the program's time.
  [[nodiscard]] std::filesystem::path finishing() const { return path / "finishing"; }

  /// Makes one in the folder for temporary files. All names have the same length, so that the child's stack lies
  /// at the same addresses in every run.
  [[nodiscard]] static Result<ExchangeFolder> make();
  /// Removes it with all that is in it.
  void remove() const;
};

[[nodiscard]] std::string request_text(const ChildRequest& request);
[[nodiscard]] Result<ChildRequest> parse_request(std::string_view text);

[[nodiscard]] std::string outcome_text(const ProgramOutcome& outcome);
/// Trusts nothing: the program's own code may have written the text. Texts come back fit to be shown; the error is
/// a part of a sentence: "it is no JSON".
[[nodiscard]] Result<ProgramOutcome> parse_outcome(std::string_view text);
inline constexpr std::uint64_t outcome_cap = std::uint64_t{64} << 20;  ///< bytes of its text

/// Writes a file of the folder under another name and renames it. No error is told: who reads it sees that
/// it is missing. Works with descriptors above 2 alone, so that no output of the program gets into it.
bool write_exchange_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace warpscope
