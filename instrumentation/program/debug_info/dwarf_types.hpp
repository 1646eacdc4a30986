#pragma once

#include <functional>

#include "instrumentation/program/debug_info/debug_info.hpp"
#include "instrumentation/program/debug_info/dwarf_die.hpp"

namespace warpscope {

/// Finds the definition of a structure that an entry only declares, by its name: clang defines some in
/// another compilation unit.
using FindDefinition = std::function<std::optional<Dwarf_Die>(const std::string& name)>;

/// The type of a variable, a parameter or a member. Of what it does not know the name at least is
/// given, if there is one.
[[nodiscard]] ProgramType program_type_of(const Dwarf_Die& typed, const FindDefinition& find);

}  // namespace warpscope
