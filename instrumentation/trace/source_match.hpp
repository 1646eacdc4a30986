#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/moved_lines.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Which code of one trace is which code of another, whose sources may be later versions of the same
/// files, under the same names or others. Both traces must outlive it.
class SourceMatch {
 public:
  SourceMatch(const Trace& a, const Trace& b);

  /// Whether two places are the same code: the line may have moved or changed, and the file may have
  /// another name.
  [[nodiscard]] bool same(const CodeLocation& of_a, const CodeLocation& of_b) const;
  /// The line of the second trace at which a line of the first one stands, as moved_lines() says; 0: its file has no
  /// fellow there.
  [[nodiscard]] std::uint32_t moved_line(const CodeLocation& of_a) const;
  /// Whether two steps have the same name: a barrier is named after its line.
  [[nodiscard]] bool same_name(const Step& of_a, const Step& of_b) const;
  /// The name of a step of the first trace in words of the second, for many comparisons.
  [[nodiscard]] std::string step_name(const Step& of_a) const;

 private:
  struct File {
    std::int32_t other = -1;  // into b's sources; -1: none
    bool changed = false;     // the texts differ; else nothing below is known
    std::vector<LineSpan> spans;
    std::vector<std::uint32_t> lines;
  };
  const Trace* a_;
  std::vector<File> files_;                          // by source of a
  std::vector<std::vector<std::string_view>> in_a_;  // the lines of changed files
  std::vector<std::vector<std::string_view>> in_b_;
};

}  // namespace warpscope
