#pragma once

#include <yaml-cpp/yaml.h>

#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/lesson/yaml_fields.hpp"

namespace warpscope {

/// "claims" of a stop (docs/lessons.md describes them); none if `node` is not defined. What is wrong goes
/// to the mistakes of `fields`, and is left out. Expressions are kept as they are. `of_program`: of a
/// lesson beside a program.
[[nodiscard]] std::vector<Claim> read_claims(YamlFields& fields, const YAML::Node& node,
                                             bool of_program);

}  // namespace warpscope
