#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpscope {

/// The child's side. main() calls it first: if `arguments` (argv[1], …) ask for a program's child, runs it and gives
/// its exit code, else nothing. No handler of exceptions may stand around the call: what the program throws and does not
/// catch has to end it.
[[nodiscard]] std::optional<int> run_as_program_child(const std::vector<std::string>& arguments);

}  // namespace warpscope
