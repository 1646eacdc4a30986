#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

// Names are those of the linker (mangled), sorted, each once. Of shared objects they are those that the loader
// sees (.dynsym), without versions. Errors: not there, no ELF file, no symbols.

/// What an object or a shared object uses and others must define. Weak symbols, which may stay
/// undefined, are left out. `only_thread_local`: only thread-local variables.
[[nodiscard]] Result<std::vector<std::string>> undefined_symbols(const std::filesystem::path& path,
                                                                 bool only_thread_local);
/// The functions that an object or a shared object defines for others.
[[nodiscard]] Result<std::vector<std::string>> exported_functions(
    const std::filesystem::path& path);

/// What an object defines for others.
[[nodiscard]] Result<std::vector<std::string>> defined_for_others(
    const std::filesystem::path& path);
/// All symbols of an object, defined or not, whose names begin so.
[[nodiscard]] Result<std::vector<std::string>> symbols_with_prefix(
    const std::filesystem::path& path, std::string_view prefix);

/// Names that add_local_aliases() gives begin so; nobody shows them.
inline constexpr std::string_view local_alias_prefix = "__ws_local.";
/// Where an object's pairs of addresses lie: of a function, and of its counterpart for blocks at speed.
inline constexpr const char* at_speed_section = "ws_at_speed";

/// Gives what is local in an object further names, which other objects see: those of `wanted` that begin with
/// `prefix`, and continue with the local symbol's own name. Names that the object does not define are left out.
[[nodiscard]] Status add_local_aliases(const std::filesystem::path& object,
                                       const std::string& prefix,
                                       const std::vector<std::string>& wanted);

}  // namespace warpscope
