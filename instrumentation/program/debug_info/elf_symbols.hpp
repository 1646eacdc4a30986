#pragma once

#include <filesystem>
#include <string>
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

}  // namespace warpscope
