#pragma once

#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// How the source writes what an access reads or writes: "data[tid + s]". Just the array's name
/// where the line does not say it clearly or at too great length.
[[nodiscard]] std::string written_as(const Trace& trace, const Access& access);

/// The variable that the source gives to sync or step beside a step's name: the s of
/// `block.sync("add", s)`. Empty where there is none, or more than a plain name.
[[nodiscard]] std::string step_variable(const SourceFile& source, const std::string& step_name);

}  // namespace warpscope
