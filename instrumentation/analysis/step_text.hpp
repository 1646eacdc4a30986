#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A step as the kernel's source names it.
struct StepName {
  std::string name;      ///< "up"
  std::string variable;  ///< what the source calls the value; empty if that is not clear
  std::optional<std::int64_t> value;  ///< the d of "up, d = 64"
};
[[nodiscard]] StepName step_name(const Trace& trace, const Step& step);

/// "up, d = 64"; in a language that has a word for the step that word, too: "вверх (up), d = 64".
/// For sentences. Pictures have room for step_label() only, which the source shows beside them.
[[nodiscard]] std::string step_text(const StepName& step);
[[nodiscard]] std::string step_text(const Trace& trace, const Step& step);

}  // namespace warpscope
