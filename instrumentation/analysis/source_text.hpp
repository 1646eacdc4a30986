#pragma once

#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The name that the line of an access gives the array that it reads or writes. It may not be the
/// array's own: launches pass buffers under other names, and `from` and `to` change places.
struct SourceName {
  std::string name;        ///< "x0"; the array's own if the line does not say it clearly
  std::string expression;  ///< "x0[j]"; the name alone if that is not clear, or too long
  std::string array;       ///< the array's own name if the other is not known to be its, else empty
};
[[nodiscard]] SourceName name_in_source(const Trace& trace, const Access& access);

/// The array as the source writes it, then once its own name if it differs:
/// "data[tid + s]", "x0[j] (array x1)".
[[nodiscard]] std::string written_text(const SourceName& name);
/// True of a name alone, such as "in": within a sentence it needs quotes, as "data[i]" does not.
[[nodiscard]] bool is_bare_name(std::string_view code);
[[nodiscard]] std::string written_as(const Trace& trace, const Access& access);
/// The same without an index: "data", "x0 (array x1)".
[[nodiscard]] std::string named_as(const Trace& trace, const Access& access);

/// Whether the line of a store gives the cell a number that stands there, `data[i] = 0;`, so that
/// nothing that was read went into it. A line with several stores leaves that open.
[[nodiscard]] bool stores_literal(const Trace& trace, const Access& access);

/// The variable that the source gives to sync or step beside a step's name: the s of
/// `block.sync("add", s)`. Empty if there is none, or more than a plain name.
[[nodiscard]] std::string step_variable(const SourceFile& source, const std::string& step_name);

}  // namespace warpscope
