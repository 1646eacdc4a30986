#pragma once

#include <filesystem>

namespace warpscope {

/// The program in which users' programs run: warpscope-machine, beside this binary where it was built, else in the folder
/// for programs that only others start.
[[nodiscard]] std::filesystem::path machine_binary();
/// Another one; empty: as above. For tests.
void set_machine_binary(std::filesystem::path path);

}  // namespace warpscope
