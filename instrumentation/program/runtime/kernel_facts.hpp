#pragma once

#include <cstddef>
#include <string>

namespace warpscope {

/// "reduce<256>": `name` if it says anything, else what debug information or the symbol at the kernel's
/// address says; "a kernel" if nothing does.
[[nodiscard]] std::string kernel_name(const void* kernel, const char* name = nullptr);

/// Bytes of shared memory that the kernel declares itself, without what functions that it calls declare. 0 without
/// debug information.
[[nodiscard]] std::size_t static_shared_bytes(const void* kernel);

}  // namespace warpscope
