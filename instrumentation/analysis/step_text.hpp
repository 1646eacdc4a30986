#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A step as the kernel's source names it.
struct StepName {
  std::string name;      ///< "up"
  std::string variable;  ///< what the source calls the value; empty if that is not clear
  std::optional<std::int64_t> value;  ///< the d of "up, d = 64"
};
[[nodiscard]] StepName step_name(const Trace& trace, const Step& step);

/// The language's word for a step of that name: "вверх" for "up"; else the name. For pictures: their hover says
/// both. Lives as long as the name and the catalogues.
[[nodiscard]] std::string_view shown_step(std::string_view name);
/// The step's label with that word: "вверх, d = 4" if `variable` is what the source calls the number, else "вверх 4".
[[nodiscard]] std::string shown_step_label(const Step& step, std::string_view variable = {});
/// "up, d = 64"; in a language that has a word for the step that word, too: "вверх (up), d = 64".
/// For sentences.
[[nodiscard]] std::string step_text(const StepName& step);
[[nodiscard]] std::string step_text(const Trace& trace, const Step& step);

}  // namespace warpscope
