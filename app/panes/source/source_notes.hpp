#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/finding_list.hpp"
#include "instrumentation/program/compile/build_program.hpp"

namespace warpscope {

/// What is wrong on a line of source.
struct SourceNote {
  std::uint32_t line = 0;
  bool costly = true;                   ///< else a warning
  std::string text;                     ///< "race · 992 times", or the compiler's message
  std::string brief;                    ///< "race", "error": if there is no room for more
  bool may_be_cut = false;              ///< a part of the text says something, too
  std::string tooltip;                  ///< whole sentences
  std::optional<std::uint32_t> access;  ///< where it happens
};

/// Notes of one file, one a line, ordered by line. A race stands at both its lines.
[[nodiscard]] std::vector<SourceNote> source_notes(std::span<const ListedFinding> findings,
                                                   std::span<const Diagnostic> diagnostics,
                                                   std::string_view file);
/// The same, and where the program stood if it was stopped when its time was over.
[[nodiscard]] std::vector<SourceNote> source_notes(std::span<const ListedFinding> findings,
                                                   std::span<const Diagnostic> diagnostics,
                                                   const ProgramOutcome& outcome,
                                                   std::string_view file);

/// The note of a line, counted from 1; nullptr: none.
[[nodiscard]] const SourceNote* note_at(std::span<const SourceNote> notes, std::uint32_t line);

}  // namespace warpscope
