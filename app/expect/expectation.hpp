#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/program_launches.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// An expectation as it was written.
struct WrittenExpectation {
  std::string text;
  std::string file;        ///< empty: it was typed
  std::uint32_t line = 0;  ///< in that file
  friend bool operator==(const WrittenExpectation&, const WrittenExpectation&) = default;
};

/// The part of a run that an expectation is about.
struct ExpectedPart {
  LaunchChoice launches;   ///< with neither kernel nor number: all, and the host
  std::string file;        ///< of the line
  std::uint32_t line = 0;  ///< 0: any
  std::string array;       ///< as the kernel calls it; empty: any
  [[nodiscard]] bool within_launches() const { return line != 0 || !array.empty(); }
  friend bool operator==(const ExpectedPart&, const ExpectedPart&) = default;
};

/// A condition on the figures of a part of a run.
///
///   expectation = [ part, ":" ], condition
///   part        = [ launches ], [ "@", [ FILE, ":" ], LINE ], [ ".", ARRAY ]
///   launches    = KERNEL | KERNEL, ":", K | NUMBER
///
/// The condition is an expression of expression.hpp over the names of expected_figure.hpp, with max(NAME) for the
/// costliest access.
struct Expectation {
  WrittenExpectation written;
  ExpectedPart part;
  std::string condition;           ///< with max(NAME) as max.NAME
  std::vector<std::string> names;  ///< in the condition, each once

  [[nodiscard]] bool asks_for_joined() const;
};

/// `own_file`: whose line "@17" is. ErrorKind::usage with a sentence that quotes what is not understood.
[[nodiscard]] Result<Expectation> read_expectation(const WrittenExpectation& written,
                                                   const std::string& own_file);

/// The comments "// warpscope: expect TEXT" of a source, in their order.
[[nodiscard]] std::vector<WrittenExpectation> expectations_in_source(std::string_view text,
                                                                     const std::string& file);
/// One for each line of a list; empty lines, and those that begin with '#', are none.
[[nodiscard]] std::vector<WrittenExpectation> expectations_in_list(std::string_view text,
                                                                   const std::string& file);

}  // namespace warpscope
