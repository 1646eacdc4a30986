#pragma once

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>

#include "app/lesson/lesson.hpp"
#include "app/lesson/yaml_fields.hpp"
#include "instrumentation/run/run_option_table.hpp"

namespace warpscope {

// The parts of a lesson's file that say what runs and which access is meant. What is wrong there goes to
// the mistakes of `fields`, and is left out.

/// The id of a kernel below `key`; nullopt if there is none, or no kernel of that name.
[[nodiscard]] std::optional<std::string> read_kernel(YamlFields& fields, const YAML::Node& map,
                                                     const char* key);
/// Whether a lesson may set the option; the machine is the reader's own affair.
[[nodiscard]] bool is_for_lessons(const RunOption& option);
/// The key of an option in a lesson: "trace_block".
[[nodiscard]] std::string lesson_key(const RunOption& option);
/// "run". `of_program`: of a lesson beside a program, which runs as its user has chosen.
[[nodiscard]] StopRun read_run(YamlFields& fields, const YAML::Node& node, bool of_program);
/// "at".
[[nodiscard]] StopPlace read_place(YamlFields& fields, const YAML::Node& node, bool of_program);

}  // namespace warpscope
