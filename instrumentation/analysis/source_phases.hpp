#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A part of a kernel that its author gave a heading: "phase 2: sum by a tree".
struct SourcePhase {
  std::string title;        ///< the heading's words, without rules and comment marks
  std::uint32_t first = 0;  ///< line of the heading, 1 is the file's first
  std::uint32_t last = 0;   ///< the last line of the part
  [[nodiscard]] bool holds(std::uint32_t line) const { return first <= line && line <= last; }
  /// "phase 2" of "phase 2: sum by a tree", and so of other headings with a number; else the title.
  [[nodiscard]] std::string short_title() const;
  friend bool operator==(const SourcePhase&, const SourcePhase&) = default;
};

/// The parts of the functions of a file, in order; a part may lie within another. A heading is a comment on lines
/// of its own, within a function: one with a rule, "// ---- load", or a number, "// Phase 2: sum", "// 3. store".
/// It reigns to the next heading of its block, or to the block's end. In a function without any, a comment right
/// behind a barrier, or at the function's beginning, is one, and reigns to the next barrier.
[[nodiscard]] std::vector<SourcePhase> phases_of(const SourceFile& source);

/// The phases of the accesses of a trace: those of the kernel's own line, or of the call in it that leads there. Kernels
/// of the catalogue have none, since they name their steps themselves.
class TracePhases {
 public:
  TracePhases() = default;
  explicit TracePhases(const Trace& trace);

  /// The innermost part that holds an access; nullptr: none does.
  [[nodiscard]] const SourcePhase* of(const Trace& trace, const Access& access) const;
  /// That of the first access of a step that is in any.
  [[nodiscard]] const SourcePhase* of(const Trace& trace, const Step& step) const;
  /// What to call a step for short: by its phase, else by the function that the kernel calls for all of its
  /// accesses; empty: neither.
  [[nodiscard]] std::string title_of(const Trace& trace, const Step& step) const;
  /// The parts that hold any access, as the files have them.
  struct Listed {
    std::string file;
    SourcePhase phase;
  };
  [[nodiscard]] std::vector<Listed> used(const Trace& trace) const;

 private:
  std::map<std::uint32_t, std::vector<SourcePhase>> of_source_;
};

/// The kernel's own line that leads to a location: the location itself, or the outermost call.
[[nodiscard]] const CodeLocation& kernel_location(const Trace& trace, std::uint32_t location);
/// The innermost part that holds an access, without looking at the rest of the trace.
[[nodiscard]] SourcePhase phase_at(const Trace& trace, const Access& access);

}  // namespace warpscope
