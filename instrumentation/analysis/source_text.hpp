#pragma once

#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What the line of an access calls the array that it reads or writes: launches hand buffers over
/// under other names, and `from` and `to` change places.
struct SourceName {
  std::string name;        ///< "x0"; the array's own where the line does not say it clearly
  std::string expression;  ///< "x0[j]"; the name alone where that is not clear, or too long
};
[[nodiscard]] SourceName name_in_source(const Trace& trace, const Access& access);

/// How the source writes it, and once the array's own name where that is another one:
/// "data[tid + s]", "x0[j] (array x1)".
[[nodiscard]] std::string written_as(const Trace& trace, const Access& access);
/// The same without an index: "data", "x0 (array x1)".
[[nodiscard]] std::string named_as(const Trace& trace, const Access& access);

/// The variable that the source gives to sync or step beside a step's name: the s of
/// `block.sync("add", s)`. Empty where there is none, or more than a plain name.
[[nodiscard]] std::string step_variable(const SourceFile& source, const std::string& step_name);

}  // namespace warpscope
