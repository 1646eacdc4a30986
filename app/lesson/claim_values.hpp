#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/document.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A number that a run has, at one of its accesses.
struct RunValue {
  std::string_view id;       ///< "step_value"
  std::string_view meaning;  ///< English
};
/// Those beside the questions (question_kinds), each of which is such a value, too.
[[nodiscard]] std::span<const RunValue> run_values();

/// The value of that name, of a question, of run_values(), or of a parameter that is a number. nullopt if
/// there is none, such as sectors of shared memory. `known`: whether anything has that name.
[[nodiscard]] std::optional<double> run_value(const Document& document, std::uint32_t access,
                                              std::string_view id, bool& known);

/// Something of a run that is asked for with a text, such as a cell: cell("data[3]").
struct RunFunction {
  std::string_view id;
  std::string_view meaning;  ///< English
};
[[nodiscard]] std::span<const RunFunction> run_functions();
/// Its value, or a sentence that says what is wrong. `id` is one of run_functions().
[[nodiscard]] Result<double> run_function(const Document& document, std::uint32_t access,
                                          std::string_view id, const std::string& text);

/// The k-th active lane's element, bank or recorded value, from 0.
struct LaneFunction {
  std::string_view id;
  std::string_view meaning;  ///< English
};
[[nodiscard]] std::span<const LaneFunction> lane_functions();
/// `id` is one of lane_functions().
[[nodiscard]] Result<double> lane_function(const Document& document, std::uint32_t access,
                                           std::string_view id, double lane);

}  // namespace warpscope
